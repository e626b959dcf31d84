"""Bedrock Converse: blocks named by their only key, results as `toolResult` blocks in user records.

Source: the Bedrock API reference, recorded requests and its error texts. Unlike Anthropic's own API it does not
merge neighbours of one role: user and assistant must alternate, so what is written joins them
(`trimscope.formats.joining`) and a tombstone stands behind the goal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, shape, splitting
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.source import canonical
from trimscope.transcript import Media, Message, Part, Pointer, Role, Text, Thinking, ToolCall, ToolResult, ToolSpec

NAME = "bedrock-converse"
PROVIDER = "bedrock"

ROLES: Mapping[str, Role] = {"user": "user", "assistant": "assistant"}
MARKS = ("toolUse", "toolResult", "reasoningContent", "cachePoint")
"""Blocks that only this dialect has."""
PICTURES = ("image", "document", "video", "audio")
BLOCKS = (*MARKS, *PICTURES, "text", "guardContent", "citationsContent", "searchResult")
REQUEST_KEYS = ("inferenceConfig", "toolConfig", "additionalModelRequestFields", "guardrailConfig")
"""Keys of the request that only this dialect has."""

hollow = common.hollow


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of records, a request body, JSON Lines of either."""
    return shape.requests(source)


def detect(source: Source) -> str | None:
    """Why this is Bedrock Converse, or None: every block is an object named by its key, without a type."""
    return next((_detect(each.request, each.records) for each in shape.requests(source)), None)


def _detect(request: Mapping[str, Any], records: list[Any]) -> str | None:
    kinds: set[str] = set()
    for record in records:
        if not isinstance(record, dict) or record.get("role") not in tuple(ROLES):
            return None
        content = record.get("content")
        if not isinstance(content, list):
            return None
        for block in content:
            if not isinstance(block, dict) or "type" in block or not any(key in BLOCKS for key in block):
                return None
            kinds.update(block)
    mark = next((kind for kind in MARKS if kind in kinds), None)
    if mark:
        return f"a content block '{mark}'"
    key = next((key for key in REQUEST_KEYS if key in request), None)
    if key:
        return f"'{key}' beside 'messages'"
    return "content blocks without a type" if kinds else None


def user_record(text: str) -> dict[str, Any]:
    """A user record."""
    return {"role": "user", "content": [{"text": text}]}


def text_part(text: str) -> dict[str, Any]:
    """A text block."""
    return {"text": text}


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A user record with one error result."""
    result = {"toolUseId": call_id or "", "content": [{"text": text}], "status": "error"}
    return {"role": "user", "content": [{"toolResult": result}]}


def settle(records: list[Any]) -> list[Any]:
    """A result whose content was emptied keeps one empty text, and a block that lost its result goes."""
    return [_settled(record) for record in records]


def _settled(record: Any) -> Any:
    content = record.get("content") if isinstance(record, dict) else None
    if not isinstance(content, list) or not any(block == {} or _is_emptied(block) for block in content):
        return record
    blocks: list[Any] = []
    for block in content:
        if _is_emptied(block):
            blocks.append({**block, "toolResult": {**block["toolResult"], "content": [{"text": ""}]}})
        elif block != {}:
            blocks.append(block)
    return {**record, "content": blocks}


def _is_emptied(block: Any) -> bool:
    result = block.get("toolResult") if isinstance(block, dict) else None
    return isinstance(result, dict) and result.get("content") == ""


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the record that cannot be read."""
    request, base = conversation.request, conversation.base
    messages: list[Message] = []
    for number in range(len(conversation.records)):
        record, at = common.record_at(conversation.records, number), (*base, number)
        role = ROLES.get(record["role"])
        if role is None:
            raise LoadError(f"Message {number}: the role '{record['role'][:40]}' is not one of {', '.join(ROLES)}.")
        blocks = _blocks(record.get("content"), (*at, "content"), number)
        for neutral, parts, where in splitting.split(role, at, blocks):
            messages.append(Message(len(messages), neutral, parts, where, id=common.id_of(record)))
    config = request.get("toolConfig")
    tools = _tools(config.get("tools") if isinstance(config, dict) else None)
    model = request.get("modelId")
    # the API refuses toolUse and toolResult blocks without a toolConfig: then the tools have to stay
    bound = any(message.calls or message.results for message in messages)
    return Parsed(
        tuple(messages),
        system=_system(request.get("system"), conversation.key("system")) if base else (),
        tools=tools,
        tools_at=conversation.key("toolConfig") if base and tools and not bound else None,
        model=model if isinstance(model, str) else None,
    )


def _system(system: Any, at: Pointer) -> tuple[Text, ...]:
    if not isinstance(system, list):
        return common.strings_of(system, at)
    found: list[Text] = []
    for position, block in enumerate(system):
        if isinstance(block, dict):
            found += common.strings_of(block.get("text"), (*at, position, "text"))
    return tuple(found)


def _tools(tools: Any) -> tuple[ToolSpec, ...]:
    found: list[ToolSpec] = []
    for tool in tools if isinstance(tools, list) else ():
        spec = tool.get("toolSpec") if isinstance(tool, dict) else None
        if isinstance(spec, dict):
            name = spec.get("name")
            found.append(ToolSpec(name if isinstance(name, str) else "?", canonical.readable(tool)))
    return tuple(found)


def _blocks(content: Any, at: Pointer, number: int) -> list[tuple[Pointer, list[Part]]]:
    if content is None or isinstance(content, str):
        return [(at, list(common.strings_of(content, at)))]
    if not isinstance(content, list):
        raise LoadError(f"Message {number}: 'content' is a {common.kind_of(content)}, a list was expected.")
    blocks: list[tuple[Pointer, list[Part]]] = []
    for position, block in enumerate(content):
        if not isinstance(block, dict):
            raise LoadError(f"Message {number}: block {position} is a {common.kind_of(block)}, an object was expected.")
        blocks.append(((*at, position), _block(block, (*at, position), number)))
    return blocks


def _block(block: dict[str, Any], at: Pointer, number: int) -> list[Part]:
    if "text" in block:
        return list(common.strings_of(block["text"], (*at, "text")))
    kind = next((key for key in BLOCKS if key in block), "block")
    if kind == "cachePoint" or not block:
        return []  # a mark for the cache, or nothing at all: it goes with the block before it
    if kind in ("toolUse", "toolResult"):
        value = block[kind]
        if not isinstance(value, dict):
            raise LoadError(f"Message {number}: '{kind}' is a {common.kind_of(value)}, an object was expected.")
        identity = value.get("toolUseId")
        identity = identity if isinstance(identity, str) and identity else None
        if kind == "toolResult":
            return [_result(value, identity, (*at, kind), number)]
        arguments = common.arguments_text(value.get("input"))
        key = identity or f"\x00{number}.{at[-1]}"
        return [ToolCall(key, identity, str(value.get("name") or "?"), arguments, at)]
    if kind == "reasoningContent":
        value = block[kind]
        inner = value.get("reasoningText") if isinstance(value, dict) else None
        if isinstance(inner, dict) and isinstance(inner.get("text"), str):
            return [Thinking(inner["text"], (*at, kind, "reasoningText", "text"))]
    return [common.picture(kind, block, at) if kind in PICTURES else common.media(kind, block, at)]


def _result(value: dict[str, Any], identity: str | None, at: Pointer, number: int) -> ToolResult:
    content = value.get("content")
    texts: list[Text] = []
    media: list[Media] = []
    if content is None or isinstance(content, str):
        texts += common.strings_of(content, (*at, "content"))
    elif not isinstance(content, list):
        raise LoadError(f"Message {number}: the content of a tool result is a {common.kind_of(content)}.")
    for position, part in enumerate(content if isinstance(content, list) else ()):
        here = (*at, "content", position)
        if not isinstance(part, dict):
            raise LoadError(f"Message {number}: a part of a tool result is a {common.kind_of(part)}.")
        if "text" in part:
            texts += common.strings_of(part["text"], (*here, "text"))
        elif "json" in part:
            texts.append(Text(canonical.readable(part["json"]), here, (("text", None),)))
        else:
            kind = next((key for key in PICTURES if key in part), "part")
            media.append(common.picture(kind, part, here) if kind != "part" else common.media(kind, part, here))
    failed = value.get("status") == "error"
    return ToolResult(identity or "", identity, None, tuple(texts), tuple(media), failed, at)
