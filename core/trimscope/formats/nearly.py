"""What is nearly a transcript: no messages, or one that cannot be read among others. One sentence names the place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from trimscope.formats import common

KEYS = ("messages", "input", "contents")
"""Where requests hold their messages."""

ROLES = ("system", "developer", "user", "assistant", "tool", "function", "model")
"""The roles of all dialects together."""


def sentence(document: Any) -> str | None:
    """What keeps a value from being a transcript, when its shape says that it is meant to be one."""
    key = next((key for key in KEYS if isinstance(document, Mapping) and isinstance(document.get(key), list)), None)
    records = document if key is None else document[key]
    if not isinstance(records, list):
        return None
    if not records:
        return f"'{key}' is empty: a transcript needs at least one message." if key else None
    wrong = Counter(_wrong(record) is None for record in records)
    if key is None and not wrong[True]:
        return None  # any list of anything
    return next((f"Message {i}: {told}" for i, each in enumerate(records) if (told := _wrong(each))), None)


def _wrong(record: Any) -> str | None:
    if not isinstance(record, Mapping):
        return f"an object with 'role' was expected, here stands a {common.kind_of(record)}."
    role = record.get("role")
    if role in (None, ""):
        return "it has no 'role' (system, user, assistant, tool, ...)."
    if not isinstance(role, str):
        return f"its 'role' is a {common.kind_of(role)}, a word was expected."
    known = ", ".join(ROLES)
    return None if role in ROLES else f"the role '{role[:40]}' is not known: it is one of {known}."
