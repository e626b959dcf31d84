"""`sweep`: one run replayed under every policy of a grid.

    found = ts.sweep(transcript, {"keep_rounds": range(1, 13), "old_rounds": ["drop", "compact"]})
    found.rows, found.front, found.advice

`sweep_rows` gives row by row, so that progress can be shown and a person can stop between two rows; `Sweep.of` makes
a result of those that are done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from trimscope import tokens as counting
from trimscope.caching.rules import Prices
from trimscope.errors import TrimscopeError
from trimscope.policies.policy import Policy
from trimscope.replaying.references import CallValues
from trimscope.replaying.replay import replay
from trimscope.sweeping.advice import Advice, advise, standing
from trimscope.sweeping.grid import Candidate, Grid, candidates
from trimscope.sweeping.row import SweepRow, row_of
from trimscope.tokens import Counts
from trimscope.transcript import Transcript, loaded


@dataclass(frozen=True)
class Sweep:
    """The rows of a sweep, in the grid's order, and what follows from them."""

    rows: tuple[SweepRow, ...]
    whole: int
    """rows of the whole grid: more than there are where the sweep was stopped"""

    @classmethod
    def of(cls, rows: Iterable[SweepRow], whole: int | None = None) -> Sweep:
        """A result of some rows; `whole` where the grid has more."""
        found = tuple(rows)
        return cls(found, len(found) if whole is None else whole)

    @cached_property
    def front(self) -> tuple[int, ...]:
        """Positions of the rows that no other beats in cost, lost references and peak; only of those with the fewest
        calls that fail."""
        return standing(self.rows)

    @cached_property
    def advice(self) -> Advice | None:
        """Which row to take, with the reason and what its neighbours on the front would give up; None without rows
        that have numbers."""
        return advise(self.rows, self.front)


def sweep(
    transcript: Transcript,
    grid: Grid,
    base: Policy | None = None,
    *,
    counts: Counts | None = None,
    values: CallValues | None = None,
    prices: Prices | None = None,
) -> Sweep:
    """Replay a run under every combination of the grid's values over a base policy.

    `counts` and `values` are the transcript's, where they are there already; `prices` change single cache rules
    (`caching.rules`). Raises PolicyError for a grid that
    cannot be (`sweeping.grid.candidates`); what fails in a single combination is in its row.
    """
    return Sweep.of(sweep_rows(transcript, candidates(grid, base), counts=counts, values=values, prices=prices))


def sweep_rows(
    transcript: Transcript,
    found: Iterable[Candidate],
    *,
    counts: Counts | None = None,
    values: CallValues | None = None,
    prices: Prices | None = None,
) -> Iterator[SweepRow]:
    """One row a candidate, each computed when it is asked for; the candidates share what is read of the transcript."""
    values = values or CallValues(loaded(transcript))
    known: dict[counting.Profile, Counts] = {} if counts is None else {counts.profile: counts}
    for candidate in found:
        yield _row(transcript, candidate, known, values, prices)


def compare(transcript: Transcript, policies: Mapping[str, Policy], base: Policy | None = None) -> Sweep:
    """Replay a run under some whole policies, each known by its name; all counted alike: window, model and estimator
    are the base's where a policy leaves them at their defaults."""
    return Sweep.of(sweep_rows(transcript, whole_policies(policies, base or Policy())))


def whole_policies(policies: Mapping[str, Policy], base: Policy) -> tuple[Candidate, ...]:
    """Whole policies as candidates, with the base's window, model and estimator where they name none."""
    held = {key: value for key, value in base.to_mapping().items() if key in HELD}
    return tuple(
        Candidate((("policy", name),), Policy.from_mapping(held | each.to_mapping()))
        for name, each in policies.items()
    )


HELD = ("window", "model", "profile", "calibrate")
"""What says how a run is counted, not how it is trimmed: policies that differ here would not be comparable."""


def _row(
    transcript: Transcript,
    candidate: Candidate,
    known: dict[counting.Profile, Counts],
    values: CallValues,
    prices: Prices | None,
) -> SweepRow:
    policy = candidate.policy
    if policy is None:
        return SweepRow(candidate.settings, error=candidate.error)
    try:
        profile = counting.profile_for(transcript, policy.profile, policy.model)
        if profile not in known:
            known[profile] = counting.counted(transcript, profile)
        return row_of(candidate, replay(transcript, policy, counts=known[profile], values=values, prices=prices))
    except TrimscopeError as error:
        return SweepRow(candidate.settings, error=str(error))
