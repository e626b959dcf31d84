"""Where the messages lie: the shapes in which a list of chat messages comes, whatever the dialect.

A bare list, an object with `messages`, a request body wrapped once (`request`, `body`), JSON Lines of messages,
JSON Lines (or a list) of conversations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from trimscope.errors import LoadError
from trimscope.transcript import Pointer

WRAPPERS = ("request", "body")
"""Keys under which logs keep the request body."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation of a document: the list of its records and the request they belong to."""

    name: str
    document: Any
    layout: Literal["json", "jsonl"]
    base: Pointer
    """pointer of the list of records, in `document`"""
    request: Mapping[str, Any]
    """the object that holds `messages` (for a bare list: an object made of it)"""

    @property
    def records(self) -> list[Any]:
        records: list[Any] = self.request["messages"]
        return records

    def key(self, name: str) -> Pointer:
        """Pointer of another key of the request, e.g. its tools."""
        return (*self.base[:-1], name)


def conversations(document: Any, layout: Literal["json", "jsonl"]) -> tuple[Conversation, ...]:
    """All conversations of a document, at least one. Raises LoadError when it holds no messages."""
    if isinstance(document, list):
        if not document:
            raise LoadError("The list is empty: a transcript needs at least one message.")
        if any(_request_at(item) is not None for item in document):
            return _many(document, layout)
        return (Conversation("0", document, layout, (), {"messages": document}),)
    at = _request_at(document)
    if at is None:
        raise LoadError(
            "This is JSON, but no transcript: an object with a list 'messages', or a list of messages, was expected."
        )
    return (Conversation("0", document, layout, (*at, "messages"), _follow(document, at)),)


def _many(document: list[Any], layout: Literal["json", "jsonl"]) -> tuple[Conversation, ...]:
    found: list[Conversation] = []
    for number, item in enumerate(document):
        at = _request_at(item)
        if at is None:
            unit = "Line" if layout == "jsonl" else "Item"
            raise LoadError(f"{unit} {number + (layout == 'jsonl')}: a conversation with 'messages' was expected here.")
        name = item.get("id") or item.get("conversation_id") or item.get("custom_id")
        found.append(
            Conversation(str(name) if name else str(number), item, "json", (*at, "messages"), _follow(item, at))
        )
    return tuple(found)


def _request_at(value: Any) -> Pointer | None:
    """Pointer of the object that holds a list `messages`: the value itself, or one wrapper down."""
    if not isinstance(value, dict) or isinstance(value.get("role"), str):
        return None
    if isinstance(value.get("messages"), list):
        return ()
    for wrapper in WRAPPERS:
        inner = value.get(wrapper)
        if isinstance(inner, dict) and isinstance(inner.get("messages"), list):
            return (wrapper,)
    return None


def _follow(value: Any, at: Pointer) -> Mapping[str, Any]:
    for step in at:
        value = value[step]
    mapping: Mapping[str, Any] = value
    return mapping
