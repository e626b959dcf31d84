"""The lines of a log with their places: what every log module walks over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.formats.source import Source
from trimscope.transcript import Pointer

TITLE = 60
"""Characters of a text that serves as a conversation's title in the chooser: one line of it."""

BRANCHES = 20
"""Abandoned branches of a session that are offered, the latest ones: each repeats all that came before it, so
more of them would cost time and memory with the square of the file."""


def objects(source: Source) -> Iterator[tuple[Pointer, dict[str, Any]]]:
    """The objects of a JSON Lines file or list with their pointers; a file of one object is a log of one line."""
    document = source.document
    if isinstance(document, dict):
        yield (), document
    elif isinstance(document, list):
        for position, line in enumerate(document):
            if isinstance(line, dict):
                yield (position,), line


def enumerate_objects(items: Any, at: Pointer = ()) -> Iterator[tuple[Pointer, dict[str, Any]]]:
    """The objects of a list with their pointers, what is no object left out."""
    for position, item in enumerate(items if isinstance(items, list) else ()):
        if isinstance(item, dict):
            yield (*at, position), item


def text_of(content: Any) -> str:
    """The plain text of a message's content: a string, or the text blocks of a list joined by line feeds."""
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else ()
    texts = (block.get("text") for block in blocks if isinstance(block, Mapping))
    return "\n".join(text for text in texts if isinstance(text, str))


def title_of(text: str) -> str:
    """The first line of a text, cut to what a chooser shows."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= TITLE else line[: TITLE - 1] + "…"
