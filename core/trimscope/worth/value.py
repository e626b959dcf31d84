"""Which pieces of a history are worth their tokens: a choice under a budget with dependencies closed.

Third source article, 6.3: maximise the sum of v + lambda r over the kept pieces, within the budget, such that with a
piece all it depends on is kept. That is a knapsack with precedence; the exact answer is not worth its time, but the
choice is by worth and not by age. (The article's own example code never notes what it selected, so that it refuses
every piece that depends on another; here what is selected counts.)

Three choices are made and the best is taken, so that two bounds hold. It is never worth less than what dropping the
oldest pieces one by one keeps. And without dependencies it is worth at least half of the best there is, because the
greedy choice or the single most valuable piece that fits always is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that is kept or goes whole."""

    cost: int
    """tokens, at least 1"""
    worth: int
    """v + lambda r in thousandths"""
    needs: tuple[int, ...] = ()
    """positions of the pieces it depends on"""


def choose(pieces: Sequence[Piece], room: int) -> frozenset[int]:
    """Positions of the pieces to keep within `room` tokens; `pieces` are in order of age, oldest first.

    The result is closed: with a piece all it needs, directly or not, is kept. Dependencies may not run in circles.
    """
    choices = (oldest_first(pieces, room), _greedy(pieces, room), _single(pieces, room))
    return max(choices, key=lambda kept: worth(pieces, kept))


def worth(pieces: Sequence[Piece], kept: frozenset[int]) -> int:
    """Worth of a choice in thousandths."""
    return sum(pieces[position].worth for position in kept)


def oldest_first(pieces: Sequence[Piece], room: int) -> frozenset[int]:
    """What is left when the oldest pieces go one by one, each with all that needs it, until the rest fits."""
    dependents: list[list[int]] = [[] for _ in pieces]
    for position, piece in enumerate(pieces):
        for need in piece.needs:
            dependents[need].append(position)
    kept = set(range(len(pieces)))
    left = sum(piece.cost for piece in pieces)
    for position in range(len(pieces)):
        if left <= room:
            break
        going = [position] if position in kept else []
        while going:
            gone = going.pop()
            if gone in kept:
                kept.discard(gone)
                left -= pieces[gone].cost
                going += dependents[gone]
    return frozenset(kept)


def _greedy(pieces: Sequence[Piece], room: int) -> frozenset[int]:
    """By worth for each token, dearest first, each with what it needs; what does not fit is passed over."""
    kept: set[int] = set()
    order = sorted(range(len(pieces)), key=lambda at: (-_density(pieces[at]), -at))
    for position in order:
        wanted = _closure(pieces, position, kept, room)
        cost = sum(pieces[at].cost for at in wanted)
        if cost <= room:
            kept |= wanted
            room -= cost
    return frozenset(kept)


def _single(pieces: Sequence[Piece], room: int) -> frozenset[int]:
    """The one piece, with what it needs, that is worth most of those that fit."""
    best: frozenset[int] = frozenset()
    best_worth = 0
    for position, piece in enumerate(pieces):
        if piece.worth <= best_worth and not piece.needs:
            continue
        wanted = _closure(pieces, position, set(), room)
        total = sum(pieces[at].worth for at in wanted)
        if total > best_worth and sum(pieces[at].cost for at in wanted) <= room:
            best, best_worth = frozenset(wanted), total
    return best


def _closure(pieces: Sequence[Piece], position: int, kept: set[int], room: int) -> set[int]:
    """A piece and all it needs that is not kept yet. It stops short once that costs more than there is room."""
    wanted: set[int] = set()
    cost, going = 0, [position]
    while going and cost <= room:
        at = going.pop()
        if at not in kept and at not in wanted:
            wanted.add(at)
            cost += pieces[at].cost
            going += pieces[at].needs
    return wanted


def _density(piece: Piece) -> int:
    """Worth for each token, in millionths of a thousandth: integers, so that every Python sorts alike."""
    return piece.worth * 1_000_000 // piece.cost
