"""Why a piece costs what its table says: the cases of `estimators.pricing`, told instead of counted."""

from __future__ import annotations

from trimscope.estimators.pricing import RUN, SAMPLE, TOKEN, WINDOWS, price_of
from trimscope.estimators.table import Table
from trimscope.explaining.explanation import Piece


def priced(piece: str, at: int, table: Table) -> Piece:
    """The piece with its price, the reason, and what it is made of."""
    if table.known.has(piece):
        return Piece(piece, at, TOKEN, "listed")
    why = _why(piece, table)
    parts = _parts(piece, table) if why in ("covered", "spelled") else ()
    return Piece(piece, at, price_of(piece, table), why, parts)


def _why(piece: str, table: Table) -> str:
    size = len(piece)
    same = size > RUN and piece.count(piece[-1]) >= size - 1
    if piece.isascii():
        if size == 1 or piece[0].isdigit():
            return "single"
        return "run" if same else "long" if size > 2 * SAMPLE else "covered"
    if table.whole:
        return "rare" if size == 1 else "long" if size > WINDOWS * SAMPLE else "spelled"
    return "run" if same else "long" if size > 2 * SAMPLE else "script"


def _parts(piece: str, table: Table) -> tuple[str, ...]:
    found = []
    at = 0
    for stop in table.known.cuts(piece):
        found.append(piece[at:stop])
        at = stop
    return tuple(found)
