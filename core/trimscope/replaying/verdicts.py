"""What a replay comes to, as verdicts: codes with the numbers behind them (`words.replay` has the sentences)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from trimscope.budgets.window import Window
from trimscope.policies.policy import Policy
from trimscope.replaying.step import Step

Code = Literal[
    "identity", "idempotent", "not_idempotent", "saturated", "thrashing", "target_unreachable", "costs_more", "refused"
]

FEWEST_CALLS = 3
"""Calls a run needs before its breaks are judged: with two there is one chance of a break, and one is no habit."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One verdict. `count` of `whole`: calls, or tokens, as its sentence says."""

    code: Code
    count: int = 0
    whole: int = 0


@dataclass(frozen=True, slots=True)
class Costs:
    """Cost of the input of all calls, with the policy and without trimming, in integer micro-units."""

    trimmed: int
    untrimmed: int


def verdicts(
    steps: Sequence[Step], policy: Policy, window: Window, *, breaks: int, costs: Costs
) -> tuple[Verdict, ...]:
    """The verdicts that hold, in a fixed order.

    * identity: every call gets its history as it is stored.
    * saturated: of the calls whose history is at the watermark or above, more than half are sent so as well, although
      something was trimmed: the policy cannot bring the run down any more.
    * thrashing: the cached prefix breaks at more than half of the calls after the first.
    * target_unreachable: what can never go is larger than the target that a triggered trim goes down to.
    * costs_more: the input of all calls costs more than without trimming.
    * refused: calls that the provider would refuse.
    """
    found: list[Verdict] = []
    if steps and not any(step.touched for step in steps):
        found.append(Verdict("identity", len(steps), len(steps)))
    full = [step for step in steps if window.over_watermark(step.stored)]
    still = sum(step.touched > 0 and window.over_watermark(step.sent) for step in full)
    if 2 * still > len(full):
        found.append(Verdict("saturated", still, len(full)))
    if len(steps) >= FEWEST_CALLS and 2 * breaks > len(steps) - 1:
        found.append(Verdict("thrashing", breaks, len(steps) - 1))
    anchors = max((step.anchors for step in full), default=0)
    if policy.strategy is None and policy.trigger == "watermark" and anchors > window.target:
        found.append(Verdict("target_unreachable", anchors, window.target))
    if costs.trimmed > costs.untrimmed:
        found.append(Verdict("costs_more", costs.trimmed, costs.untrimmed))
    refused = sum(step.status == "refused" for step in steps)
    if refused:
        found.append(Verdict("refused", refused, len(steps)))
    return tuple(found)
