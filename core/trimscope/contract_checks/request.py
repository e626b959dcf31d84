"""The points about what stands in the request: policy, goal, pairs, observations, causes, the newest results."""

from __future__ import annotations

from trimscope.contract_checks.check import Found
from trimscope.contract_checks.sent import Sent
from trimscope.planning.decision import GONE
from trimscope.stages.observing import framed
from trimscope.structure.anchors import is_typed, typed_in
from trimscope.structure.pairing import refused_pairing
from trimscope.texts.instructions import scan
from trimscope.texts.matching_lines import ascii_lower
from trimscope.texts.stub import is_stub
from trimscope.transcript import Message

LONGEST_CONFIRMATION = 40
"""Characters of a message that only says yes: what is longer says what it is about by itself."""

CONFIRMATIONS = (
    "yes", "yes please", "yep", "ok", "okay", "sure", "confirm", "confirmed", "i confirm", "go ahead", "do it",
    "proceed", "agreed", "approved", "correct", "right", "continue",
    "是", "是的", "好", "好的", "可以", "确认", "我确认", "已确认", "同意", "继续", "行", "没错", "对", "没问题",
)  # fmt: skip
"""How people agree to what was asked before, in the languages of the page; the third source article's example is a
confirmed refund whose request was trimmed away."""

_FRAME_END = "</tool_observation>"

_AROUND = " \t\r\n.!,;。！，；"


def system_policy(sent: Sent) -> Found:
    """1. System policy and permissions are there and untrimmed. What they say is not judged."""
    roles = [m.index for m in sent.history if m.role in ("system", "developer")]
    touched = tuple(index for index in roles if not sent.is_whole(index))
    if touched:
        return Found("fail", "system_trimmed", touched, {"count": len(touched)})
    if roles or sent.plan.transcript.system:
        return Found("pass", "system_whole", tuple(roles))
    if sent.plan.transcript.continued:
        return Found("undecidable", "system_elsewhere")
    return Found("fail", "no_system")


def goal(sent: Sent) -> Found:
    """2. The user's goal can be located: the first and the newest thing a person typed are sent whole."""
    typed = [message.index for message in typed_in(sent.history, sent.plan.policy)]
    if not typed:
        elsewhere = sent.plan.transcript.continued or len(sent.plan.transcript.epochs) > 1
        return Found("undecidable", "goal_elsewhere") if elsewhere else Found("fail", "no_goal")
    ends = tuple(dict.fromkeys((typed[0], typed[-1])))
    lost = tuple(index for index in ends if not sent.is_whole(index))
    return Found("fail", "goal_trimmed", lost) if lost else Found("pass", "goal_whole", ends)


def pairing(sent: Sent) -> Found:
    """4. Calls and results pair by id in what is sent, as the provider wants them."""
    faults = refused_pairing(sent.plan)
    if faults:
        places = tuple(sorted({fault.message for fault in faults}))
        return Found("fail", "pairs_broken", places, {"count": len(faults)})
    pairs = [pair for pair in sent.plan.view.rings.pairs if sent.stays(pair.result)]
    return Found("pass", "pairs_whole", (), {"count": len(pairs)})


def observations(sent: Sent) -> Found:
    """5. Results are marked as observations: each text that is sent stands in a frame, or is ours (a stub). Without a
    frame only their role marks them: that fails where a result reads like an instruction, and is not decidable
    otherwise."""
    results = [(m.index, *each) for m in sent.history if sent.stays(m.index) for each in sent.results(m)]
    count = sum(len(texts) for _, _, _, texts in results)
    if not count:
        return Found("pass", "no_results")
    bare = [
        (index, text)
        for index, tool, call_id, texts in results
        if not is_stub("".join(texts))
        for text in texts
        if not _is_framed(tool, call_id, text)
    ]
    if not bare:
        return Found("pass", "framed", (), {"count": count})
    suspect = tuple(dict.fromkeys(index for index, text in bare if _is_suspect(sent, index, text)))
    if suspect:
        return Found("fail", "instructions_unframed", suspect, {"count": len(suspect)})
    return Found("undecidable", "only_by_role", (), {"count": len(bare)})


def _is_framed(tool: str, call_id: str | None, text: str) -> bool:
    """Whether a result stands in the frame of its own call, whoever put it there and with whatever warning, and
    nothing inside ends the frame early (third source article, 3.3)."""
    opening = framed("", tool, call_id, "en").partition("\n")[0]
    ends = ascii_lower(text).count(_FRAME_END)
    return text.startswith(opening) and text.endswith(_FRAME_END) and ends == 1


def _is_suspect(sent: Sent, index: int, text: str) -> bool:
    """Whether a result text reads like an instruction; looked at once, as long as it stays what it is."""
    return sent.plan.view.counts.remembered(("instructions", index, len(text)), text, lambda: any(scan(text)))


def dependencies(sent: Sent) -> Found:
    """10. Trimming breaks no dependency: a pair goes or stays together, and so do a request and its confirmation."""
    pairs = sent.plan.view.rings.pairs
    split = sorted({p.call if sent.stays(p.call) else p.result for p in pairs if _is_split(sent, p.call, p.result)})
    if split:
        return Found("fail", "pairs_split", tuple(split), {"count": len(split)})
    alone = tuple(_alone(sent))
    if alone:
        return Found("fail", "confirmation_alone", alone, {"count": len(alone)})
    dropped = sum(each.action in GONE for each in sent.decisions.values())
    return Found("pass", "whole_units", (), {"count": dropped}) if dropped else Found("pass", "nothing_dropped")


def rebuilt(sent: Sent) -> Found:
    """13. The context is built anew after each result: those that came since the last call are in it."""
    last = max((m.index for m in sent.history if m.role == "assistant"), default=-1)
    new = tuple(m.index for m in sent.history if m.index > last and m.results)
    if not new:
        return Found("undecidable", "no_new_results")
    missing = tuple(index for index in new if not sent.stays(index))
    return Found("fail", "new_results_missing", missing) if missing else Found("pass", "new_results_in", new)


def _is_split(sent: Sent, call: int, result: int) -> bool:
    """Whether one half of a pair is sent without the other. A result that a repair took away is missed by nobody,
    and a message that was rewritten may have lost its calls as well: whether it did, point 4 says."""
    if call not in sent.decisions or result not in sent.decisions or sent.stays(call) == sent.stays(result):
        return False
    repaired = sent.decisions[result].reason in ("duplicate_result", "orphan_result")
    return not repaired and sent.is_whole(call if sent.stays(call) else result)


def _alone(sent: Sent) -> list[int]:
    """Indexes of typed messages that only say yes, and what they say yes to is not sent."""
    alone: list[int] = []
    asked: Message | None = None
    for message in sent.history:
        if message.role == "assistant":
            asked = message
        elif is_typed(message) and asked is not None:
            summarised = sent.decisions[asked.index].action == "summarise"  # it and what it asked stand in the summary
            lost = not sent.is_whole(asked.index) and not summarised
            if lost and is_confirmation(message.text) and sent.stays(message.index):
                alone.append(message.index)
            asked = None
    return alone


def is_confirmation(text: str) -> bool:
    """Whether a text only agrees to something said before.

    >>> is_confirmation("Yes, go ahead!"), is_confirmation("Yes, refund order A100 to the card")
    (True, False)
    """
    if len(text) > LONGEST_CONFIRMATION:
        return False
    said = ascii_lower(text).replace("，", ",").split(",")
    pieces = [piece.strip(_AROUND) for piece in said]
    return any(pieces) and all(not piece or piece in CONFIRMATIONS for piece in pieces)
