"""Courtesies go before other plain messages: fulfilled announcements, thanks, acknowledgements (`worth.courtesy`).

Off unless the policy asks (`courtesies`). A plain message goes whole. An announcement in the message that makes the
call goes from it and leaves call and result, the least that the cause of a result needs; not in the newest rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from trimscope.formats import at
from trimscope.planning.view import Change, View
from trimscope.stages.account import Account
from trimscope.stages.protection import may_drop, newest_left
from trimscope.transcript import Message, Text
from trimscope.worth import courtesy

REASONS = {"fulfilled_plan": "fulfilled_plan", "thanks": "courtesy", "acknowledgement": "courtesy"}
"""Reason of a decision by the kind of courtesy."""


def run(view: View, account: Account, enough: Callable[[], bool]) -> None:
    """Take courtesies away, oldest first, until `enough()` says that nothing more has to go."""
    if not view.policy.courtesies or enough():
        return
    found = view.counts.remembered("courtesies", view.history, lambda: courtesy.find(view.messages, view.rings))
    alone = {each.messages[0]: each for each in view.rings.rounds if len(each.messages) == 1}
    old = _old_rings(view, account)
    for message in view.messages:
        index = message.index
        if index in found and index in alone and may_drop(view, account, alone[index]):
            account.drop(alone[index], REASONS[found[index]])
        elif index in old and index not in account.dropped_set:
            _without_announcement(view, account, message)
        else:
            continue
        if enough():
            return


def _old_rings(view: View, account: Account) -> frozenset[int]:
    """Messages of rings that may be shortened: not protected, not open, not among the newest rounds."""
    newest = newest_left(view, account)
    kept = newest | view.open | set(view.anchors.reasons)
    rings = (each for each in view.rings.rounds if each.ring and view.policy.may_go(view.tools_of(each)))
    return frozenset(index for each in rings if kept.isdisjoint(each.messages) for index in each.messages)


def _without_announcement(view: View, account: Account, message: Message) -> None:
    texts = courtesy.announcing_texts(message)
    earlier = account.changes.get(message.index)
    if not texts or not _leaves_the_calls(view, message, texts) or (earlier and earlier.reason == "fulfilled_plan"):
        return
    pricing = view.counts.profile
    base = earlier or Change("clear", "", view.counts.messages[message.index], view.counts.chars[message.index])
    change = replace(
        base,
        action="clear",
        reason="fulfilled_plan",
        tokens=base.tokens - sum(pricing.text(text.text) for text in texts),
        chars=base.chars - sum(len(text.text) for text in texts),
        texts={**base.texts, **{text.at: None for text in texts}},
    )
    account.apply({message.index: change})


def _leaves_the_calls(view: View, message: Message, texts: Sequence[Text]) -> bool:
    """Whether taking the texts away leaves the record with its calls: a list of content that loses all its parts
    takes its record along, so something else has to stand in it, or the record holds nothing else."""
    records = {call.at[: len(view.transcript.base) + 1] for call in message.calls}
    taken: dict[tuple[str | int, ...], int] = {}
    for text in texts:
        if text.at[-1] == "content":
            continue  # a field of its own
        if text.at[-1] != "text" or not isinstance(text.at[-2], int):
            return False
        taken[text.at[:-2]] = taken.get(text.at[:-2], 0) + 1
    for where, count in taken.items():
        mine = where[: len(view.transcript.base) + 1] in records
        if mine and len(at(view.transcript.document, where)) == count:
            return False
    return True
