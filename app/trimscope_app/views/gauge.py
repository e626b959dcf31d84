"""The gauge: the window as one bar, stored above sent, with the watermark, the reserve, one status and one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import trimscope as ts
from trimscope_app.i18n import number, share, tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.ringmap import inserted_of
from trimscope_app.views.sentence import sentence

SEGMENTS: Final = 240  # most segments a bar is drawn with; below about 3 px each they cannot be told apart
OVERFLOW: Final = 2  # the bar shows at most this many windows, so that the window itself stays readable
LONGEST_NAME: Final = 32  # characters of a model's name under the bar
TONES: Final = {"fine": "ok", "above_watermark": "warn", "over_budget": "bad", "refused": "bad"}


def gauge_view(loaded: Loaded, plan: ts.Plan, policy: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Everything the gauge draws. All lengths are tokens; `scale` is what the full width stands for."""
    window, tokens = plan.window, plan.tokens
    largest = max(tokens.stored, tokens.sent)
    scale = max(window.limit, min(largest, OVERFLOW * window.limit))
    refused = plan.status == "refused"
    watermark = window.watermark
    stored = _segments(loaded, plan, _before(loaded, plan), False, scale, lang)
    sent = [] if refused else _segments(loaded, plan, _after(loaded, plan), True, scale, lang)
    used = tokens.stored if refused else tokens.sent
    share_of = "gauge.of_budget_over" if used > window.budget else "gauge.of_budget"
    sent_bar = _bar("sent", 0 if refused else tokens.sent, sent, lang)
    kinds = [each["kind"] for each in stored + sent]
    legend = [(name, tr(lang, f"legend.{name}")) for name in ("fixed", "system", "anchor", "round", "plain", "insert")
              if name in kinds]
    status = status_text(plan, watermark, lang)
    return {
        "name": tr(lang, "gauge.name"),
        "limit": window.limit,
        "budget": window.budget,
        "scale": scale,
        "watermark": watermark,
        "watermark_label": tr(lang, "gauge.watermark", share=_ratio(policy), n=watermark),
        "end_label": window_text(plan, lang),
        "reserve_label": tr(lang, "gauge.reserve", reserve=window.reserve, margin=window.margin),
        "percent": tr(lang, "gauge.nothing") if refused else share(used, window.budget),
        "percent_of": "" if refused else tr(lang, share_of),
        "percent_title": tr(lang, "gauge.budget", n=window.budget),
        "status": {"code": plan.status, "tone": TONES[plan.status], "text": status},
        "saved": saved_view(plan, lang),
        "source": tr(lang, "gauge.source", source=source_name(loaded)),
        "sentence": sentence(loaded, plan, lang),
        "note": loaded.note.get(lang, ""),
        "legend": [*legend, ("reserve", tr(lang, "legend.reserve"))],
        "stored": _bar("stored", tokens.stored, stored, lang),
        "sent": sent_bar | {"text": tr(lang, "gauge.none")} if refused else sent_bar,
        "aria": tr(lang, "gauge.aria", limit=window.limit, watermark=watermark, stored=tokens.stored,
                   sent="0" if refused else number(tokens.sent), status=status),
    }


def _ratio(policy: Mapping[str, Any]) -> str:
    return f"{round(1000 * float(policy['watermark'])) / 10:g} %"


def window_text(plan: ts.Plan, lang: str) -> str:
    """The window's size and where it comes from: given, a model's, or assumed."""
    key = {"model": "gauge.window_of", "assumed": "gauge.window_assumed"}.get(plan.window.source, "gauge.window")
    return tr(lang, key, n=plan.window.limit, model=(plan.window.model or "")[:LONGEST_NAME])


def source_name(loaded: Loaded) -> str:
    """Where the numbers come from: 'patchcat@1'."""
    return loaded.counts.profile.label


def saved_view(plan: ts.Plan, lang: str) -> dict[str, Any]:
    """What trimming saves, as a signed share and in words; said plainly where it costs instead."""
    saved, stored = plan.tokens.saved, plan.tokens.stored
    if plan.status == "refused" or saved == 0:
        key = "gauge.nothing_sent" if plan.status == "refused" else "gauge.saves_nothing"
        return {"short": "", "text": tr(lang, key), "worse": False}
    if saved < 0:
        return {"short": _signed("+", share(-saved, stored)), "text": tr(lang, "gauge.costs", n=-saved), "worse": True}
    text = tr(lang, "gauge.saves", n=saved, share=share(saved, stored))
    return {"short": _signed("−", share(saved, stored)), "text": text, "worse": False}


def _signed(sign: str, size: str) -> str:
    """A share with its sign; a share too small to be told is no more than about nothing."""
    return "≈0 %" if size.startswith("<") else f"{sign}{size}"


def status_text(plan: ts.Plan, watermark: int, lang: str) -> str:
    """The status in words, with the distance that matters for it."""
    distance = {
        "fine": watermark - plan.tokens.sent,
        "above_watermark": plan.window.budget - plan.tokens.sent,
        "over_budget": plan.tokens.sent - plan.window.budget,
        "refused": 0,
    }[plan.status]
    return tr(lang, f"status.{plan.status}", n=distance)


def _bar(which: str, tokens: int, segments: list[dict[str, Any]], lang: str) -> dict[str, Any]:
    return {"name": tr(lang, which), "tokens": tokens, "text": number(tokens), "segments": segments}


def _before(loaded: Loaded, plan: ts.Plan) -> list[int]:
    """Tokens stored by message; none for what the run's own compaction took out of the request."""
    before = [0] * len(loaded.counts.messages)
    for index in plan.view.history:
        before[index] = loaded.counts.messages[index]
    return before


def _after(loaded: Loaded, plan: ts.Plan) -> list[int]:
    after = [0] * len(loaded.counts.messages)
    for decision in plan.decisions:
        if decision.message is not None:
            after[decision.message] = decision.after
    return after


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a bar: its colour class, tokens, and whose it is (a ring's number, a message, ...)."""

    kind: str
    tokens: int
    owner: tuple[str, int]


def _segments(
    loaded: Loaded, plan: ts.Plan, tokens: Sequence[int], sent: bool, scale: int, lang: str
) -> list[dict[str, Any]]:
    """The bar's pieces in order: fixed, then messages (a ring's neighbours joined), inserted ones in their place."""
    anchors = {d.message for d in plan.decisions if d.action == "anchor"}
    inserted = inserted_of(plan) if sent else []
    fixed = plan.tokens.sent - sum(tokens) - sum(d.after for d in inserted) if sent else plan.tokens.fixed
    system = loaded.counts.system  # a top-level system prompt that is no message
    pieces = [_Piece("fixed", fixed - system, ("fixed", 0)), _Piece("system", system, ("system", -1))]
    for message, kind, ring in loaded.kinds:
        while inserted and (inserted[0].at or 0) <= message:
            pieces.append(_Piece("insert", inserted.pop(0).after, ("insert", message)))
        if tokens[message] > 0:
            name = "anchor" if message in anchors and kind != "system" else kind
            pieces.append(_Piece(name, tokens[message], ("ring", ring) if ring else ("plain", message)))
    pieces += [_Piece("insert", d.after, ("insert", -1)) for d in inserted]
    return _joined(pieces, max(1, scale // SEGMENTS), lang)


def _joined(pieces: Sequence[_Piece], least: int, lang: str) -> list[dict[str, Any]]:
    """Neighbours of one ring become one piece. Then pieces under `least` tokens join the one before them when it is
    of the same kind (rings and plain messages count as one kind for that), so that a long run stays drawable."""
    whole: list[_Piece] = []
    for piece in pieces:
        if piece.tokens > 0 and whole and whole[-1].owner == piece.owner:
            whole[-1] = _Piece(whole[-1].kind, whole[-1].tokens + piece.tokens, piece.owner)
        elif piece.tokens > 0:
            whole.append(piece)
    alike = {"round": "middle", "round2": "middle", "plain": "middle"}
    drawn: list[_Piece] = []
    for piece in whole:
        last = drawn[-1] if drawn else None
        if (
            last is not None
            and min(piece.tokens, last.tokens) < least
            and alike.get(piece.kind, piece.kind) == alike.get(last.kind, last.kind)
        ):
            drawn[-1] = _Piece(last.kind, last.tokens + piece.tokens, last.owner)
        else:
            drawn.append(piece)
    start, views = 0, []
    for piece in drawn:
        who, ring = piece.owner
        name = tr(lang, "ring", n=ring) if who == "ring" else tr(lang, f"legend.{piece.kind}")
        views.append({"kind": piece.kind, "start": start, "tokens": piece.tokens, "name": name,
                      "label": f"{name}: {number(piece.tokens)}"})
        start += piece.tokens
    return views
