"""The simplest estimators: a price a character, wide or not."""

from __future__ import annotations

import re
from dataclasses import dataclass

WIDE_RUNS = re.compile(
    "["
    "\u1100-\u11ff"  # Hangul jamo
    "\u3040-\u30ff"  # kana
    "\u3130-\u318f"  # Hangul compatibility jamo
    "\u3400-\u4dbf"  # Han, extension A
    "\u4e00-\u9fff"  # Han
    "\ua960-\ua97f"  # Hangul jamo, extended A
    "\uac00-\ud7ff"  # Hangul syllables, jamo extended B
    "\uf900-\ufaff"  # Han, compatibility
    "\U00020000-\U000323af"  # Han, extensions B to H
    "]+"
)
"""Wide characters as explicit ranges: the Unicode classes of the standard library differ between versions."""


@dataclass(frozen=True, slots=True)
class Ratios:
    """Prices in hundredths of a token a character."""

    wide: int
    other: int

    def __call__(self, text: str) -> int:
        """Tokens of a text that is not empty, rounded up; at least 1."""
        wide = 0 if self.wide == self.other or text.isascii() else sum(map(len, WIDE_RUNS.findall(text)))
        return max(1, -(-(self.wide * wide + self.other * (len(text) - wide)) // 100))
