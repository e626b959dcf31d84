"""A text in double quotes that JSON, TOML, YAML and Python all read as the same text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_UNSEEN = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]")
"""What JSON may leave as it is and one of the others refuses, or what turns the direction of writing."""


def quoted(text: str) -> str:
    """The text in double quotes. All four know JSON's escapes; what one of them does not take is escaped as well."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def python_literal(value: Any, indent: int = 0) -> str:
    """A JSON value as a Python literal, an object's entries on lines of their own. `indent` counts spaces.

    `repr` is not taken: which characters it escapes depends on the version of Python.
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        if not value:
            return "{}"
        inner = " " * (indent + 4)
        lines = (f"{inner}{quoted(key)}: {python_literal(item, indent + 4)},\n" for key, item in value.items())
        return "{\n" + "".join(lines) + " " * indent + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(python_literal(item, indent) for item in value) + "]"
    return repr(value)
