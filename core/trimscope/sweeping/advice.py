"""Which row of a sweep to take, with the reason as a code and the numbers behind it, and what its neighbours give up.

Cost and lost references pull in opposite directions; the front holds every fair bargain between them. The rule, over
the front:

1. `best_in_all`: nothing else stands on it.
2. `fewest_lost`: of those that lose least the cheapest costs no more than a tenth more than the cheapest of all.
3. `balance`: the row where what it costs above the cheapest and what it loses above the least, each as a share of its
   whole range on the front, add up to the least.

The words are in `words.sweeping`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from trimscope.sweeping.front import front
from trimscope.sweeping.row import SweepRow

Reason = Literal["best_in_all", "fewest_lost", "balance"]

NEAR = 100
"""Per mille of cost that is no difference worth losing a value for: estimated tokens are off by about a tenth, so two
costs closer than that may stand the other way round."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A row next to the advised one on the front, beside it."""

    row: int
    """its position"""
    cost: int
    """its cost less the advised row's, in whole thousandths of the advised row's"""
    lost: int
    """its lost references less the advised row's"""
    peak: int
    """tokens of its largest request less those of the advised row's"""


@dataclass(frozen=True, slots=True)
class Advice:
    """The row to take."""

    row: int
    """its position"""
    reason: Reason
    above_cheapest: int
    """what it costs above the cheapest row of the front, in whole thousandths of that"""
    above_fewest: int
    """what it loses above the row of the front that loses least"""
    beside_untrimmed: int
    """its cost less that of the run without trimming, in whole thousandths of that"""
    failing: int
    """calls that fail under it as under every other row: refused or over budget"""
    cheaper: Neighbour | None
    """of the rows of the front that cost less the one that loses least"""
    safer: Neighbour | None
    """of the rows of the front that lose less the cheapest"""


def standing(rows: Sequence[SweepRow]) -> tuple[int, ...]:
    """Positions of the rows on the Pareto front of cost, lost references and peak.

    Only rows with the fewest failing calls take part (a request that is refused costs nothing and loses nothing), and
    only costs in one unit are compared.
    """
    able = [position for position, row in enumerate(rows) if not row.error]
    fewest = min((rows[position].failing for position in able), default=0)
    able = [position for position in able if rows[position].failing == fewest]
    found: list[int] = []
    for unit in dict.fromkeys(rows[position].unit for position in able):
        alike = [position for position in able if rows[position].unit == unit]
        found.extend(alike[i] for i in front([(rows[p].cost, rows[p].lost, rows[p].peak) for p in alike]))
    return tuple(sorted(found))


def advise(rows: Sequence[SweepRow], on_front: Sequence[int]) -> Advice | None:
    """The row to take of those on the front; None where there is none. Of several units of cost the one that the
    first row has is judged."""
    chosen = [position for position in on_front if rows[position].unit == rows[on_front[0]].unit]
    if not chosen:
        return None
    cheapest = min(rows[position].cost for position in chosen)
    fewest = min(rows[position].lost for position in chosen)
    safe = min((p for p in chosen if rows[p].lost == fewest), key=lambda p: (rows[p].cost, rows[p].peak, p))
    reason: Reason
    if len({(rows[p].cost, rows[p].lost, rows[p].peak) for p in chosen}) == 1:
        best, reason = chosen[0], "best_in_all"
    elif _per_mille(rows[safe].cost - cheapest, cheapest) <= NEAR:
        best, reason = safe, "fewest_lost"
    else:
        best, reason = _balanced(rows, chosen, cheapest, fewest), "balance"
    row = rows[best]
    less = [position for position in chosen if rows[position].cost < row.cost]
    kept = [position for position in chosen if rows[position].lost < row.lost]
    return Advice(
        best,
        reason,
        _per_mille(row.cost - cheapest, cheapest),
        row.lost - fewest,
        _per_mille(row.cost - row.untrimmed_cost, row.untrimmed_cost),
        row.failing,
        _neighbour(rows, best, min(less, key=lambda p: (rows[p].lost, rows[p].cost, p))) if less else None,
        _neighbour(rows, best, min(kept, key=lambda p: (rows[p].cost, rows[p].lost, p))) if kept else None,
    )


def _balanced(rows: Sequence[SweepRow], chosen: Sequence[int], cheapest: int, fewest: int) -> int:
    costs = max(rows[position].cost for position in chosen) - cheapest
    losses = max(rows[position].lost for position in chosen) - fewest

    def pays(position: int) -> tuple[int, int, int, int]:
        row = rows[position]
        # Both shares over one denominator: no rounding decides.
        total = (row.cost - cheapest) * max(losses, 1) + (row.lost - fewest) * max(costs, 1)
        return total, row.lost, row.peak, position

    return min(chosen, key=pays)


def _neighbour(rows: Sequence[SweepRow], best: int, other: int) -> Neighbour:
    here, there = rows[best], rows[other]
    return Neighbour(
        other, _per_mille(there.cost - here.cost, here.cost), there.lost - here.lost, there.peak - here.peak
    )


def _per_mille(part: int, whole: int) -> int:
    """Rounded towards zero, so that less than a thousandth is none either way."""
    if not whole:
        return 0
    return part * 1000 // whole if part >= 0 else -(-part * 1000 // whole)
