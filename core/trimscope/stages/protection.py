"""Which rounds may still go, and in what order rings age."""

from __future__ import annotations

from dataclasses import replace

from trimscope.planning.view import View
from trimscope.stages import units
from trimscope.stages.account import Account
from trimscope.structure.rings import Round


def rings_by_age(view: View) -> list[Round]:
    """All tool rings, oldest first, by their last message: a late result keeps its ring young."""
    return sorted((each for each in view.rings.rounds if each.ring), key=lambda each: each.last)


def left(view: View, account: Account) -> list[Round]:
    """The rounds that `keep_rounds` counts, oldest first, as far as they have not gone: what a second trim counts."""
    gone = account.dropped_set
    rounds = ((each, tuple(index for index in each.messages if index not in gone)) for each in units.of(view))
    return [replace(each, messages=messages) for each, messages in rounds if messages]


def newest_left(view: View, account: Account) -> frozenset[int]:
    """Indexes of the messages of the newest `keep_rounds` rounds among those left."""
    return frozenset(index for each in units.newest(view, left(view, account)) for index in each.messages)


def may_drop(view: View, account: Account, each: Round) -> bool:
    """Whether nothing protects any message of a round, and none of it is gone already."""
    return not any(
        view.is_protected(index)
        or index in view.open
        or index == view.anchors.tombstone
        or index in account.dropped_set
        for index in each.messages
    )
