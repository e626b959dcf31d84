"""What the two charts draw: tokens a call, and the cost so far; each also said in a sentence."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import trimscope as ts
from trimscope.words.costs import cost as cost_text
from trimscope_app.i18n import number, tr

MARKED = ("refused", "over_budget")
"""Statuses with which a call would not have been made."""


def chart(replayed: ts.Replay, lang: str) -> dict[str, Any]:
    """Tokens stored and sent by call, the lines of budget and watermark, and what is marked at single calls."""
    rows, window = replayed.rows, replayed.window
    return {
        "stored": [row.stored for row in rows],
        "sent": [row.sent for row in rows],
        "budget": window.budget,
        "watermark": window.watermark,
        "breaks": [row.call for row in rows if row.breaks],
        "lost": [[row.call, len(row.lost)] for row in rows if row.lost],
        "failed": [row.call for row in rows if row.status in MARKED],
        "tips": [_tip(row, replayed.rules.unit, lang) for row in rows],
        "legend": [{"kind": kind, "text": tr(lang, f"run.legend.{kind}")}
                   for kind in ("stored", "sent", "watermark", "budget", "break", "lost", "failed")],
        "says": _says(replayed, lang),
    }


def costs(replayed: ts.Replay, lang: str) -> dict[str, Any]:
    """Cost so far at each call, with the policy and without trimming, in micro-units."""
    totals, unit = replayed.totals, replayed.rules.unit
    return {
        "sent": list(accumulate(row.bill.cost for row in replayed.rows)),
        "stored": list(accumulate(row.untrimmed.cost for row in replayed.rows)),
        "says": tr(lang, "run.costs_say", sent=cost_text(totals.cost, unit, lang),
                   stored=cost_text(totals.untrimmed_cost, unit, lang)),
    }


def _tip(row: ts.CallRow, unit: str, lang: str) -> str:
    parts = [
        tr(lang, "run.tip", call=row.call, stored=row.stored, sent=row.sent),
        tr(lang, "run.tip_cached", n=row.bill.cached),
        cost_text(row.bill.cost, unit, lang),
    ]
    if row.shared.cause is not None:
        parts.append(tr(lang, "run.tip_break", cause=tr(lang, f"run.cause.{row.shared.cause}")))
    if row.lost:
        parts.append(tr(lang, "run.tip_lost", n=len(row.lost)))
    if row.status in MARKED:
        parts.append(tr(lang, f"run.tip_{row.status}"))
    return " · ".join(parts)


def _says(replayed: ts.Replay, lang: str) -> str:
    totals, window = replayed.totals, replayed.window
    over = sum(row.sent >= window.watermark for row in replayed.rows)
    return tr(lang, "run.chart_says", calls=number(totals.calls), stored=number(totals.stored_peak),
              sent=number(totals.sent_peak), over=number(over), breaks=number(totals.breaks), lost=number(totals.lost))
