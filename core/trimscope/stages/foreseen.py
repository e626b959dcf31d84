"""What the stages after this one do for certain, whatever is done to results before: there is no need to cut a result
that is not sent, or that a stub takes the place of.

Each answer may leave messages out, and never names one too many: a plan is the same with it and without it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from trimscope.planning.view import View
from trimscope.stages import units
from trimscope.stages.account import Account
from trimscope.stages.deduping import Tools
from trimscope.stages.old_rounds import stays
from trimscope.stages.replacing import takes_place
from trimscope.structure.rings import Round


def gone(view: View, account: Account, cost: Callable[[int], int], *, first: bool) -> frozenset[int]:
    """Indexes of the messages that old rounds drop for certain.

    `cost(index)` are the tokens of a message once its results are cut; it is asked for the newest messages only, as
    far as the watermark's target reaches. `first`: nothing is carried over from an earlier call.
    None where errors are told by what is sent.
    """
    policy = view.policy
    if policy.old_rounds != "drop" or policy.keep_errors:
        return frozenset()
    if policy.trigger == "always":
        return frozenset(index for each in old(view) for index in each.messages)
    if account.changes or not first or policy.memory is not None or account.keeps_ledger:
        return frozenset()
    return _below_target(view, account, old(view), cost)


def replaced(view: View, account: Account, tools: Tools, *, first: bool) -> frozenset[int]:
    """Indexes of the messages in old rounds all results of which give way to a stub or placeholder for certain.

    None where how much that frees decides (a watermark, `clear_at_least`), or errors are told by what is sent, or
    copies have lines of their own.
    """
    policy = view.policy
    decided = policy.trigger == "watermark" or policy.clear_at_least is not None or policy.keep_errors or policy.dedupe
    if policy.old_rounds not in ("compact", "clear") or decided or not first:
        return frozenset()
    rounds = (each for each in old(view) if account.changes.keys().isdisjoint(each.messages))
    return frozenset(
        index
        for index in chain.from_iterable(each.messages for each in rounds)
        if not account.watches(index)
        and takes_place(view, view.transcript.messages[index], policy.old_rounds, tools)
    )


def old(view: View) -> list[Round]:
    """The rounds that nothing keeps whole, oldest first, errors aside."""
    return [each for each, why in stays(view, units.of(view)) if why is None]


def _below_target(view: View, account: Account, rounds: list[Round], cost: Callable[[int], int]) -> frozenset[int]:
    """The messages of the rounds that go before a watermark's target is reached.

    Walks from the newest old round to the oldest: as soon as what was met is over watermark and target, every round
    before is dropped, however short it were cut. A tombstone that stands already may be replaced by a shorter one.
    """
    standing = view.standing
    enough = max(view.window.watermark, view.window.target + 1)
    enough += view.counts.text(standing.text) if standing is not None else 0
    mine = {index for each in rounds for index in each.messages}
    messages = view.transcript.messages
    total = view.fixed + account.inserted
    for index in view.history:
        if index not in mine:
            total += cost(index) if messages[index].results else view.counts.messages[index]
            if total >= enough:
                return frozenset(mine)
    for number in range(len(rounds) - 1, -1, -1):
        total += sum(cost(index) for index in rounds[number].messages)
        if total >= enough:
            return frozenset(index for each in rounds[:number] for index in each.messages)
    return frozenset()
