"""Text that can be printed: what is quoted from a file may hold control characters (a terminal obeys them), marks
that turn the direction of writing (what follows reads as something else), and halves of surrogate pairs, which cannot
be written at all."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """The text on one line, each character that cannot be printed shown as its code point (U+000A)."""
    return _UNPRINTABLE.sub(lambda found: f"U+{ord(found[0]):04X}", text)
