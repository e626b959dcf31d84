"""What takes how much of the request, by bucket, with the limits of those that have one; and what can be done where it
does not fit."""

from __future__ import annotations

from typing import Any

import trimscope as ts
from trimscope.budgets.buckets import RESERVED, Share
from trimscope_app.i18n import number, share, tr


def shares_view(plan: ts.Plan, lang: str) -> list[dict[str, Any]]:
    """{bucket, name, text, title, fill, state} of every bucket that holds something or has a limit.

    `fill` is how far its limit is used, in percent up to 100, or None without one; `state` is `full` or `over` at
    or above it.
    """
    refused = plan.status == "refused"
    return [_share(each, plan, refused, lang) for each in ts.buckets(plan)
            if each.bucket not in RESERVED and (each.stored or each.sent or each.limit is not None)]


def _share(each: Share, plan: ts.Plan, refused: bool, lang: str) -> dict[str, Any]:
    now = each.stored if refused else each.sent
    limit = each.limit
    full = f"bucket_full:{each.bucket}" in plan.notes
    state = "" if limit is None else "over" if now > limit else "full" if full else ""
    text = number(now) if limit is None else tr(lang, "gauge.of_limit", n=now, limit=limit)
    title = tr(lang, "gauge.bucket", name=ts.words.bucket(each.bucket, lang), stored=each.stored,
               sent=0 if refused else each.sent, share=share(now, plan.window.budget))
    return {"bucket": each.bucket, "name": tr(lang, f"field.buckets.{each.bucket}"), "text": text, "title": title,
            "state": state, "fill": None if limit is None else min(100, 100 * now // max(1, limit))}


def verdicts_view(plan: ts.Plan, lang: str) -> list[dict[str, Any]]:
    """{text, ways}: why it does not fit, or the run is over, and the ways out; none where it fits."""
    if plan.status == "refused" or not plan.verdicts:
        return []
    report = ts.budget_report(plan)
    return [{
        "codes": list(report.verdicts),
        "text": " ".join(ts.words.verdict(code, lang) for code in report.verdicts),
        "ways_title": tr(lang, "gauge.ways_out"),
        "ways": [ts.words.way_out(way, lang) for way in report.ways_out],
    }]
