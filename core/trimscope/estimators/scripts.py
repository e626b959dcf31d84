"""Pieces in other scripts (accented Latin, Cyrillic, Arabic, emoji ...): a price a piece and a price a character.

Pricing is by blocks of code points; a piece counts as of the script of its highest character.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

STARTS = (
    0x80, 0xC0, 0x250, 0x370, 0x400, 0x530, 0x590, 0x600, 0x780, 0x900, 0x980, 0xE00, 0xF00, 0x1200, 0x1E00, 0x2000,
    0x2C00, 0xA4D0, 0xE000, 0xFB00, 0xFE00, 0xFFF0, 0x10000, 0x1F000, 0x20000,
)  # fmt: skip
"""First code point of each block: Latin signs, Latin, phonetic, Greek, Cyrillic, Armenian, Hebrew, Arabic, Syriac and
others, Devanagari, other Indic, Thai and Lao, Tibetan and others, Ethiopic and others, Latin and Greek extended,
punctuation and symbols, further scripts, further scripts, private use, Arabic forms, selectors, specials, historic
scripts, emoji, tags and beyond."""


class Script(NamedTuple):
    """Prices of the pieces of one block, in thousandths of a token."""

    piece: int
    narrow: int
    """an ASCII character in such a piece"""
    other: int
    """a character beyond ASCII"""
    flood: int
    """a character of a piece no language has: the same one over and over, or hundreds without a blank"""


def script_of(character: str) -> int:
    """Number of the block a non-ASCII character is in."""
    return bisect_right(STARTS, ord(character)) - 1
