"""What one or several assemblies of a context came to, under the names of the source articles.

The first article counts assemblies (`context_assemble_...`), the fourth a run (`isPruned`,
`totalTokensSavedByPruning`, the split by role, the share of the window). No text of a transcript gets in here:
codes, ids and numbers only, as the first article asks of logs. `trimscope.measures.prometheus` writes them as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from trimscope.errors import PairingError, PolicyError
from trimscope.measures.metric_series import Series, series
from trimscope.planning.decision import GONE
from trimscope.planning.result import Plan
from trimscope.structure.pairing import refused_pairing

Made = TypeVar("Made")

SHORTENED = ("truncate", "filter", "dedupe")
"""Actions of the stage that shortens single results. What the others save is saved by pruning (the fourth source
article keeps its layers 1 and 2 apart)."""

PRUNED = (*GONE, "compact", "clear")
"""Actions that take old content away: one of them makes a run `isPruned`."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something to be recorded: a code, the model call (from 1), and where it happened."""

    code: str
    call: int
    fault: str
    message: int
    call_id: str | None


@dataclass(frozen=True, slots=True)
class Metrics:
    """The sums over some plans. Tokens are the estimator's; shares are whole thousandths."""

    series: tuple[Series, ...]
    """one for each strategy, with and without a summary, in the order they first occur"""
    is_pruned: bool
    """whether any plan dropped, compacted, cleared or summarised something"""
    tokens_saved: int
    """stored - sent, over all plans; negative where a tombstone costs more than it saves"""
    tokens_saved_by_pruning: int
    """the part of it that the shortening of single results did not save"""
    by_role: Mapping[str, int]
    """tokens sent by the last plan: messages by role, and `frame`, `tools`, `system` that no message holds"""
    utilisation: int
    """thousandths of the input budget that the last plan fills; over 1000 when it is over"""
    utilisation_of_window: int
    """thousandths of the context window"""
    events: tuple[Event, ...]

    def total(self, name: str) -> int:
        """The sum of one counter (a field of `Series`) over all series."""
        return sum(int(getattr(each, name)) for each in self.series)

    def to_mapping(self) -> dict[str, Any]:
        """JSON values under the articles' names: the first one's, then the fourth one's."""
        return {
            "context_assemble": [each.to_mapping() for each in self.series],
            "isPruned": self.is_pruned,
            "totalTokensSaved": self.tokens_saved,
            "totalTokensSavedByPruning": self.tokens_saved_by_pruning,
            "tokensByRole": dict(self.by_role),
            "utilisationPerMille": self.utilisation,
            "utilisationOfWindowPerMille": self.utilisation_of_window,
            "events": [
                {
                    "code": each.code,
                    "call": each.call,
                    "fault": each.fault,
                    "message": each.message,
                    "call_id": each.call_id,
                }
                for each in self.events
            ],
        }


def metrics(plans: Plan | Iterable[Plan], *, nanoseconds: Sequence[int] | None = None) -> Metrics:
    """The metrics of one plan, or of the plans of a run in order.

    `nanoseconds` is what each took (see `timed`); without it there is no `_seconds`, because the core has no clock.
    Raises PolicyError without a plan, and where the times are not as many as the plans.
    """
    made = (plans,) if isinstance(plans, Plan) else tuple(plans)
    if not made:
        raise PolicyError("metrics: there is no plan to measure.")
    if nanoseconds is not None and len(nanoseconds) != len(made):
        raise PolicyError(f"nanoseconds: {len(nanoseconds)} times do not fit {len(made)} plans.")
    groups: dict[tuple[str, bool], list[int]] = {}
    for number, each in enumerate(made):
        groups.setdefault((each.strategy, each.summarised), []).append(number)
    last = made[-1]
    saved = sum(each.tokens.saved for each in made)
    return Metrics(
        tuple(
            series(
                name,
                with_summary,
                [made[number] for number in numbers],
                None if nanoseconds is None else [nanoseconds[number] for number in numbers],
            )
            for (name, with_summary), numbers in groups.items()
        ),
        any(decision.action in PRUNED for each in made for decision in each.decisions),
        saved,
        saved - sum(d.before - d.after for each in made for d in each.decisions if d.action in SHORTENED),
        by_role(last),
        last.tokens.sent * 1000 // last.window.budget,
        last.tokens.sent * 1000 // last.window.limit,
        tuple(event for each in made for event in _events(each)),
    )


def timed(make: Callable[[], Made], clock: Callable[[], int]) -> tuple[Made, int]:
    """What `make()` gives, and how long it took in nanoseconds by a clock that counts them (`time.perf_counter_ns`).

    >>> ticks = iter((5, 12))
    >>> timed(lambda: "plan", lambda: next(ticks))
    ('plan', 7)
    """
    start = clock()
    made = make()
    return made, clock() - start


def by_role(plan: Plan) -> dict[str, int]:
    """Tokens sent, by who speaks; their sum is what is sent. A made-up result is the tool's; every other insertion
    (a tombstone above all) has the role user."""
    counts = plan.view.counts
    tools = plan.tokens.sent - counts.frame - counts.system - sum(each.after for each in plan.decisions)
    found = {"frame": counts.frame, "tools": tools, "system": counts.system}
    for each in plan.decisions:
        if each.message is not None:
            role: str = plan.transcript.messages[each.message].role
        elif each.action == "merge":
            role = "system"  # behind the top-level system prompt, which is no message
        else:
            role = "tool" if each.reason == "synthesised_result" else "user"
        found[role] = found.get(role, 0) + each.after
    return {role: tokens for role, tokens in found.items() if tokens}


def _events(plan: Plan) -> Iterable[Event]:
    """One event for a plan that a broken pairing stops: its first fault that a provider would refuse."""
    for first in refused_pairing(plan)[:1]:
        yield Event(PairingError.event, plan.call, first.code, first.message, first.call_id)
