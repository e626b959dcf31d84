"""Notices of an earlier trim that stand in a transcript: where each is, so that a new one takes its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

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
    transcript: Transcript, messages: Sequence[Message], goal: Collection[int], place: int
) -> Mapping[str, Standing]:
    """The standing notices by kind, the last one of each.

    They count only where a trim puts them: in a row directly behind the goal (`place` is the index after it), as
    further parts of the goal's message or the last one, as the last message, or at the end of the system prompt.
    """
    found = [*_in_system(transcript, messages), *_in_goal(messages, {*goal, *_last_user(messages)})]
    found += _own(messages, place)
    return {each.notice.kind: each for each in found}


def is_notice(message: Message) -> bool:
    """Whether a whole message is a notice."""
    return message.role == "user" and notices.read(message.text) is not None


def _in_system(transcript: Transcript, messages: Sequence[Message]) -> Iterator[Standing]:
    leading = [message for message in messages if message.role in ("system", "developer")]
    texts = [(message.index, part) for message in leading for part in message.parts if isinstance(part, Text)]
    for index, part in (*((None, text) for text in transcript.system), *texts):
        ending = notices.suffix(part.text)
        if ending is not None:
            yield Standing(ending[1], index, part, ending[0])


def _in_goal(messages: Sequence[Message], goal: Collection[int]) -> Iterator[Standing]:
    for message in messages:
        if message.index in goal:
            for part in message.parts[1:]:
                notice = notices.read(part.text) if isinstance(part, Text) else None
                if notice is not None and isinstance(part, Text):
                    yield Standing(notice, message.index, part)


def _last_user(messages: Sequence[Message]) -> tuple[int, ...]:
    """The last message, when it is a user's: where roles must alternate, a last message of ours is joined to it."""
    return (messages[-1].index,) if messages and messages[-1].role == "user" else ()


def _own(messages: Sequence[Message], place: int) -> Iterator[Standing]:
    behind = [message for message in messages if message.index >= place]
    row: list[Message] = []
    for message in behind:
        if not (is_notice(message) or (message.role == "user" and tombstone.read(message.text) is not None)):
            break
        row.append(message)
    for message in (*row, *(message for message in behind[-1:] if message not in row)):
        notice = notices.read(message.text) if message.role == "user" else None
        texts = [part for part in message.parts if isinstance(part, Text)]
        if notice is not None and len(texts) == 1:
            yield Standing(notice, message.index, texts[0], alone=len(message.parts) == 1)
