"""The AI SDK's UIMessages: parts, and a call and its result in one part that has a state.

Source: the SDK's own types and its conversion to model messages. A step of an assistant message becomes an
assistant message with its calls and a tool message with their results; both are the same parts of the record, so
a ring goes whole. Data parts and sources are for the page only: the model never sees them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, shape, vercel_model
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.transcript import Message, Part, Pointer, Role, Thinking, ToolCall, ToolResult

NAME = "vercel-ui-messages"
PROVIDER = "vercel-ai"
CONTENT = "parts"

ROLES: Mapping[str, Role] = {"system": "system", "user": "user", "assistant": "assistant"}
ANSWERED = ("output-available", "output-error", "output-denied", "result")
"""States of a part whose call has a result (`result` is version 4's)."""

UNSENT = ("step-start", "source", "source-url", "source-document")
"""Parts that the model never sees, besides `data-...`."""

Errors = dict[str | None, list[Any]]
"""Texts of results that were made up, by the id of their call, in order."""

Piece = tuple[Role, tuple[Part, ...], tuple[Pointer, ...]]

hollow = common.hollow_parts
text_part = common.text_part


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of messages, an object that holds one, JSON Lines of either."""
    return shape.requests(source)


def detect(source: Source) -> str | None:
    """Why these are UIMessages, or None: roles, and parts that have a type."""
    for each in conversations(source):
        if each.records and all(_is_message(record) for record in each.records):
            if any(CONTENT in record for record in each.records):
                return "messages with 'role' and typed 'parts'"
            if any("toolInvocations" in record for record in each.records):
                return "messages with 'toolInvocations'"
    return None


def _is_message(record: Any) -> bool:
    if not isinstance(record, dict) or record.get("role") not in tuple(ROLES):
        return False
    if CONTENT not in record:
        return isinstance(record.get("content"), str)
    parts = record[CONTENT]
    if not isinstance(parts, list) or not all(isinstance(part, dict) and "type" in part for part in parts):
        return False
    # OpenTelemetry's messages look alike, but keep a part's text under `content`
    return all(isinstance(part.get("text"), str) for part in parts if part["type"] in ("text", "reasoning"))


def user_record(text: str) -> dict[str, Any]:
    """A user message; `settle` gives it an id."""
    return {"role": "user", CONTENT: [text_part(text)]}


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """An error result, until `settle` writes it into the part of its call: the format has no result of its own."""
    return {"role": "tool", "toolCallId": call_id, "errorText": text}


def settle(records: list[Any]) -> list[Any]:
    """Results that were made up go into the parts of their calls, inserted messages get an id, and the copies that
    version 4 keeps of texts and calls say what the parts say."""
    errors: Errors = {}
    for record in records:
        if _is_answer(record):
            errors.setdefault(record["toolCallId"], []).append(record["errorText"])
    settled: list[Any] = []
    for record in records:
        if _is_answer(record):
            continue
        if isinstance(record, dict) and isinstance(record.get(CONTENT), list):
            record = _settled(record, errors, len(settled))
        settled.append(record)
    return settled


def _is_answer(record: Any) -> bool:
    return isinstance(record, dict) and set(record) == {"role", "toolCallId", "errorText"}


def _settled(record: dict[str, Any], errors: Errors, position: int) -> dict[str, Any]:
    parts = [_with_error(part, errors) for part in record[CONTENT]]
    if any(new is not old for new, old in zip(parts, record[CONTENT], strict=True)):
        record = {**record, CONTENT: parts}
    if "id" not in record and set(record) == {"role", CONTENT}:
        record = {"id": f"trim-note-{position}", **record}
    invocations = [part["toolInvocation"] for part in parts if isinstance(part, dict) and "toolInvocation" in part]
    if isinstance(record.get("toolInvocations"), list) and record["toolInvocations"] != invocations:
        record = {**record, "toolInvocations": invocations}
    text = "".join(part["text"] for part in parts if isinstance(part, dict) and _is_text(part))
    if isinstance(record.get("content"), str) and record["content"] != text and record["content"]:
        record = {**record, "content": text}
    return record


def _is_text(part: Mapping[str, Any]) -> bool:
    return part.get("type") == "text" and isinstance(part.get("text"), str)


def _with_error(part: Any, errors: Errors) -> Any:
    if not errors or not isinstance(part, dict):
        return part
    node = _invocation(part)
    if node is None or node[0].get("state") in ANSWERED:
        return part
    waiting = errors.get(_id_of(node[0]))
    if not waiting:
        return part
    text = waiting.pop(0)
    if node[1]:
        return {**part, "toolInvocation": {**node[0], "state": "result", "result": text, "isError": True}}
    return {**part, "state": "output-error", "errorText": text}


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the message that cannot be read."""
    request, base = conversation.request, conversation.base
    messages: list[Message] = []
    for index in range(len(conversation.records)):
        record, at = common.record_at(conversation.records, index), (*base, index)
        role = ROLES.get(record["role"])
        if role is None:
            raise LoadError(f"Message {index}: the role '{record['role'][:40]}' is not one of {', '.join(ROLES)}.")
        for neutral, parts, where in _pieces(record, role, at, index):
            messages.append(Message(len(messages), neutral, parts, where, id=common.id_of(record)))
    model = request.get("model")
    return Parsed(
        tuple(messages),
        system=common.strings_of(request.get("system"), conversation.key("system")) if base else (),
        tools=common.tool_specs(request.get("tools")),
        model=model if isinstance(model, str) else None,
    )


def _pieces(record: dict[str, Any], role: Role, at: Pointer, index: int) -> list[Piece]:
    """A record as messages: one, or for an assistant one or two a step."""
    blocks = record.get(CONTENT)
    if blocks is None:
        blocks, key = record.get("toolInvocations") or [], "toolInvocations"
        own = list(common.strings_of(record.get("content"), (*at, "content")))
    else:
        key, own = CONTENT, []
    if not isinstance(blocks, list):
        raise LoadError(f"Message {index}: '{key}' is a {common.kind_of(blocks)}, a list was expected.")
    steps: list[tuple[list[Part], list[ToolResult], list[Pointer]]] = [([*own], [], [])]
    for position, block in enumerate(blocks):
        if not isinstance(block, dict):
            raise LoadError(f"Message {index}: part {position} is a {common.kind_of(block)}.")
        here = (*at, key, position)
        if block.get("type") == "step-start" and (steps[-1][0] or steps[-1][1]):
            steps.append(([], [], []))
        parts, results, where = steps[-1]
        _read(block, here, index, parts, results)
        where.append(here)
    if len(steps) > 1 and not steps[-1][0] and not steps[-1][1]:
        steps[-2][2].extend(steps.pop()[2])
    pieces: list[Piece] = []
    for parts, results, where in steps:
        nodes = (at,) if len(steps) == 1 else tuple(where)
        pieces.append((role, tuple(parts), nodes))
        if results:
            whole = (at,) if len(steps) == 1 else tuple(result.at[: len(at) + 2] for result in results)
            pieces.append(("tool", tuple(results), whole))
    return pieces


def _invocation(part: Mapping[str, Any]) -> tuple[Mapping[str, Any], tuple[str, ...]] | None:
    """The object that holds a call and its result, and the key it lies under; None for another kind of part."""
    kind = str(part.get("type") or "")
    inner = part.get("toolInvocation")
    if isinstance(inner, dict):
        return inner, ("toolInvocation",)
    if kind == "dynamic-tool" or kind.startswith("tool-") or ("toolCallId" in part and not kind):
        return part, ()
    return None


def _id_of(node: Mapping[str, Any]) -> str | None:
    identity = node.get("toolCallId")
    return identity if isinstance(identity, str) and identity else None


def _read(part: dict[str, Any], at: Pointer, index: int, parts: list[Part], results: list[ToolResult]) -> None:
    kind = str(part.get("type") or "part")
    found = _invocation(part)
    if found is not None:
        _read_tool(found[0], kind, (*at, *found[1]), index, parts, results)
    elif kind == "text":
        parts += common.strings_of(part.get("text"), (*at, "text"))
    elif kind == "reasoning":
        field = "text" if "text" in part else "reasoning"
        text = part.get(field)
        parts.append(Thinking(text if isinstance(text, str) else "", (*at, field)))
    elif kind not in UNSENT and not kind.startswith("data-"):
        parts.append(common.picture(kind, part, at))


def _read_tool(
    node: Mapping[str, Any], kind: str, at: Pointer, index: int, parts: list[Part], results: list[ToolResult]
) -> None:
    identity = _id_of(node)
    key = identity or f"\x00{index}.{at}"
    name = str(node.get("toolName") or kind.removeprefix("tool-") or "?")
    server = node.get("providerExecuted") is True
    arguments = common.arguments_text(node.get("input", node.get("args", node.get("rawInput"))))
    parts.append(ToolCall(key, identity, name, arguments, at, server=server))
    state = node.get("state")
    if state not in ANSWERED:
        return
    field = "result" if state == "result" else "errorText" if state == "output-error" else "output"
    value, here = node.get(field), (*at, field)
    texts = common.strings_of(value, here) if isinstance(value, str) else vercel_model.plain(value, here)
    failed = state in ("output-error", "output-denied") or node.get("isError") is True
    result = ToolResult(key, identity, name, texts, (), failed, at)
    (parts if server else results).append(result)
