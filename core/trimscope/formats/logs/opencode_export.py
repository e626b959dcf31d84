"""What `opencode export` writes: a session's info and its messages with their parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries, opencode_turns
from trimscope.formats.logs.chat_records import text
from trimscope.formats.source import Conversation, Source

NAME = "opencode-export"


def detect(source: Source) -> str | None:
    """Why this is an export of opencode, or None."""
    messages = source.top.get("messages")
    if not isinstance(source.top.get("info"), dict) or not isinstance(messages, list) or not messages:
        return None
    return "'info' and messages of 'info' and 'parts'" if all(_is_message(each) for each in messages) else None


def _is_message(value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("parts"), list):
        return False
    info = value.get("info")
    return isinstance(info, Mapping) and info.get("role") in ("user", "assistant")


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation."""
    info = source.top["info"] if isinstance(source.top.get("info"), Mapping) else {}
    messages = [
        (at, message["info"], [part for part in message["parts"] if isinstance(part, dict)])
        for at, message in entries.enumerate_objects(source.top.get("messages"), ("messages",))
        if _is_message(message)
    ]
    title = entries.title_of(text(info.get("title")))
    return chat_records.found(opencode_turns.conversation(text(info.get("id")) or "0", title, messages))
