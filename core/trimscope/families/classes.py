"""Characters that tokenizers differ in, by class, and the price of a text's characters.

Two tokenizers agree on English and code to a few percent; they differ in how many digits a token holds and in how many
words of other scripts they know. So it is enough to count digits and the characters of nine scripts. The blocks are
coarse and written out, so that every Python counts the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from typing import NamedTuple


class Prices(NamedTuple):
    """Thousandths of a token by character of each class, beyond what the text costs as a whole; may be negative."""

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


_BLOCKS = (
    (0x0000, "ascii"),
    (0x0080, "other"),
    (0x00C0, "latin"),
    (0x0250, "other"),
    (0x0400, "cyrillic"),
    (0x0530, "other"),
    (0x0600, "arabic"),
    (0x0700, "other"),
    (0x0750, "arabic"),
    (0x0780, "other"),
    (0x0900, "indic"),
    (0x0E00, "other"),
    (0x1100, "hangul"),
    (0x1200, "other"),
    (0x1E00, "latin"),
    (0x1F00, "other"),
    (0x3040, "kana"),
    (0x3100, "other"),
    (0x3130, "hangul"),
    (0x3190, "other"),
    (0x31F0, "kana"),
    (0x3200, "other"),
    (0x3400, "han"),
    (0x4DC0, "other"),
    (0x4E00, "han"),
    (0xA000, "other"),
    (0xA960, "hangul"),
    (0xA980, "other"),
    (0xAC00, "hangul"),
    (0xD800, "other"),
    (0xF900, "han"),
    (0xFB00, "other"),
    (0xFB50, "arabic"),
    (0xFE00, "other"),
    (0xFE70, "arabic"),
    (0xFEFF, "other"),
    (0xFF66, "kana"),
    (0xFFA0, "hangul"),
    (0xFFDD, "other"),
    (0x20000, "han"),
    (0x323B0, "other"),
)
"""First code point of each block (Unicode charts) and its class."""

_FIRST = tuple(first for first, _ in _BLOCKS)
_CLASS = tuple(name for _, name in _BLOCKS)
_ASCII = re.compile("[\x00-\x7f]+")
_DIGITS = "0123456789"


def class_of(character: str) -> str:
    """The class of a character: a field of `Prices`, or `ascii`."""
    return _CLASS[bisect_right(_FIRST, ord(character)) - 1]


def extra(text: str, prices: Prices) -> int:
    """Thousandths of a token of the characters that have a price; 0 for English without digits."""
    total = prices.digit * sum(map(text.count, _DIGITS)) if prices.digit else 0
    if text.isascii():
        return total
    by_class: dict[str, int] = prices._asdict()  # a text holds few different characters: each is looked up once
    return total + sum(times * by_class[class_of(each)] for each, times in Counter(_ASCII.sub("", text)).items())
