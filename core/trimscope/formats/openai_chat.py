"""OpenAI Chat Completions: messages with `tool_calls`, results in messages of role `tool`.

Source: OpenAI API reference (chat completions), and recorded requests of other servers that speak the dialect
(`reasoning_content`, calls without an id in the legacy `function_call`, arguments given as an object).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, shape, traits
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.transcript import (
    Message,
    Part,
    Pointer,
    Role,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)

NAME = "openai-chat"
PROVIDER = "openai-chat"

ROLES: Mapping[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
THINKING = ("reasoning_content", "reasoning")
"""Fields in which servers other than OpenAI's own return reasoning text (DeepSeek, Qwen, vLLM; OpenRouter)."""

hollow = common.hollow
user_record = common.user_record
text_part = common.text_part


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of messages, a request body, JSON Lines of either."""
    return shape.requests(source)


def detect(source: Source) -> str | None:
    """Why this is OpenAI chat, or None: every record has one of the dialect's roles."""
    found = traits.of(source)
    if not found.chat or not found.roles <= ROLES.keys():
        return None
    if "tool_calls" in found.keys and any(record.get("tool_calls") for record in shape.requests(source)[0].records):
        return "messages with 'tool_calls'"
    if "tool" in found.roles:
        return "messages of role 'tool'"
    return "messages with chat roles"


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A result for a call. The dialect has no error flag, so the text itself says so."""
    return {"role": "tool", "tool_call_id": call_id or "", "content": text}


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the message that cannot be read."""
    request, base = conversation.request, conversation.base
    messages: list[Message] = []
    legacy_key = ""
    for index in range(len(conversation.records)):
        record, at = common.record_at(conversation.records, index), (*base, index)
        role = ROLES.get(record["role"])
        if role is None:
            raise LoadError(f"Message {index}: the role '{record['role'][:40]}' is not one of {', '.join(ROLES)}.")
        if isinstance(record.get("function_call"), dict):
            legacy_key = f"\x00{index}"
        parts = _result(record, at, legacy_key) if role == "tool" else _own(record, at, index, legacy_key)
        name = record.get("name")
        author = name if isinstance(name, str) and role != "tool" else ""  # a result's name is its tool's
        messages.append(Message(index, role, parts, (at,), False, common.id_of(record), author=author))
    tools_key = "tools" if request.get("tools") else "functions"
    model = request.get("model")
    return Parsed(
        tuple(messages),
        tools=common.tool_specs(request.get(tools_key)),
        tools_at=conversation.key(tools_key) if base and request.get(tools_key) else None,
        model=model if isinstance(model, str) else None,
    )


def _own(record: dict[str, Any], at: Pointer, index: int, legacy_key: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    for field in THINKING:
        thinking = record.get(field)
        if thinking and isinstance(thinking, str):
            parts.append(Thinking(thinking, (*at, field)))
            break
    content = record.get("content")
    if content is not None:
        parts += _content(content, (*at, "content"), index)
    if "refusal" in record:
        parts += common.strings_of(record["refusal"], (*at, "refusal"))
    calls = record.get("tool_calls")
    if calls is not None and not isinstance(calls, list):
        raise LoadError(f"Message {index}: 'tool_calls' is a {common.kind_of(calls)}, a list was expected.")
    for position, call in enumerate(calls or ()):
        parts.append(_call(call, (*at, "tool_calls", position), index))
    legacy = record.get("function_call")
    if isinstance(legacy, dict):
        name = legacy.get("name")
        arguments = common.arguments_text(legacy.get("arguments"))
        parts.append(ToolCall(legacy_key, None, str(name or "?"), arguments, (*at, "function_call")))
    return tuple(parts)


def _call(call: Any, at: Pointer, index: int) -> ToolCall:
    if not isinstance(call, dict):
        raise LoadError(f"Message {index}: tool call {at[-1]} is a {common.kind_of(call)}, an object was expected.")
    body = call.get("function") or call.get("custom") or {}
    if not isinstance(body, dict):
        raise LoadError(f"Message {index}: the function of tool call {at[-1]} is no object.")
    identity = call.get("id")
    identity = identity if isinstance(identity, str) and identity else None
    arguments = common.arguments_text(body.get("arguments", body.get("input")))
    return ToolCall(identity or f"\x00{index}.{at[-1]}", identity, str(body.get("name") or "?"), arguments, at)


def _result(record: dict[str, Any], at: Pointer, legacy_key: str) -> tuple[Part, ...]:
    content = _content(record.get("content"), (*at, "content"), int(at[-1]))
    texts = tuple([part for part in content if isinstance(part, Text)])
    other = tuple([part for part in content if not isinstance(part, Text)])
    identity = record.get("tool_call_id")
    identity = identity if isinstance(identity, str) and identity else None
    name = record.get("name")
    key = identity or (legacy_key if record["role"] == "function" else "")
    return (ToolResult(key, identity, name if isinstance(name, str) else None, texts, other, False, at),)


def _content(content: Any, at: Pointer, index: int) -> list[Any]:
    """Text and media of a content field: a string, null, or a list of parts."""
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [Text(content, at)]
    if not isinstance(content, list):
        raise LoadError(f"Message {index}: 'content' is a {common.kind_of(content)}, text or a list was expected.")
    parts: list[Any] = []
    for position, part in enumerate(content):
        here = (*at, position)
        if isinstance(part, str):
            parts += common.strings_of(part, here)
        elif not isinstance(part, dict):
            raise LoadError(f"Message {index}: content part {position} is a {common.kind_of(part)}.")
        elif isinstance(part.get("text"), str):
            parts += common.strings_of(part["text"], (*here, "text"))
        elif isinstance(part.get("refusal"), str):
            parts += common.strings_of(part["refusal"], (*here, "refusal"))
        else:
            kind = str(part.get("type") or "part")
            known = kind in ("image_url", "image", "input_image", "input_audio", "audio", "file", "video_url")
            parts.append(common.picture(kind, part, here) if known else common.media(kind, part, here))
    return parts
