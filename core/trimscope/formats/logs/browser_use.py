"""Messages saved by browser-use: chat with a `cache` flag on each; the page's state comes as the user's message."""

from __future__ import annotations

from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.source import Conversation, Mark, Source, made

NAME = "browser-use"

STATES = ("[Current state starts here]", "[Task history memory", "<agent_state>", "[Your task history memory")
"""How messages begin that only tell what the browser shows."""


def detect(source: Source) -> str | None:
    """Why these are messages of browser-use, or None."""
    records = source.top.get("messages")
    if not isinstance(records, list) or not records:
        return None
    if all(isinstance(each, dict) and "role" in each and isinstance(each.get("cache"), bool) for each in records):
        return "messages with 'cache'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation."""
    records = source.top.get("messages")
    if not isinstance(records, list) or not records:
        return ()
    marks = {n: _mark(n, record) for n, record in enumerate(records)}
    return (made("openai-chat", "0", {**source.top, "messages": records}, marks),)


def _mark(number: int, record: Any) -> Mark:
    text = entries.text_of(record.get("content")) if isinstance(record, dict) else ""
    return Mark(origin=(("messages", number),), injected=True if text.startswith(STATES) else None)
