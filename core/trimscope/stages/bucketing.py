"""A full bucket lets only its own content be shortened (third source article, 5.2): old results and knowledge are cut
to an equal share and then cleared, oldest first; recent results are cut; plain old messages go. Anchors, pins and
calls stay, and what cannot be brought under its limit is said in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trimscope.budgets.buckets import limits_of, newest_rounds, places
from trimscope.planning.view import View
from trimscope.stages import recutting
from trimscope.stages.account import Account
from trimscope.stages.old_rounds import is_small_error
from trimscope.stages.protection import may_drop
from trimscope.stages.replacing import replace_results
from trimscope.structure.rings import Round

ORDER = ("knowledge", "results", "history", "recent")
"""Buckets whose content may be shortened, in the order of work: what can be fetched again first, what was said last. Of
the others a limit is looked at only when all is done (`buckets.full_buckets`)."""

LEAST_SHARE = 50
"""Tokens below which a result is not cut: a placeholder says as much in less (its longest takes about 40)."""


def run(view: View, account: Account) -> None:
    """Bring each bucket under its limit as far as its own content allows."""
    limits = limits_of(view.policy)
    if not limits:
        return
    where = places(view)
    members: dict[str, list[int]] = {name: [] for name in ORDER}
    for index in view.history:
        members.get(where[index], []).append(index)
    for name in ORDER:
        if name in limits:
            _shorten(view, account, name, members[name], limits[name])


def _shorten(view: View, account: Account, name: str, members: Sequence[int], limit: int) -> None:
    over = sum(account.tokens(index) for index in members if index not in account.dropped_set) - limit
    if name == "history":
        _drop_plain(view, account, members, over)
        return
    over = _cut(view, account, members, over, limit)
    if name != "recent":
        _clear(view, account, members, over)


def _cut(view: View, account: Account, members: Sequence[int], over: int, limit: int) -> int:
    """Cut results that take more than an equal share, oldest first; how many tokens the bucket is over then."""
    if over <= 0:
        return over
    sizes = {index: recutting.size(view, account, index) for index in members if not view.is_protected(index)}
    sizes = {index: size for index, size in sizes.items() if size > 0}
    rest = over + limit - sum(sizes.values())
    share = max(LEAST_SHARE, (limit - rest) // max(1, len(sizes)))
    tools = view.tool_names() if sizes else {}
    for index, size in sizes.items():
        if over <= 0:
            break
        before = account.tokens(index)
        if size > share:
            recutting.cut(view, account, index, share, tools)
        over -= before - account.tokens(index)
    return over


def _clear(view: View, account: Account, members: Sequence[int], over: int) -> None:
    """Clear old results, oldest first; those of the newest rounds and of the open turn stay."""
    old = _old_results(view, members) if over > 0 else []
    tools = view.tool_names() if old else {}
    for index in old:
        if over <= 0:
            break
        if view.policy.keep_errors and is_small_error(view, account, index, tools):
            continue  # cleared, it would be no error any more for the next trim, and go
        before = account.tokens(index)
        changes = replace_results(view, Round((index,), ring=False), "clear", tools, account.changes)
        if index in changes and changes[index].action == "clear":
            account.apply({index: replace(changes[index], reason="bucket_full")})
        over -= before - account.tokens(index)


def _old_results(view: View, members: Sequence[int]) -> list[int]:
    """Results among the members whose rings may be cleared."""
    mine = set(members)
    kept = view.open.union(*(each.messages for each in newest_rounds(view)))
    rings = (each for each in view.rings.rounds if each.ring and mine.intersection(each.messages))
    free = {i for each in rings if view.policy.may_go(view.tools_of(each)) for i in each.messages}
    return [i for i in members if i in free and i not in kept and not view.is_protected(i)]


def _drop_plain(view: View, account: Account, members: Sequence[int], over: int) -> None:
    """Drop plain messages, oldest first."""
    mine = set(members)
    for each in view.rings.rounds if over > 0 else ():
        if over <= 0:
            break
        if not each.ring and mine.issuperset(each.messages) and may_drop(view, account, each):
            over -= sum(account.tokens(index) for index in each.messages)
            account.drop(each, "bucket_full")
