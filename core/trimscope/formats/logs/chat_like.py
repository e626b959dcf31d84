"""Messages that are nearly OpenAI chat, put right: what tracing tools and frameworks make of them.

Seen: calls under `additional_kwargs`, calls without ids, a tool's name where the role belongs, a call list written
as the text of a tool message, tool definitions in a message of role `tool`, content that is an object.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats.openai_chat import ROLES
from trimscope.source import canonical, reading

_OTHER_NAMES: Mapping[str, str] = {"human": "user", "ai": "assistant", "model": "assistant", "agent": "assistant"}


def records(given: list[Any]) -> tuple[list[dict[str, Any]], list[Any]]:
    """The messages as OpenAI chat, and tool definitions that stood among them."""
    found: list[dict[str, Any]] = []
    tools: list[Any] = []
    waiting: list[tuple[str, str]] = []
    for number, record in enumerate(given):
        definition = _definition(record)
        if definition is not None:
            tools.append(definition)
            continue
        message = _message(record, number, waiting)
        for call in message.get("tool_calls") or ():
            waiting.append((call["id"], call["function"]["name"]))
        found.append(message)
    return found, tools


def _definition(record: Mapping[str, Any]) -> Any:
    """The tool definition that a message of role `tool` is in some exports."""
    content = record.get("content")
    if record.get("role") != "tool" or not isinstance(content, dict) or "tool_call_id" in record:
        return None
    function = content.get("function")
    return content if isinstance(function, dict) and "parameters" in function else None


def _message(record: Mapping[str, Any], number: int, waiting: list[tuple[str, str]]) -> dict[str, Any]:
    said = str(record.get("role") or record.get("type") or record.get("source") or "user")
    role = _OTHER_NAMES.get(said.lower(), said.lower())
    calls = _calls(record, number)
    if not calls and role in ("tool", "assistant"):
        calls = _written_calls(record.get("content"), number)
        if calls:
            return {"role": "assistant", "content": None, "tool_calls": calls}
    if role not in ROLES:  # a tool's own name
        role = "tool" if waiting else "user"
    content = _content(record.get("content"))
    if role == "function" or (role == "tool" and not calls):
        return _result(record, said, content, waiting)
    message: dict[str, Any] = {"role": role, "content": content}
    for field in ("reasoning_content", "reasoning", "refusal", "id"):
        if isinstance(record.get(field), str) and record[field]:
            message[field] = record[field]
    return {**message, "role": "assistant", "tool_calls": calls} if calls else message


def _result(record: Mapping[str, Any], said: str, content: Any, waiting: list[tuple[str, str]]) -> dict[str, Any]:
    """A tool message: by its id, else for the first waiting call with its name, else the first waiting."""
    identity = record.get("tool_call_id")
    name = record.get("name") if isinstance(record.get("name"), str) else said if said not in ROLES else None
    if not isinstance(identity, str) or not identity:
        mine = [each for each in waiting if name in (None, each[1])] or waiting
        identity = mine[0][0] if mine else ""
    waiting[:] = [each for each in waiting if each[0] != identity]
    message = {"role": "tool", "tool_call_id": identity, "content": content if content is not None else ""}
    return {**message, "name": name} if name else message


def _calls(record: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    extra = record.get("additional_kwargs")
    for holder in (record, extra if isinstance(extra, dict) else {}):
        found = holder.get("tool_calls")
        if isinstance(found, list) and found:
            return [_call(call, number, n) for n, call in enumerate(found) if isinstance(call, dict)]
        if isinstance(holder.get("function_call"), dict):
            return [_call(holder["function_call"], number, 0)]
    return []


def _call(call: Mapping[str, Any], number: int, position: int) -> dict[str, Any]:
    """A call in any of the usual shapes; without an id it gets one from its place."""
    inner = call.get("function") or call.get("tool_call")
    inner = inner if isinstance(inner, dict) else call
    function = inner.get("function")
    inner = function if isinstance(function, dict) else inner
    arguments = next((inner[key] for key in ("arguments", "args", "input") if inner.get(key) is not None), "")
    identity = call.get("id") or call.get("tool_call_id") or inner.get("id")
    return {
        "id": str(identity or f"call_{number}_{position}"),
        "type": "function",
        "function": {
            "name": str(inner.get("name") or "?"),
            "arguments": arguments if isinstance(arguments, str) else canonical.readable(arguments),
        },
    }


def _written_calls(content: Any, number: int) -> list[dict[str, Any]]:
    """The calls that a text is: a JSON list of `{function: {name, arguments}}`."""
    if not isinstance(content, str) or not content.startswith("[") or '"function"' not in content:
        return []
    try:
        found = reading.parse(content)
    except LoadError:
        return []
    right = isinstance(found, list) and all(
        isinstance(call, dict) and isinstance(call.get("function"), dict) and "arguments" in call["function"]
        for call in found
    )
    return [_call(call, number, n) for n, call in enumerate(found)] if right else []


def _content(content: Any) -> Any:
    """Text, a list of parts, or None; any other value as its JSON text."""
    if content is None or isinstance(content, str):
        return content
    if isinstance(content, list) and all(isinstance(part, dict | str) for part in content):
        return content
    return canonical.readable(content)


def of_langchain(record: Mapping[str, Any]) -> dict[str, Any]:
    """A LangChain message as one that is nearly chat."""
    inner = record.get("kwargs", record.get("data"))
    body: Mapping[str, Any] = inner if isinstance(inner, dict) else record
    return {**body, "role": "assistant"}
