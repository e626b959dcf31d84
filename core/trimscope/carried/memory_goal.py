"""The goal of a memory block: the first thing a person typed, in one line."""

from __future__ import annotations

from collections.abc import Sequence

from trimscope.structure.anchors import is_typed
from trimscope.structure.injected import is_wrapped
from trimscope.texts import graphemes, notices, tombstone
from trimscope.transcript import Text, Transcript

GOAL_CAP = 200
"""Characters of the goal; the message itself stays in the request, this is to find it again."""


def place_of(transcript: Transcript, history: Sequence[int]) -> int:
    """Index of the first message a person typed; -1 where nobody did."""
    return next((index for index in history if is_typed(transcript.messages[index])), -1)


def goal_of(transcript: Transcript, history: Sequence[int]) -> str:
    """What that message says, without what an earlier trim put behind it; empty where nobody typed anything."""
    return _line("".join(_own(transcript, history)))


def is_said(goal: str, transcript: Transcript, history: Sequence[int]) -> bool:
    """Whether a goal that an earlier block tells is what the message says now, or was: where roles must alternate
    neighbours were joined with it since, so that it may be a row of its texts, and a full block holds its beginning
    only. Nobody can put words into a person's mouth by a block that is none of ours."""
    own = _own(transcript, history)
    rows = (own[start:end] for start in range(len(own)) for end in range(start + 1, len(own) + 1))
    begins = goal[:-1] if goal.endswith("…") else ""
    return any(goal == line or (begins and line.startswith(begins)) for line in (_line("".join(row)) for row in rows))


def _own(transcript: Transcript, history: Sequence[int]) -> list[str]:
    """The texts of the message that are a person's."""
    first = place_of(transcript, history)
    parts = transcript.messages[first].parts if first >= 0 else ()
    texts = [part for part in parts if isinstance(part, Text)]
    typed = [part for part in texts if len(texts) == 1 or not is_wrapped(part.text)]
    return [part.text for part in typed if tombstone.read(part.text) is None and notices.read(part.text) is None]


def _line(text: str) -> str:
    line = " ".join(text[: 4 * GOAL_CAP].replace("\t", " ").replace("\r", " ").replace("\n", " ").split(" "))
    return line if len(line) <= GOAL_CAP else line[: graphemes.cut(line, GOAL_CAP - 1)] + "…"
