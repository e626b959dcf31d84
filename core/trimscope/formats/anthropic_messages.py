"""Anthropic Messages: content blocks, results as `tool_result` blocks in user records, top-level `system`.

Source: Anthropic's Messages API reference and recorded requests. A record that holds results becomes a neutral
`tool` message and, if it has content of its own, a `user` message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, shape, traits
from trimscope.formats.anthropic_usage import usage_of
from trimscope.formats.source import NO_MARK, Conversation, Parsed, Source
from trimscope.formats.traits import Traits
from trimscope.source import canonical
from trimscope.transcript import (
    Media,
    Message,
    Part,
    Pointer,
    Role,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)

NAME = "anthropic-messages"
PROVIDER = "anthropic"

ROLES: Mapping[str, Role] = {"user": "user", "assistant": "assistant", "system": "system"}
"""`system` as a record is a beta of the API; the usual place is the top level."""

CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
PICTURES = ("image", "document", "file", "container_upload")
COMPACTION = "compaction"
"""The block in which the provider hands its own summary back: what stands before it is not read any more."""
MARKS = ("compaction", "tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "mcp_tool_use")
"""Block types that only this dialect has."""

hollow = common.hollow
user_record = common.user_record
text_part = common.text_part


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of records, a request body, JSON Lines of either, a batch of requests."""
    return shape.requests(source) or _batch(source)


def _batch(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a batch: `{"requests": [{"custom_id": ..., "params": <a request>}]}`."""
    found: list[Conversation] = []
    requests = source.top.get("requests")
    for number, item in enumerate(requests if isinstance(requests, list) else ()):
        params = item.get("params") if isinstance(item, dict) and "custom_id" in item else None
        if not isinstance(params, dict) or not isinstance(params.get("messages"), list):
            return ()
        base = ("requests", number, "params", "messages")
        name = shape.name_of(item, number)
        found.append(Conversation(name, source.document, source.layout, base, params, params["messages"]))
    return tuple(found)


def detect(source: Source) -> str | None:
    """Why this is Anthropic Messages, or None."""
    if _batch(source):
        return "a batch: 'requests' with 'custom_id' and 'params'"
    found = shape.requests(source)
    return _detect(found[0].request, found[0].records, traits.of(source)) if found else None


def _detect(request: Mapping[str, Any], records: list[Any], has: Traits) -> str | None:
    if not has.roles <= ROLES.keys():
        return None
    for record in records if not has.kinds.isdisjoint(MARKS) else ():
        content = record.get("content") if isinstance(record, dict) else None
        for block in content if isinstance(content, list) else ():
            kind = block.get("type") if isinstance(block, dict) else None
            if kind in MARKS:
                return f"a content block of type '{kind}'"
    system = request.get("system")
    blocks = system if isinstance(system, list) else ()
    if isinstance(system, str) or any(isinstance(block, dict) and "type" in block for block in blocks):
        return "a top-level 'system' beside 'messages'"
    return "the key 'anthropic_version'" if "anthropic_version" in request else None


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A user record with one error result."""
    block = {"type": "tool_result", "tool_use_id": call_id or "", "is_error": True, "content": text}
    return {"role": "user", "content": [block]}


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the record that cannot be read."""
    request, base = conversation.request, conversation.base
    messages: list[Message] = []
    epochs: set[int] = set()
    for number in range(len(conversation.records)):
        record = common.record_at(conversation.records, number)
        role = ROLES.get(record["role"])
        if role is None:
            raise LoadError(f"Message {number}: the role '{record['role'][:40]}' is not one of {', '.join(ROLES)}.")
        mark = conversation.marks.get(number, NO_MARK)
        usage = mark.usage
        if usage is None and role == "assistant" and "usage" in record:
            usage = usage_of(record["usage"])
        identity = mark.id or common.id_of(record)
        for neutral, parts, where in _split(role, record.get("content"), (*base, number), number):
            for part in parts:
                if type(part) is Media and _compacts(part):
                    epochs.add(len(messages))
            added = mark.injected is True and neutral == "user"
            messages.append(Message(len(messages), neutral, parts, where, added, identity, usage, mark.origin))
    model = request.get("model")
    return Parsed(
        tuple(messages),
        system=_system(request.get("system"), conversation.key("system")) if base else (),
        tools=common.tool_specs(request.get("tools")),
        tools_at=conversation.key("tools") if base and request.get("tools") else None,
        model=model if isinstance(model, str) else None,
        notes=(common.compacted_note(),) if epochs else (),
        epochs=frozenset(epochs),
    )


def _compacts(part: Media) -> bool:
    """True for a compaction block with a summary in it (one that failed has none, and changes nothing)."""
    return part.kind == COMPACTION and part.at[-1] == "content"


def _system(system: Any, at: Pointer) -> tuple[Text, ...]:
    if isinstance(system, list):
        return tuple(
            Text(block["text"], (*at, position, "text"))
            for position, block in enumerate(system)
            if isinstance(block, dict) and isinstance(block.get("text"), str) and block["text"]
        )
    return common.strings_of(system, at)


def _split(
    role: Role, content: Any, at: Pointer, number: int
) -> list[tuple[Role, tuple[Part, ...], tuple[Pointer, ...]]]:
    """One record as one or two neutral messages, each with the nodes that are it."""
    blocks = _blocks(content, (*at, "content"), number)
    results = [part for part in blocks if isinstance(part, ToolResult)] if role == "user" else []
    if not results:
        return [(role, tuple(blocks), (at,))]
    if len(results) == len(blocks):
        return [("tool", tuple(results), (at,))]
    own = [part for part in blocks if not isinstance(part, ToolResult)]
    first_own = next(i for i, part in enumerate(blocks) if not isinstance(part, ToolResult))
    last_result = max(i for i, part in enumerate(blocks) if isinstance(part, ToolResult))
    tool = ("tool", tuple(results), tuple(_block_at(part) for part in results))
    user = ("user", tuple(own), tuple(dict.fromkeys(_block_at(part) for part in own)))
    # content before a result is a fault of the record: the order of the neutral messages must show it
    return [user, tool] if first_own < last_result else [tool, user]  # type: ignore[list-item]


def _block_at(part: Part) -> Pointer:
    """Pointer of the content block a part was read from."""
    return part.at[: part.at.index("content") + 2] if "content" in part.at else part.at


def _blocks(content: Any, at: Pointer, number: int) -> list[Part]:
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [Text(content, at)]
    if not isinstance(content, list):
        raise LoadError(f"Message {number}: 'content' is a {common.kind_of(content)}, text or a list was expected.")
    parts: list[Part] = []
    for position, block in enumerate(content):
        if not isinstance(block, dict):
            raise LoadError(f"Message {number}: block {position} is a {common.kind_of(block)}, an object was expected.")
        part = _block(block, (*at, position), number)
        if part is not None:
            parts.append(part)
    return parts


def _block(block: dict[str, Any], at: Pointer, number: int) -> Part | None:
    """The part that a block is; None for an empty text."""
    kind = str(block.get("type") or "block")
    if kind == "text":
        text = block.get("text")
        return Text(text, (*at, "text")) if isinstance(text, str) and text else None
    if kind == "thinking":
        text = block.get("thinking")
        return Thinking(text if isinstance(text, str) else "", (*at, "thinking"))
    if kind in CALLS:
        identity = block.get("id")
        identity = identity if isinstance(identity, str) and identity else None
        arguments = common.arguments_text(block.get("input"))
        key = identity or f"\x00{number}.{at[-1]}"
        return ToolCall(key, identity, str(block.get("name") or "?"), arguments, at, kind != "tool_use")
    if kind == COMPACTION and isinstance(block.get("content"), str):
        return Media(kind, len(canonical.dumps(block)), block["content"], (*at, "content"))
    if kind == "tool_result" or kind.endswith("_tool_result"):
        return _result(block, at, kind, number)
    return _media(kind, block, at)


def _media(kind: str, block: dict[str, Any], at: Pointer) -> Media:
    """A block that is no text of its own; a document may be plain text inside, which is priced as text."""
    source = block.get("source")
    if isinstance(source, dict) and source.get("type") == "text" and isinstance(source.get("data"), str):
        return Media(kind, len(canonical.dumps(block)), source["data"], at)
    return common.picture(kind, block, at) if kind in PICTURES else common.media(kind, block, at)


def _result(block: dict[str, Any], at: Pointer, kind: str, number: int) -> ToolResult:
    identity = block.get("tool_use_id")
    identity = identity if isinstance(identity, str) and identity else None
    content = block.get("content")
    texts: tuple[Text, ...] = ()
    other: tuple[Media, ...] = ()
    if kind != "tool_result":  # the provider's own result: encrypted parts, handed back as they are
        other = (common.media(kind, content, (*at, "content")),)
    elif isinstance(content, list):
        texts, other = _result_parts(content, (*at, "content"), number)
    elif content is not None and not isinstance(content, str):
        raise LoadError(f"Message {number}: the content of a tool result is a {common.kind_of(content)}.")
    elif content:
        texts = (Text(content, (*at, "content")),)
    return ToolResult(identity or "", identity, None, texts, other, block.get("is_error") is True, at)


def _result_parts(content: list[Any], at: Pointer, number: int) -> tuple[tuple[Text, ...], tuple[Media, ...]]:
    texts: list[Text] = []
    other: list[Media] = []
    for position, part in enumerate(content):
        if not isinstance(part, dict):
            raise LoadError(f"Message {number}: a part of a tool result is a {common.kind_of(part)}.")
        kind = str(part.get("type") or "part")
        if kind != "text":
            other.append(_media(kind, part, (*at, position)))
            continue
        text = part.get("text")
        if isinstance(text, str) and text:
            texts.append(Text(text, (*at, position, "text")))
    return tuple(texts), tuple(other)
