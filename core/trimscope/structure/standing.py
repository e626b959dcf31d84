"""Notices of an earlier trim that stand in a transcript: where each is, so that a new one takes its place.

A person may send a copy of one. What tells them apart is the place: a notice is ours only where a trim puts it (`own`);
anywhere else it is text of whoever wrote it, and as much an anchor as other text.

A copy that is sent directly behind the goal, in a message of its own, cannot be told from ours: the document is, byte
for byte, the one a trim writes. A mark that requests can carry, anyone can write; a checksum over the goal, anyone can
compute; a role that a person cannot take would be the system's, whose voice quoted data must not have, or the model's,
which would claim what nobody said; and a secret, or a store of what was sent, is nothing a file that is loaded anywhere
has. So the harm is bounded instead: what a notice carries is data of checked form, quoted as data, never an order; the
goal of a memory is what was typed, never what a block says; effects that a copy lists can only keep a run from acting.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from trimscope.policies.policy import Policy
from trimscope.texts import notices, tombstone
from trimscope.texts.notices import Notice
from trimscope.transcript import Message, Text, Transcript


@dataclass(frozen=True)
class Standing:
    """One standing notice."""

    notice: Notice
    index: int | None
    """index of the message that is it or holds it; None: the top-level system prompt"""
    part: Text
    start: int = 0
    """offset in the part's text from which on it is the notice; 0: the part is nothing else"""
    alone: bool = False
    """the whole message is the notice"""


def find(
    transcript: Transcript, messages: Sequence[Message], goal: Collection[int], place: int, policy: Policy
) -> Mapping[str, Standing]:
    """The standing notices by kind, the last one of each.

    They count only where a trim puts them: in a row directly behind the goal (`place` is the index after it), as
    further parts of the goal's message, or at the end of the system prompt; where the policy puts the memory last, a
    memory block also as the last message or a further part of it.
    """
    found = [*_in_system(transcript, messages), *_in_parts(messages, goal)]
    if memory_is_last(policy):
        found += [each for each in _in_parts(messages, _last_user(messages)) if each.notice.kind == "memory"]
    found += _alone(messages, place, own(messages, policy))
    return {each.notice.kind: each for each in found}


def own(messages: Sequence[Message], policy: Policy) -> frozenset[int]:
    """Indexes of the messages of a history that are notices of ours: in a row directly behind the goal, or behind a
    tombstone that stands before anything typed; where the policy puts the memory last, also memory blocks that are the
    last message or were that of an earlier request (the model's answer stands behind them).

    The first thing a person typed is none, whatever it looks like, unless the policy lets the goal go: then a trim
    puts its notices first.
    """
    found: set[int] = set()
    leading, typed, in_row = True, False, False
    behind = not policy.protect_first_user
    for at, message in enumerate(messages):
        if message.role != "user" or message.injected:
            lead = leading and (message.role in ("system", "developer") or message.injected)
            leading, behind = lead, lead and behind
            continue
        notice = notices.read(message.text)
        if tombstone.read(message.text) is not None:
            behind, in_row = behind or leading, True
        elif notice is not None and (behind or (typed and _was_last(notice, messages[at + 1 : at + 2], policy))):
            found.add(message.index)
            in_row = True
        elif message.parts:
            behind = not typed or (behind and not in_row)
            typed, in_row = True, in_row and typed
        leading = leading and in_row
    return frozenset(found)


def is_notice(message: Message) -> bool:
    """Whether a whole message reads as a notice, wherever it stands."""
    return message.role == "user" and notices.read(message.text) is not None


def memory_is_last(policy: Policy) -> bool:
    """Whether the policy sends a memory block as the last message."""
    return policy.memory is not None and policy.memory["place"] == "last"


def _was_last(notice: Notice, following: Sequence[Message], policy: Policy) -> bool:
    is_last = all(message.role == "assistant" for message in following)
    return is_last and notice.kind == "memory" and memory_is_last(policy)


def _in_system(transcript: Transcript, messages: Sequence[Message]) -> Iterator[Standing]:
    leading = [message for message in messages if message.role in ("system", "developer")]
    texts = [(message.index, part) for message in leading for part in message.parts if isinstance(part, Text)]
    for index, part in (*((None, text) for text in transcript.system), *texts):
        ending = notices.suffix(part.text)
        if ending is not None:
            yield Standing(ending[1], index, part, ending[0])


def _in_parts(messages: Sequence[Message], wanted: Collection[int]) -> Iterator[Standing]:
    for message in messages:
        if message.index in wanted:
            for part in message.parts[1:]:
                notice = notices.read(part.text) if isinstance(part, Text) else None
                if notice is not None and isinstance(part, Text):
                    yield Standing(notice, message.index, part)


def _last_user(messages: Sequence[Message]) -> tuple[int, ...]:
    """The last message, when it is a user's: where roles must alternate, a last message of ours is joined to it."""
    return (messages[-1].index,) if messages and messages[-1].role == "user" else ()


def _alone(messages: Sequence[Message], place: int, mine: Collection[int]) -> Iterator[Standing]:
    behind = [message for message in messages if message.index >= place]
    row: list[Message] = []
    for message in behind:
        if not (message.index in mine or (message.role == "user" and tombstone.read(message.text) is not None)):
            break
        row.append(message)
    for message in (*row, *(message for message in behind[-1:] if message not in row)):
        notice = notices.read(message.text) if message.index in mine else None
        texts = [part for part in message.parts if isinstance(part, Text)]
        if notice is not None and len(texts) == 1:
            yield Standing(notice, message.index, texts[0], alone=len(message.parts) == 1)
