"""Neighbours of one role as one record, for providers that let user and assistant take turns only."""

from __future__ import annotations

from types import ModuleType
from typing import Any

ROLES = ("user", "assistant", "model")
"""Roles that take turns; results that are records of their own (role tool) stay as they are."""


def join(dialect: ModuleType, records: list[Any]) -> list[Any]:
    """The records with neighbours of one role joined; records that need nothing are the same objects."""
    joined: list[Any] = []
    for record in records:
        if joined and _meet(joined[-1], record):
            joined[-1] = _joined(dialect, joined[-1], record)
        else:
            joined.append(record)
    return joined


def _meet(before: Any, record: Any) -> bool:
    if not isinstance(before, dict) or not isinstance(record, dict):
        return False
    return before.get("role") == record.get("role") and record.get("role") in ROLES


def _joined(dialect: ModuleType, before: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
    """One record of two: content parts and calls of both in order; of other fields the first record's."""
    key = getattr(dialect, "CONTENT", "content")
    whole = record | before
    parts = [*_parts(dialect, before.get(key)), *_parts(dialect, record.get(key))]
    if parts:
        whole[key] = parts
    for field in ("tool_calls", "images"):
        if isinstance(before.get(field), list) and isinstance(record.get(field), list):
            whole[field] = [*before[field], *record[field]]
    return whole


def _parts(dialect: ModuleType, content: Any) -> list[Any]:
    if isinstance(content, str):
        return [dialect.text_part(content)] if content else []
    return list(content) if isinstance(content, list) else []
