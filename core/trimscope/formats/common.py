"""What the chat dialects share: records that must be objects, text parts, opaque blocks, tool definitions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.pictures import holding
from trimscope.source import canonical
from trimscope.transcript import Media, Pointer, Text, ToolSpec

OPAQUE_STRING = 256
"""Characters from which a string without a blank counts as encoded data (base64, encrypted), not as text."""

SHOWN_LINES = 5
"""Line numbers that a note lists: enough to look them up, short enough to stay one sentence."""


def record_at(records: list[Any], index: int) -> dict[str, Any]:
    """The record, checked to be an object with a role. Raises LoadError naming the message."""
    record = records[index]
    if not isinstance(record, dict):
        raise LoadError(f"Message {index}: an object was expected, here stands a {kind_of(record)}.")
    if not isinstance(record.get("role"), str):
        raise LoadError(f"Message {index}: it has no 'role' (user, assistant, ...).")
    return record


def id_of(record: Mapping[str, Any]) -> str | None:
    """The record's own id where it is text."""
    identity = record.get("id")
    return identity if isinstance(identity, str) and identity else None


def hollow(at: Pointer) -> bool:
    """Whether a list that edits emptied takes its record along: the list of blocks under `content`."""
    return len(at) >= 2 and at[-1] == "content" and isinstance(at[-2], int)


def hollow_parts(at: Pointer) -> bool:
    """As `hollow`, where the list lies under `parts`."""
    return len(at) >= 2 and at[-1] == "parts" and isinstance(at[-2], int)


def user_record(text: str) -> dict[str, Any]:
    """A user message."""
    return {"role": "user", "content": text}


def text_part(text: str) -> dict[str, Any]:
    """A text block of a message's content."""
    return {"type": "text", "text": text}


def kind_of(value: Any) -> str:
    """The JSON name of a value's type, for error sentences."""
    names = {dict: "JSON object", list: "list", str: "string", bool: "true/false", type(None): "null"}
    return names.get(type(value), "number")


def media(kind: str, node: Any, at: Pointer) -> Media:
    """An opaque block: what reads as text in it is priced, encoded data is not."""
    return Media(kind, len(canonical.dumps(node)), canonical.readable(_plain(node)), at)


def picture(kind: str, node: Any, at: Pointer) -> Media:
    """A block whose price does not come from text at all (image, audio, file)."""
    return Media(kind, len(canonical.dumps(node)), "", at, holding.held(kind, node))


def strings_of(node: Any, at: Pointer) -> tuple[Text, ...]:
    """A field that is a string, or nothing."""
    return (Text(node, at),) if isinstance(node, str) and node else ()


def arguments_text(arguments: Any) -> str:
    """Arguments as JSON text: as they stand when they are text, canonical when they are a value."""
    if isinstance(arguments, str):
        return arguments
    return "" if arguments is None else canonical.readable(arguments)


def tool_specs(tools: Any) -> tuple[ToolSpec, ...]:
    """The tool definitions of a request, whatever dialect wraps them."""
    if not isinstance(tools, list):
        return ()
    return tuple(ToolSpec(_tool_name(tool), canonical.readable(tool)) for tool in tools)


def _tool_name(tool: Any) -> str:
    if not isinstance(tool, dict):
        return "?"
    inner = tool.get("function")
    name = (inner if isinstance(inner, dict) else tool).get("name") or tool.get("type")
    return name if isinstance(name, str) else "?"


def _plain(node: Any) -> Any:
    """The node without encoded data: long strings with no blank in them are left out."""
    if isinstance(node, str):
        return "" if len(node) >= OPAQUE_STRING and " " not in node else node
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if isinstance(node, Mapping):
        return {key: _plain(item) for key, item in node.items()}
    return node


def several_note(count: int) -> dict[str, str]:
    """The note that a file holds more conversations than the one loaded."""
    return {
        "en": f"The file holds {count} conversations; this is one of them (choose another with select).",
        "zh": f"该文件包含 {count} 段对话，当前只载入其中一段（可用 select 选择）。",
    }


def broken_note(lines: tuple[int, ...]) -> dict[str, str]:
    """The note that lines of a log (numbers from 1) are damaged and were left out."""
    shown = ", ".join(str(line) for line in lines[:SHOWN_LINES]) + (", ..." if len(lines) > SHOWN_LINES else "")
    return {
        "en": f"{len(lines)} damaged or half-written line(s) of the log were left out: line {shown}.",
        "zh": f"日志中有 {len(lines)} 行损坏或未写完，已略过：第 {shown} 行。",
    }


def compacted_note() -> dict[str, str]:
    """The note that the provider itself replaced earlier history by a summary."""
    return {
        "en": "The history holds a summary by which the provider itself replaced what came before: it is not the "
        "whole context, and trimming it again takes away what the summary refers to.",
        "zh": "历史中含有服务商自身生成的压缩摘要，此前的内容已被其取代："
        "这并非完整上下文，再次裁剪会丢失摘要所指的内容。",
    }
