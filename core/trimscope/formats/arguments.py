"""Emptying a call's arguments: the call stays with its id and name, its arguments become an empty JSON object, in the
form (text or object) that they have in the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trimscope.formats import common
from trimscope.formats.writing import at
from trimscope.source.edits import Edit, Set
from trimscope.transcript import Pointer, ToolCall, Transcript

EMPTY = "{}"
"""What arguments are read as when they are emptied: valid JSON, which providers ask for."""

WRAPPERS = ("function", "custom", "toolUse", "functionCall")
"""Keys under which dialects put a call's name and arguments together."""

FIELDS = ("arguments", "input", "args", "parameters", "rawInput", "operation", "code")
"""Keys that hold arguments, by the names that dialects have for them."""


def emptied(transcript: Transcript, call: ToolCall) -> tuple[Edit, ...]:
    """The edits that empty a call's arguments, copies of them in the same record included; none where they are part
    of a longer text, or empty already."""
    if len(call.arguments) <= len(EMPTY):
        return ()
    fields = _fields(at(transcript.document, call.at), call.at)
    found = next((place for place in fields if common.arguments_text(place[1]) == call.arguments), None)
    places = [] if found is None else [found, *_copies(transcript, call)]
    return tuple(Set(where, EMPTY if isinstance(value, str) else {}) for where, value in places)


def _fields(node: Any, where: Pointer) -> Iterator[tuple[Pointer, Any]]:
    """Fields of a call's node that may hold its arguments, with their places."""
    if isinstance(node, dict):
        for key in WRAPPERS:
            yield from _fields(node.get(key), (*where, key))
        for key in FIELDS:
            if isinstance(node.get(key), str | dict):
                yield (*where, key), node[key]


def _copies(transcript: Transcript, call: ToolCall) -> Iterator[tuple[Pointer, Any]]:
    """The same call written again in its record (LangChain: as a block of the content, as the provider gave it)."""
    if call.id is None or "tool_calls" not in call.at[:-1]:
        return
    body_at = call.at[: call.at.index("tool_calls")]
    body = at(transcript.document, body_at)
    extra = body.get("additional_kwargs") if isinstance(body, dict) else None
    lists: list[tuple[Pointer, Any]] = [
        ((*body_at, "content"), body.get("content") if isinstance(body, dict) else None)
    ]
    if isinstance(extra, dict):
        lists.append(((*body_at, "additional_kwargs", "tool_calls"), extra.get("tool_calls")))
    for where, nodes in lists:
        for position, node in enumerate(nodes if isinstance(nodes, list) else ()):
            if isinstance(node, dict) and call.id in (node.get("id"), node.get("call_id")):
                yield from _fields(node, (*where, position))
