"""The AI SDK's ModelMessages (version 4: CoreMessages): content parts `tool-call` and `tool-result`.

Source: the SDK's own types, and prompts recorded in its telemetry. Results stand in messages of role `tool`, each
with an output that says what it is (version 4: a plain `result`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, shape, traits
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.source import canonical
from trimscope.transcript import Media, Message, Part, Pointer, Role, Text, Thinking, ToolCall, ToolResult

NAME = "vercel-model-messages"
PROVIDER = "vercel-ai"

ROLES: Mapping[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
KINDS = ("tool-call", "tool-result")
"""Types of content parts that only this dialect has."""

PICTURES = ("image", "file", "media", "image-data", "file-data", "image-url", "file-url", "file-id", "image-file-id")

hollow = common.hollow
user_record = common.user_record
text_part = common.text_part


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of messages, an object that holds one, JSON Lines of either."""
    return shape.requests(source) or shape.requests(source, "prompt")


def detect(source: Source) -> str | None:
    """Why these are ModelMessages, or None."""
    if len(shape.requests(source)) == 1 and traits.of(source).kinds.isdisjoint(KINDS):
        return None
    return next((why for each in conversations(source) if (why := detect_records(each.records))), None)


def detect_records(records: list[Any]) -> str | None:
    """Why these records are ModelMessages, or None: a part of a kind that only they have."""
    for record in records:
        role = record.get("role") if isinstance(record, dict) else None
        if not isinstance(role, str) or role not in ROLES:
            return None
    for record in records:
        content = record.get("content")
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and part.get("type") in KINDS and "toolCallId" in part:
                return f"a content part of type '{part['type']}'"
    return None


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A tool message with one error, where only the call's id is known."""
    return _answer(call_id or "", "tool", text, "output")


def answer(call: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A tool message with one error for a call's own part; in version 4's words where the call is in them."""
    return _answer(call.get("toolCallId"), call.get("toolName"), text, "result" if "args" in call else "output")


def _answer(call_id: Any, name: Any, text: str, key: str) -> dict[str, Any]:
    body = {"output": {"type": "error-text", "value": text}} if key == "output" else {"result": text, "isError": True}
    return {"role": "tool", "content": [{"type": "tool-result", "toolCallId": call_id, "toolName": name, **body}]}


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the message that cannot be read."""
    request, base = conversation.request, conversation.base
    messages: list[Message] = []
    for index in range(len(conversation.records)):
        record, at = common.record_at(conversation.records, index), (*base, index)
        role = ROLES.get(record["role"])
        if role is None:
            raise LoadError(f"Message {index}: the role '{record['role'][:40]}' is not one of {', '.join(ROLES)}.")
        parts = _parts(record.get("content"), (*at, "content"), index)
        messages.append(Message(index, role, parts, (at,), id=common.id_of(record)))
    model = request.get("model")
    return Parsed(
        tuple(messages),
        system=common.strings_of(request.get("system"), conversation.key("system")) if base else (),
        tools=common.tool_specs(request.get("tools")),
        tools_at=conversation.key("tools") if base and isinstance(request.get("tools"), list) else None,
        model=model if isinstance(model, str) else None,
    )


def _parts(content: Any, at: Pointer, index: int) -> tuple[Part, ...]:
    if content is None or isinstance(content, str):
        return common.strings_of(content, at)
    if not isinstance(content, list):
        raise LoadError(f"Message {index}: 'content' is a {common.kind_of(content)}, text or a list was expected.")
    parts: list[Part] = []
    for position, part in enumerate(content):
        if not isinstance(part, dict):
            raise LoadError(f"Message {index}: content part {position} is a {common.kind_of(part)}.")
        parts += _part(part, (*at, position), index)
    return tuple(parts)


def _part(part: dict[str, Any], at: Pointer, index: int) -> list[Part]:
    kind = str(part.get("type") or "part")
    if kind == "text":
        return list(common.strings_of(part.get("text"), (*at, "text")))
    if kind in ("reasoning", "redacted-reasoning"):
        text = part.get("text")
        return [Thinking(text if isinstance(text, str) else "", (*at, "text"))]
    identity = part.get("toolCallId")
    identity = identity if isinstance(identity, str) and identity else None
    name = str(part.get("toolName") or "?")
    if kind == "tool-call":
        arguments = common.arguments_text(part.get("input", part.get("args")))
        key = identity or f"\x00{index}.{at[-1]}"
        return [ToolCall(key, identity, name, arguments, at, server=part.get("providerExecuted") is True)]
    if kind == "tool-result":
        texts, media, failed = output_of(part, at)
        return [ToolResult(identity or "", identity, name, texts, media, failed, at)]
    return [common.picture(kind, part, at) if kind in PICTURES else common.media(kind, part, at)]


def output_of(part: Mapping[str, Any], at: Pointer) -> tuple[tuple[Text, ...], tuple[Media, ...], bool]:
    """Texts and media of a result, and whether it is an error."""
    if "output" not in part:  # version 4
        result, here = part.get("result"), (*at, "result")
        texts = common.strings_of(result, here) if isinstance(result, str) else plain(result, here)
        return texts, (), part.get("isError") is True
    output, here = part["output"], (*at, "output")
    if not isinstance(output, dict):
        texts = common.strings_of(output, here) if isinstance(output, str) else plain(output, here)
        return texts, (), False
    kind, value = str(output.get("type") or ""), output.get("value")
    failed = kind.startswith("error") or kind == "execution-denied"
    if isinstance(value, str) and value:
        texts = (Text(value, (*here, "value")),) if kind.endswith("text") else (Text(value, here, _frame(failed)),)
        return texts, (), failed
    if kind == "content" and isinstance(value, list) and all(isinstance(each, dict) for each in value):
        found = _parts(value, (*here, "value"), 0)
        texts = tuple(each for each in found if isinstance(each, Text))
        return texts, tuple(each for each in found if isinstance(each, Media)), failed
    if kind == "execution-denied":
        return common.strings_of(output.get("reason"), (*here, "reason")), (), True
    return plain(value, here, _frame(failed)), (), failed


def _frame(failed: bool) -> tuple[tuple[str, str | None], ...]:
    """How a text is written where a JSON value stood."""
    return (("type", "error-text" if failed else "text"), ("value", None))


def plain(value: Any, at: Pointer, frame: tuple[tuple[str, str | None], ...] = ()) -> tuple[Text, ...]:
    """A JSON value as the text that the model sees."""
    return () if value in (None, "") else (Text(canonical.readable(value), at, frame),)
