"""The pieces of the gauge's bars: the request from its beginning to its end, each piece in one bucket."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import trimscope as ts
from trimscope.budgets.buckets import joined_texts, of_inserted, places
from trimscope_app.i18n import number, tr
from trimscope_app.views.inserted import inserted_of
from trimscope_app.views.loaded import Loaded

SEGMENTS: Final = 240  # most segments a bar is drawn with; below about 3 px each they cannot be told apart

MIDDLE: Final = frozenset(("recent", "recent2", "results", "history"))
"""Colours that may be joined where pieces are too small to be drawn."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a bar: its colour, its bucket, tokens, and whose it is (a ring's number, a message, ...)."""

    kind: str
    bucket: str
    tokens: int
    owner: tuple[str, int]


def stored_segments(loaded: Loaded, plan: ts.Plan, scale: int, lang: str) -> list[dict[str, Any]]:
    """The bar of what is stored; nothing of what the run's own compaction took out of the request."""
    counts, apart = loaded.counts, joined_texts(plan.view)
    before = dict.fromkeys(range(len(counts.messages)), 0) | {i: counts.messages[i] for i in plan.view.history}
    behind = apart.get(None, 0)  # a text of ours behind the top-level system prompt
    fixed = _fixed(plan.view.fixed - counts.tools - behind, behind, counts.tools)
    return _drawn([*fixed, *_messages(loaded, plan, before, apart, [])], scale, lang)


def sent_segments(loaded: Loaded, plan: ts.Plan, scale: int, lang: str) -> list[dict[str, Any]]:
    """The bar of what would be sent, with the texts of ours in their places."""
    counts, apart = loaded.counts, joined_texts(plan.view)
    after = {each.message: each.after for each in plan.decisions if each.message is not None}
    added = {each.message: each.after - each.before for each in plan.decisions
             if each.message is not None and each.action == "merge"}
    ours = {index: (apart.get(index, 0) if after.get(index) else 0) + added.get(index, 0)
            for index in {**apart, **added} if index is not None}
    inserted = inserted_of(plan)
    within = sum(each.after for each in inserted)
    behind = sum(each.after for each in plan.decisions if each.message is None) - within
    tools = plan.tokens.sent - sum(after.values()) - within - behind - (plan.view.fixed - counts.tools)
    standing = apart.get(None, 0)
    fixed = _fixed(plan.view.fixed - counts.tools - standing, behind + standing, tools)
    return _drawn([*fixed, *_messages(loaded, plan, after, ours, inserted)], scale, lang)


def _fixed(policy: int, state: int, tools: int) -> list[Piece]:
    """What stands in no message: the system prompt with the request's frame, a text of ours behind it, tools."""
    return [Piece("policy", "policy", policy, ("fixed", 0)), Piece("state", "state", state, ("ours", -1)),
            Piece("tools", "tools", tools, ("fixed", 1))]


def _messages(
    loaded: Loaded, plan: ts.Plan, tokens: Mapping[int, int], ours: Mapping[int | None, int],
    inserted: Sequence[ts.Decision],
) -> Iterable[Piece]:
    """The messages in order; `ours` is how many of a message's tokens are a text of ours joined to it."""
    where = places(plan.view)
    left = list(inserted)
    for message, _, ring in loaded.kinds:
        while left and (left[0].at or 0) <= message:
            yield _ours(left.pop(0), where)
        if tokens.get(message, 0) > 0:
            bucket, joined = where[message], ours.get(message, 0)
            kind = "recent2" if bucket == "recent" and ring is not None and ring % 2 == 0 else bucket
            yield Piece(kind, bucket, tokens[message] - joined, ("ring", ring) if ring else ("plain", message))
            if joined:
                yield Piece("state", "state", joined, ("ours", message))
    yield from (_ours(each, where) for each in left)


def _ours(decision: ts.Decision, where: Mapping[int, str]) -> Piece:
    bucket = of_inserted(decision.reason, decision.at or 0, where)
    return Piece(bucket, bucket, decision.after, ("ours", decision.at or 0))


def _drawn(pieces: Sequence[Piece], scale: int, lang: str) -> list[dict[str, Any]]:
    """Neighbours of one ring and bucket are one piece. Then pieces under a few pixels join the one before them
    when it is of the same kind (the whole middle counts as one kind for that), so that a long run stays drawable."""
    least = max(1, scale // SEGMENTS)
    drawn: list[Piece] = []
    for piece in _joined(pieces):
        last = drawn[-1] if drawn else None
        if last is not None and (piece.tokens < least or last.tokens < least) and _alike(piece) == _alike(last):
            larger = piece if piece.tokens > last.tokens else last
            drawn[-1] = Piece(larger.kind, larger.bucket, last.tokens + piece.tokens, larger.owner)
        else:
            drawn.append(piece)
    start, views = 0, []
    for piece in drawn:
        who, ring = piece.owner
        bucket = tr(lang, f"field.buckets.{piece.bucket}")
        name = tr(lang, "ring", n=ring) if who == "ring" else bucket
        label = f"{name} · {bucket}: {number(piece.tokens)}" if who == "ring" else f"{name}: {number(piece.tokens)}"
        views.append({"kind": piece.kind, "start": start, "tokens": piece.tokens, "name": name, "label": label})
        start += piece.tokens
    return views


def _joined(pieces: Iterable[Piece]) -> Iterable[Piece]:
    last: Piece | None = None
    for piece in pieces:
        if piece.tokens <= 0:
            continue
        if last is not None and last.owner == piece.owner and last.bucket == piece.bucket:
            last = Piece(last.kind, last.bucket, last.tokens + piece.tokens, last.owner)
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last


def _alike(piece: Piece) -> str:
    return "middle" if piece.kind in MIDDLE else piece.kind
