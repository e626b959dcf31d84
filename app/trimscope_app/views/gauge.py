"""The gauge: the window as one bar, stored above sent, with the watermark, the reserve,
one status and one sentence, and how far its numbers may be off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import trimscope as ts
from trimscope.words.counting import counted_as
from trimscope_app.i18n import number, share, tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.segments import sent_segments, stored_segments
from trimscope_app.views.sentence import sentence
from trimscope_app.views.shares import shares_view, verdicts_view
from trimscope_app.views.sizes import ends_view, longest

OVERFLOW: Final = 2  # the bar shows at most this many windows, so that the window itself stays readable
LONGEST_NAME: Final = 32  # characters of a model's name under the bar
TONES: Final = {"fine": "ok", "above_watermark": "warn", "over_budget": "bad", "refused": "bad"}


def gauge_view(loaded: Loaded, plan: ts.Plan, policy: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Everything the gauge draws. All lengths are tokens; `scale` is what the full width stands for."""
    window, tokens = plan.window, plan.tokens
    scale = max(window.limit, min(longest(plan), OVERFLOW * window.limit))
    refused = plan.status == "refused"
    watermark = window.watermark
    stored = stored_segments(loaded, plan, scale, lang)
    sent = [] if refused else sent_segments(loaded, plan, scale, lang)
    used = tokens.stored if refused else tokens.sent
    share_of = "gauge.of_budget_over" if used > window.budget else "gauge.of_budget"
    sent_bar = _bar("sent", 0 if refused else tokens.sent, sent, lang)
    status = status_text(plan, watermark, lang)
    ends = ends_view(plan, lang)
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
        "source": ends["source"],
        "source_title": counted_as(plan.view.counts.profile, lang),
        "may_not_fit": ends["may_not_fit"],
        "may_not_fit_title": ends["may_not_fit_title"],
        "sentence": sentence(loaded, plan, lang),
        "note": loaded.note.get(lang, ""),
        "shares": shares_view(plan, lang),
        "shares_title": tr(lang, "gauge.shares"),
        "busy": tr(lang, "gauge.busy"),
        "reserve": tr(lang, "legend.reserve"),
        "verdicts": verdicts_view(plan, lang),
        "stored": _bar("stored", tokens.stored, stored, lang) | {"end": ends["stored"]},
        "sent": sent_bar | ({"text": tr(lang, "gauge.none")} if refused else {}) | {"end": ends["sent"]},
        "used": min(used, window.budget),
        "aria": tr(lang, "gauge.aria", limit=window.limit, watermark=watermark, stored=tokens.stored,
                   sent="0" if refused else number(tokens.sent), status=status)
        + f" {ends['aria']}" + (f" {ends['may_not_fit']}." if ends["may_not_fit"] else ""),
    }


def _ratio(policy: Mapping[str, Any]) -> str:
    return f"{round(1000 * float(policy['watermark'])) / 10:g} %"


def window_text(plan: ts.Plan, lang: str) -> str:
    """The window's size and where it comes from: given, a model's, or assumed."""
    key = {"model": "gauge.window_of", "assumed": "gauge.window_assumed"}.get(plan.window.source, "gauge.window")
    return tr(lang, key, n=plan.window.limit, model=(plan.window.model or "")[:LONGEST_NAME])


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
