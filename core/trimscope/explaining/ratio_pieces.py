"""Pieces under a price a character: any cut is as true as another, so it is the one other estimators make."""

from __future__ import annotations

from collections.abc import Iterator

from trimscope.estimators.pieces import PIECES
from trimscope.estimators.ratios import WIDE_RUNS, Ratios
from trimscope.explaining.explanation import Piece

MILLI = 10
"""Thousandths in a hundredth, in which `Ratios` has its prices."""


def ratio_pieces(text: str, ratios: Ratios) -> Iterator[Piece]:
    """The pieces in order; where wide characters have another price, each is one of its own."""
    for found in PIECES.finditer(text):
        piece, at = found.group(), found.start()
        if ratios.wide == ratios.other or piece.isascii():
            yield Piece(piece, at, ratios.other * MILLI * len(piece), "ratio")
            continue
        done = 0
        for wide in WIDE_RUNS.finditer(piece):
            yield from _narrow(piece[done : wide.start()], at + done, ratios)
            for place, character in enumerate(wide.group(), at + wide.start()):
                yield Piece(character, place, ratios.wide * MILLI, "ratio_wide")
            done = wide.end()
        yield from _narrow(piece[done:], at + done, ratios)


def _narrow(text: str, at: int, ratios: Ratios) -> Iterator[Piece]:
    if text:
        yield Piece(text, at, ratios.other * MILLI * len(text), "ratio")


def ratio_milli(text: str, ratios: Ratios) -> int:
    """Thousandths of a token of a text, before they are rounded up."""
    wide = 0 if ratios.wide == ratios.other else sum(map(len, WIDE_RUNS.findall(text)))
    return MILLI * (ratios.wide * wide + ratios.other * (len(text) - wide))
