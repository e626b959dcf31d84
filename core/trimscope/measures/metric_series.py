"""The counters and histograms of the first source article's metrics, for plans of one strategy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from trimscope.planning.result import Plan
from trimscope.structure.pairing import refused_pairing

TOKEN_BOUNDS = (1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000)
"""Upper bounds of the buckets of tokens: the context windows that the source articles name (8, 32, 64, 128, 200
thousand, a million), halved below the smallest and filled up between."""

NANOSECOND_BOUNDS = tuple(bound * 1_000_000 for bound in (1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000))
"""Upper bounds of the buckets of time: those that Prometheus's own clients default to (5 ms to 10 s), and 1 ms,
because a plan on a usual transcript takes less than 5."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many observations lie at or below each bound (cumulative), their sum and their number."""

    bounds: tuple[int, ...]
    at_most: tuple[int, ...]
    sum: int
    count: int

    def to_mapping(self) -> dict[str, Any]:
        """JSON values."""
        buckets = {str(bound): n for bound, n in zip(self.bounds, self.at_most, strict=True)}
        return {"buckets": buckets, "sum": self.sum, "count": self.count}


def histogram(values: Iterable[int], bounds: tuple[int, ...]) -> Histogram:
    """The histogram of some whole numbers.

    >>> histogram((1, 5, 9), (1, 5)).at_most
    (1, 2)
    """
    known = tuple(values)
    return Histogram(bounds, tuple(sum(value <= bound for value in known) for bound in bounds), sum(known), len(known))


@dataclass(frozen=True, slots=True)
class Series:
    """The first article's metrics of the plans with one strategy, with or without a summary."""

    strategy: str
    summarised: bool
    tokens: Histogram
    """of what would be sent, in tokens"""
    dropped_rings: int
    """rings that went at these calls; one that went earlier and stays away is not counted again"""
    summaries: int
    summary_fails: int
    pairing_errors: int
    """plans that stop because the provider would refuse how calls and results pair"""
    rejects: int
    """plans whose request should not be sent: refused or over budget (fail closed)"""
    synthesised: int
    """results made up for calls that never got one"""
    nanoseconds: Histogram | None

    def to_mapping(self) -> dict[str, Any]:
        """JSON values under the article's names (the time in nanoseconds, to stay whole)."""
        return {
            "strategy": self.strategy,
            "summarised": self.summarised,
            "context_assemble_tokens": self.tokens.to_mapping(),
            "context_assemble_dropped_rings_total": self.dropped_rings,
            "context_assemble_summary_total": self.summaries,
            "context_assemble_summary_fail_total": self.summary_fails,
            "context_assemble_pairing_error_total": self.pairing_errors,
            "context_assemble_reject_total": self.rejects,
            "context_assemble_synthesised_total": self.synthesised,
        } | ({} if self.nanoseconds is None else {"context_assemble_nanoseconds": self.nanoseconds.to_mapping()})


def series(name: str, with_summary: bool, plans: Sequence[Plan], nanoseconds: Sequence[int] | None) -> Series:
    """The metrics of some plans with one strategy; `nanoseconds` is what each took."""
    return Series(
        name,
        with_summary,
        histogram((each.tokens.sent for each in plans), TOKEN_BOUNDS),
        sum(map(dropped_rings, plans)),
        sum(map(_new_summary, plans)),
        sum(map(_summary_failed, plans)),
        sum(bool(refused_pairing(each)) for each in plans),
        sum(each.status in ("refused", "over_budget") for each in plans),
        sum(decision.reason == "synthesised_result" for each in plans for decision in each.decisions),
        None if nanoseconds is None else histogram(nanoseconds, NANOSECOND_BOUNDS),
    )


def dropped_rings(plan: Plan) -> int:
    """Rings that this plan drops whole and that did not go at an earlier call."""
    gone = {d.message for d in plan.decisions if d.action == "drop" and d.reason != "earlier_call"}
    return sum(each.ring and gone.issuperset(each.messages) for each in plan.view.rings.rounds)


def _new_summary(plan: Plan) -> bool:
    """Whether the summary is this plan's own; one of an earlier call is sent again and not counted again."""
    return any(decision.action == "summarise" and decision.reason != "earlier_call" for decision in plan.decisions)


def _summary_failed(plan: Plan) -> bool:
    """Whether a summary was due and could not be used: none came, or it did not pass its checks."""
    return any(note.partition(":")[0] in ("summary_failed", "summary_refused") for note in plan.notes)
