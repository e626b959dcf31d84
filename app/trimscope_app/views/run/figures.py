"""The sums of a replay as a few figures, and its verdicts as sentences."""

from __future__ import annotations

from typing import Final

import trimscope as ts
from trimscope.words.costs import cost as cost_text
from trimscope.words.replays import prefix, run_verdict
from trimscope_app.i18n import number, share, tr

TONES: Final = {"not_idempotent": "warn", "saturated": "warn", "thrashing": "warn", "target_unreachable": "warn",
                "costs_more": "bad", "refused": "bad"}  # fmt: skip

MOST_REPLANNED: Final = 2_000  # messages; trimming once more takes two plans, which a slider should not wait for beyond


def figures(replayed: ts.Replay, lang: str) -> list[dict[str, str]]:
    """[{key, label, value, beside, tone}]: input tokens, peak, cost, cache, breaks, lost references."""
    totals, unit = replayed.totals, replayed.rules.unit
    cheaper = totals.cost <= totals.untrimmed_cost
    return [
        _figure("input", number(totals.sent), tr(lang, "run.of_stored", stored=number(totals.stored)), "", lang),
        _figure("peak", number(totals.sent_peak), tr(lang, "run.of_stored", stored=number(totals.stored_peak)), "",
                lang),
        _figure("cost", cost_text(totals.cost, unit, lang),
                tr(lang, "run.of_stored", stored=cost_text(totals.untrimmed_cost, unit, lang)),
                "" if cheaper else "bad", lang),
        _figure("cached", share(totals.cached, totals.sent),
                tr(lang, "run.of_stored", stored=share(totals.untrimmed_cached, totals.stored)), "", lang),
        _figure("breaks", number(totals.breaks), tr(lang, "run.of_calls", n=totals.calls),
                "warn" if totals.breaks else "", lang),
        _figure("lost", number(totals.lost), tr(lang, "run.of_values", n=totals.grounded),
                "bad" if totals.lost else "", lang),
    ]


def verdicts(replayed: ts.Replay, lang: str) -> list[dict[str, str]]:
    """[{tone, code, text}], whether caching the common beginning pays, and where the untrimmed run or a
    limit of the run would have ended it."""
    found = [{"tone": TONES.get(each.code, "mut"), "code": each.code,
              "text": run_verdict(each.code, each.count, each.whole, replayed.rules.unit, lang)}
             for each in replayed.verdicts]
    again = replayed.idempotence if len(replayed.transcript.messages) <= MOST_REPLANNED else None
    if again is not None:
        found.append({"tone": TONES.get(again.code, "mut"), "code": again.code,
                      "text": run_verdict(again.code, 0, 0, replayed.rules.unit, lang)})
    if replayed.prefix_cost is not None:
        found.append({"tone": "mut", "code": "prefix_cost", "text": prefix(replayed.prefix_cost, lang)})
    if replayed.untrimmed_over is not None:
        found.append({"tone": "mut", "code": "untrimmed_over",
                      "text": tr(lang, "run.untrimmed_over", call=replayed.untrimmed_over)})
    for key, call in replayed.limits.items():
        if call is not None:
            found.append({"tone": "warn", "code": key, "text": tr(lang, f"run.limit.{key}", call=call)})
    return found


def _figure(key: str, value: str, beside: str, tone: str, lang: str) -> dict[str, str]:
    return {"key": key, "label": tr(lang, f"run.figure.{key}"), "value": value, "beside": beside, "tone": tone}
