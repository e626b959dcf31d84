"""What the provider reported, call by call, beside the estimate, and what the estimate can be scaled by."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.reported.calls import Reconciled, ReportedCall, reconcile
from trimscope.reported.scaling import scaled
from trimscope_app.i18n import number, tr
from trimscope_app.views.inspect.links import cell
from trimscope_app.views.loaded import Loaded

SHOWN: Final = 200  # newest calls that get a row; the sums are of all
COLUMNS: Final = ("call", "message", "estimated", "reported", "difference", "cached", "written", "output")


def usage_page(loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    """The sums in a line, and a row a call, oldest first."""
    counts = loaded.unscaled or loaded.counts
    sums = reconcile(loaded.transcript, counts)
    if not sums.known:
        return {"lead": tr(lang, "inspect.usage_none"), "blocks": []}
    usage = sums.usage
    lead = tr(lang, "inspect.usage_lead", known=len(sums.known), calls=len(sums.calls), context=usage.context,
              cached=usage.cached, written=usage.cache_write, output=usage.output)
    listed = sums.calls[-SHOWN:]
    blocks: list[dict[str, Any]] = [{
        "kind": "table", "label": tr(lang, "inspect.usage"),
        "columns": [tr(lang, f"usage.{name}") for name in COLUMNS],
        "rows": [{"tone": "" if each.usage else "mut", "cells": _cells(each, lang)} for each in listed],
    }]
    pricing = scaled(loaded.transcript, counts).profile
    told = [
        tr(lang, "usage.older", n=len(sums.calls) - SHOWN) if len(sums.calls) > SHOWN else "",
        *_marks(sums, lang),
        tr(lang, "usage.ratio", ratio=_ratio(sums.ratio)) if sums.ratio is not None else "",
        tr(lang, "usage.scale", ratio=_ratio(pricing.scale), unseen=pricing.unseen) if sums.compared else "",
    ]
    blocks += [{"kind": "text", "text": text, "tone": "mut"} for text in told if text]
    if sums.compared and not plan.policy.calibrate:
        blocks.append({"kind": "button", "name": "calibrate", "text": tr(lang, "usage.calibrate")})
    return {"lead": lead, "blocks": blocks}


def _cells(each: ReportedCall, lang: str) -> list[Any]:
    usage = each.usage
    told: list[Any] = [{"text": "–", "right": True}] * 5 if usage is None else [
        number(usage.context), _signed(each.difference or 0) if each.whole else {"text": "?", "right": True},
        number(usage.cached),
        number(usage.cache_write), f"{'~' if each.placeholder else ''}{number(usage.output)}",
    ]  # fmt: skip
    return [number(each.call), cell([each.message], lang), number(each.estimated), *told]


def _marks(sums: Reconciled, lang: str) -> list[str]:
    """What the signs in the table mean, where it has them."""
    known = sums.known
    return [
        *([tr(lang, "usage.placeholder")] if sums.placeholders else []),
        *([tr(lang, "usage.partial")] if len(sums.compared) < len(known) else []),
    ]


def _signed(tokens: int) -> str:
    return f"+{number(tokens)}" if tokens > 0 else f"−{number(-tokens)}" if tokens < 0 else "0"


def _ratio(per_mille: int) -> str:
    """A ratio with two digits behind the point, rounded half up in integers."""
    hundredths = (per_mille + 5) // 10
    return f"{hundredths // 100}.{hundredths % 100:02}"
