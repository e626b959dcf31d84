"""Stage 0, only on request: a broken pairing is mended instead of stopping the plan. Every repair is a decision.

`drop_ring`: a ring with a call that never got its result goes whole. `repair`: the missing result is stood in for
by an error with fixed text, a displaced result moves behind its call, a result without a call goes.
Never: deleting some calls of an assistant message, turning a ring into plain text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from trimscope.characters import message_chars
from trimscope.formats import at, moved_record, result_record
from trimscope.planning.view import Change, View, call_of, drop, open_turn
from trimscope.source.edits import Drop, Edit, Insert, Moved, Set
from trimscope.stages.account import Account
from trimscope.stages.observing import framed
from trimscope.structure.rings import Fault, Round
from trimscope.texts.stub import NO_RESULT, is_stub
from trimscope.texts.truncate import truncate
from trimscope.tokens import message_tokens
from trimscope.transcript import Message, Thinking, ToolCall, ToolResult

DISPLACED = ("orphan_result", "bad_call_id", "result_before_call", "duplicate_result", "displaced_result")
"""What can be wrong with a result that is there; the first that holds is the reason of its repair."""


@dataclass(frozen=True, slots=True)
class Synthesised:
    """A result that was made up for a call: where it goes and what it costs in tokens."""

    call: int
    tokens: int
    chars: int
    edit: Insert


def run(view: View, account: Account) -> tuple[Synthesised, ...]:
    """Mend what the provider would refuse, as the policy asks; the account takes the changes."""
    refused = [fault for fault in view.rings.faults if fault.severity == "refused"]
    if view.policy.on_pairing_fault == "drop_ring":
        _drop_dead_rings(view, account, refused)
        _drop_empty(view, account, refused)
        return ()
    if view.policy.on_pairing_fault != "repair":
        return ()
    _repair_results(view, account, refused)
    _drop_lone_reasoning(view, account, refused)
    _drop_empty(view, account, refused)
    for fault in refused:
        if fault.code == "same_role":
            _join(view, account, fault.message)
    missing = [fault for fault in refused if fault.code == "missing_result"]
    made = tuple(_synthesise(view, call, index) for index, call in _unanswered(view, missing))
    account.inserted += sum(each.tokens for each in made)
    for each in made:
        account.made[each.call] = account.made.get(each.call, 0) + each.tokens
    return made


def mended(view: View, gone: AbstractSet[int]) -> View:
    """The view without the messages a repair took away: a late duplicate must not keep its ring young."""
    if not gone:
        return view
    left = ((tuple(i for i in each.messages if i not in gone), each.ring) for each in view.rings.rounds)
    rounds = tuple(Round(messages, ring) for messages, ring in left if messages)
    rings = replace(view.rings, rounds=rounds)
    messages = [message for message in view.messages if message.index not in gone]
    return replace(view, rings=rings, open=open_turn(messages, rings))


def _drop_dead_rings(view: View, account: Account, refused: list[Fault]) -> None:
    dead = {fault.message for fault in refused if fault.code in ("missing_result", "lone_reasoning")}
    messages = view.transcript.messages
    nameless = {fault.message for fault in refused if fault.code == "bad_call_id"}
    dead |= {index for index in nameless if messages[index].role != "tool"}
    for each in view.rings.rounds:
        protected = any(view.is_protected(index) for index in each.messages)
        if dead.intersection(each.messages) and not protected:
            account.drop(each, "dead_ring")


def _unanswered(view: View, missing: list[Fault]) -> list[tuple[int, ToolCall]]:
    """The call of each fault, with its message: calls may have no id, so the answered ones are left out by key."""
    answered = {result.key for message in view.messages for result in message.results}
    wanted: dict[int, Counter[str | None]] = {}
    for fault in missing:
        wanted.setdefault(fault.message, Counter())[fault.call_id] += 1
    found: list[tuple[int, ToolCall]] = []
    for index, by_id in wanted.items():
        calls: dict[str | None, list[ToolCall]] = {}
        for call in view.transcript.messages[index].calls:
            calls.setdefault(call.id, []).append(call)
        for call_id, count in by_id.items():
            mine = calls[call_id]
            open_calls = [call for call in mine if call.key not in answered]
            found += [(index, call) for call in (open_calls if len(open_calls) == count else mine[-count:])]
    return found


def _synthesise(view: View, call: ToolCall, index: int) -> Synthesised:
    transcript, pricing = view.transcript, view.counts.profile
    lang = view.policy.tombstone["lang"]
    # within the limit like any other result, so that a second trim finds nothing to cut
    text = truncate(
        NO_RESULT[lang],
        view.policy.limit_for(call.name),
        count=pricing.text,
        unit=view.policy.limit_unit,
        head=view.policy.head,
        banner="inside",
        lang=lang,
    ).text
    if view.policy.observations and text and not is_stub(text):
        text = framed(text, call.name, call.id, lang, failed=True)  # cut, it is no text of ours any more
    edit = Insert(
        transcript.base,
        _record(transcript.messages[index]) + 1,
        result_record(transcript, call, text),
    )
    # charged a frame of its own in every dialect: where the API merges it into a neighbour this is a little much
    own = pricing.result_id if call.id is not None else 0
    return Synthesised(index, pricing.message + own + pricing.text(text), len(text), edit)


def _record(message: Message) -> int:
    """Position of the last record a message was read from, in the list of records."""
    position = next(step for step in message.where[-1] if isinstance(step, int))
    return position


def _repair_results(view: View, account: Account, refused: list[Fault]) -> None:
    """Orphans and refused duplicates go, displaced results move behind their call; one change a message."""
    by_message: dict[int, list[Fault]] = {}
    for fault in refused:
        if fault.code in DISPLACED and view.transcript.messages[fault.message].role == "tool":
            by_message.setdefault(fault.message, []).append(fault)
    asked_in = call_of(view)
    for index, faults in by_message.items():
        message = view.transcript.messages[index]
        bad = {(fault.call_id, fault.code) for fault in faults}
        codes = {code for _, code in bad}
        if codes == {"displaced_result"} and len(bad) == len(message.results):
            account.apply({index: _move(view, message, asked_in)})
            continue
        gone = _gone(message, faults)
        reason = next(code for code in DISPLACED if code in codes)
        reason = "orphan_result" if reason in ("result_before_call", "bad_call_id") else reason
        if len(gone) == len(message.parts):
            account.apply({index: drop(message, reason)})
        else:
            account.apply({index: _without(view, message, gone, reason)})


def _drop_lone_reasoning(view: View, account: Account, refused: list[Fault]) -> None:
    """Reasoning without the item it belongs to goes; what else its message says stays."""
    for index in dict.fromkeys(fault.message for fault in refused if fault.code == "lone_reasoning"):
        message = view.transcript.messages[index]
        lone = [part for part in message.parts if isinstance(part, Thinking) and part.lone is not None]
        if len(lone) == len(message.parts):
            account.apply({index: drop(message, "lone_reasoning")})
        else:
            account.apply({index: _without(view, message, lone, "lone_reasoning")})


def _drop_empty(view: View, account: Account, refused: list[Fault]) -> None:
    """What says nothing and is refused for it goes: nothing is lost with it."""
    empty = (fault.message for fault in refused if fault.code == "empty_message")
    messages = view.transcript.messages
    account.apply({i: drop(messages[i], "empty_message") for i in empty if not view.is_protected(i)})


def _move(view: View, message: Message, asked_in: Mapping[int, int]) -> Change:
    """The message's results, taken out and put directly behind the call they answer."""
    call = asked_in[message.index]
    transcript = view.transcript
    nodes = [Moved(at) for at in message.where]
    whole = len(message.where) == 1 and len(message.where[0]) == len(transcript.base) + 1
    record = nodes[0] if whole else moved_record(transcript, nodes)
    edits: tuple[Edit, ...] = (
        *(Drop(at) for at in message.where),
        Insert(transcript.base, _record(transcript.messages[call]) + 1, record),
    )
    return Change(
        "move",
        "displaced_result",
        view.counts.messages[message.index],
        view.counts.chars[message.index],
        edits=edits,
    )


def _join(view: View, account: Account, index: int) -> None:
    """Neighbours of one role: writing joins them once anything is edited, so the edit changes nothing itself."""
    if index in account.changes:
        return
    message, transcript = view.transcript.messages[index], view.transcript
    role = (*message.where[0][: len(transcript.base) + 1], "role")
    same = Set(role, at(transcript.document, role))
    account.apply(
        {index: Change("merge", "same_role", view.counts.messages[index], view.counts.chars[index], edits=(same,))}
    )


def _gone(message: Message, faults: list[Fault]) -> list[ToolResult]:
    """The results these faults speak of: of several with one id the last ones, the first may be the good answer."""
    results: dict[str | None, list[ToolResult]] = {}
    for part in message.results:
        results.setdefault(part.call_id, []).append(part)
    codes: dict[str | None, Counter[str]] = {}
    for fault in faults:
        codes.setdefault(fault.call_id, Counter())[fault.code] += 1
    gone: list[ToolResult] = []
    for call_id, counted in codes.items():
        mine = results.get(call_id, [])
        if call_id is None:  # paired by order: what answers no call has no key
            mine.sort(key=lambda part: not part.key)
        gone += mine[len(mine) - min(len(mine), max(counted.values())) :]
    return gone


def _without(view: View, message: Message, gone: Sequence[ToolResult | Thinking], reason: str) -> Change:
    taken = {result.at for result in gone}
    left = replace(message, parts=tuple(part for part in message.parts if part.at not in taken))
    tokens = message_tokens(left, view.counts.profile)
    return Change("clear", reason, tokens, message_chars(left), edits=tuple(Drop(result.at) for result in gone))
