"""The calls a memory block is read from, and the mark by which it knows up to which of them it has read.

Indexes and numbers change when a history is trimmed, ids may be given anew: a mark is a call's id with a hash of its
tool's name, and a number where several have one mark.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from trimscope.carried.effects import said
from trimscope.structure.rings import Pair
from trimscope.texts import stub
from trimscope.transcript import ToolCall, ToolResult, Transcript

LONGEST_NUMBER = 9
"""Digits of the number of a mark: no transcript has a billion calls."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A call that has results."""

    asked: int
    """index of the message with the call"""
    call: ToolCall
    results: tuple[ToolResult, ...]
    told: int
    """index of the message with its last result"""

    @property
    def mark(self) -> str:
        """What names the call (57 characters at most)."""
        tool = hashlib.sha256(self.call.name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        return f"{(self.call.id or '')[:48]}:{tool}"


def answered(transcript: Transcript, pairs: Sequence[Pair], only: Collection[int]) -> list[Answered]:
    """The calls that have results, in order, with those results. A call id used twice in one message counts once,
    and a result that a repair made up is none."""
    results: dict[tuple[int, str], list[tuple[int, ToolResult]]] = {}
    for pair in pairs:
        part = transcript.messages[pair.result].parts[pair.result_part]
        if isinstance(part, ToolResult) and said(part, pair.tool) not in stub.NO_RESULT.values():
            results.setdefault((pair.call, part.key), []).append((pair.result, part))
    found: list[Answered] = []
    for message in transcript.messages:
        for call in message.calls if message.index in only else ():
            mine = results.pop((message.index, call.key), None)
            if mine:
                found.append(Answered(message.index, call, tuple(part for _, part in mine), mine[-1][0]))
    return found


def newest(marks: Sequence[str]) -> str | None:
    """The mark of the newest call, with its number where several have one mark."""
    if not marks:
        return None
    number = marks.count(marks[-1])
    return marks[-1] if number == 1 else f"{marks[-1]}#{number}"


def known(marks: Sequence[str], recent: str | None) -> int:
    """How many of the calls a block has read already, by the mark of the newest one; none where that call is gone."""
    mark, _, number = (recent or "").partition("#")
    places = [place for place, each in enumerate(marks) if each == mark]
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < LONGEST_NUMBER else 1
    return places[wanted - 1] + 1 if 0 < wanted <= len(places) else 0
