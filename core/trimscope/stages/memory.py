"""The memory block is collected and put in its place: the end of the system prompt, or a last message.

It is written before anything goes, from the history as it is stored. A block that an earlier trim left as the last
message is no longer last once the run went on: it goes, for the new one says all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from trimscope.carried.effects import section_of
from trimscope.carried.memory import collect, is_empty, read_up_to
from trimscope.carried.memory_form import GOAL
from trimscope.carried.memory_goal import is_said
from trimscope.planning.placing import LAST, SYSTEM, Note
from trimscope.planning.view import View, drop
from trimscope.source import canonical
from trimscope.stages.account import Account
from trimscope.structure.standing import memory_is_last, own
from trimscope.texts import notices
from trimscope.texts.notices import Notice
from trimscope.transcript import Message


def run(view: View, account: Account) -> None:
    """Send the block, where the policy asks for one, it says something, and it does not stand there already."""
    section = view.policy.memory
    if section is None:
        return
    standing, outdated = view.anchors.notices.get("memory"), _outdated(view)
    earlier = standing.notice if standing is not None else outdated[-1][1] if outdated else None
    value = _collected(view, section, earlier)
    account.apply({message.index: drop(message, "memory_outdated") for message, _ in outdated})
    if is_empty(value) or (standing is not None and standing.notice.value == value):
        return
    place = SYSTEM if section["place"] == "system" else LAST
    account.note(Note(Notice("memory", view.policy.tombstone["lang"], value), place))


def settle(view: View, account: Account) -> None:
    """Once it is known what is sent: the block names the newest call of that, so that a later one reads on from there.
    Where the call it has read up to goes, the mark would lead nowhere."""
    section = view.policy.memory
    if section is None:
        return
    standing, note = view.anchors.notices.get("memory"), account.notes.get("memory")
    now = note.notice if note is not None else standing.notice if standing is not None else None
    if now is None:
        return
    sent = [index for index in view.history if index not in account.dropped_set]
    value = read_up_to(view.transcript, now.value, set(sent), view.rings.pairs)
    if value != now.value:
        place = SYSTEM if section["place"] == "system" else LAST
        account.note(Note(Notice("memory", view.policy.tombstone["lang"], value), place))


def _collected(view: View, section: Mapping[str, Any], earlier: Notice | None) -> dict[str, Any]:
    """The block; read anew only when the history or the rules are others.

    The goal is the first thing a person typed, and an earlier block's only where that message says it: the block may be
    somebody's copy, and it speaks in the system prompt. Only where the policy lets that message go, an earlier block is
    all that tells.
    """
    before = earlier.value if earlier is not None else None
    if before is not None and view.policy.protect_first_user:
        told = is_said(str(before.get(GOAL, "")), view.transcript, view.history)
        before = {name: item for name, item in before.items() if name != GOAL or told}
    classes = section_of(view.policy)
    key = (view.history, canonical.dumps([section, before, dict(classes) if classes else None]))
    return view.counts.remembered(
        "memory", key, lambda: collect(view.transcript, section, view.history, before, view.rings.pairs, classes)
    )


def _outdated(view: View) -> list[tuple[Message, Notice]]:
    """Blocks that were the last message of an earlier request: the model's answer stands directly behind them."""
    messages, found = view.messages, []
    ours = own(messages, view.policy) if memory_is_last(view.policy) else ()
    for message, following in pairwise(messages):
        if message.index in ours and following.role == "assistant" and not view.is_protected(message.index):
            notice = notices.read(message.text) if len(message.parts) == 1 else None
            if notice is not None and notice.kind == "memory":
                found.append((message, notice))
    return found
