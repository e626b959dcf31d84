"""Canonical JSON: one text for one value, the same on every Python."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def dumps(value: Any) -> str:
    """Canonical JSON text: sorted keys, no blanks, ASCII only (a lone surrogate survives as its escape)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def readable(value: Any) -> str:
    """JSON text of a value for people and models: keys in their own order, letters as themselves."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def sha256(value: Any) -> str:
    """Hex SHA-256 of a value's canonical JSON."""
    return hashlib.sha256(dumps(value).encode("ascii")).hexdigest()
