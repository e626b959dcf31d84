"""Cutting text into the pieces a byte-pair tokenizer looks at: a word with the blank before it, up to three digits,
a run of signs, line ends, blanks.

The rules are those of OpenAI's o200k encoding (its published pattern), with explicit character blocks, and without
wide characters, which are priced one by one. Measured on 1.2 million pieces: 6 in 10,000 differ.
"""

from __future__ import annotations

import re

from trimscope.estimators.ranges import ASCII_BLANKS, BLANKS, DIGITS, LETTERS, UPPER, WIDE

_CLITIC = "(?:'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL])|)"
"""An ending like that of "isn't", or nothing: an alternative is tried faster than an optional group."""


def _pattern(upper: str, letters: str, digits: str, blanks: str) -> re.Pattern[str]:
    """The rules over given classes. Small letters first, as most pieces are words of them; and each rule begins with
    one character of a class, so that the engine passes over those that cannot match (together a sixth faster)."""
    small = f"[{letters}][{letters}]*{_CLITIC}"
    tall = f"[{upper}][{upper}]*[{letters}]*{_CLITIC}"
    sign = f"[^{blanks}{digits}{upper}{letters}]"
    return re.compile(
        f"{small}"
        f"|[^\\r\\n{digits}{upper}{letters}](?:{small}|{tall})"
        f"|[{digits}][{digits}]?[{digits}]?"
        f"|{tall}"
        f"| {sign}{sign}*[\\r\\n/]*"
        f"|{sign}{sign}*[\\r\\n/]*"
        f"|[{blanks}]*[\\r\\n]+"
        f"|[{blanks}]+(?![^{blanks}])"
        f"|[{blanks}]+"
    )


PIECES = _pattern(UPPER, LETTERS, DIGITS, BLANKS)

ASCII_PIECES = _pattern("A-Z", "a-z", "0-9", ASCII_BLANKS)
"""The same for ASCII text, a third faster: small classes are looked up in one step."""

WIDE_RUNS = re.compile(f"[{WIDE}]+")

WIDE_OR_BETWEEN = re.compile(f"([{WIDE}]+)")
"""Splits a text into what is between wide characters and the runs of them, in turn."""

_NEVER_WIDE = bytes(sorted({*range(256)} - {0xE1, *range(0xE3, 0xEE), 0xEF, 0xF0}))
"""Bytes that no wide character begins with, and that of one sort: radicals, which begin as arrows and dashes do."""

_RADICAL = re.compile(b"\xe2[\xba-\xbf]")


def may_be_wide(text: bytes) -> bool:
    """Whether there may be wide characters in a text, given as UTF-8: never wrong where it says no, and four times as
    fast as looking for them."""
    return bool(text.translate(None, _NEVER_WIDE) or _RADICAL.search(text))


BLANK_RUNS = re.compile("  +")
