"""What a tokenizer would be given of a message: the texts of its parts, without the frames around them."""

from __future__ import annotations

from collections.abc import Iterable

from trimscope.transcript import Part, Text, Thinking, ToolCall, ToolResult


def texts_of(parts: Iterable[Part]) -> list[str]:
    """The texts that are not empty, in order."""
    found = []
    for part in parts:
        if isinstance(part, Text | Thinking):
            found.append(part.text)
        elif isinstance(part, ToolCall):
            found.append(part.arguments)
        elif isinstance(part, ToolResult):
            found += [text.text for text in part.texts]
    return [text for text in found if text]
