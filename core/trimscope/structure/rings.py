"""Pairing by key: tool rings, rounds, faults and legal cut lines.

A ring is one assistant message with tool calls and every result of those calls, wherever they stand. A result
belongs to the nearest earlier message that holds a call with its key, answered or not; inside that message to
the first call still open. Adjacency never decides what belongs together, only whether the provider would
accept it. Worked example: in `call a, call a', result a, result a'` with one id used twice, each result
finds its own call, because the nearest earlier open one wins.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass

from trimscope.structure import empty_messages, provider_checks
from trimscope.structure.providers import Severity, provider
from trimscope.transcript import Message, ToolCall, ToolResult, Transcript, loaded


@dataclass(frozen=True, slots=True)
class Round:
    """The unit of keeping: a ring, or one plain message."""

    messages: tuple[int, ...]
    """indexes, ascending"""
    ring: bool

    @property
    def last(self) -> int:
        """Index of its last message: a late result keeps its ring young."""
        return self.messages[-1]


@dataclass(frozen=True, slots=True)
class Pair:
    """One result and the call it answers. `call` and `result` are message indexes."""

    call: int
    result: int
    call_id: str | None
    tool: str
    result_part: int
    """position of the result among its message's parts"""
    server: bool = False
    """the provider runs the call itself: a program that calls tools of ours has its result in a later turn"""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not pair, and whether the provider would refuse it (HTTP 400)."""

    code: str
    severity: Severity
    message: int
    call_id: str | None


@dataclass(frozen=True, slots=True)
class Rings:
    """A transcript (or the part of it that is looked at) grouped by pairing."""

    rounds: tuple[Round, ...]
    """in the order of their first messages; every message is in exactly one"""
    pairs: tuple[Pair, ...]
    faults: tuple[Fault, ...]
    pending: frozenset[int]
    """indexes of assistant messages with calls that are still open at the very end"""
    cuts: tuple[int, ...]
    """message indexes before which history may begin without splitting a pair"""

    @property
    def refused(self) -> bool:
        """True when the provider would refuse this as it stands."""
        return any(fault.severity == "refused" for fault in self.faults)


@dataclass(slots=True)
class _Open:
    """One call while pairing: where it stands and how many results came."""

    message: int
    call: ToolCall
    answers: int = 0


@dataclass(slots=True)
class _Nearest:
    """The calls with one key in the nearest earlier message that has any."""

    calls: list[_Open]
    answered: int = 0
    """how many of them have their result"""

    @property
    def message(self) -> int:
        """Index of the message that holds them."""
        return self.calls[0].message

    def owner(self) -> _Open:
        """The call the next result belongs to: the first one open, else the last (a duplicate result)."""
        self.answered = min(self.answered + 1, len(self.calls))
        return self.calls[self.answered - 1]


@dataclass(slots=True)
class _Pairing:
    """What the walk over the messages found."""

    calls: list[_Open]
    pairs: list[Pair]
    found: list[tuple[str, int, str | None]]
    """faults as (code, message, call id)"""


def group(transcript: Transcript, only: Collection[int] | None = None, *, skip: Collection[str] = ()) -> Rings:
    """Group the transcript's messages; with `only`, as if it held just the messages of those indexes.

    `skip` names codes of rules beyond pairing that are not looked at, because writing takes care of them.
    Time is linear in the number of messages and parts.
    """
    messages = [m for m in loaded(transcript).messages if only is None or m.index in only]
    rules = provider(transcript.provider)
    pairing = _pair(messages, transcript.continued, rules.needs_ids)
    # where roles must alternate, neighbours of one role are a fault of their own, and joined by its repair
    zones = _zones(messages, rules.merges_roles or rules.alternates)
    for pair in pairing.pairs:
        if pair.result == pair.call or pair.server:
            continue
        if zones.get(pair.result, -1) != zones.get(pair.call, -2):
            pairing.found.append(("displaced_result", pair.result, pair.call_id))
    rounds, round_of = _rounds(messages, pairing)
    order = {message.index: position for position, message in enumerate(messages)}
    pending: set[int] = set()
    for open_call in pairing.calls:
        if open_call.answers == 0 and not (rules.needs_ids and is_nameless(open_call.call)):
            members = rounds[round_of[open_call.message]].messages
            mine = len(members) - bisect_right(members, open_call.message)
            newer = len(messages) - 1 - order[open_call.message] > mine
            code = "missing_result" if newer else "pending_call"
            pairing.found.append((code, open_call.message, open_call.call.id))
            if not newer:
                pending.add(open_call.message)
    pairing.found.extend(provider_checks.check(rules, messages, skip=skip))
    pairing.found.extend(empty_messages.check(rules, transcript.document, messages))
    faults = [Fault(code, rules.severity_of(code), index, call_id) for code, index, call_id in pairing.found]
    faults.sort(key=lambda fault: (fault.message, fault.code, fault.call_id or ""))
    return Rings(rounds, tuple(pairing.pairs), tuple(faults), frozenset(pending), _cuts(messages, pairing.pairs, order))


def is_nameless(part: ToolCall | ToolResult) -> bool:
    """Whether a call or result lacks the id it should have: empty, or no text. What pairs by order or by the name of
    a function has no id and a key of its own form."""
    if isinstance(part, ToolCall):
        return part.id is None and part.key.startswith("\x00") and "." in part.key
    return part.call_id is None and not part.key


def _pair(messages: list[Message], continued: bool, needs_ids: bool) -> _Pairing:
    """Walk the messages once, giving each result to its call."""
    pairing = _Pairing([], [], [])
    nearest: dict[str, _Nearest] = {}
    last_with: dict[str, int] | None = None
    seen_ids: dict[str, int] = {}
    for message in messages:
        for position, part in enumerate(message.parts):
            if isinstance(part, ToolCall):
                call = _Open(message.index, part)
                pairing.calls.append(call)
                near = nearest.get(part.key)
                if near is None or near.message != message.index:
                    nearest[part.key] = _Nearest([call])
                else:
                    near.calls.append(call)
                if needs_ids and is_nameless(part):
                    pairing.found.append(("bad_call_id", message.index, None))
                if part.id is not None and part.id in seen_ids:
                    code = "repeated_call_id" if seen_ids[part.id] == message.index else "duplicate_call_id"
                    pairing.found.append((code, message.index, part.id))
                if part.id is not None:
                    seen_ids[part.id] = message.index
            elif isinstance(part, ToolResult):
                near = nearest.get(part.key)
                if near is None:
                    if last_with is None:  # asked for only where something is wrong
                        last_with = {call.key: m.index for m in messages for call in m.calls}
                    later = last_with.get(part.key, -1) > message.index
                    nameless = needs_ids and is_nameless(part)
                    code = "result_before_call" if later else "unknown_call" if continued else "orphan_result"
                    code = "bad_call_id" if nameless else code
                    pairing.found.append((code, message.index, part.call_id))
                    continue
                owner = near.owner()
                if owner.answers:
                    pairing.found.append(("duplicate_result", message.index, part.call_id))
                owner.answers += 1
                asked = owner.call
                pair = Pair(owner.message, message.index, part.call_id, asked.name, position, asked.server)
                pairing.pairs.append(pair)
    return pairing


def _zones(messages: list[Message], merges_roles: bool) -> dict[int, int]:
    """For assistant and tool messages: which assistant turn they directly continue (no entry: none)."""
    zones: dict[int, int] = {}
    zone, previous = -1, ""
    for message in messages:
        if message.role == "assistant":
            if not (merges_roles and previous == "assistant"):
                zone = message.index
            zones[message.index] = zone
        elif message.role == "tool" and zone >= 0:
            zones[message.index] = zone
        else:
            zone = -1
        previous = message.role
    return zones


def _rounds(messages: list[Message], pairing: _Pairing) -> tuple[tuple[Round, ...], dict[int, int]]:
    """The rounds, and for each message index the position of its round."""
    parent = {message.index: message.index for message in messages}

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for pair in pairing.pairs:
        first, second = root(pair.call), root(pair.result)
        if first > second:
            first, second = second, first
        parent[second] = first
    members: dict[int, list[int]] = {}
    for message in messages:
        members.setdefault(root(message.index), []).append(message.index)
    with_calls = {root(call.message) for call in pairing.calls}
    rounds = tuple(Round(tuple(indexes), owner in with_calls) for owner, indexes in members.items())
    return rounds, {index: position for position, each in enumerate(rounds) for index in each.messages}


def _cuts(messages: list[Message], pairs: list[Pair], order: dict[int, int]) -> tuple[int, ...]:
    """Where history may begin: no call before the line has a result behind it."""
    reach = list(range(len(messages)))
    for pair in pairs:
        at = order[pair.call]
        reach[at] = max(reach[at], order[pair.result])
    cuts: list[int] = []
    furthest = -1
    for position, message in enumerate(messages):
        if furthest < position:
            cuts.append(message.index)
        furthest = max(furthest, reach[position])
    return tuple(cuts)
