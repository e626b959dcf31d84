"""Text that can be printed: what is quoted from a file may hold control characters (a terminal obeys them) and
halves of surrogate pairs, which cannot be written at all."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def printable(text: str) -> str:
    """The text on one line, each character that cannot be printed shown as its code point (U+000A)."""
    return _UNPRINTABLE.sub(lambda found: f"U+{ord(found[0]):04X}", text)
