"""Stage 3: still over the input budget. Oldest rings whole, then old media, then plain messages, then the last
step the policy names; by value instead of age where the policy asks (`select_by_value`). The newest ring, the open
turn, anchors and pins never go.
"""

from __future__ import annotations

from trimscope.planning.view import View
from trimscope.stages import courtesies, media, selection
from trimscope.stages.account import Account
from trimscope.stages.protection import may_drop, rings_by_age


def run(view: View, account: Account) -> None:
    """Take what is oldest, one piece at a time, until the total fits the budget or nothing is left to take."""
    budget = view.window.budget
    selection.run(view, account)
    for each in rings_by_age(view)[:-1]:
        if not account.is_over(budget):
            return
        if view.policy.may_go(view.tools_of(each)) and may_drop(view, account, each):
            account.drop(each, "over_budget")
    for message in view.messages:
        if not account.is_over(budget):
            return
        media.remove(view, account, message)
    courtesies.run(view, account, lambda: not account.is_over(budget))
    for each in view.rings.rounds:
        if not account.is_over(budget):
            return
        if not each.ring and may_drop(view, account, each):
            account.drop(each, "over_budget")


def last_step(view: View, account: Account) -> None:
    """What the policy names for a total that is over the budget after everything else."""
    if view.policy.on_over_budget == "extreme_then_fail":
        keep_newest_only(view, account, "extreme")
    elif view.policy.on_over_budget == "drop_tools_schema_then_fail":
        account.tools_dropped = view.transcript.tools_at is not None


def keep_newest_only(view: View, account: Account, reason: str) -> None:
    """Drop everything but anchors, pins, the open turn and the newest ring."""
    newest = rings_by_age(view)[-1:]
    for each in view.rings.rounds:
        if each not in newest and may_drop(view, account, each):
            account.drop(each, reason)
