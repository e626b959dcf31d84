"""The rounds that may go, oldest first, with sums: what is left once the first so many are dropped or replaced."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import accumulate


class Line:
    """Rounds by their position among all rounds, ascending. `stored`, `kept` and `replaced` are tokens of a round as
    it is stored, as it stays, and with its results replaced; what replaces them is made when it is first asked for."""

    def __init__(self, replaced: Callable[[int], int]) -> None:
        self.rounds: list[int] = []
        self._replaced = replaced
        self._stored = [0]
        self._kept = [0]
        self._saved = [0]
        """sums over the first so many; that of replacing only as far as it was asked for"""

    def __len__(self) -> int:
        return len(self.rounds)

    def older_than(self, position: int) -> int:
        """How many rounds of the line stand before a position."""
        return bisect_left(self.rounds, position)

    def add(self, position: int, stored: int, kept: int) -> int:
        """Put a round in its place, nearly always the last; which it is."""
        at = self.older_than(position)
        self.rounds.insert(at, position)
        for sums, tokens in ((self._stored, stored), (self._kept, kept)):
            behind = [after - before for before, after in zip(sums[at:], sums[at + 1 :], strict=False)]
            sums[at:] = accumulate((tokens, *behind), initial=sums[at])
        del self._saved[at + 1 :]
        return at

    def stored(self, count: int) -> int:
        """Tokens of the first so many rounds as they are stored."""
        return self._stored[count]

    def kept(self, count: int) -> int:
        """Tokens of the first so many as they stay."""
        return self._kept[count]

    def saved(self, count: int) -> int:
        """Tokens that replacing the results of the first so many saves; may be below 0."""
        while len(self._saved) <= count:
            at = len(self._saved) - 1
            kept = self._kept[at + 1] - self._kept[at]
            self._saved.append(self._saved[at] + kept - self._replaced(self.rounds[at]))
        return self._saved[count]
