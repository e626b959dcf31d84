"""Results that are cut once more, to a smaller share in tokens: from what was stored, never a cut of a cut."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from trimscope.planning.view import Change, View
from trimscope.source.edits import Set
from trimscope.stages import filtering, observing
from trimscope.stages.account import Account
from trimscope.stages.deduping import Tools
from trimscope.texts.stub import is_stub
from trimscope.texts.truncate import truncate_parts
from trimscope.tokens import part_tokens
from trimscope.transcript import Message, Pointer, ToolResult

LEAST = 10
"""Tokens below which a single result is not cut: less would hold no word of it."""


@dataclass(frozen=True, slots=True)
class _Recut:
    """New texts of one message's results, and what that saves."""

    texts: dict[Pointer, str | None]
    tokens: int
    chars: int


def size(view: View, account: Account, index: int) -> int:
    """Tokens of a message's result texts as they would be sent; 0 where there is nothing to cut."""
    message = view.transcript.messages[index]
    if not message.results or message.role != "tool" or index in account.dropped_set:
        return 0
    if all(is_stub("".join(text for _, text in texts_of(account, index, result))) for result in message.results):
        return 0
    pricing = view.counts.profile
    media = sum(part_tokens(part, pricing) for result in message.results for part in result.media)
    ids = sum(pricing.result_id for result in message.results if result.call_id is not None)
    return max(0, account.tokens(index) - pricing.message - ids - media)


def texts_of(account: Account, index: int, result: ToolResult) -> list[tuple[Pointer, str]]:
    """A result's texts as they would be sent now."""
    change = account.changes.get(index)
    new = change.texts if change is not None else {}
    found = ((text.at, new.get(text.at, text.text)) for text in result.texts)
    return [(at, text) for at, text in found if text is not None]


def cut(view: View, account: Account, index: int, share: int, tools: Tools) -> None:
    """Cut the results of a message to `share` tokens together, each to an equal part of it."""
    message, earlier = view.transcript.messages[index], account.changes.get(index)
    limit = max(LEAST, share // len(message.results))
    policy = view.policy
    whitelist = tuple(policy.field_whitelist.items())
    settings = (limit, policy.head, policy.keep_matching, policy.tombstone["lang"], policy.observations, whitelist)
    texts = tuple(earlier.texts.items()) if earlier is not None else ()
    made = view.counts.remembered(
        ("recut", index), (settings, texts), partial(_recut, view, account, message, limit, tools)
    )
    if not made.texts:
        return
    before = account.tokens(index), earlier.chars if earlier is not None else view.counts.chars[index]
    change = Change(
        "truncate",
        "bucket_full",
        before[0] - made.tokens,
        before[1] - made.chars,
        {**(earlier.texts if earlier is not None else {}), **made.texts},
        tuple(edit for edit in earlier.edits if isinstance(edit, Set)) if earlier is not None else (),
    )
    account.apply({index: change})


def _recut(view: View, account: Account, message: Message, limit: int, tools: Tools) -> _Recut:
    found: dict[Pointer, str | None] = {}
    tokens = chars = 0
    for position, result in enumerate(message.parts):
        if not isinstance(result, ToolResult):
            continue
        now = dict(texts_of(account, message.index, result))
        if not now or is_stub("".join(now.values())) or sum(map(view.counts.text, now.values())) <= limit:
            continue
        tool = tools.get((message.index, position)) or result.name or "tool"
        new = _shorter(view, message.index, position, result, tool, limit)
        if not any(new.values()):
            continue
        found |= new
        tokens += sum(map(view.counts.text, now.values())) - sum(view.counts.text(text or "") for text in new.values())
        chars += sum(map(len, now.values())) - sum(len(text or "") for text in new.values())
    return _Recut(found, tokens, chars) if tokens > 0 else _Recut({}, 0, 0)


def _shorter(
    view: View, index: int, position: int, result: ToolResult, tool: str, limit: int
) -> dict[Pointer, str | None]:
    """The result's texts cut to a limit in tokens, frames of observations included."""
    policy, pricing = view.policy, view.counts.profile
    lang = policy.tombstone["lang"]
    read = filtering.read(view, index, position, tool)
    base = [text or "" for text in read.texts]
    frame = partial(observing.framed, tool=tool, call_id=result.call_id, lang=lang, failed=read.failed)
    taken = pricing.text(frame("")) * sum(map(bool, base)) if policy.observations else 0
    _, parts = truncate_parts(
        base,
        max(1, limit - taken),
        count=view.counts.text,
        head=policy.head,
        unit="tokens",
        tool=tool,
        keep=policy.keep_matching,
        lang=lang,
    )
    if policy.observations:
        parts = tuple(frame(part) if part else part for part in parts)
    return {text.at: part for text, part in zip(result.texts, parts, strict=True)}
