"""How what is sent of a result came out of what is stored: where its head ends, what stands in the middle, where its
tail begins. Read off the text that is sent, so that the pieces shown are the pieces sent, whichever stage cut it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import trimscope as ts
from trimscope.stages import observing
from trimscope.stages.results import before_cut
from trimscope.stages.truncation import cut_texts
from trimscope.transcript import Pointer, ToolResult


@dataclass(frozen=True)
class Shortened:
    """A result's text as the cut found it, and what is sent of it."""

    text: str
    """out of frames, and with what a whitelist keeps"""
    head: str
    middle: str
    """what stands in place of what is left out; may be empty"""
    tail: str
    framed: bool
    """sent inside an observation frame"""

    @property
    def hole(self) -> str:
        """What is left out (of a cut that keeps matching lines, with those lines)."""
        return self.text[len(self.head) : len(self.text) - len(self.tail)]

    @property
    def sent(self) -> int:
        """Characters that are sent, the frame aside."""
        return len(self.head) + len(self.middle) + len(self.tail)


def shortened(
    plan: ts.Plan, message: ts.Message, position: int, tool: str, texts: Mapping[Pointer, str | None]
) -> Shortened | None:
    """The cut of the result at a position of a message; None where it is not shorter than it was."""
    part = message.parts[position]
    assert isinstance(part, ToolResult)
    before = before_cut(plan.view, message.index, position, tool)
    text, (sent, framed) = "".join(before), _sent(part, tool, texts)
    if len(sent) >= len(text):
        return None
    cut = cut_texts(plan.view, before, tool)[0]
    if cut.kind != "none" and cut.text == sent:
        return Shortened(text, cut.head, cut.middle, cut.tail, framed)
    head = _common(text, sent)
    room = len(sent) - head  # the tail may not reach into the head
    tail = _common(text[::-1], sent[::-1][:room])
    return Shortened(text, text[:head], sent[head : len(sent) - tail], text[len(text) - tail :], framed)


def _sent(part: ToolResult, tool: str, texts: Mapping[Pointer, str | None]) -> tuple[str, bool]:
    """The text that is sent of a result, out of its frames, and whether there are any."""
    sent, framed = [], False
    for text in part.texts:
        now = texts.get(text.at, text.text) or ""
        inside = observing.unframed(now, tool, part.call_id)
        framed = framed or inside is not None
        sent.append(now if inside is None else inside)
    return "".join(sent), framed


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
