"""Messages as OpenTelemetry's conventions write them (`{role, parts: [{type, content}]}`), as OpenAI chat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.source import canonical

KINDS = ("text", "tool_call", "tool_call_response", "reasoning", "blob", "uri", "file", "server_tool_call")
"""Types of parts; a text lies under `content`."""


def are_messages(records: list[Any]) -> bool:
    """Whether these are such messages: typed parts, and texts under `content`."""
    parts: list[Any] = []
    for record in records:
        if not isinstance(record, dict) or not isinstance(record.get("parts"), list) or "role" not in record:
            return False
        parts += record["parts"]
    if not parts or not all(isinstance(part, dict) and isinstance(part.get("type"), str) for part in parts):
        return False
    texts = [part for part in parts if part["type"] in ("text", "reasoning")]
    calls = any(part["type"] in ("tool_call", "tool_call_response") and "toolCallId" not in part for part in parts)
    return all("content" in part for part in texts) and (bool(texts) or calls)


def chat(records: list[Any]) -> list[dict[str, Any]]:
    """The messages as OpenAI chat: results become messages of their own."""
    found: list[dict[str, Any]] = []
    for number, record in enumerate(records):
        found += _one(record, number)
    return found


def _one(record: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    own: list[Any] = []
    calls: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    reasoning = ""
    for position, part in enumerate(record["parts"]):
        kind, content = part["type"], part.get("content")
        if kind == "text":
            own.append({"type": "text", "text": _text(content)})
        elif kind == "reasoning":
            reasoning += _text(content)
        elif kind == "tool_call":
            function = {"name": str(part.get("name") or "?"), "arguments": _text(part.get("arguments"))}
            identity = part.get("id") or f"call_{number}_{position}"
            calls.append({"id": str(identity), "type": "function", "function": function})
        elif kind == "tool_call_response":
            text = _text(part.get("response", part.get("result", content)))
            result = {"role": "tool", "tool_call_id": str(part.get("id") or ""), "content": text}
            results.append({**result, "name": part["name"]} if isinstance(part.get("name"), str) else result)
        else:
            own.append(part)
    role = str(record["role"])
    if not own and not calls and not reasoning:
        return results
    message: dict[str, Any] = {"role": "user" if results or role == "tool" else role}
    single = len(own) == 1 and own[0].get("type") == "text"
    message["content"] = own[0]["text"] if single else own or None
    if reasoning:
        message["reasoning_content"] = reasoning
    if calls:
        message["tool_calls"] = calls
    return [*results, message]


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else canonical.readable(value)
