"""The parts of pydantic-ai's requests and responses, read into neutral parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats import common
from trimscope.source import canonical
from trimscope.transcript import Media, Part, Pointer, Role, Text, Thinking, ToolCall, ToolResult

PICTURES = ("image-url", "audio-url", "video-url", "document-url", "binary", "file", "uploaded-file")
"""Kinds of content that are no text."""

BOOKKEEPING = (
    "instruction-baseline",
    "instruction-delta",
    "tool-availability-delta",
    "capability-load-delta",
    "model-settings-delta",
)
"""Parts of requests in which newer versions note what changed; they say nothing to the model by themselves."""

CALLS = ("tool-call", "builtin-tool-call", "native-tool-call")
SERVER_RESULTS = ("builtin-tool-return", "native-tool-return")


def request_part(part: Mapping[str, Any], at: Pointer) -> tuple[Role, tuple[Part, ...], bool]:
    """The side, the neutral parts, and whether nobody typed it."""
    kind = part.get("part_kind")
    content, here = part.get("content"), (*at, "content")
    if kind in ("system-prompt", "instruction"):
        return "system", common.strings_of(content, here), False
    if kind == "tool-return" or (kind == "retry-prompt" and part.get("tool_name")):
        return "tool", (_result(part, at),), False
    if kind in ("user-prompt", "retry-prompt", "retry-feedback"):
        return "user", _content(content, here), kind != "user-prompt"
    if kind == "compaction":
        return "user", (response_part(part, at, 0),), True
    return "user", (common.media(str(kind or "part"), part, at),), kind != "speech"


def response_part(part: Mapping[str, Any], at: Pointer, index: int) -> Part:
    """One part of the model's response."""
    kind = str(part.get("part_kind") or "part")
    content = part.get("content")
    if kind == "text":
        return Text(content if isinstance(content, str) else "", (*at, "content"))
    if kind == "thinking":
        return Thinking(content if isinstance(content, str) else "", (*at, "content"))
    identity = part.get("tool_call_id")
    identity = identity if isinstance(identity, str) and identity else None
    name = str(part.get("tool_name") or "?")
    if kind in CALLS:
        key = identity or f"\x00{index}.{at[-1]}"
        arguments = common.arguments_text(part.get("args"))
        return ToolCall(key, identity, name, arguments, at, server=kind != "tool-call")
    if kind in SERVER_RESULTS:
        body = common.media(kind, content, (*at, "content"))
        return ToolResult(identity or "", identity, name, (), (body,), part.get("outcome") == "failed", at)
    if kind == "compaction":
        text = content if isinstance(content, str) else ""
        return Media(kind, len(canonical.dumps(part)), text, at)
    return common.picture(kind, part, at) if kind in PICTURES else common.media(kind, part, at)


def _result(part: Mapping[str, Any], at: Pointer) -> ToolResult:
    identity = part.get("tool_call_id")
    identity = identity if isinstance(identity, str) and identity else None
    name = part.get("tool_name")
    failed = part.get("part_kind") == "retry-prompt" or part.get("outcome") not in (None, "success")
    parts = _content(part.get("content"), (*at, "content"))
    texts = tuple(each for each in parts if isinstance(each, Text))
    media = tuple(each for each in parts if isinstance(each, Media))
    return ToolResult(identity or "", identity, name if isinstance(name, str) else None, texts, media, failed, at)


def _content(content: Any, at: Pointer) -> tuple[Part, ...]:
    """Text and media of a content field; what is another JSON value is its JSON text, as it is sent."""
    if content is None or isinstance(content, str):
        return common.strings_of(content, at)
    items = content if isinstance(content, list) else [content]
    if not any(_is_media(item) or _is_mark(item) for item in items):
        texts = isinstance(content, list) and bool(content) and all(isinstance(item, str) for item in content)
        if not texts:
            return (Text(canonical.readable(content), at),)
    if not isinstance(content, list):
        return () if _is_mark(content) else (common.picture(str(content["kind"]), content, at),)
    parts: list[Part] = []
    for position, item in enumerate(items):
        here = (*at, position)
        if isinstance(item, str):
            parts += common.strings_of(item, here)
        elif _is_media(item) and item["kind"] == "text-content":
            parts += common.strings_of(item.get("content"), (*here, "content"))
        elif _is_mark(item):
            continue
        elif _is_media(item):
            parts.append(common.picture(item["kind"], item, here))
        else:
            parts.append(Text(canonical.readable(item), here))
    return tuple(parts)


def _is_media(item: Any) -> bool:
    return isinstance(item, dict) and item.get("kind") in (*PICTURES, "text-content")


def _is_mark(item: Any) -> bool:
    """A mark in the content that is not sent as content."""
    return isinstance(item, dict) and item.get("kind") == "cache-point"
