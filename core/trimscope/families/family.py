"""One family of tokenizers, as a correction of another's count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trimscope.families.classes import ByClass, extra


@dataclass(frozen=True, slots=True)
class Family:
    """Tokens of a text = `ratio` x its tokens in o200k_base + `prices` x its characters by class."""

    name: str
    title: str
    """as people call it; no word of any language"""
    ratio: int
    """thousandths"""
    prices: ByClass
    error: tuple[int, int]
    """mean and 95th percentile of the error over whole transcripts that the correction adds, in per mille (measured
    with the exact count of o200k_base); for Claude, how far models and recorded runs lie apart"""
    source: str
    """what it was fitted on, and how it was checked"""

    def tokens(self, base: int, text: str) -> int:
        """Tokens of a text (not empty) that has `base` in o200k_base, to the nearest; at least 1."""
        return max(1, (self.ratio * base + extra(text, self.prices) + 500) // 1_000)


@dataclass(frozen=True, slots=True)
class Corrected:
    """An estimator of o200k_base, corrected to a family."""

    measure: Callable[[str], int]
    family: Family

    def __call__(self, text: str) -> int:
        """Tokens of a text that is not empty."""
        return self.family.tokens(self.measure(text), text)
