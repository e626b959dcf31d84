"""LangChain's AIMessage: reasoning, text, calls in all the places they are kept, and what was reported of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common
from trimscope.transcript import Part, Pointer, Text, Thinking, ToolCall, ToolResult, Usage

PICTURES = ("image_url", "image", "input_image", "input_audio", "audio", "file", "video", "document", "media")
"""Blocks whose price does not come from text."""

CALL_BLOCKS = ("tool_use", "tool_call", "function_call", "tool_call_chunk", "input_json_delta", "functionCall")
"""A provider's own block for a call: the same call stands in `tool_calls`."""

SERVER_CALLS = ("server_tool_use", "server_tool_call", "mcp_tool_use", "web_search_call")


def parts_of(body: Mapping[str, Any], at: Pointer, index: int, legacy: str) -> tuple[Part, ...]:
    """The parts of an AIMessage. Raises LoadError naming the message that cannot be read."""
    extra = body.get("additional_kwargs")
    extra = extra if isinstance(extra, dict) else {}
    parts: list[Part] = []
    if isinstance(extra.get("reasoning_content"), str) and extra["reasoning_content"]:
        parts.append(Thinking(extra["reasoning_content"], (*at, "additional_kwargs", "reasoning_content")))
    calls = list(_calls(body, extra, at, index))
    known = {call.id for call in calls if call.id}
    content, here = body.get("content"), (*at, "content")
    if isinstance(content, str):
        parts += common.strings_of(content, here)
    elif isinstance(content, list):
        for position, block in enumerate(content):
            parts += _block(block, (*here, position), index, known)
    elif content is not None:
        raise LoadError(f"Message {index}: 'content' is a {common.kind_of(content)}, text or a list was expected.")
    parts += calls
    function = extra.get("function_call")
    if isinstance(function, dict) and not calls:
        arguments = common.arguments_text(function.get("arguments"))
        place = (*at, "additional_kwargs", "function_call")
        parts.append(ToolCall(legacy, None, str(function.get("name") or "?"), arguments, place))
    return tuple(parts)


def _calls(body: Mapping[str, Any], extra: Mapping[str, Any], at: Pointer, index: int) -> Iterator[ToolCall]:
    """Calls, those that could not be parsed included; older dumps keep them with the provider's own fields."""
    parsed = body.get("tool_calls"), body.get("invalid_tool_calls")
    where: Pointer = at
    fields: tuple[tuple[str, Any], ...] = (("tool_calls", parsed[0]), ("invalid_tool_calls", parsed[1]))
    if not any(isinstance(each, list) and each for each in parsed):
        where, fields = (*at, "additional_kwargs"), (("tool_calls", extra.get("tool_calls")),)
    for field, calls in fields:
        if calls is not None and not isinstance(calls, list):
            raise LoadError(f"Message {index}: '{field}' is a {common.kind_of(calls)}, a list was expected.")
        for position, call in enumerate(calls or ()):
            if not isinstance(call, dict):
                raise LoadError(f"Message {index}: tool call {position} is a {common.kind_of(call)}.")
            function = call.get("function")
            function = function if isinstance(function, dict) else call
            identity = call.get("id")
            identity = identity if isinstance(identity, str) and identity else None
            arguments = common.arguments_text(function.get("args", function.get("arguments")))
            key = identity or f"\x00{index}.{field}.{position}"
            yield ToolCall(key, identity, str(function.get("name") or "?"), arguments, (*where, field, position))


def _block(block: Any, at: Pointer, index: int, known: set[str]) -> list[Part]:
    if isinstance(block, str):
        return [Text(block, at)] if block else []
    if not isinstance(block, dict):
        raise LoadError(f"Message {index}: content part {at[-1]} is a {common.kind_of(block)}.")
    kind = str(block.get("type") or "part")
    if isinstance(block.get("text"), str):
        return list(common.strings_of(block["text"], (*at, "text")))
    for field in ("thinking", "reasoning"):
        if kind == field:
            text = block.get(field)
            return [Thinking(text if isinstance(text, str) else "", (*at, field))]
    identity = block.get("call_id") or block.get("id") or block.get("tool_use_id") or block.get("tool_call_id")
    identity = identity if isinstance(identity, str) and identity else None
    if kind in SERVER_CALLS:
        arguments = common.arguments_text(block.get("args", block.get("input")))
        key = identity or f"\x00{index}.content.{at[-1]}"
        return [ToolCall(key, identity, str(block.get("name") or kind), arguments, at, server=True)]
    if kind == "server_tool_result" or kind.endswith("_tool_result"):
        body = common.media(kind, block, at)
        return [ToolResult(identity or "", identity, None, (), (body,), block.get("status") == "error", at)]
    if kind in CALL_BLOCKS:
        if known:
            return []  # the same call as in `tool_calls`
        arguments = common.arguments_text(block.get("args", block.get("input", block.get("arguments"))))
        key = identity or f"\x00{index}.content.{at[-1]}"
        return [ToolCall(key, identity, str(block.get("name") or "?"), arguments, at)]
    return [common.picture(kind, block, at) if kind in PICTURES else common.media(kind, block, at)]


def usage_of(body: Mapping[str, Any]) -> Usage | None:
    """What was reported of the call: `usage_metadata`, or the provider's own numbers in older dumps."""
    usage = body.get("usage_metadata")
    if isinstance(usage, dict):
        details = usage.get("input_token_details")
        details = details if isinstance(details, dict) else {}
        numbers = _numbers(usage.get("input_tokens"), usage.get("output_tokens"))
        cached, written = _number(details.get("cache_read")), _number(details.get("cache_creation"))
        return Usage(numbers[0], cached, written, numbers[1]) if numbers else None
    meta = body.get("response_metadata")
    usage = meta.get("token_usage") if isinstance(meta, dict) else None
    if isinstance(usage, dict):
        numbers = _numbers(usage.get("prompt_tokens"), usage.get("completion_tokens"))
        return Usage(numbers[0], output=numbers[1]) if numbers else None
    return None


def model_of(body: Mapping[str, Any]) -> str | None:
    """The model that answered."""
    meta = body.get("response_metadata")
    names = (meta.get("model_name"), meta.get("model")) if isinstance(meta, dict) else ()
    return next((name for name in names if isinstance(name, str) and name), None)


def _numbers(context: Any, output: Any) -> tuple[int, int] | None:
    return (_number(context), _number(output)) if isinstance(context, int) and context >= 0 else None


def _number(value: Any) -> int:
    return value if isinstance(value, int) and value >= 0 else 0
