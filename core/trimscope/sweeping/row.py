"""One row of a sweep: what a run came to under one policy, in numbers that can be sorted, written and sent about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trimscope.replaying.result import Replay
from trimscope.sweeping.grid import Candidate, name_of


@dataclass(frozen=True, slots=True)
class SweepRow:
    """A run (or many, summed) under one policy. Tokens are the profile's estimate; all numbers are integers."""

    settings: tuple[tuple[str, Any], ...]
    """what the policy sets, as JSON values, in the grid's order"""
    calls: int = 0
    """model calls"""
    cost: int = 0
    """of the input of all calls, an integer in `unit`"""
    untrimmed_cost: int = 0
    unit: str = "token"
    """of the costs: `usd` (micro-dollars); `token` (a fresh token costs 1, `caching.rules`); `run` (millionths of what
    a run costs untrimmed, `sweeping.corpus`)"""
    lost: int = 0
    """lost references"""
    grounded: int = 0
    """values of arguments that have a source: those that could be lost"""
    peak: int = 0
    """tokens of the largest request"""
    stored_peak: int = 0
    sent: int = 0
    """input tokens of all calls"""
    stored: int = 0
    """the same without trimming"""
    cached: int = 0
    """input tokens read from the cache"""
    breaks: int = 0
    """calls at which the cached prefix breaks"""
    over_budget: int = 0
    """calls over the input budget, or after a limit of the run"""
    refused: int = 0
    """calls that the provider would refuse"""
    verdicts: tuple[str, ...] = ()
    """codes of the replay's verdicts"""
    error: str = ""
    """why there are no numbers: these settings cannot stand together, or do not fit the run"""

    @property
    def name(self) -> str:
        """The settings as one line."""
        return name_of(self.settings)

    @property
    def failing(self) -> int:
        """Calls that would not have been made: refused or over budget."""
        return self.refused + self.over_budget

    @property
    def cached_share(self) -> int:
        """Cached input tokens of all that are sent, in whole thousandths."""
        return self.cached * 1000 // self.sent if self.sent else 0

    @property
    def lost_share(self) -> int:
        """Lost references of all values that have a source, in whole thousandths."""
        return self.lost * 1000 // self.grounded if self.grounded else 0

    def to_mapping(self) -> dict[str, Any]:
        """As a flat JSON object; a setting has its key in front of it (`policy.keep_rounds`)."""
        return {f"policy.{key}" if key != "policy" else key: value for key, value in self.settings} | {
            "cost": self.cost,
            "untrimmed_cost": self.untrimmed_cost,
            "unit": self.unit,
            "lost": self.lost,
            "grounded": self.grounded,
            "lost_per_mille": self.lost_share,
            "peak": self.peak,
            "stored_peak": self.stored_peak,
            "sent": self.sent,
            "stored": self.stored,
            "cached_per_mille": self.cached_share,
            "calls": self.calls,
            "breaks": self.breaks,
            "over_budget": self.over_budget,
            "refused": self.refused,
            "verdicts": list(self.verdicts),
            "error": self.error,
        }


def row_of(candidate: Candidate, found: Replay) -> SweepRow:
    """The row of a candidate's replay."""
    sums = found.totals
    return SweepRow(
        candidate.settings,
        sums.calls,
        sums.cost,
        sums.untrimmed_cost,
        found.rules.unit,
        sums.lost,
        sums.grounded,
        sums.sent_peak,
        sums.stored_peak,
        sums.sent,
        sums.stored,
        sums.cached,
        sums.breaks,
        sums.over_budget,
        sums.refused,
        tuple(each.code for each in found.verdicts),
    )
