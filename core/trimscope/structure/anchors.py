"""Anchors: what is never dropped, moved or rewritten.

The leading system and developer messages, the first thing a person typed (the goal), the newest thing a person
typed, and pins. Typed means: role user, not injected by a harness, no tombstone. A run of consecutive typed
messages is one anchor. The goal counts also when a greeting stands before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from trimscope.errors import PolicyError
from trimscope.policies.policy import Policy
from trimscope.structure import standing
from trimscope.structure.providers import provider
from trimscope.structure.rings import Rings
from trimscope.structure.standing import Standing
from trimscope.texts import tombstone
from trimscope.transcript import Media, Message, Text, Transcript

COMPACTIONS = ("compaction", "compaction_summary", "context_compaction")
"""Kinds of items in which a provider keeps the history it compacted (OpenAI Responses, Codex)."""


@dataclass(frozen=True, slots=True)
class Anchors:
    """Which messages are anchors and why, and where the tombstone's place is."""

    reasons: Mapping[int, str]
    """message index -> system | leading_context | goal | newest_user | recent_user | pinned | standing_notice"""
    place: int
    """index of the message before which a tombstone stands: directly after the leading anchors"""
    tombstone: int | None
    """index of a tombstone that is already there as a message of its own"""
    appended: tuple[int, Text] | None
    """the message index and text of a tombstone that is already there as the last part of the goal"""
    notices: Mapping[str, Standing] = field(default_factory=dict)
    """notices of an earlier trim by kind"""


def find(transcript: Transcript, rings: Rings, messages: Sequence[Message], policy: Policy) -> Anchors:
    """Anchors among the messages of a history (in order; indexes may have gaps).

    Raises PolicyError when a pin names a call or message that is nowhere in the transcript.
    """
    reasons: dict[int, str] = {}
    leading = _leading(messages)
    for message in messages[:leading]:
        if message.role in ("system", "developer"):
            if policy.protect_system:
                reasons[message.index] = "system"
        else:
            reasons[message.index] = "leading_context"
    by_index = {message.index: message for message in messages}
    typed = [m.index for m in typed_in(messages, policy)]
    goal = _run(typed, typed[0], 1) if typed else []
    if not policy.protect_first_user:
        goal = []  # no anchor then: it may go itself, so that no tombstone may stand behind it
    after = messages[-1].index + 1 if messages else 0
    place = goal[-1] + 1 if goal else messages[leading].index if leading < len(messages) else after
    for message in messages[leading:]:
        if typed and message.index < typed[0] and message.injected and message.role == "user":
            reasons[message.index] = "leading_context"
        if any(isinstance(part, Media) and part.kind in COMPACTIONS for part in message.parts):
            reasons[message.index] = "leading_context"  # it holds everything before it, unreadable
    if policy.protect_last_user and typed:
        reasons.update(dict.fromkeys(_run(typed, typed[-1], -1), "newest_user"))
    reasons.update(dict.fromkeys(goal, "goal"))
    tomb = place if place in by_index and _is_tombstone(by_index[place]) else None
    joined = provider(transcript.provider).alternates
    appended = next((found for index in goal if (found := _appended(by_index[index], joined))), None)
    for index in _pinned(transcript, rings, policy):
        reasons.setdefault(index, "pinned")
    for index in _newest_turns(typed, policy.recent_user_turns):
        reasons.setdefault(index, "recent_user")
    noted = standing.find(transcript, messages, goal, place, policy)
    reasons.update({each.index: "standing_notice" for each in noted.values() if each.alone and each.index is not None})
    return Anchors(reasons, place, tomb, appended, noted)


def typed_in(messages: Sequence[Message], policy: Policy) -> list[Message]:
    """What a person typed among the messages of a history, a copy of a notice that is in no place of ours included."""
    ours = standing.own(messages, policy)
    return [message for message in messages if _may_be_typed(message) and message.index not in ours]


def is_typed(message: Message) -> bool:
    """True for a message that a person typed and that is no notice, told from itself alone."""
    return _may_be_typed(message) and not standing.is_notice(message)


def _may_be_typed(message: Message) -> bool:
    return message.role == "user" and not message.injected and bool(message.parts) and not _is_tombstone(message)


def _is_tombstone(message: Message) -> bool:
    return message.role == "user" and tombstone.read(message.text) is not None


def _appended(goal: Message, joined: bool) -> tuple[int, Text] | None:
    """The last part of the goal when it is a tombstone behind something else. Where a provider wants roles to
    alternate (`joined`) later user messages may have been joined behind it: there it is the first such part."""
    for part in goal.parts[1:] if joined else goal.parts[1:][-1:]:
        if isinstance(part, Text) and tombstone.read(part.text) is not None:
            return goal.index, part
    return None


def _leading(messages: Sequence[Message]) -> int:
    """How many messages stand before the conversation: system, developer, and injected ones among them."""
    count = 0
    for message in messages:
        if message.role not in ("system", "developer") and not (message.role == "user" and message.injected):
            break
        count += 1
    return count


def _newest_turns(typed: Sequence[int], count: int) -> list[int]:
    """The typed messages of the newest turns; consecutive ones are one turn."""
    known = set(typed)
    starts = [index for index in typed if index - 1 not in known]
    first = starts[max(0, len(starts) - count)] if starts and count else None
    return [] if first is None else [index for index in typed if index >= first]


def _run(typed: Sequence[int], start: int, step: int) -> list[int]:
    """The run of consecutive typed messages from `start` in one direction, ascending."""
    known = set(typed)
    run = [start]
    while run[-1] + step in known:
        run.append(run[-1] + step)
    return sorted(run)


def _pinned(transcript: Transcript, rings: Rings, policy: Policy) -> list[int]:
    """Indexes of pinned messages, each with its whole round."""
    wanted: set[int] = set()
    for pin in policy.pins:
        found = find_pin(pin, transcript)
        if found is None:
            raise PolicyError(f"pins: {pin!r} is nowhere in the transcript; use 'call:ID', 'id:ID' or an index.")
        wanted.update(found)
    return [index for each in rings.rounds if wanted.intersection(each.messages) for index in each.messages]


def pin_for(message: Message, transcript: Transcript) -> int | str:
    """The pin that names a message and no other: by the id of its call, by its own id, else by its index."""
    ids = [part.id for part in message.calls] + [part.call_id for part in message.results]
    for identity in ids:
        if identity and sum(any(part.id == identity for part in m.calls) for m in transcript.messages) == 1:
            return f"call:{identity}"
    if message.id and sum(m.id == message.id for m in transcript.messages) == 1:
        return f"id:{message.id}"
    return message.index


def find_pin(pin: int | str, transcript: Transcript) -> list[int] | None:
    """Indexes of the messages a pin names (its call, not yet the whole ring); None where it is nowhere."""
    messages = transcript.messages
    if isinstance(pin, int):
        return [pin] if 0 <= pin < len(messages) else None
    kind, _, name = pin.partition(":")
    if kind == "call" and name:
        found = [m.index for m in messages if any(part.id == name for part in m.calls)]
        return found or [m.index for m in messages if any(part.call_id == name for part in m.results)] or None
    if kind == "id" and name:
        return [m.index for m in messages if m.id == name] or None
    if pin in NAMED_PINS:
        typed = [m.index for m in messages if is_typed(m)]
        leading = [m.index for m in messages if m.role in ("system", "developer")]
        return typed[:1] if pin == "first_user_message" else leading if pin == "security_system_prompt" else []
    return None


NAMED_PINS = ("first_user_message", "security_system_prompt", "side_effect_ledger")
"""Pins of the first article's configuration, by name. The ledger has no message of its own in a transcript."""
