"""Soft limits: tokens of history at which one step each begins, before the hard budget is met (third source article,
5.3). Delete what is of low value; use the summary; let old evidence go, to be retrieved anew; pause and ask a person.

Each step is looked at once, in this order, by what the steps before it left. History is what would be sent without what
no message holds (tools, request frame) and without the leading anchors: system, leading context and the goal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from trimscope import tool_names
from trimscope.buckets import knowledge_tools
from trimscope.rings import Round
from trimscope.stages import courtesies, summarising, units
from trimscope.stages.account import Account
from trimscope.stages.old_rounds import Outcome
from trimscope.stages.protection import may_drop
from trimscope.stages.replacing import replace_results
from trimscope.view import View

LEADING = ("system", "leading_context", "goal")
"""Reasons of the anchors that are no history."""


def run(view: View, account: Account, outcome: Outcome) -> None:
    """Take the steps whose limits the history reaches; `outcome` says which old rounds have to stay."""
    section = view.policy.soft_limits
    if section is None:
        return
    leading = sum(account.tokens(index) for index in view.history if view.anchors.reasons.get(index) in LEADING)

    def below(name: str) -> bool:
        limit = section[name]
        return limit is None or account.total - view.fixed - leading < limit

    for name, step in (("delete", _delete), ("summarise", _summarise), ("retrieve", _retrieve)):
        if not below(name):
            before, said = account.total, len(account.said)
            step(view, account, outcome, lambda name=name: below(name))  # type: ignore[misc]
            if account.total != before or len(account.said) > said:
                account.said.insert(said, f"soft_limit:{name}")
    if not below("ask"):
        account.said.append("ask_user")


def _delete(view: View, account: Account, outcome: Outcome, enough: Callable[[], bool]) -> None:
    """Courtesies, then old rounds, then old plain messages, oldest first, until it is enough."""
    courtesies.run(view, account, enough)
    rounds = units.of(view)
    old = rounds[: max(0, len(rounds) - view.policy.keep_rounds)]
    stays = {index for index, why in outcome.kept.items() if why in ("kept_error", "excluded_tool")}
    plain = [each for each in summarising.middle(view, account) if not each.ring]
    for each in (*old, *plain):
        if enough():
            return
        if (
            may_drop(view, account, each)
            and stays.isdisjoint(each.messages)
            and view.policy.may_go(view.tools_of(each))
        ):
            account.drop(each, "soft_limit")


def _summarise(view: View, account: Account, outcome: Outcome, enough: Callable[[], bool]) -> None:
    summarising.run(view, account, asked=True)


def _retrieve(view: View, account: Account, outcome: Outcome, enough: Callable[[], bool]) -> None:
    """Results of knowledge tools in old rounds give way to a stub with their ids, oldest first, until it is enough."""
    patterns, tools = knowledge_tools(view.policy), view.tool_names()
    rounds = units.of(view)
    newest = {i for each in rounds[max(0, len(rounds) - view.policy.keep_rounds) :] for i in each.messages}
    tools_of: dict[int, set[str]] = {}
    for (index, _), tool in tools.items():
        tools_of.setdefault(index, set()).add(tool)
    for index in view.history:
        if enough():
            return
        known = index in tools_of and all(tool_names.matches_any(patterns, tool) for tool in tools_of[index])
        free = index not in newest and index not in view.open and index not in account.dropped_set
        if known and free and view.policy.may_go(frozenset(tools_of[index])):
            made = replace_results(view, Round((index,), ring=True), "retrieve", tools, account.changes)
            shorter = {i: each for i, each in made.items() if each.tokens < account.tokens(i)}
            account.apply({i: replace(each, action="compact", reason="retrieve_again") for i, each in shorter.items()})
