"""What takes how much of a budget, and what can be done where it does not suffice: the hard limit fails closed, and
says why (third source article, 6.4 and 9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trimscope import words
from trimscope.budgets import run_limits
from trimscope.budgets.buckets import RESERVED, buckets

if TYPE_CHECKING:
    from trimscope.planning.result import Plan

WAYS: Mapping[str, tuple[str, ...]] = {
    "fixed_over_budget": ("fewer_tools", "shorter_descriptions", "split_agent", "smaller_task", "larger_window"),
    "over_budget": ("shorten_recent", "fewer_tools", "raise_budget", "stop"),
    "run_stopped:tokens": ("raise_run_limit", "hand_over"),
    "run_stopped:turns": ("raise_run_limit", "hand_over"),
}
"""The ways out of each verdict, in the articles' order."""

MOST_NAMED = 3
"""Largest buckets that an error names: the rest is in the report."""


@dataclass(frozen=True, slots=True)
class Line:
    """One bucket: tokens that would be sent (or, of output and margin, kept free), and their share of the input budget
    in thousandths."""

    bucket: str
    tokens: int
    share: int


@dataclass(frozen=True, slots=True)
class BudgetReport:
    """A plan held against its budgets. `over` is how many tokens are too many (0 where it fits)."""

    lines: tuple[Line, ...]
    sent: int
    budget: int
    over: int
    verdicts: tuple[str, ...]
    ways_out: tuple[str, ...]

    @property
    def largest(self) -> tuple[Line, ...]:
        """What is sent, the largest bucket first."""
        sent = (line for line in self.lines if line.tokens and line.bucket not in RESERVED)
        return tuple(sorted(sent, key=lambda line: -line.tokens))

    def to_mapping(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "sent": self.sent,
            "budget": self.budget,
            "over": self.over,
            "lines": [{"bucket": line.bucket, "tokens": line.tokens, "share": line.share} for line in self.lines],
            "verdicts": list(self.verdicts),
            "ways_out": list(self.ways_out),
        }


def budget_report(plan: Plan) -> BudgetReport:
    """The report on a plan, whatever its status. The lines of what is sent add up to `plan.tokens.sent`."""
    budget, found = plan.window.budget, buckets(plan)
    kept_free = () if plan.policy.token_budget is not None else found[-len(RESERVED) :]
    tokens = [
        *((each.bucket, each.sent) for each in found[: -len(RESERVED)]),
        *((each.bucket, each.limit or 0) for each in kept_free),
    ]
    codes = verdicts(plan)
    return BudgetReport(
        tuple(Line(bucket, count, count * 1000 // budget) for bucket, count in tokens),
        plan.tokens.sent,
        budget,
        max(0, plan.tokens.sent - budget),
        codes,
        tuple(dict.fromkeys(way for code in codes for way in WAYS[code])),
    )


def verdicts(plan: Plan) -> tuple[str, ...]:
    """Codes of the budgets that a plan is over: the request's (`fixed_over_budget` where no trimming could help, else
    `over_budget`), then the run's (`run_stopped:tokens`, `run_stopped:turns`)."""
    view, budget = plan.view, plan.window.budget
    found: list[str] = []
    if plan.tokens.sent > budget:
        fixed = plan.tokens.sent - sum(decision.after for decision in plan.decisions)
        anchored = sum(view.counts.messages[index] for index in view.anchors.reasons)
        found.append("fixed_over_budget" if fixed + anchored > budget else "over_budget")
    return (*found, *run_limits.stops(view))


def sentence(plan: Plan) -> str:
    """Why a plan is over a budget and what takes the most, in one sentence or two, for an error."""
    report = budget_report(plan)
    if not report.over:
        return f"{words.verdict(report.verdicts[0])} It is call {plan.call:,}, {plan.view.spent:,} tokens were spent."
    largest = ", ".join(f"{words.bucket(line.bucket)} {line.tokens:,}" for line in report.largest[:MOST_NAMED])
    ways = "; ".join(words.way_out(way) for way in report.ways_out)
    return (
        f"{report.sent:,} tokens would be sent, the input budget is {report.budget:,}: {report.over:,} too many. "
        f"Largest: {largest}. Ways out: {ways}."
    )


def text_lines(report: BudgetReport, lang: str) -> list[str]:
    """The report for people, a line each: verdicts, what takes how much, the ways out."""
    shown = [line for line in report.lines if line.tokens]
    return [
        *(words.verdict(code, lang) for code in report.verdicts),
        *(f"{line.tokens:>10,}  {line.share // 10:>3} %  {words.bucket(line.bucket, lang)}" for line in shown),
        *(f"  -> {words.way_out(way, lang)}" for way in report.ways_out),
    ]
