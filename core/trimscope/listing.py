"""The conversations of a file, one row each, to choose from: what a person needs to tell them apart.

Every conversation is read and counted on its own and let go again, so that a file of hundreds costs about as much
as reading it once, and one that cannot be read spoils no other's row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from trimscope import formats, tokens
from trimscope.errors import LoadError
from trimscope.structure.anchors import is_typed
from trimscope.transcript import Transcript

LONGEST_TITLE = 80
"""Characters of what a person typed that stand for a title: about what a row of a list has room for."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One conversation of a file."""

    number: int
    """its position from 0, as `select` takes it"""
    name: str
    """its name in the file, as `select` takes it"""
    title: str
    """what a person would know it by: the file's own title, else the beginning of what was typed first"""
    messages: int
    calls: int
    """tool calls in it"""
    tokens: int
    """all messages, tools and system prompt together, estimated"""
    error: str = ""
    """one sentence where it cannot be read; the numbers are 0 then"""


def entries(
    source: bytes | str | list[Any] | dict[str, Any],
    format: str | None = None,
    profile: str = tokens.DEFAULT_PROFILE,
) -> tuple[Entry, ...]:
    """One row a conversation, in the file's order; a file that holds one gives one row.

    `format` overrides the detection, `profile` names the token estimator.
    Raises LoadError where the file as a whole cannot be read, PolicyError for an unknown profile.
    """
    tokens.profile(profile)
    return tuple(_entries(source, format, profile))


def _entries(source: Any, format: str | None, profile: str) -> Iterator[Entry]:
    for number, (name, title, read) in enumerate(formats.each(source, format=format)):
        try:
            transcript = read()
        except LoadError as error:
            yield Entry(number, name, title, 0, 0, 0, str(error))
            continue
        calls = sum(len(message.calls) for message in transcript.messages)
        total = tokens.count(transcript, profile).total
        yield Entry(number, name, title or _typed(transcript), len(transcript.messages), calls, total)


def _typed(transcript: Transcript) -> str:
    """The beginning of the first thing a person typed, on one line; empty where nobody did."""
    text = next((message.text for message in transcript.messages if is_typed(message)), "")
    line = " ".join(text[: 4 * LONGEST_TITLE].split())
    return line if len(line) <= LONGEST_TITLE else line[: LONGEST_TITLE - 1] + "…"
