"""Old pictures and files give way to a short note, in what a person sent and in tool results."""

from __future__ import annotations

from collections.abc import Iterable

from trimscope.formats import replace_media, replace_result_media
from trimscope.planning.view import Change, View
from trimscope.source.edits import Edit
from trimscope.stages.account import Account
from trimscope.texts.stub import MEDIA_NOTE
from trimscope.tokens import Profile, part_tokens
from trimscope.transcript import Media, Message


def remove(view: View, account: Account, message: Message) -> None:
    """Take a message's media away, unless it is an anchor, part of the open turn, or gone already."""
    if view.is_protected(message.index) or message.index in view.open:
        return
    if message.role == "user" and message.index not in account.changes:
        _from_user(view, account, message)
    elif message.role == "tool" and message.index not in account.dropped_set:
        _from_results(view, account, message)


def _from_user(view: View, account: Account, message: Message) -> None:
    media = [part for part in message.parts if isinstance(part, Media)]
    if not media:
        return
    pricing = view.counts.profile
    edits, note = replace_media(view.transcript, media, MEDIA_NOTE[view.policy.tombstone["lang"]])
    saved = _cost(media, pricing) - pricing.text(note)
    if saved <= 0:
        return
    tokens, chars = account.tokens(message.index) - saved, view.counts.chars[message.index] + len(note)
    account.apply({message.index: Change("clear", "media_over_budget", tokens, chars, edits=edits)})


def _from_results(view: View, account: Account, message: Message) -> None:
    earlier = account.changes.get(message.index)
    if earlier is not None and (earlier.edits or earlier.reason == "media_over_budget"):
        return  # a repair moved it, nothing of it is left, or its media went already
    pricing, texts = view.counts.profile, dict(earlier.texts) if earlier else {}
    tokens, chars = account.tokens(message.index), earlier.chars if earlier else view.counts.chars[message.index]
    edits: list[Edit] = []
    for result in message.results:
        pictures = [part for part in result.media if not part.text]  # a document in plain text is text
        left = sum(len(texts.get(text.at, text.text) or "") for text in result.texts)
        note = MEDIA_NOTE[view.policy.tombstone["lang"]] if _has_room(view, left) else ""
        new, note = replace_result_media(view.transcript, pictures, note)
        saved = _cost(pictures, pricing) - pricing.text(note)
        if new and saved > 0 and (note or left):
            edits += new
            tokens, chars = tokens - saved, chars + len(note)
    if edits:
        change = Change("clear", "media_over_budget", tokens, chars, texts, tuple(edits))
        account.apply({message.index: change})


def _has_room(view: View, left: int) -> bool:
    """Whether a note may stand beside what is left of a result's text (in characters): a note that took it over its
    limit, or out of its frame, would be cut or framed at the next trim."""
    policy, note = view.policy, MEDIA_NOTE[view.policy.tombstone["lang"]]
    if left == 0:
        return True  # then it is the whole result, and is known as ours
    if policy.observations or policy.tool_limits or policy.limit_unit != "chars":
        return False
    return policy.result_limit is None or left + len(note) <= policy.result_limit


def _cost(media: Iterable[Media], pricing: Profile) -> int:
    return sum(part_tokens(part, pricing) for part in media)
