"""Stage 3: still over the input budget. Oldest rings whole, then old media, then plain messages, then the last
step the policy names. The newest ring, the open turn, anchors and pins never go.
"""

from __future__ import annotations

from trimscope.formats import replace_media
from trimscope.rings import Round
from trimscope.stages.account import Account
from trimscope.transcript import Media, Message
from trimscope.view import Change, View

MEDIA_NOTE = {"en": "[media removed to fit the budget]", "zh": "[为满足预算已移除媒体]"}
"""What stands for a picture or file that went."""


def run(view: View, account: Account) -> None:
    """Take what is oldest, one piece at a time, until the total fits the budget or nothing is left to take."""
    budget = view.window.budget
    rings = sorted((each for each in view.rings.rounds if each.ring), key=lambda each: each.last)
    newest = rings[-1] if rings else None
    for each in rings:
        if account.total <= budget:
            return
        if each is not newest and view.policy.may_go(view.tools_of(each)):
            _drop(view, account, each, "over_budget")
    for message in view.messages:
        if account.total <= budget:
            return
        if message.role == "user" and not view.is_protected(message.index):
            _without_media(view, account, message)
    for each in view.rings.rounds:
        if account.total <= budget:
            return
        if not each.ring:
            _drop(view, account, each, "over_budget")
    if account.total > budget and view.policy.on_over_budget == "extreme_then_fail":
        for each in view.rings.rounds:
            if each is not newest:
                _drop(view, account, each, "extreme")
    elif account.total > budget and view.policy.on_over_budget == "drop_tools_schema_then_fail":
        account.tools_dropped = view.transcript.tools_at is not None


def _drop(view: View, account: Account, each: Round, reason: str) -> None:
    """Drop a round unless something protects it or it is gone already."""
    protected = any(
        view.is_protected(index) or index in view.open or index == view.anchors.tombstone for index in each.messages
    )
    if not protected and not any(index in account.dropped_set for index in each.messages):
        account.drop(each, reason)


def _without_media(view: View, account: Account, message: Message) -> None:
    media = [part for part in message.parts if isinstance(part, Media)]
    if not media or message.index in account.changes:
        return  # dropped, or its media went at an earlier call
    pricing = view.counts.profile
    edits, note = replace_media(view.transcript, media, MEDIA_NOTE[view.policy.tombstone["lang"]])
    cost = sum(pricing.text(part.text) if part.text else pricing.media for part in media)
    saved = cost - pricing.text(note)
    if saved <= 0:
        return
    tokens, chars = account.tokens(message.index) - saved, view.counts.chars[message.index] + len(note)
    account.apply({message.index: Change("clear", "media_over_budget", tokens, chars, edits=edits)})
