"""Prices worked out so far: pieces, and the chunks between two blanks. A bounded number of each is remembered; what
is remembered never changes a number, only the time it takes.
"""

from __future__ import annotations

from collections.abc import Mapping

from trimscope.estimators.pieces import ASCII_PIECES, PIECES
from trimscope.estimators.pricing import TOKEN, price_of
from trimscope.estimators.table import Table

MOST_REMEMBERED = 60_000
"""Prices remembered at most in each memory (6 MB, 15 if all were of the longest texts); then all are forgotten."""

LONGEST_REMEMBERED = 128
"""Characters of the longest piece or chunk whose price is remembered: of longer ones there are few."""

LONG = 8_192
"""Characters of a text without a blank from which on it is looked at more closely: no prose is like that."""

DISTINCT = 450
"""Of a thousand pieces, so many are different in random data (base64, keys); in real text far fewer are (measured)."""

WINDOW, EVERY = 128, 4
"""Of random data, one window of so many characters in so many is priced, as the others are like it."""


class _Memory(dict[str, int]):
    """Thousandths of a token by text: those given, and a bounded number of those worked out."""

    def __init__(self, given: Mapping[str, int]) -> None:
        super().__init__(given)
        self._given = given
        self._most = len(given) + MOST_REMEMBERED

    def remember(self, text: str, price: int) -> int:
        """The price, kept if the text may come again."""
        if len(text) <= LONGEST_REMEMBERED:
            if len(self) >= self._most:
                self.forget()
            self[text] = price
        return price

    def forget(self) -> None:
        """Only what was given stays."""
        self.clear()
        self.update(self._given)


class Pieces(_Memory):
    """Prices of pieces under one table."""

    def __init__(self, table: Table) -> None:
        super().__init__(dict.fromkeys(table.known.listed, TOKEN))
        self._table = table
        self.known = table.known.has

    def __missing__(self, piece: str) -> int:
        return self.remember(piece, TOKEN if self.known(piece) else price_of(piece, self._table))

    def text(self, text: str) -> int:
        """A text, cut into pieces."""
        cut = ASCII_PIECES.findall if text.isascii() else PIECES.findall
        if len(text) < LONG:
            return sum(map(self.__getitem__, cut(text)))
        first = cut(text, 0, LONG)
        if len(set(first)) * 1_000 >= len(first) * DISTINCT:
            seen = "".join(text[at : at + WINDOW] for at in range(0, len(text), WINDOW * EVERY))
            return sum(map(self.__getitem__, cut(seen))) * len(text) // len(seen)
        return sum(map(self.__getitem__, cut(text)))


class Behind(_Memory):
    """Prices of chunks that stand behind a blank, which belongs to their first piece."""

    def __init__(self, pieces: Pieces, table: Table) -> None:
        super().__init__({token[1:]: TOKEN for token in table.known.listed if token[0] == " " and token[1] != " "})
        self._pieces = pieces
        self._piece = pieces.__getitem__
        self._whole = table.whole

    def __missing__(self, chunk: str) -> int:
        behind = " " + chunk
        if self._whole or len(behind) > LONGEST_REMEMBERED or not chunk.isascii():
            return self.remember(chunk, self._price(behind))
        if len(self) >= self._most:
            self.forget()
        price = self[chunk] = sum(map(self._piece, ASCII_PIECES.findall(behind)))  # most by far: no further calls
        return price

    def _price(self, behind: str) -> int:
        return TOKEN if self._whole and self._pieces.known(behind) else self._pieces.text(behind)


class Start(_Memory):
    """Prices of chunks that nothing, or a wide character, stands before."""

    def __init__(self, pieces: Pieces) -> None:
        super().__init__({})
        self._pieces = pieces

    def __missing__(self, chunk: str) -> int:
        return self.remember(chunk, self._pieces.text(chunk))
