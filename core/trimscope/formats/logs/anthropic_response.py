"""Answers of Anthropic's API by themselves: one message, or the results of a batch of requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.anthropic_usage import usage_of
from trimscope.formats.logs import entries
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer

NAME = "anthropic-response"

NOTE = {
    "en": "This is an answer of the API by itself: the request that it answers is not in the file.",
    "zh": "这只是 API 的一次回复，文件中没有对应的请求。",
}


def detect(source: Source) -> str | None:
    """Why this is a response, or None: every object is a message of the API (or a batch result holding one)."""
    seen = 0
    for _, line in entries.objects(source):
        seen += 1
        if not (is_response(line) or ("custom_id" in line and isinstance(line.get("result"), dict))):
            return None
    return "a 'message' with 'content' and 'stop_reason'" if seen and conversations(source) else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation a message."""
    found: list[Conversation] = []
    for at, line in entries.objects(source):
        inner: Pointer = () if is_response(line) else ("result", "message")
        message = line if not inner else _at(line, inner)
        if is_response(message):
            found.append(_made(str(line.get("custom_id") or message.get("id") or len(found)), message, (*at, *inner)))
    return tuple(found)


def is_response(value: Any) -> bool:
    """True for a message as the API answers it."""
    return (
        isinstance(value, Mapping)
        and value.get("type") == "message"
        and value.get("role") == "assistant"
        and isinstance(value.get("content"), list)
        and "stop_reason" in value
    )


def record(message: Mapping[str, Any]) -> dict[str, Any]:
    """The answer as the record that hands it back in the next request."""
    return {"role": "assistant", "content": message["content"]}


def _made(name: str, message: Mapping[str, Any], at: Pointer) -> Conversation:
    request = {"model": message.get("model"), "messages": [record(message)]}
    identity = message.get("id")
    mark = Mark((at,), usage=usage_of(message.get("usage")), id=identity if isinstance(identity, str) else None)
    return made("anthropic-messages", name, request, {0: mark}, notes=(NOTE,))


def _at(value: Any, at: Pointer) -> Any:
    for step in at:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value
