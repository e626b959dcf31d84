"""Recordings of what an Agent SDK and the `claude` process say to each other: `{metadata, messages: [...]}`."""

from __future__ import annotations

from typing import Any

from trimscope.formats.logs import claude_stream
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer

NAME = "claude-sdk-cassette"


def detect(source: Source) -> str | None:
    """Why this is such a recording, or None."""
    if any(claude_stream.is_init(line) or claude_stream.is_entry(line) for _, line in _lines(source)):
        return "'messages' with 'direction' and lines of a stream log"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of the recorded runs."""
    return claude_stream.from_lines(_lines(source))


def _lines(source: Source) -> list[tuple[Pointer, dict[str, Any]]]:
    sent = source.top.get("messages")
    return [
        (("messages", position, "message"), item["message"])
        for position, item in enumerate(sent if isinstance(sent, list) else ())
        if isinstance(item, dict) and "direction" in item and isinstance(item.get("message"), dict)
    ]
