"""Many runs under the same policies: what is done for each of them, and what all of them come to together.

`work` is all that is done for one run, a pure function of its task: engines may call it in any process, in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from trimscope.caching.rules import Prices
from trimscope.sweeping.grid import Candidate
from trimscope.sweeping.row import SweepRow
from trimscope.sweeping.sweep import Sweep, sweep_rows
from trimscope.transcript import Transcript

MICRO = 1_000_000
"""Micro-units of a unit of cost."""


@dataclass(frozen=True, slots=True)
class Task:
    """One run and the policies to replay it under."""

    name: str
    transcript: Transcript
    candidates: tuple[Candidate, ...]
    prices: Prices | None = None
    """changes to the model's prices and cache rules"""


@dataclass(frozen=True, slots=True)
class Swept:
    """What became of one run: a row a policy, or why there is none."""

    name: str
    rows: tuple[SweepRow, ...] = ()
    error: str = ""


def work(task: Task) -> Swept:
    """Replay one run under every policy. What fails under a single policy is in its row."""
    return Swept(task.name, tuple(sweep_rows(task.transcript, task.candidates, prices=task.prices)))


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number is spread over the runs; median and p90 are numbers of a run (nearest rank)."""

    least: int
    median: int
    p90: int
    most: int
    total: int


@dataclass(frozen=True)
class Corpus:
    """Runs that were swept, in order, and what follows from them."""

    swept: tuple[Swept, ...]

    @cached_property
    def compared(self) -> tuple[Swept, ...]:
        """The runs with numbers for every policy that has any: sums over different runs would not be comparable."""
        return tuple(each for each in self.swept if not self._failure(each))

    @cached_property
    def failed(self) -> tuple[Swept, ...]:
        """The other runs, each with the reason."""
        return tuple(replace(each, error=self._failure(each)) for each in self.swept if self._failure(each))

    @cached_property
    def sweep(self) -> Sweep:
        """One row a policy: sums over the compared runs, and the largest of their peaks."""
        rows = [each.rows for each in self.compared]
        return Sweep.of(pooled(column) for column in zip(*rows, strict=True))

    def cost(self, policy: int) -> Spread:
        """How the cost under a policy (its position) is spread over the runs, in the unit of the summed row."""
        unit = self.sweep.rows[policy].unit
        return spread([_in_unit(each.rows[policy], unit)[0] for each in self.compared])

    def lost(self, policy: int) -> Spread:
        """How the number of lost references is spread over the runs."""
        return spread([each.rows[policy].lost for each in self.compared])

    def worst(self, policy: int, most: int = 5) -> tuple[Swept, ...]:
        """The runs that lose the most values under a policy, worst first; only those that lose any."""
        losing = [each for each in self.compared if each.rows[policy].lost]
        return tuple(sorted(losing, key=lambda each: -each.rows[policy].lost)[:most])

    @cached_property
    def _never(self) -> frozenset[int]:
        """Positions of the policies that fail in every run: that is no run's fault."""
        rows = [each.rows for each in self.swept if not each.error]
        return frozenset(i for i, column in enumerate(zip(*rows, strict=True)) if all(row.error for row in column))

    def _failure(self, each: Swept) -> str:
        if each.error:
            return each.error
        if len(self._never) == len(each.rows):
            return next((row.error for row in each.rows), "")
        return next((row.error for i, row in enumerate(each.rows) if row.error and i not in self._never), "")


def pooled(rows: Sequence[SweepRow]) -> SweepRow:
    """The rows of several runs under one policy as one: sums, the largest peak, every verdict that any run has.

    Costs in different units (some runs have a model with a price, some none) cannot be added: each is then a share of
    what its run costs untrimmed, unit `run`.
    """
    first = rows[0]
    if first.error:
        return first
    unit = first.unit if all(row.unit == first.unit for row in rows) else "run"
    costs = [_in_unit(row, unit) for row in rows]
    return SweepRow(
        first.settings,
        sum(row.calls for row in rows),
        sum(cost for cost, _ in costs),
        sum(untrimmed for _, untrimmed in costs),
        unit,
        sum(row.lost for row in rows),
        sum(row.grounded for row in rows),
        max(row.peak for row in rows),
        max(row.stored_peak for row in rows),
        sum(row.sent for row in rows),
        sum(row.stored for row in rows),
        sum(row.cached for row in rows),
        sum(row.breaks for row in rows),
        sum(row.over_budget for row in rows),
        sum(row.refused for row in rows),
        tuple(dict.fromkeys(code for row in rows for code in row.verdicts)),
    )


def spread(numbers: Sequence[int]) -> Spread:
    """The spread of some numbers; all zero where there are none."""
    if not numbers:
        return Spread(0, 0, 0, 0, 0)
    ordered = sorted(numbers)
    return Spread(ordered[0], _rank(ordered, 50), _rank(ordered, 90), ordered[-1], sum(ordered))


def _rank(ordered: Sequence[int], percent: int) -> int:
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def _in_unit(row: SweepRow, unit: str) -> tuple[int, int]:
    """Cost with the policy and without; a run that costs nothing untrimmed has no share."""
    if unit == row.unit:
        return row.cost, row.untrimmed_cost
    return (row.cost * MICRO // row.untrimmed_cost, MICRO) if row.untrimmed_cost else (0, 0)
