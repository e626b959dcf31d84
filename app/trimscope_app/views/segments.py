"""The pieces of the gauge's bars: the request from its beginning to its end, each piece in one bucket."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import trimscope as ts
from trimscope.buckets import of_inserted, places
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
    counts = loaded.counts
    before = dict.fromkeys(range(len(counts.messages)), 0) | {i: counts.messages[i] for i in plan.view.history}
    fixed = [Piece("policy", "policy", plan.view.fixed - counts.tools, ("fixed", 0)),
             Piece("tools", "tools", counts.tools, ("fixed", 1))]
    return _drawn([*fixed, *_messages(loaded, plan, before, [])], scale, lang)


def sent_segments(loaded: Loaded, plan: ts.Plan, scale: int, lang: str) -> list[dict[str, Any]]:
    """The bar of what would be sent, with the texts of ours in their places."""
    after = {each.message: each.after for each in plan.decisions if each.message is not None}
    inserted = inserted_of(plan)
    # A text of ours behind the top-level system prompt: no message holds it, and none was inserted for it.
    behind = sum(each.after for each in plan.decisions if each.message is None) - sum(each.after for each in inserted)
    policy = plan.view.fixed - loaded.counts.tools
    tools = plan.tokens.sent - sum(after.values()) - sum(each.after for each in inserted) - behind - policy
    fixed = [Piece("policy", "policy", policy, ("fixed", 0)), Piece("state", "state", behind, ("ours", -1)),
             Piece("tools", "tools", tools, ("fixed", 1))]
    return _drawn([*fixed, *_messages(loaded, plan, after, inserted)], scale, lang)


def _messages(
    loaded: Loaded, plan: ts.Plan, tokens: dict[int, int], inserted: Sequence[ts.Decision]
) -> Iterable[Piece]:
    where = places(plan.view)
    left = list(inserted)
    for message, _, ring in loaded.kinds:
        while left and (left[0].at or 0) <= message:
            yield _ours(left.pop(0), where)
        if tokens.get(message, 0) > 0:
            bucket = where[message]
            kind = "recent2" if bucket == "recent" and ring is not None and ring % 2 == 0 else bucket
            yield Piece(kind, bucket, tokens[message], ("ring", ring) if ring else ("plain", message))
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
