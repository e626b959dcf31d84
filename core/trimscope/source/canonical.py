"""Canonical JSON: one text for one value, the same on every Python."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def dumps(value: Any) -> str:
    """Canonical JSON text: sorted keys, no blanks, ASCII only (a lone surrogate survives as its escape)."""
    return _CANONICAL.encode(value)


def readable(value: Any) -> str:
    """JSON text of a value for people and models: keys in their own order, letters as themselves."""
    return (_flat(value) if type(value) is dict else None) or _READABLE.encode(value)


def sha256(value: Any) -> str:
    """Hex SHA-256 of a value's canonical JSON."""
    return hashlib.sha256(dumps(value).encode("ascii")).hexdigest()


# made once: json.dumps builds an encoder for every call, which shows on a file of thousands of small arguments
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
_READABLE = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def _flat(fields: dict[str, Any]) -> str | None:
    """The text of an object of texts and whole numbers, as most arguments of tools are; None for any other.

    Setting up an encoder takes longer than writing so little: it was a tenth of the time of reading such a file.
    """
    pairs: list[str] = []
    for key, value in fields.items():
        if type(value) is str and type(key) is str:
            pairs.append(f"{_READABLE.encode(key)}: {_READABLE.encode(value)}")
        elif type(value) is int and type(key) is str:
            pairs.append(f"{_READABLE.encode(key)}: {value}")
        else:
            return None
    return "{" + ", ".join(pairs) + "}"
