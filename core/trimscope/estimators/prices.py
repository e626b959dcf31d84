"""Prices worked out so far: pieces, and the chunks between two blanks. A bounded number of each is remembered; what
is remembered never changes a number, only the time it takes.
"""

from __future__ import annotations

from collections.abc import Callable

from trimscope.estimators.pieces import ASCII_PIECES, PIECES
from trimscope.estimators.pricing import TOKEN, price_of
from trimscope.estimators.table import Table

MOST_REMEMBERED = 60_000
"""Prices remembered at most in each memory (about 6 MB); then forgetting begins anew."""

LONGEST_REMEMBERED = 64
"""Characters of the longest piece or chunk whose price is remembered: longer ones hardly come again."""

LONG = 8_192
"""Characters of a text without a blank from which on it is looked at more closely: no prose is like that."""

DISTINCT = 450
"""Of a thousand pieces, so many are different in random data (base64, keys); in real text far fewer are (measured)."""

WINDOW, EVERY = 128, 4
"""Of random data, one window of so many characters in so many is priced, as the others are like it."""


class _Memory(dict[str, int]):
    """Thousandths of a token by text; what is not there is worked out."""

    def __missing__(self, text: str) -> int:
        price = self.price(text)
        if len(text) <= LONGEST_REMEMBERED:
            if len(self) >= MOST_REMEMBERED:
                self.clear()
            self[text] = price
        return price

    def price(self, text: str) -> int:
        """The price, worked out."""
        raise NotImplementedError


class Pieces(_Memory):
    """Prices of pieces under one table."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self.known: Callable[[str], bool] = table.known.has

    def price(self, piece: str) -> int:
        return TOKEN if self.known(piece) else price_of(piece, self._table)

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

    def __init__(self, pieces: Pieces) -> None:
        super().__init__()
        self._pieces = pieces

    def price(self, chunk: str) -> int:
        if not chunk:  # between two blanks
            return 0
        behind = " " + chunk
        if self._pieces.known(behind):
            return TOKEN
        if chunk.isascii() and chunk.isalpha() and chunk[1:].islower():  # one piece
            return self._pieces[behind]
        return self._pieces.text(behind)


class Start(_Memory):
    """Prices of chunks that nothing, or a wide character, stands before."""

    def __init__(self, pieces: Pieces) -> None:
        super().__init__()
        self._pieces = pieces

    def price(self, chunk: str) -> int:
        return self._pieces.text(chunk)
