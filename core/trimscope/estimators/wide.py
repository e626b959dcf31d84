"""Chinese, Japanese and Korean text: each character has a class, each class a price.

A frequent character mostly stands in a token of several (的 in 目的), a rare one takes two or three tokens alone. So
the price of a character is the share of a token it took on average in text, rounded to one of a few classes: half a
byte of table a character, and the rounding errs both ways.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from trimscope.estimators.packing import ascending, join, pack_ascending, split

PRICES = (125, 250, 375, 500, 625, 750, 875, 1000, 1125, 1250, 1500, 1750, 2000, 2500, 3000)
"""Thousandths of a token, by class: near steps where most characters are, up to the three bytes of the rarest."""

BLOCKS = (0x1100, 0x2E80, 0x3000, 0x3040, 0x30A0, 0x3100, 0x3400, 0x4E00, 0xA000, 0xAC00, 0xF900, 0xFF00, 0x10000)
"""First code point of the blocks whose characters without a price of their own share one: jamo, radicals, CJK
punctuation, hiragana, katakana, further letters, Han A, Han, Yi, Hangul, compatibility, full width, Han B and on."""


def nearest(price: int) -> int:
    """The class whose price in thousandths is nearest; the lower of two that are equally near."""
    return min(range(len(PRICES)), key=lambda number: abs(PRICES[number] - price))


def block_of(character: str) -> int:
    """Number of the block a wide character is in."""
    return bisect_right(BLOCKS, ord(character)) - 1


def pack(own: Mapping[str, int], shared: Sequence[int]) -> bytes:
    """Classes of blocks, and of single characters."""
    characters = sorted(own)
    points = zlib.compress(pack_ascending(map(ord, characters)), 9)
    classes = zlib.compress(bytes(own[character] for character in characters), 9)
    return join([bytes(shared), points, classes])


def unpack(packed: bytes) -> Wide:
    """The prices of `pack`."""
    shared, points, classes = split(packed)
    own = zip(map(chr, ascending(zlib.decompress(points))), zlib.decompress(classes), strict=True)
    return Wide({character: PRICES[number] for character, number in own}, [PRICES[number] for number in shared])


class Wide(dict[str, int]):
    """Thousandths of a token by wide character; one without a price of its own takes its block's."""

    def __init__(self, own: Mapping[str, int], shared: Sequence[int]) -> None:
        super().__init__(own)
        self._shared = tuple(shared)

    def __missing__(self, character: str) -> int:
        return self._shared[block_of(character)]

    def price(self, text: str) -> int:
        """Thousandths of a token of a text of wide characters: a look-up each (four times as fast as translating
        to class letters and counting those)."""
        return sum(map(self.__getitem__, text))
