"""Cohere chat v2: OpenAI's shape with the model's `tool_plan` beside its calls and results made of documents.

Source: Cohere's API reference and recorded requests.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from trimscope.formats import openai_chat, shape, traits
from trimscope.formats.common import hollow, text_part, user_record
from trimscope.formats.openai_chat import result_record
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.source import canonical
from trimscope.transcript import Message, Part, Pointer, Text, Thinking, ToolResult

NAME = "cohere-v2"
PROVIDER = "cohere"

__all__ = ["NAME", "PROVIDER", "detect", "hollow", "parse", "result_record", "text_part", "user_record"]

FAMILIES = ("command", "c4ai-")
"""How names of Cohere's own models begin."""
AS_TEXT = (("type", "text"), ("text", None))
"""A document that was cut is written back as a text part: its fields are gone."""


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of messages, a request body, JSON Lines of either."""
    return shape.requests(source)


def detect(source: Source) -> str | None:
    """Why this is Cohere chat v2, or None: OpenAI's shape, and a mark of Cohere's."""
    found = shape.requests(source)
    if not found or openai_chat.detect(source) is None:
        return None
    records, has = found[0].records, traits.of(source)
    if "tool_plan" in has.keys and any(isinstance(record.get("tool_plan"), str) for record in records):
        return "messages with 'tool_plan'"
    if "document" in has.kinds and any(record["role"] == "tool" and _documents(record) for record in records):
        return "tool messages made of documents"
    model = found[0].request.get("model")
    return "a model of Cohere's and chat roles" if isinstance(model, str) and model.startswith(FAMILIES) else None


def _documents(record: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """Positions and documents of a result's content."""
    content = record.get("content")
    parts = enumerate(content if isinstance(content, list) else ())
    return [
        (position, part["document"])
        for position, part in parts
        if isinstance(part, dict) and part.get("type") == "document" and isinstance(part.get("document"), dict)
    ]


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the message that cannot be read."""
    parsed = openai_chat.parse(conversation)
    messages = tuple(_message(conversation.records[each.index], each) for each in parsed.messages)
    return replace(parsed, messages=messages)


def _message(record: dict[str, Any], message: Message) -> Message:
    at = message.where[0]
    plan = record.get("tool_plan")
    if isinstance(plan, str) and plan:
        return replace(message, parts=(Thinking(plan, (*at, "tool_plan")), *message.parts))
    documents = dict(_documents(record)) if message.results else {}
    if not documents:
        return message
    return replace(message, parts=tuple(_read(part, documents, (*at, "content")) for part in message.parts))


def _read(part: Part, documents: dict[int, dict[str, Any]], at: Pointer) -> Part:
    """The result with its documents as texts, in order."""
    if not isinstance(part, ToolResult):
        return part
    texts = {text.at: text for text in part.texts}
    for position, document in documents.items():
        data = document.get("data")
        text = data if isinstance(data, str) else canonical.readable(data if data is not None else document)
        if text:
            texts[(*at, position)] = Text(text, (*at, position), AS_TEXT)
    media = tuple(each for each in part.media if not (each.at[:-1] == at and each.at[-1] in documents))
    ordered = sorted(texts, key=lambda where: int(where[len(at)]) if len(where) > len(at) else 0)
    return replace(part, texts=tuple(texts[where] for where in ordered), media=media)
