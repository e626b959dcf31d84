"""What providers charge for a picture, by its size in pixels: one rule each, in whole numbers.

Checked against recorded requests with the pixels that were sent (measurement): the rules of tiles, patches and crops
gave the charged number exactly in all of them; Claude's cells were 3 tokens off at most, its documented area / 750 up
to 40.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

Pixels = tuple[int, int]

UNKNOWN = 1_000
"""Tokens of a picture whose pixels are not known (an address, a damaged header): usual screenshots and photographs
cost 350 to 1,600 with all providers (measurement)."""


class PictureRule(Protocol):
    """A provider's rule."""

    def tokens(self, pixels: Pixels, low: bool) -> int:
        """Tokens of a picture of (width, height); `low`: it was asked for in low detail."""


@dataclass(frozen=True, slots=True)
class Flat:
    """The same for any picture."""

    each: int = UNKNOWN

    def tokens(self, pixels: Pixels, low: bool) -> int:
        return self.each


@dataclass(frozen=True, slots=True)
class Tiles:
    """OpenAI: fitted into 2,048 x 2,048, its short side brought down to 768, then so much a tile of 512 x 512, and a
    base, which is all that low detail costs (provider documentation)."""

    base: int
    tile: int

    def tokens(self, pixels: Pixels, low: bool) -> int:
        if low:
            return self.base
        long, short = max(pixels), min(pixels)
        scale, unit = 1, 1  # as a fraction, to stay in whole numbers
        if long > 2048:
            scale, unit = 2048, long
        if short * scale > 768 * unit:
            scale, unit = 768, short
        return self.base + self.tile * _cells(long * scale, 512 * unit) * _cells(short * scale, 512 * unit)


@dataclass(frozen=True, slots=True)
class Patches:
    """OpenAI's smaller models: patches of 32 x 32, at most 1,536 of them, times the model's factor (per mille); low
    detail is a picture of 512 x 512 at most (provider documentation)."""

    factor: int

    def tokens(self, pixels: Pixels, low: bool) -> int:
        patches = _cells(pixels[0], 32) * _cells(pixels[1], 32)
        return min(patches, 256 if low else 1_536) * self.factor // 1_000


@dataclass(frozen=True, slots=True)
class Cells:
    """Claude and the Qwen line: cells of `side` pixels after the long edge came down to `edge`, at most `most`, and
    `extra` around them."""

    side: int
    edge: int
    most: int
    extra: int

    def tokens(self, pixels: Pixels, low: bool) -> int:
        long, short = max(pixels), min(pixels)
        scale, unit = (self.edge, long) if long > self.edge else (1, 1)  # as a fraction, to stay in whole numbers
        cells = _cells(long * scale, self.side * unit) * _cells(short * scale, self.side * unit)
        return min(cells, self.most) + self.extra


@dataclass(frozen=True, slots=True)
class Crops:
    """Gemini up to 2.5: 258 for a picture of 384 x 384 at most; a larger one is cut into squares of a third more
    than half its short side (256 to 768 pixels), 258 each, and the whole once more (provider documentation)."""

    each: int = 258

    def tokens(self, pixels: Pixels, low: bool) -> int:
        if max(pixels) <= 384:
            return self.each
        side = min(768, max(256, min(pixels) * 2 // 3))
        crops = _cells(pixels[0], side) * _cells(pixels[1], side)
        return self.each * (1 + min(crops, MOST_CROPS))


MOST_CROPS = 64
"""Squares that a picture is cut into at most here: a photograph of 6,000 x 6,000 pixels has as many, and a forged size
must not decide a plan."""


def _cells(length: int, side: int) -> int:
    """How many cells of a side cover a length."""
    return -(-length // side)
