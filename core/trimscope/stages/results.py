"""Stage 1: what is done to each tool result whatever its age: whitelist, de-duplication, limit, observation frame.

In that order, each on what the one before left; one change a message, with the action of the last that did
something (a frame is put around whatever there is, and names itself only where nothing else was done).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from trimscope.planning.view import Change, Changes, View, content_of, takes_block
from trimscope.source.edits import Drop, Edit, Set
from trimscope.stages import deduping, filtering, foreseen, observing, truncation
from trimscope.stages.account import REPAIRS, Account
from trimscope.stages.deduping import Place, Tools, tool_of
from trimscope.stages.filtering import Texts
from trimscope.texts.repeats import Repeat, is_repeat
from trimscope.texts.stub import is_stub
from trimscope.transcript import Message, Pointer, ToolResult

RANK = ("keep", "frame", "filter", "dedupe", "truncate")
"""Actions, the most telling one last: it is the message's decision when its results met several."""

Lines = Mapping[Place, Repeat]
"""What stands for a result that stands again."""

ASIDE = (*REPAIRS, "media_over_budget")
"""Reasons of changes after which the texts of a message's results stand as they did."""


def run(view: View, account: Account, *, first: bool = True) -> None:
    """Take over a change for every message whose results are not sent as they are stored; anchors and pins are, and
    what a later stage drops or replaces anyway is not looked at. `first`: nothing is carried over from an earlier
    call."""
    policy = view.policy
    limited = policy.result_limit is not None or policy.tool_limits
    if limited or policy.field_whitelist or policy.dedupe or policy.observations:
        lines = _lines(view, account, everywhere=True)
        account.apply(_changes(view, lines, _foreseen(view, account, lines, first)))


def settle(view: View, account: Account) -> bool:
    """Give a copy its text back where the one that its line names is not sent as a result any more.

    True when something came back: the total has grown then. Copies that are cleared or compacted themselves keep
    their line: their own text would have gone as well.
    """
    if not view.policy.dedupe:
        return False
    wanted = _lines(view, account, everywhere=False)
    back: dict[int, None] = {}
    for place in _lines(view, account, everywhere=True):
        line = wanted[place].text(view.policy.tombstone["lang"]) if place in wanted else ""
        now = _now(view, account, place)
        if is_repeat(now) and now != line and _stands(view, account, place):
            back[place[0]] = None
    tools = view.tool_names() if back else {}
    for index in back:
        change = _message(view, view.transcript.messages[index], tools, wanted)
        stored = view.counts.messages[index], view.counts.chars[index]
        account.apply({index: change or Change("keep", "copy_came_back", *stored)})
    return bool(back)


def before_cut(view: View, index: int, position: int, tool: str) -> list[str]:
    """A result's texts as the limit finds them: out of frames, and with what the whitelist keeps."""
    return [text for text in filtering.read(view, index, position, tool).texts if text is not None]


def _lines(view: View, account: Account, *, everywhere: bool) -> Lines:
    """The lines of copies that give way: while all copies stand (`everywhere`), or as they stand now."""
    if not view.policy.dedupe:
        return {}
    gone = _gone(view, account)
    found = deduping.groups(view, view.tool_names(), gone)
    return deduping.lines(view, found, (lambda place: True) if everywhere else partial(_stands, view, account))


def _stands(view: View, account: Account, place: Place) -> bool:
    """Whether a result is sent as one: not dropped, and no later stage took its text."""
    change = account.changes.get(place[0])
    if change is None or place[0] in account.dropped_set:
        return change is None
    if change.action in ("compact", "clear") and change.reason not in ASIDE:
        return False
    now = _now(view, account, place)
    return is_repeat(now) or not is_stub(now)


def _now(view: View, account: Account, place: Place) -> str:
    """What would be sent of a result now."""
    index, position = place
    change = account.changes.get(index)
    result = view.transcript.messages[index].parts[position]
    assert isinstance(result, ToolResult)
    new = change.texts if change is not None else {}
    return "".join(new.get(each.at, each.text) or "" for each in result.texts)


def _gone(view: View, account: Account) -> frozenset[Place]:
    """Results that a repair took away."""
    repaired = {index: change for index, change in account.changes.items() if change.reason in REPAIRS}
    found = set()
    for index, change in repaired.items():
        dropped = {edit.at for edit in change.edits if isinstance(edit, Drop)} if change.action == "clear" else set()
        parts = view.transcript.messages[index].parts
        found |= {(index, position) for position, part in enumerate(parts) if part.at in dropped}
    return frozenset(found)


def _changes(view: View, lines: Lines, going: frozenset[int]) -> Changes:
    key = (view.history, _settings(view), tuple(lines.items()), going)
    found = view.counts.remembered("results", key, partial(_all, view, lines, going))
    return {index: change for index, change in found.items() if not view.is_protected(index)}


def _foreseen(view: View, account: Account, lines: Lines, first: bool) -> frozenset[int]:
    """Messages whose results need no work here."""
    tools = view.tool_names()

    def cost(index: int) -> int:
        change = None if view.is_protected(index) else _message(view, view.transcript.messages[index], tools, lines)
        return view.counts.messages[index] if change is None else change.tokens

    gone = foreseen.gone(view, account, cost, first=first)
    return gone | foreseen.replaced(view, account, tools, first=first)


def _settings(view: View) -> tuple[object, ...]:
    """Everything of a policy that this stage depends on, but the lines of copies."""
    policy = view.policy
    return (truncation.settings(policy), tuple(policy.field_whitelist.items()), policy.observations)


def _all(view: View, lines: Lines, going: frozenset[int]) -> Changes:
    tools = view.tool_names()
    staying = (message for message in view.messages if message.results and message.index not in going)
    found = ((message.index, _message(view, message, tools, lines)) for message in staying)
    return {index: change for index, change in found if change is not None}


def _message(view: View, message: Message, tools: Tools, lines: Lines) -> Change | None:
    """The change of one message; computed once for the same settings, tools and lines."""
    mine = [
        (position, tool_of(tools, message, position), lines.get((message.index, position)))
        for position, part in enumerate(message.parts)
        if isinstance(part, ToolResult) and part.texts
    ]
    key = (_settings(view), tuple(mine))
    return view.counts.remembered(("results", message.index), key, partial(_change, view, message, mine))


def _change(view: View, message: Message, mine: list[tuple[int, str, Repeat | None]]) -> Change | None:
    tokens, chars = view.counts.messages[message.index], view.counts.chars[message.index]
    texts: dict[Pointer, str | None] = {}
    emptied: list[Edit] = []
    action, reason = "keep", ""
    for position, tool, line in mine:
        result = message.parts[position]
        assert isinstance(result, ToolResult)
        parts, did, why = _result(view, message.index, position, tool, line)
        changed = {old.at: new for old, new in zip(result.texts, parts, strict=True) if new != old.text}
        if why and (changed or did == "keep") and (not reason or RANK.index(did) > RANK.index(action)):
            action, reason = did, why
        if changed and not any(parts) and not result.media and takes_block(result.texts[0].at):
            # nothing is left: no empty list or part, which some providers refuse, and never a result less
            emptied.append(Set(content_of(result), ""))
        for old in result.texts:
            if old.at in changed:
                new = changed[old.at] or ""
                tokens += view.counts.text(new) - view.counts.text(old.text)
                chars += len(new) - len(old.text)
        texts |= changed
    return Change(action, reason, tokens, chars, texts, tuple(emptied)) if reason else None


def _result(view: View, index: int, position: int, tool: str, line: Repeat | None) -> tuple[Texts, str, str]:
    """What is sent of one result, the most telling action and its reason ("" for none)."""
    policy = view.policy
    result = view.transcript.messages[index].parts[position]
    assert isinstance(result, ToolResult)
    read = filtering.read(view, index, position, tool)
    texts, action, reason = read.texts, "filter" if read.reason == "whitelisted" else "keep", read.reason
    if line is not None:
        words = line.text(policy.tombstone["lang"])
        return (words, *(None,) * (len(texts) - 1)), "dedupe", "repeated_error" if line.error else "repeated_result"
    texts, cut = truncation.shortened(view, texts, tool)
    if cut:
        action, reason = "truncate", cut
    if policy.observations and any(texts) and not is_stub("".join(text or "" for text in texts)):
        lang = policy.tombstone["lang"]
        frame = partial(observing.framed, tool=tool, call_id=result.call_id, lang=lang, failed=read.failed)
        texts = tuple(frame(text) if text else text for text in texts)
        action, reason = (action, reason) if RANK.index(action) > RANK.index("frame") else ("frame", "framed")
    return texts, action, reason
