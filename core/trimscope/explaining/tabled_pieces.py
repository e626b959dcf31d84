"""The pieces `light` and `fine` price, cut and added as their estimator does (`estimators.estimator`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from trimscope.estimators.estimator import Estimator, without_surrogates
from trimscope.estimators.pieces import ASCII_PIECES, PIECES, WIDE_RUNS
from trimscope.estimators.pricing import RUN, SAMPLE, TOKEN
from trimscope.estimators.table import Table
from trimscope.explaining.explanation import Piece
from trimscope.explaining.piece_prices import priced

_BLANKS = re.compile(" +")


def tabled_pieces(text: str, estimator: Estimator) -> Iterator[Piece]:
    """The pieces in order. Half of a surrogate pair is priced as what replaces it and shown as it is."""
    seen = without_surrogates(text)
    for piece in _pieces(seen, estimator.table):
        yield piece if seen is text else replace(piece, text=text[piece.at : piece.end])


def _pieces(text: str, table: Table) -> Iterator[Piece]:
    lone = text.endswith(" ") and not text.endswith("  ")
    body = text[:-1] if lone else text
    if table.whole or not WIDE_RUNS.search(body):
        yield from _narrow(body, 0, table)
    else:
        yield from _mixed(body, table)
    if lone:  # nothing stands behind it that it could go with
        yield Piece(" ", len(body), TOKEN, "single")


def _mixed(text: str, table: Table) -> Iterator[Piece]:
    """A text with wide characters, which are priced apart from what stands between them."""
    wide = "".join(WIDE_RUNS.findall(text))
    flood = len(wide) > RUN and wide.count(wide[0]) == len(wide)  # of such, no two share a token
    at = 0
    for run in WIDE_RUNS.finditer(text):
        yield from _narrow(text[at : run.start()], at, table)
        for place, character in enumerate(run.group(), run.start()):
            price = table.wide[character]
            if flood and price < TOKEN:
                yield Piece(character, place, TOKEN, "run")
            else:
                yield Piece(character, place, price, "wide" if character in table.wide else "wide_shared")
        at = run.end()
    yield from _narrow(text[at:], at, table)


def _narrow(text: str, at: int, table: Table) -> Iterator[Piece]:
    """A text without wide characters (under the whole vocabulary: any). A run of blanks that joins the tab before it
    or the line end behind it is one piece with that, as it has no price of its own."""
    held: Piece | None = None
    for piece, joins in _unjoined(text, at, table):
        if held is not None and joins:
            held = Piece(held.text + piece.text, held.at, held.milli + piece.milli, "blanks")
        else:
            if held is not None:
                yield held
            held = piece
    if held is not None:
        yield held


def _unjoined(text: str, at: int, table: Table) -> Iterator[tuple[Piece, bool]]:
    """The pieces of the chunks between blanks, and the runs of blanks; each with whether it joins the one before."""
    begin = 0
    joins = False
    for run in _BLANKS.finditer(text):
        for piece in _chunk(text[begin : run.start()], at + begin, table):
            yield piece, joins
            joins = False
        # the last blank of a run belongs to what stands behind it
        begin = run.end() - 1 if run.end() < len(text) else run.end()
        if run.end() - run.start() > 1:
            tab = run.start() > 0 and text[run.start() - 1] == "\t"
            joins = run.end() < len(text) and text[run.end()] == "\n"
            tokens = 1 + (run.end() - run.start()) // SAMPLE - tab - joins
            yield Piece(text[run.start() : begin], at + run.start(), tokens * TOKEN, "blanks"), tab
        elif begin == run.end():
            yield Piece(" ", at + run.start(), 0, "joined"), False
    for piece in _chunk(text[begin:], at + begin, table):
        yield piece, joins
        joins = False


def _chunk(chunk: str, at: int, table: Table) -> Iterator[Piece]:
    """What stands between two blanks, with the blank before it; at the start of a text without one."""
    if chunk.startswith(" ") and table.known.has(chunk):
        yield Piece(chunk, at, TOKEN, "listed")
        return
    for found in (ASCII_PIECES if chunk.isascii() else PIECES).finditer(chunk):
        yield priced(found.group(), at + found.start(), table)
