"""`--set KEY=VALUE`: one policy key changed on the command line."""

from __future__ import annotations

from typing import Any

from trimscope.errors import PolicyError, TrimscopeError
from trimscope.source import reading


def assign(mapping: dict[str, Any], assignment: str) -> None:
    """One `key=value` or `table.key=value`; the value is JSON, or else the text as it stands."""
    key, separator, text = assignment.partition("=")
    if not separator:
        raise PolicyError(f"--set {assignment}: write it as key=value.")
    try:
        value = reading.parse(text)
    except TrimscopeError:
        value = text
    table, dot, inner = key.partition(".")
    if dot:
        current = mapping.get(table)
        mapping[table] = (current if isinstance(current, dict) else {}) | {inner: value}
    else:
        mapping[key] = value
