"""The price of one piece that is no known token."""

from __future__ import annotations

from trimscope.estimators.cells import UNIT, cell_of
from trimscope.estimators.scripts import script_of
from trimscope.estimators.table import Table
from trimscope.estimators.vocabulary import cuts

TOKEN = 1_000
"""Thousandths in a token."""

RUN = 8
"""Characters from which on one that is repeated is priced as a run: rules of dashes and the like are."""

RUN_COUNTED = 1_024
"""Characters of the runs that `Table.runs` has the tokens of."""

SAMPLE = 128
"""Characters of a much longer piece that are looked at; the rest is taken to be like them. No real piece is so
long."""

WINDOWS = 16
"""Samples, evenly spread, of a longer piece in a script without blanks: a Chinese paragraph can be one piece, and one
of this many samples is longer than any."""


def price_of(piece: str, table: Table) -> int:
    """Thousandths of a token of a piece (`pieces`) that is not in the table's vocabulary."""
    if not piece.isascii():
        return _known_characters(piece, table) if table.whole else _foreign(piece, table)
    size = len(piece)
    if size == 1 or piece[0].isdigit():
        return TOKEN
    if size > RUN:
        if piece.count(piece[-1]) >= size - 1:
            return max(TOKEN, size * table.runs[ord(piece[-1])] * TOKEN // RUN_COUNTED)
        if size > 2 * SAMPLE:
            return table.known.cover(piece[:SAMPLE]) * TOKEN * size // SAMPLE  # cells know of words
    count = table.known.cover(piece)
    price = count * TOKEN * table.cells[cell_of(piece, count)] // UNIT
    return price if price > TOKEN else TOKEN


def _foreign(piece: str, table: Table) -> int:
    """A piece in another script, without its vocabulary."""
    flood = len(piece) > RUN and piece.count(piece[-1]) >= len(piece) - 1
    if flood or len(piece) > 2 * SAMPLE:
        return max(TOKEN, table.scripts[script_of(max(piece[:SAMPLE]))].flood * len(piece))
    script = table.scripts[script_of(max(piece))]
    narrow = len(piece.encode("ascii", "ignore"))
    return max(TOKEN, script.piece + script.narrow * narrow + script.other * (len(piece) - narrow))


def _known_characters(piece: str, table: Table) -> int:
    """A piece in another script by the whole vocabulary; a character that is no token costs what those of its block
    do alone."""
    if len(piece) > WINDOWS * SAMPLE:
        starts = (len(piece) * window // WINDOWS for window in range(WINDOWS))
        seen = [_known_characters(piece[start : start + SAMPLE], table) for start in starts]
        return sum(seen) * len(piece) // (WINDOWS * SAMPLE)
    known = table.known.has
    at = total = 0
    for stop in cuts(piece, known):
        lone = stop == at + 1 and piece[at] >= "\x80" and not known(piece[at])
        total += table.scripts[script_of(piece[at])].other if lone else TOKEN
        at = stop
    return total
