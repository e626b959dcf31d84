"""Where two explanations of one text differ: between the places at which both cut."""

from __future__ import annotations

from dataclasses import dataclass

from trimscope.explaining.explanation import Explanation, Piece


@dataclass(frozen=True, slots=True)
class Difference:
    """A stretch of the text that two estimators cut or price differently; no shorter one begins and ends with pieces
    of both."""

    at: int
    """its first code point"""
    left: tuple[Piece, ...]
    right: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The stretch."""
        return "".join(piece.text for piece in self.left)

    @property
    def milli(self) -> int:
        """Thousandths of a token that it costs more on the left."""
        return sum(piece.milli for piece in self.left) - sum(piece.milli for piece in self.right)


def differences(left: Explanation, right: Explanation) -> tuple[Difference, ...]:
    """The stretches whose price differs, or the number of pieces, or where they are cut: those first whose prices are
    furthest apart, of equal ones the earlier. Only as far as both explanations reach."""
    found: list[Difference] = []
    others = iter(right.pieces)
    ours: list[Piece] = []
    theirs: list[Piece] = []
    for piece in left.pieces:
        ours.append(piece)
        while not theirs or theirs[-1].end < piece.end:
            other = next(others, None)
            if other is None:
                return _sorted(found)
            theirs.append(other)
        if theirs[-1].end == piece.end:
            if _differ(ours, theirs):
                found.append(Difference(ours[0].at, tuple(ours), tuple(theirs)))
            ours, theirs = [], []
    return _sorted(found)


def _differ(left: list[Piece], right: list[Piece]) -> bool:
    return [(piece.at, piece.milli) for piece in left] != [(piece.at, piece.milli) for piece in right]


def _sorted(found: list[Difference]) -> tuple[Difference, ...]:
    return tuple(sorted(found, key=lambda each: (-abs(each.milli), each.at)))
