"""Soft limits: tokens of history at which one step each begins, before the hard budget is met (third source article,
5.3). Delete what is of low value; use the summary; let old evidence go, to be retrieved anew; pause and ask a person.

Each step is looked at once, in this order, by what the steps before it left. History is what would be sent without what
no message holds (tools, request frame) and without the leading anchors: system, leading context and the goal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from trimscope.budgets.buckets import knowledge_tools
from trimscope.carried import tool_names
from trimscope.planning.view import View
from trimscope.stages import courtesies, summarising
from trimscope.stages.account import Account
from trimscope.stages.old_rounds import Outcome
from trimscope.stages.protection import left, may_drop, newest_left
from trimscope.stages.replacing import replace_results
from trimscope.structure.rings import Round

LEADING = ("system", "leading_context", "goal")
"""Reasons of the anchors that are no history."""


def settle(view: View, account: Account, outcome: Outcome) -> None:
    """After the budget took rounds, others are the newest: look at the steps once more, then at the last limit."""
    section = view.policy.soft_limits
    if section is not None:
        run(view, account, outcome)
        if not _is_below(view, account, _leading(view, account), section["ask"]):
            account.said.append("ask_user")


def run(view: View, account: Account, outcome: Outcome) -> None:
    """Take the steps whose limits the history reaches; `outcome` says which old rounds have to stay."""
    section = view.policy.soft_limits
    if section is None:
        return
    leading = _leading(view, account)
    for name, step in (("delete", _delete), ("summarise", _summarise), ("retrieve", _retrieve)):
        below = partial(_is_below, view, account, leading, section[name])
        if below():
            continue
        before, said = account.total, len(account.said)
        step(view, account, outcome, below)
        if (account.total != before or len(account.said) > said) and f"soft_limit:{name}" not in account.said:
            account.said.insert(said, f"soft_limit:{name}")


def _leading(view: View, account: Account) -> int:
    """Tokens of the anchors that are no history; no step touches them."""
    return sum(account.tokens(index) for index, why in view.anchors.reasons.items() if why in LEADING)


def _is_below(view: View, account: Account, leading: int, limit: int | None) -> bool:
    """Whether the history is below a limit; it always is where there is none."""
    if limit is None:
        return True
    return account.total - view.fixed - leading < limit


def _delete(view: View, account: Account, outcome: Outcome, enough: Callable[[], bool]) -> None:
    """Courtesies, then old rounds, then old plain messages, oldest first, until it is enough."""
    courtesies.run(view, account, enough)
    rounds = left(view, account)
    old = rounds[: max(0, len(rounds) - view.policy.keep_rounds)]
    stays = {index for index, why in outcome.kept.items() if why in ("kept_error", "excluded_tool")}
    plain = [each for each in summarising.middle(view, account) if not each.ring]
    going = [each for each in (*old, *plain) if stays.isdisjoint(each.messages)]
    for each in going if not enough() else ():
        if may_drop(view, account, each) and view.policy.may_go(view.tools_of(each)):
            account.drop(each, "soft_limit")
            if enough():
                return


def _summarise(view: View, account: Account, outcome: Outcome, enough: Callable[[], bool]) -> None:
    summarising.run(view, account, asked=True)


def _retrieve(view: View, account: Account, outcome: Outcome, enough: Callable[[], bool]) -> None:
    """Results of knowledge tools in old rounds give way to a stub with their ids, oldest first, until it is enough."""
    patterns, tools = knowledge_tools(view.policy), view.tool_names()
    newest = newest_left(view, account)
    tools_of: dict[int, set[str]] = {}
    for (index, _), tool in tools.items():
        tools_of.setdefault(index, set()).add(tool)
    for index in view.history:
        known = index in tools_of and all(tool_names.matches_any(patterns, tool) for tool in tools_of[index])
        free = index not in newest and index not in view.open and index not in account.dropped_set
        if known and free and view.policy.may_go(frozenset(tools_of[index])):
            made = replace_results(view, Round((index,), ring=True), "retrieve", tools, account.changes)
            shorter = {i: each for i, each in made.items() if each.tokens < account.tokens(i)}
            account.apply({i: replace(each, action="compact", reason="retrieve_again") for i, each in shorter.items()})
            if shorter and enough():
                return
