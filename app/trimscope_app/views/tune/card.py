"""The card of the sweep: what to sweep, how far it is, what was found.

Folded it is a handle; unfolded, the axes; once swept, maps, plot, recommendation, the picked row, a comparison, rows.
"""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.policies.policy import settings
from trimscope.sweeping.telling import sentences
from trimscope_app.i18n import tr
from trimscope_app.options import preset_title
from trimscope_app.tuning import MOST_COMPARED, Tuner
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.tune.maps import maps
from trimscope_app.views.tune.plot import plot
from trimscope_app.views.tune.rows import columns, compared, detail, table_rows

SUGGESTED: Final = {
    "keep_rounds": "1:10",
    "result_limit": "500,1000,2000,4000,8000,none",
    "old_rounds": "drop,compact,clear",
    "trigger": "always,watermark",
    "watermark": "0.6:0.9:0.1",
    "target": "0.2:0.6:0.1",
    "head": "0.2:1:0.2",
    "round_unit": "ring,turn,user_turn",
    "history": "raw,persisted",
    "keep_errors": "0:4",
    "dedupe": "true,false",
    "clear_tool_inputs": "true,false",
    "limit_unit": "chars,tokens,lines",
    "tombstone": "counted,stable,off",
    "memory": "none,true",
    "ledger": "none,true",
    "courtesies": "true,false",
    "observations": "true,false",
    "select_by_value": "none,true",
    "on_over_budget": "fail,extreme_then_fail",
    "clear_at_least": "none,500,2000",
    "recent_user_turns": "0:3",
    "model": "",
}
"""Keys that change what is sent, with values to begin with; any can be typed over."""

WORDS: Final = ("start", "cancel", "rows", "columns", "third", "nothing", "values", "measure", "lost", "cost", "apply",
                "compare", "remove", "add_preset", "compared", "csv", "csv_wait", "front", "advised", "now", "picked",
                "table", "plot", "maps", "advice", "how", "failed")  # fmt: skip


def tune_view(loaded: Loaded, policy: ts.Policy, tuner: Tuner, lang: str) -> dict[str, Any]:
    """{calls, heading, words, axes, keys, ...}: all but what was swept, which is much and seldom changes."""
    found = tuner.found
    return {
        "calls": len(loaded.transcript.call_indexes),
        "heading": tr(lang, "tune.heading"),
        "lead": tr(lang, "tune.lead"),
        "words": {name: tr(lang, f"tune.{name}") for name in WORDS},
        "keys": [{"key": key, "title": settings()[key].words, "text": text} for key, text in SUGGESTED.items()],
        "axes": [{"key": key, "text": text} for key, text in tuner.axes],
        "trouble": tuner.trouble,
        "presets": [{"name": name, "title": preset_title(name, lang)} for name in ts.presets()],
        "full": len(tuner.compared) >= MOST_COMPARED,
        "compared": compared(tuner, lang),
        "stale": tr(lang, "tune.stale") if _stale(policy, tuner) else "",
        "now": next((i for i in range(len(tuner.rows)) if tuner.policy(i) == policy), None),
        "picked": detail(found, tuner.picked, lang),
    }


def swept_view(tuner: Tuner, lang: str) -> dict[str, Any]:
    """What was swept: {said, advised, front, maps, plot, columns, rows}; empty while it works."""
    if tuner.job is None or not tuner.rows or tuner.running:
        return {}
    found, keys = tuner.found, tuner.job.keys
    return {
        "said": list(sentences(found, lang)),
        "advised": found.advice.row if found.advice else None,
        "front": list(found.front),
        "maps": maps(found, keys, lang),
        "plot": plot(found, lang),
        "columns": columns(keys, lang),
        "rows": table_rows(found, lang),
    }


def progress_view(tuner: Tuner, lang: str) -> dict[str, Any]:
    """{running, done, whole, text}: sent while it works, without the rest."""
    whole = len(tuner.job.candidates) if tuner.job else 0
    text = tr(lang, "tune.progress", done=len(tuner.rows), whole=whole) if tuner.running else ""
    return {"running": tuner.running, "done": len(tuner.rows), "whole": whole, "text": text}


def _stale(policy: ts.Policy, tuner: Tuner) -> bool:
    """Whether settings that were not swept are other ones now than those the grid was laid over."""
    if tuner.job is None or not tuner.rows:
        return False
    swept = {key.partition(".")[0] for key in tuner.job.keys}
    before, now = tuner.job.base.to_mapping(defaults=True), policy.to_mapping(defaults=True)
    return any(before[key] != now[key] for key in now if key not in swept)
