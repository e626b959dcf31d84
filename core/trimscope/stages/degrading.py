"""The ladder down as a run nears its token budget: old results are compacted, then only the newest ring is left.

The second source article's order: whitelist (which always holds), compaction, extreme view, circuit breaker
(`run_limits.stops`). What the policy drops or clears stays so: compacting it instead would send more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from trimscope.planning.view import View
from trimscope.policies.policy import per_mille
from trimscope.stages import budget, old_rounds
from trimscope.stages.account import Account
from trimscope.stages.old_rounds import Outcome

Step = Literal["none", "compact", "extreme"]


def step(view: View) -> Step:
    """How far down the ladder this call stands, by the share of the run's token budget that is spent."""
    whole, section = view.policy.run_token_budget, view.policy.degrade
    if whole is None or section is None:
        return "none"
    if view.spent * 1000 >= whole * per_mille(section["extreme_at"]):
        return "extreme"
    return "compact" if view.spent * 1000 >= whole * per_mille(section["compact_at"]) else "none"


def run(view: View, account: Account) -> Outcome:
    """Treat old rounds as the policy says, and those it leaves whole as the ladder says; why the others stayed."""
    now = step(view)
    if now == "extreme":
        budget.keep_newest_only(view, account, "run_budget_extreme")
    outcome = old_rounds.run(view, account)
    if now == "none":
        return outcome
    before = dict(account.changes)
    tight = replace(view.policy, old_rounds="compact", trigger="always", clear_at_least=None)
    outcome = old_rounds.run(replace(view, policy=tight), account)
    for index, change in account.changes.items():
        if change.action == "compact" and before.get(index) is not change:
            account.changes[index] = replace(change, reason="run_budget_near")
    return outcome
