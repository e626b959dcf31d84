"""The provider said that the request was too long, whatever the estimate said: one more ring goes for each retry.

First source article, risks: tighten by one step and try again, at most twice.
"""

from __future__ import annotations

from trimscope.planning.view import View
from trimscope.stages.account import Account
from trimscope.stages.protection import may_drop, rings_by_age


def run(view: View, account: Account) -> None:
    """Drop as many of the oldest rings as there were retries, never the newest; says so where too few are left."""
    left = view.retry
    for each in rings_by_age(view)[:-1]:
        if left == 0:
            return
        if view.policy.may_go(view.tools_of(each)) and may_drop(view, account, each):
            account.drop(each, "retry_tightening")
            left -= 1
    if left:
        account.said.append("retry_exhausted")
