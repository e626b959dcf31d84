"""Mistral chat: OpenAI's shape with ids of 9 letters or digits, arguments as text or object, results with `name`.

Source: Mistral's API reference, its published samples and error texts. Ids repeat, in one message too: a result
goes to the first call of its id still open (`trimscope.structure.rings`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from trimscope.formats import openai_chat, shape, traits
from trimscope.formats.common import hollow, text_part, user_record
from trimscope.formats.openai_chat import result_record
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.transcript import Media, Message, Part, Thinking

NAME = "mistral-chat"
PROVIDER = "mistral"

__all__ = ["NAME", "PROVIDER", "detect", "hollow", "parse", "result_record", "text_part", "user_record"]

_ID = re.compile(r"[a-zA-Z0-9]{9}\Z")
FAMILIES = ("mistral", "ministral", "open-mi", "codestral", "devstral", "magistral", "pixtral", "voxtral")
"""How names of Mistral's own models begin. Names with a path (`mistralai/...`) are served by others."""


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of messages, a request body, JSON Lines of either."""
    return shape.requests(source)


def detect(source: Source) -> str | None:
    """Why this is Mistral chat, or None: OpenAI's shape, and a mark of Mistral's."""
    found = shape.requests(source)
    if not found or openai_chat.detect(source) is None:
        return None
    model = found[0].request.get("model")
    if isinstance(model, str) and model.startswith(FAMILIES) and "/" not in model:
        return "a model of Mistral's and chat roles"
    records, has = found[0].records, traits.of(source)
    if "prefix" in has.keys and any(each.get("prefix") is True and each["role"] == "assistant" for each in records):
        return "an assistant message with 'prefix'"
    if isinstance(model, str) and model:
        return None  # a model of somebody else's
    ids = _ids(records if "tool_calls" in has.keys or "tool" in has.roles else [])
    return "call ids of 9 letters or digits" if _is_id(next(ids, None)) and all(map(_is_id, ids)) else None


def _ids(records: list[dict[str, Any]]) -> Iterator[Any]:
    for record in records:
        for call in _calls(record):
            yield call.get("id")
        if record["role"] == "tool":
            yield record.get("tool_call_id")


def _calls(record: dict[str, Any]) -> list[dict[str, Any]]:
    calls = record.get("tool_calls")
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and _ID.match(value) is not None


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the message that cannot be read."""
    parsed = openai_chat.parse(conversation)
    return replace(parsed, messages=tuple(_with_thinking(conversation, each) for each in parsed.messages))


def _with_thinking(conversation: Conversation, message: Message) -> Message:
    """Chunks of reasoning stand among the content: `{"type": "thinking", "thinking": [text chunks]}`."""
    if not any(isinstance(part, Media) and part.kind == "thinking" for part in message.parts):
        return message
    content = conversation.records[message.index]["content"]
    return replace(message, parts=tuple(_thinking(content, part) for part in message.parts))


def _thinking(content: list[Any], part: Part) -> Part:
    if not isinstance(part, Media) or part.kind != "thinking":
        return part
    chunks = content[int(part.at[-1])].get("thinking")
    if isinstance(chunks, str):
        return Thinking(chunks, (*part.at, "thinking"))
    texts = [chunk.get("text") for chunk in chunks if isinstance(chunk, dict)] if isinstance(chunks, list) else []
    return Thinking("".join(text for text in texts if isinstance(text, str)), part.at)
