"""ShareGPT and its kin: `conversations` of `{from, value}`, one conversation a sample, hundreds of them in a file.

Source: fine-tuning sets as they are published. Calls are JSON text in a turn of their own, results follow as
`observation`, and nothing has an id: they pair by order. The other spelling keeps content blocks with `value`
and a `loss_weight` (`messages` of `{role, content: [{type, value}]}`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import by_order, common, shape, sharegpt_calls
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.source import canonical, reading
from trimscope.transcript import Message, Part, Pointer, Role, Text, Thinking, ToolCall, ToolResult, ToolSpec

NAME = "sharegpt"
PROVIDER = "sharegpt"

ROLES: Mapping[str, Role] = {
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "assistant": "assistant",
    "model": "assistant",
    "chatgpt": "assistant",
    "system": "system",
    "function_call": "assistant",
    "tool_call": "assistant",
    "observation": "tool",
    "tool": "tool",
    "function_response": "tool",
    "tool_response": "tool",
    "ipython": "tool",
}
CALLS = ("function_call", "tool_call")
KEYS = ("conversations", "conversation", "messages")
"""Where the turns of a sample lie."""

hollow = common.hollow


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file, one a sample. None is read before it is chosen."""
    return next((found for key in KEYS if (found := shape.requests(source, key)) and _is_ours(found[0])), ())


def _is_ours(conversation: Conversation) -> bool:
    records = conversation.records
    return bool(records) and all(_is_turn(record) or _is_weighted(record) for record in records)


def _is_turn(record: Any) -> bool:
    return isinstance(record, dict) and isinstance(record.get("from"), str) and "value" in record


def _is_weighted(record: Any) -> bool:
    """The spelling with content blocks: each has a type and a value."""
    if not isinstance(record, dict) or not isinstance(record.get("role"), str):
        return False
    blocks = record.get("content")
    if not isinstance(blocks, list) or not blocks:
        return False
    return all(isinstance(block, dict) and "type" in block and "value" in block for block in blocks)


def detect(source: Source) -> str | None:
    """Why this is a ShareGPT set, or None. The first sample tells."""
    document = source.document[:1] if isinstance(source.document, list) else source.document
    found = conversations(Source(document, source.layout))
    if not found:
        return None
    return "turns with 'from' and 'value'" if _is_turn(found[0].records[0]) else "content blocks with 'value'"


def user_record(text: str) -> dict[str, Any]:
    """A turn of the human; `settle` spells it like the others."""
    return {"from": "human", "value": text}


def text_part(text: str) -> dict[str, Any]:
    """A text block, in the spelling that has blocks."""
    return {"type": "text", "value": text}


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A turn with an error result; the format has no error flag, so the text itself says so."""
    return {"from": "observation", "value": text}


def settle(records: list[Any]) -> list[Any]:
    """Turns that a plan put in, spelled like those that were there."""
    if not any(_is_weighted(record) for record in records):
        return records
    return [_weighted(record) if _is_turn(record) else record for record in records]


def _weighted(record: Mapping[str, Any]) -> dict[str, Any]:
    said = record["from"]
    block = {"type": "text" if said == "human" else "tool_result", "value": record["value"]}
    return {"role": "user" if said == "human" else "tool", "content": [block], "loss_weight": 0.0}


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the turn that cannot be read."""
    request, base = conversation.request, conversation.base
    messages: list[Message] = []
    for index, record in enumerate(conversation.records):
        at = (*base, index)
        if not isinstance(record, dict):
            raise LoadError(f"Message {index}: an object was expected, here stands a {common.kind_of(record)}.")
        said = record.get("from", record.get("role"))
        role = ROLES.get(said) if isinstance(said, str) else None
        if role is None:
            raise LoadError(f"Message {index}: the turn is from '{str(said)[:40]}', not one of {', '.join(ROLES)}.")
        key = "value" if "value" in record else "content"
        parts = _parts(record.get(key), (*at, key), at, index, str(said))
        messages.append(Message(index, role, parts, (at,), id=common.id_of(record)))
    system = common.strings_of(request.get("system"), conversation.key("system")) if base else ()
    tools = _tools(request.get("tools"))
    return Parsed(
        by_order.paired(sharegpt_calls.shared(messages)),
        system=system,
        tools=tools,
        tools_at=conversation.key("tools") if base and tools else None,
    )


def _parts(content: Any, here: Pointer, at: Pointer, index: int, said: str) -> tuple[Part, ...]:
    if isinstance(content, list):
        parts: list[Part] = []
        for position, block in enumerate(content):
            if not isinstance(block, dict):
                raise LoadError(f"Message {index}: block {position} is a {common.kind_of(block)}.")
            kind = "text" if block.get("type") in ("text", None) else str(block["type"])
            parts += _block(block, kind, (*here, position))
        return tuple(parts)
    if content is not None and not isinstance(content, str):
        text, frame = canonical.readable(content), True
    else:
        text, frame = content or "", False
    role = ROLES[said]
    if role == "tool":
        return (ToolResult("", None, None, (Text(text, here),) if text else (), (), False, at),)
    if said in CALLS:
        return tuple(sharegpt_calls.calls_in(text, here)) or ((Text(text, here),) if text else ())
    own: tuple[Part, ...] = (Text(text, here),) if text or frame else ()
    return (*own, *sharegpt_calls.tagged(text, here)) if role == "assistant" else own


def _block(block: Mapping[str, Any], kind: str, at: Pointer) -> list[Part]:
    value = block.get("value")
    text = value if isinstance(value, str) else "" if value is None else canonical.readable(value)
    here = (*at, "value")
    if kind == "text":
        return [Text(text, here)] if text else []
    if kind == "reasoning":
        return [Thinking(text, here)]
    if kind == "tool_result":
        return [ToolResult("", None, None, (Text(text, here),) if text else (), (), False, at)]
    if kind == "tool_call":
        calls: list[ToolCall] = sharegpt_calls.calls_in(text, at)
        return list(calls)
    return [common.picture(kind, block, at)]


def _tools(tools: Any) -> tuple[ToolSpec, ...]:
    """The tool definitions, which are a list, or a list as JSON text."""
    if isinstance(tools, str):
        try:
            tools = reading.parse(tools) if tools.strip() else []
        except LoadError:
            return (ToolSpec("?", str(tools)),)
    return common.tool_specs(tools)
