"""Ollama chat: OpenAI's roles, calls and results without ids (they pair by order), `images` beside the content.

Source: Ollama's API reference and recorded requests. Newer servers know a `tool_name` on results.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from trimscope.formats import by_order, common, openai_chat, shape, traits
from trimscope.formats.common import hollow, text_part, user_record
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.transcript import Message, Part, Thinking, ToolResult

NAME = "ollama-chat"
PROVIDER = "ollama"

__all__ = ["NAME", "PROVIDER", "answer", "detect", "hollow", "parse", "result_record", "text_part", "user_record"]

REQUEST_KEYS = ("keep_alive", "options")
"""Keys of the request that only this dialect has."""


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of messages, a request body, JSON Lines of either."""
    return shape.requests(source)


def detect(source: Source) -> str | None:
    """Why this is Ollama chat, or None: OpenAI's roles, and calls without ids or another mark of Ollama's."""
    found = shape.requests(source)
    if not found or openai_chat.detect(source) is None:
        return None
    records, has = found[0].records, traits.of(source)
    calls = (_is_bare(call) for record in (records if "tool_calls" in has.keys else ()) for call in _calls(record))
    bare = next(calls, False) and all(calls)
    if bare and not any(record.get("tool_call_id") for record in records):
        return "calls with arguments as objects and no ids"
    if "images" in has.keys and any(_pictures(record) for record in records):
        return "'images' beside the content"
    key = next((key for key in REQUEST_KEYS if key in found[0].request), None)
    return f"'{key}' beside 'messages'" if key else None


def _calls(record: Mapping[str, Any]) -> list[Any]:
    calls = record.get("tool_calls")
    return calls if isinstance(calls, list) else []


def _is_bare(call: Any) -> bool:
    function = call.get("function") if isinstance(call, dict) else None
    return isinstance(function, dict) and isinstance(function.get("arguments"), dict) and not call.get("id")


def _pictures(record: Mapping[str, Any]) -> list[str]:
    images = record.get("images")
    strings = isinstance(images, list) and all(isinstance(image, str) for image in images)
    return images if isinstance(images, list) and strings else []


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A tool message; the dialect has no error flag, so the text itself says so."""
    return {"role": "tool", "content": text} | ({"tool_call_id": call_id} if call_id else {})


def answer(call: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A tool message for a call's own node: it is named, because there is no id."""
    function = call.get("function")
    name = function.get("name") if isinstance(function, dict) else None
    identity = call.get("id")
    record = result_record(identity if isinstance(identity, str) else None, text)
    return record | ({"tool_name": name} if isinstance(name, str) else {})


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the message that cannot be read."""
    parsed = openai_chat.parse(conversation)
    messages = [_message(conversation.records[each.index], each) for each in parsed.messages]
    return replace(parsed, messages=by_order.paired(messages))


def _message(record: dict[str, Any], message: Message) -> Message:
    at = message.where[0]
    parts: list[Part] = list(message.parts)
    thinking = record.get("thinking")
    if isinstance(thinking, str) and thinking:
        parts.insert(0, Thinking(thinking, (*at, "thinking")))
    pictures = [
        common.picture("image", image, (*at, "images", number)) for number, image in enumerate(_pictures(record))
    ]
    name = record.get("tool_name")
    for number, part in enumerate(parts):
        if isinstance(part, ToolResult):
            named = part.name or (name if isinstance(name, str) else None)
            parts[number] = replace(part, name=named, media=(*part.media, *pictures))
            pictures = []
    return replace(message, parts=(*parts, *pictures))
