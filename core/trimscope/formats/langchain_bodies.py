"""Where the fields of a LangChain message lie, in each of its three spellings.

Flat (LangGraph state and API): `{"type": "ai", "content": ...}`. `messages_to_dict`: `{"type": "ai", "data":
{...}}`. The serialised constructor: `{"lc": 1, "type": "constructor", "id": [..., "AIMessage"], "kwargs": {...}}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.transcript import Role

TYPES: Mapping[str, Role] = {
    "human": "user",
    "ai": "assistant",
    "system": "system",
    "developer": "developer",
    "tool": "tool",
    "function": "tool",
}
REMOVE = "remove"
"""A RemoveMessage: it deletes an earlier message by its id."""

REMOVE_ALL = "__remove_all__"
"""The id with which a RemoveMessage deletes everything before it."""

_CHAT_ROLES: Mapping[str, str] = {"user": "human", "assistant": "ai", "model": "ai"}
_SUFFIXES = ("MessageChunk", "Message")


def body_of(record: Mapping[str, Any]) -> tuple[Mapping[str, Any], tuple[str, ...]] | None:
    """The fields of a message, and the key they lie under (none where the record is flat); None for no message."""
    if record.get("lc") == 1:
        inner = record.get("kwargs")
        return (inner, ("kwargs",)) if isinstance(inner, dict) and _class_of(record) else None
    if isinstance(record.get("data"), dict) and "content" in record["data"]:
        return record["data"], ("data",)
    return record, ()


def kind_of(record: Mapping[str, Any]) -> str | None:
    """The kind of a message: a key of `TYPES`, or `REMOVE`; None for what is no message of LangChain's."""
    found = body_of(record)
    if found is None:
        return None
    name = _class_of(record) if found[1] == ("kwargs",) else record.get("type")
    if not isinstance(name, str) or (not found[1] and "role" in record and name != "chat"):
        return None
    if name == "chat":
        role = found[0].get("role")
        name = _CHAT_ROLES.get(role, role) if isinstance(role, str) else ""
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    name = name.lower()
    return name if name in TYPES or name == REMOVE else None


def _class_of(record: Mapping[str, Any]) -> str | None:
    """The class that a serialised constructor names, where it is a message."""
    path = record.get("id")
    name = path[-1] if isinstance(path, list) and path else None
    if not isinstance(name, str) or not name.endswith(_SUFFIXES):
        return None
    if name in ("ChatMessage", "ChatMessageChunk"):
        return "chat"
    return name


def like(record: dict[str, Any], model: Mapping[str, Any]) -> dict[str, Any]:
    """A flat record in the spelling of another one."""
    kind = str(record.get("type"))
    fields = {key: value for key, value in record.items() if key != "type"}
    if model.get("lc") == 1:
        name = {"human": "HumanMessage", "tool": "ToolMessage"}.get(kind, "HumanMessage")
        path = model.get("id")
        before = path[:-1] if isinstance(path, list) else []
        return {"lc": 1, "type": "constructor", "id": [*before, name], "kwargs": {**fields, "type": kind}}
    found = body_of(model)
    if found is not None and found[1] == ("data",):
        return {"type": kind, "data": {**fields, "type": kind}}
    return record
