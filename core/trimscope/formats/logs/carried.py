"""What a trace carries for one model call, whatever framework wrote it: the request in the dialect it is in.

Inputs are JSON, or JSON in a string; messages lie under several keys; each framework has its own shape. What is
one of the request dialects stays as it is. What is like chat, but not quite, is put right (`chat_like`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import (
    anthropic_messages,
    bedrock_converse,
    gemini_contents,
    langchain,
    openai_responses,
    vercel_model,
)
from trimscope.formats.logs import chat_like, otel_parts
from trimscope.formats.source import RECORDS, Source
from trimscope.source import reading

KEYS = ("messages", "contents", "input_messages", "prompt", "input", "chat_history")
"""Keys of an input under which the messages lie."""

OUTER = ("kwargs", "request", "body", "arguments")
"""Objects around such an input."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A request, and how many of its records went into the call (the rest came out of it)."""

    dialect: str
    request: dict[str, Any]
    given: int


def decoded(value: Any) -> Any:
    """A value that may be JSON in a string, twice at most (exports of exports)."""
    for _ in range(2):
        if not isinstance(value, str) or value.lstrip(" \t\r\n")[:1] not in ("{", "[", '"'):
            return value
        try:
            value = reading.parse(value)
        except LoadError:
            return value
    return value


def read(given: Any, output: Any = None) -> Carried | None:
    """The request that a call's input is, with the call's output behind it; None where no messages are in it."""
    request, records = _records(decoded(given))
    if not records:
        return None
    output = decoded(output)
    dialect, body, records = _in_dialect(request, records, output)
    key = RECORDS.get(dialect, "messages")
    answer = _answers(dialect, output)
    if len(answer) > len(records) and answer[: len(records)] == records:
        answer = answer[len(records) :]  # the output repeats the whole state
    body = {name: value for name, value in body.items() if name not in (*KEYS, "messages")}
    return Carried(dialect, {**body, key: [*records, *answer]}, len(records))


def of_request(dialect: str, request: dict[str, Any], output: Any) -> Carried | None:
    """A whole request in a dialect that is known, with its answer behind; None for an empty one."""
    key = RECORDS.get(dialect, "messages")
    records = request[key]
    if not records:
        return None
    return Carried(dialect, {**request, key: [*records, *_answers(dialect, output)]}, len(records))


def _records(value: Any) -> tuple[dict[str, Any], list[Any]]:
    """The rest of the request, and the messages in it."""
    if isinstance(value, str):
        return {}, [{"role": "user", "content": value}] if value.strip() else []
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], list):
            value = value[0]  # a batch of one
        return {}, value if value and all(isinstance(item, dict) for item in value) else []
    if not isinstance(value, dict):
        return {}, []
    for key in KEYS:
        found = decoded(value.get(key))
        if isinstance(found, str) and found.strip() and key in ("contents", "input", "prompt"):
            part = {"parts": [{"text": found}]} if key == "contents" else {"content": found}
            return value, [{"role": "user", **part}]
        if isinstance(found, list | dict) and found:
            _, records = _records(found)
            if records:
                return value, records
    for key in OUTER:
        if isinstance(value.get(key), dict):
            return _records(value[key])
    return ({}, [value]) if "role" in value and "content" in value else ({}, [])


_AS_THEY_ARE: tuple[tuple[ModuleType, str], ...] = (
    (vercel_model, "messages"),
    (gemini_contents, "contents"),
    (openai_responses, "input"),
    (bedrock_converse, "messages"),
    (anthropic_messages, "messages"),
)
"""Dialects whose own detection tells them, with the key of their list."""


def _in_dialect(request: dict[str, Any], records: list[Any], output: Any) -> tuple[str, dict[str, Any], list[Any]]:
    """The dialect, the rest of the request, and the records as that dialect has them.

    A first call has no call or result in its input yet: then the blocks of its output tell.
    """
    if langchain.detect_records(records):
        return langchain.NAME, request, records
    if otel_parts.are_messages(records):
        return "openai-chat", _only(request, "tools", "model"), otel_parts.chat(records)
    body = {name: value for name, value in request.items() if name not in KEYS}
    items = any("type" in record for record in records)
    blocks = output.get("content") if isinstance(output, dict) and "parts" not in output else None
    said = [*records, {"role": "assistant", "content": blocks}] if isinstance(blocks, list) else records
    for module, key in _AS_THEY_ARE:
        if key == "input" and not items:
            continue  # a plain message is one in both of OpenAI's dialects
        if module.detect(Source({**body, key: said}, "json")):
            if isinstance(body.get("model"), str):  # the service's full path of a model
                body["model"] = body["model"].rsplit("/models/", 1)[-1]
            return str(module.NAME), body, records
    chat, tools = chat_like.records(records)
    body = _only(request, "tools", "model", "functions")
    return "openai-chat", {**body, "tools": tools} if tools and not body.get("tools") else body, chat


def _only(request: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: request[name] for name in names if request.get(name)}


def _answers(dialect: str, output: Any) -> list[Any]:
    """The records that a call's output is, in the dialect of its input."""
    if output is None or output == "":
        return []
    return _ANSWERS.get(dialect, _chat)(output)


def _first(output: Any, *keys: str) -> Any:
    """What lies under the first of these keys, in the first element where that is a list."""
    for key in keys:
        found = output.get(key) if isinstance(output, dict) else None
        while isinstance(found, list) and found and key in ("choices", "candidates", "generations"):
            found = found[0]
        if found:
            return found
    return None


def _langchain(output: Any) -> list[Any]:
    found = _first(output, "generations") or output
    found = _first(found, "message", "messages", "output") or found
    listed = found if isinstance(found, list) else [found]
    if langchain.detect_records(listed):
        return listed
    text = _text(found)
    return [{"type": "ai", "content": text}] if text else []


def _gemini(output: Any) -> list[Any]:
    content = _first(_first(output, "candidates") or output, "content") or output
    if isinstance(content, dict) and isinstance(content.get("parts"), list):
        return [{"role": "model", **content}]
    text = _text(output)
    return [{"role": "model", "parts": [{"text": text}]}] if text else []


def _responses(output: Any) -> list[Any]:
    items = output.get("output") if isinstance(output, dict) else output
    if isinstance(items, list) and all(isinstance(item, dict) and "type" in item for item in items):
        return items
    text = _text(output)
    return [{"role": "assistant", "content": text}] if text else []


def _blocks(output: Any) -> list[Any]:
    """Of Anthropic, Bedrock, the AI SDK: a message with content blocks."""
    message = _first(output, "message", "output") or output
    message = _first(message, "message") or message
    if isinstance(message, dict) and isinstance(message.get("content"), list):
        return [{"role": "assistant", "content": message["content"]}]
    if isinstance(message, list) and all(isinstance(each, dict) and "role" in each for each in message):
        return message
    text = _text(message)
    return [{"role": "assistant", "content": text}] if text else []


def _chat(output: Any) -> list[Any]:
    found = _first(_first(output, "choices", "generations") or output, "message", "messages") or output
    listed = found if isinstance(found, list) else [found]
    if langchain.detect_records(listed):
        return chat_like.records([chat_like.of_langchain(each) for each in listed])[0]
    if otel_parts.are_messages(listed):
        return otel_parts.chat(listed)
    if listed and all(isinstance(each, dict) and ("role" in each or "tool_calls" in each) for each in listed):
        return chat_like.records([{"role": "assistant", **each} for each in listed])[0]
    text = _text(found)
    return [{"role": "assistant", "content": text}] if text else []


def _message(output: Any) -> list[Any]:
    """Of a server whose message goes back as it came."""
    message = _first(_first(output, "choices") or output, "message")
    return [{"role": "assistant", **message}] if isinstance(message, dict) else _chat(output)


def _text(output: Any) -> str:
    """The plain text of an output that is no message."""
    if isinstance(output, str):
        return output
    for key in ("text", "content", "output", "response", "answer", "completion"):
        if isinstance(output, dict) and isinstance(output.get(key), str):
            return str(output[key])
    return ""


_ANSWERS: dict[str, Callable[[Any], list[Any]]] = {
    "langchain": _langchain,
    "gemini-contents": _gemini,
    "openai-responses": _responses,
    "anthropic-messages": _blocks,
    "bedrock-converse": _blocks,
    "cohere-v2": _message,
    "mistral-chat": _message,
    "ollama-chat": _message,
    "vercel-model-messages": _blocks,
}
