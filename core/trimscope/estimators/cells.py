"""Correction cells: pieces that look alike share one factor between the tokens a short vocabulary needs and the true
number. A cell is made of what kind of piece it is, how many known tokens cover it, and how long it is.
"""

from __future__ import annotations

MOST_TOKENS, MOST_LENGTH = 8, 9
"""Counts and half lengths beyond these share a cell: longer pieces are rare."""

SIGNS = (MOST_TOKENS + 1) * (MOST_LENGTH + 1)
"""Cells of pieces that end in no letter; those of words follow."""

CELLS = SIGNS * 10
"""All cells: signs, and words in three cases with three beginnings."""

UNIT = 64
"""A factor is stored in 64ths, in one byte: from 0 to almost 4."""


def cell_of(piece: str, count: int) -> int:
    """The cell of an ASCII piece that `count` known tokens cover."""
    row = (count if count < MOST_TOKENS else MOST_TOKENS) * (MOST_LENGTH + 1)
    size = len(piece)
    if piece[-1].isalpha():
        begins = 0 if piece[0].isalpha() else 1 if piece[0] == " " else 2
        if begins:
            size -= 1
        case = 0 if piece.islower() else 1 if piece[1 - size :].islower() else 2
        row += (1 + case * 3 + begins) * SIGNS
    half = size >> 1
    return row + (half if half < MOST_LENGTH else MOST_LENGTH)
