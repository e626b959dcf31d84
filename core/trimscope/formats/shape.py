"""Where the records of a request lie, whatever the dialect.

A bare list of records, an object that holds the list under the dialect's key (`messages`, `input`, `contents`),
such an object wrapped once (`request`, `body`), JSON Lines of records, JSON Lines (or a list) of such objects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer

WRAPPERS = ("request", "body")
"""Keys under which logs keep the request body."""

NAMES = ("id", "conversation_id", "custom_id", "task_id", "instance_id")
"""Fields that name a conversation in files that hold many."""


def requests(source: Source, key: str = "messages") -> tuple[Conversation, ...]:
    """The conversations of a file in this shape; empty when its shape is another.

    A bare list is taken for a list of records: whether they are the dialect's is for the dialect to see.
    """
    return source.once(f"requests in {key}", lambda: _requests(source, key))


def _requests(source: Source, key: str) -> tuple[Conversation, ...]:
    document = source.document
    if isinstance(document, list):
        if not document or not all(isinstance(item, dict) for item in document):
            return ()
        if any(_holder(item, key) is not None for item in document):
            return _many(document, key)
        return (Conversation("0", document, source.layout, (), {key: document}, document),)
    at = _holder(document, key)
    if at is None:
        return ()
    request = _follow(document, at)
    return (Conversation("0", document, source.layout, (*at, key), request, request[key]),)


def _many(document: list[Any], key: str) -> tuple[Conversation, ...]:
    found: list[Conversation] = []
    for number, item in enumerate(document):
        at = _holder(item, key)
        if at is None:
            return ()
        request = _follow(item, at)
        found.append(Conversation(name_of(item, number), item, "json", (*at, key), request, request[key]))
    return tuple(found)


def name_of(item: Mapping[str, Any], number: int) -> str:
    """What a conversation of a file with many is called: its own id, else its position from 0."""
    named = (item.get(field) for field in NAMES)
    return next((str(name) for name in named if isinstance(name, str | int) and str(name)), str(number))


def _holder(value: Any, key: str) -> Pointer | None:
    """Pointer of the object that holds the list: the value itself, or one wrapper down."""
    if not isinstance(value, dict) or isinstance(value.get("role"), str):
        return None
    if isinstance(value.get(key), list):
        return ()
    for wrapper in WRAPPERS:
        inner = value.get(wrapper)
        if isinstance(inner, dict) and isinstance(inner.get(key), list):
            return (wrapper,)
    return None


def _follow(value: Any, at: Pointer) -> Mapping[str, Any]:
    for step in at:
        value = value[step]
    mapping: Mapping[str, Any] = value
    return mapping
