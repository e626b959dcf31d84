"""The plan of a policy that leaves everything to a named strategy.

It has the usual decisions, sums, faults and status. Nothing is an anchor here: what stays, stays because the strategy
keeps it, and notes say what of the anchors it lost. Every call trims the full stored history afresh (`history` has no
effect), because these rules carry nothing along. A transcript whose pairing is broken is trimmed all the same, as
these systems do it; what would be sent is then judged as it is.
"""

from __future__ import annotations

from trimscope.planning.finish import finish
from trimscope.planning.result import Plan
from trimscope.planning.view import Changes, View
from trimscope.stages.account import Account
from trimscope.stages.old_rounds import Outcome
from trimscope.strategies import strategy
from trimscope.strategies.applied import changes, placements
from trimscope.structure.anchors import typed_in


def planned(view: View, name: str) -> Plan:
    """Run the strategy on a view. Raises PolicyError for a name or parameters that are not allowed."""
    kept = strategy(name).run(view, view.policy.params)
    account = Account(view)
    account.apply(changes(view, kept))
    account.placed = placements(view, kept)
    reasons = dict.fromkeys(view.history, "strategy_kept")
    account.said.extend(lost(view, account.changes))
    return finish(view, account, (), Outcome(reasons, nothing_to_count=False))


def lost(view: View, made: Changes) -> tuple[str, ...]:
    """Notes on the anchors that these changes drop or rewrite: system, goal, newest_user."""
    gone = {index for index, change in made.items() if change.action in ("drop", "truncate")}
    typed = [message.index for message in typed_in(view.messages, view.policy)]
    first = view.messages[:1]
    found = [("system", first[0].index)] if first and first[0].role in ("system", "developer") else []
    found += [("goal", typed[0]), ("newest_user", typed[-1])] if typed else []
    return tuple(f"lost:{what}" for what, index in found if index in gone)
