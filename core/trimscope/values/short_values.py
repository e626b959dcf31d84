"""Values that may be carried along in words of ours: numbers and short texts that name something, never prose.

What a tool was asked for and what it answered is somebody else's text. An address, a room type, an id or a price tells
calls apart; a sentence could be an order, and a password is nobody's business.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from trimscope.source import canonical
from trimscope.texts.matching_lines import ascii_lower

MOST_VALUES = 6
"""Members of one object that are carried: enough to tell two calls apart, few enough that fifty calls stay small."""

LONGEST_VALUE, MOST_BLANKS = 60, 4
"""Characters and blanks of a text that counts as a value: an address or a title; what is longer is prose."""

LONGEST_ID = 64
"""Characters of an id: a SHA-256 in hexadecimal digits has 64, the longest of the ids that tools give."""

LONGEST_NAME = 40
"""Characters of a field's name; tool schemas we read have at most 35."""

SECRET = ("password", "passwd", "secret", "token", "api_key", "apikey", "authorization", "credential", "private_key")
"""Parts of names of fields whose values are carried nowhere."""

_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line ends, direction marks and halves of a pair: what no value of one line holds."""

Value = str | int | float


def short_values(given: Mapping[str, Any], leave_out: Collection[str] = ()) -> dict[str, Value]:
    """The first few members of an object that are numbers or short texts, and neither secret nor prose."""
    found: dict[str, Value] = {}
    for name, value in given.items():
        if len(found) == MOST_VALUES:
            break
        fine = 0 < len(name) <= LONGEST_NAME and name not in leave_out and not is_secret(name)
        if fine and is_plain(name) and is_short(value):
            found[name] = value
    return found


def is_secret(name: str) -> bool:
    """Whether a field's name says that its value is nobody's business."""
    lowered = ascii_lower(name[:LONGEST_NAME])
    return any(word in lowered for word in SECRET)


def without_secrets(value: Any) -> Any:
    """A JSON value without the members whose names say that they are secret, at any depth."""
    if isinstance(value, dict):
        return {name: without_secrets(item) for name, item in value.items() if not is_secret(name)}
    return [without_secrets(item) for item in value] if isinstance(value, list) else value


def is_short(value: Any) -> bool:
    """Whether a JSON value is a number, true, false, or a text that names something and is no prose."""
    if isinstance(value, str):
        return 0 < len(value) <= LONGEST_VALUE and value.count(" ") <= MOST_BLANKS and is_plain(value)
    return isinstance(value, int | float) and len(canonical.readable(value)) <= LONGEST_VALUE


def is_id(value: Any) -> bool:
    """Whether a JSON value may be carried as an id: a short value, or a text without blanks of up to 64 characters."""
    if isinstance(value, str) and " " not in value:
        return 0 < len(value) <= LONGEST_ID and is_plain(value)
    return is_short(value)


def is_plain(text: str) -> bool:
    """Whether a text is one line without control or direction marks, and whole (no half of a pair)."""
    return _ODD.search(text) is None
