"""Characters that tokenizers differ in, by class, and the price of a text's characters.

Two tokenizers agree on English and code to a few percent; they differ in how many digits a token holds and in how many
words of other scripts they know. So it is enough to count digits and the characters of nine scripts. The first byte of
a character's UTF-8 tells its script closely enough, and bytes are counted thirty times as fast as characters looked up.
"""

from __future__ import annotations

from operator import mul
from typing import NamedTuple


class ByClass(NamedTuple):
    """A number for each class: thousandths of a token a character, beyond what the text costs as a whole (may be
    negative); or how many characters there are."""

    digit: int = 0
    han: int = 0
    kana: int = 0
    hangul: int = 0
    cyrillic: int = 0
    arabic: int = 0
    indic: int = 0
    latin: int = 0
    other: int = 0
    """any other character beyond ASCII: punctuation, Greek, Hebrew, Thai, emoji"""


_FIRST_BYTES = (
    range(0),  # ASCII, and the later bytes of a character
    range(0xC3, 0xCA),  # latin: U+00C0 to U+027F
    range(0xD0, 0xD4),  # cyrillic: U+0400 to U+04FF
    range(0xD8, 0xDC),  # arabic: U+0600 to U+06FF
    range(0xE0, 0xE1),  # indic: U+0800 to U+0FFF, with Thai and Tibetan
    range(0xE4, 0xEA),  # han: U+4000 to U+9FFF
    range(0xEA, 0xEE),  # hangul: U+A000 to U+D7FF
    (*range(0xC2, 0xC3), *range(0xCA, 0xD0), *range(0xD4, 0xD8), *range(0xDC, 0xE0), *range(0xE1, 0xE4),
     *range(0xEE, 0xF5)),  # other
)  # fmt: skip
"""First bytes of the characters of each class (UTF-8), by its number."""
_LATIN, _CYRILLIC, _ARABIC, _INDIC, _HAN, _HANGUL, _OTHER = range(1, 8)
_CLASS = bytes(next((n for n, bytes_ in enumerate(_FIRST_BYTES) if byte in bytes_), 0) for byte in range(256))
"""Byte -> number of the class."""

_KANA = (b"\xe3\x81", b"\xe3\x82", b"\xe3\x83")
"""First two bytes of U+3040 to U+30FF, which stand among the others."""

_DIGITS = "0123456789"


def counts_of(text: str) -> ByClass:
    """How many characters of each class a text has; ASCII beside digits is in none."""
    digit = sum(map(text.count, _DIGITS))
    if text.isascii():
        return ByClass(digit)
    encoded = text.encode("utf-8", "replace")  # a lone surrogate is as good as ASCII
    count = encoded.translate(_CLASS).count
    kana = sum(map(encoded.count, _KANA)) if b"\xe3" in encoded else 0
    return ByClass(
        digit,
        count(_HAN),
        kana,
        count(_HANGUL),
        count(_CYRILLIC),
        count(_ARABIC),
        count(_INDIC),
        count(_LATIN),
        count(_OTHER) - kana,
    )


def extra(text: str, prices: ByClass) -> int:
    """Thousandths of a token of the characters that have a price; 0 for English without digits."""
    if text.isascii() and not prices.digit:
        return 0
    return sum(map(mul, prices, counts_of(text)))
