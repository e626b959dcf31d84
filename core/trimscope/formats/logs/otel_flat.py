"""Lists of messages that telemetry wrote as flat keys: `llm.input_messages.0.message.role`, `gen_ai.prompt.0.role`.

OpenInference and OpenLLMetry do so, because an attribute holds one plain value. The numbers in the keys are the
positions; the lists are built from them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Tree = dict[str, Any]


def messages(attributes: Mapping[str, Any], prefix: str) -> list[dict[str, Any]]:
    """The messages under a prefix, nearly as OpenAI chat (`chat_like` puts the rest right)."""
    found = (_message(entry) for entry in _list(_tree(attributes, prefix + ".")))
    return [message for message in found if message]


def tools(attributes: Mapping[str, Any]) -> list[Any]:
    """Tool definitions as OpenInference and OpenLLMetry write them."""
    found: list[Any] = []
    for prefix in ("llm.tools.", "llm.request.functions."):
        for entry in _list(_tree(attributes, prefix)):
            tool = entry.get("tool") if isinstance(entry, dict) and isinstance(entry.get("tool"), dict) else entry
            found.append(tool)
    return found


def _tree(attributes: Mapping[str, Any], prefix: str) -> Tree:
    """The keys under a prefix as nested objects."""
    root: Tree = {}
    for key, value in attributes.items():
        if not key.startswith(prefix):
            continue
        node = root
        *path, last = key[len(prefix) :].split(".")
        for step in path:
            below = node.setdefault(step, {})
            if not isinstance(below, dict):
                below = node[step] = {}
            node = below
        if not isinstance(node.get(last), dict):
            node[last] = value
    return root


def _list(tree: Any) -> list[Any]:
    """Nested objects with numbers for keys as the list they are."""
    if not isinstance(tree, dict):
        return []
    numbered = [(int(key), value) for key, value in tree.items() if key.isascii() and key.isdigit()]
    return [value for _, value in sorted(numbered, key=lambda item: item[0])]


def _message(entry: Any) -> dict[str, Any] | None:
    if not isinstance(entry, dict):
        return None
    body = entry.get("message")
    body = body if isinstance(body, dict) else entry
    message: dict[str, Any] = {"role": str(body.get("role") or "assistant")}
    contents = _list(body.get("contents"))
    parts = [part for part in map(_part, contents) if part]
    message["content"] = parts or body.get("content")
    calls = [_call(call) for call in _list(body.get("tool_calls")) if isinstance(call, dict)]
    if calls:
        message["tool_calls"] = calls
    elif isinstance(body.get("function_call_name"), str):
        arguments = body.get("function_call_arguments_json")
        message["tool_calls"] = [{"name": body["function_call_name"], "arguments": arguments}]
    for key in ("tool_call_id", "name"):
        if isinstance(body.get(key), str):
            message[key] = body[key]
    return message


def _part(entry: Any) -> dict[str, Any] | None:
    part = entry.get("message_content") if isinstance(entry, dict) else None
    if not isinstance(part, dict):
        return None
    return {"type": part.get("type") or "text", **{k: v for k, v in part.items() if k != "type"}}


def _call(entry: Tree) -> dict[str, Any]:
    """A call: `tool_call.id` and `tool_call.function.name` here, `id` and `name` there."""
    inner = entry.get("tool_call")
    return inner if isinstance(inner, dict) else entry
