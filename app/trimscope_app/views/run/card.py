"""The card of the run: a slider over its calls; unfolded, the replay under the policy in force.

A run of one conversation without a model call has no card.
"""

from __future__ import annotations

from typing import Any

import trimscope as ts
from trimscope_app.i18n import number, tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.run.chart import chart, costs
from trimscope_app.views.run.figures import figures, verdicts
from trimscope_app.views.run.rounds import rounds_table
from trimscope_app.views.run.tables import calls_table, lost_table, more_lost


def run_view(loaded: Loaded, plan: ts.Plan, replayed: ts.Replay | None, at: int | None, lang: str) -> dict[str, Any]:
    """{calls, at, words, rounds}; `at` is the call looked at, from 1, `calls` + 1 for the next one. `rounds` (those of
    that call's history) is None while the card is folded."""
    indexes = loaded.transcript.call_indexes
    calls = len(indexes)
    here = calls + 1 if at is None else at
    return {
        "id": loaded.id,
        "calls": calls,
        "at": here,
        "heading": tr(lang, "run.heading"),
        "where": _where(indexes, here, lang),
        "words": {name: tr(lang, f"run.{name}") for name in
                  ("slider", "play", "pause", "back", "on", "wait", "charts")},
        "rounds": None if replayed is None or not calls else rounds_table(loaded, plan, lang),
    }


def _where(indexes: tuple[int, ...], here: int, lang: str) -> str:
    if here > len(indexes):
        return tr(lang, "run.next_call", n=len(indexes))
    return tr(lang, "run.at_call", call=here, n=len(indexes), message=number(indexes[here - 1]))


def played_view(replayed: ts.Replay | None, lang: str) -> dict[str, Any]:
    """The whole run under the policy, whichever of its calls is looked at: {lead, figures, verdicts, chart, costs,
    calls, lost, more_lost}. Empty while the card is folded, and for a run without a call."""
    if replayed is None or not replayed.rows:
        return {}
    return {
        "lead": tr(lang, "run.lead"),
        "figures": figures(replayed, lang),
        "verdicts": verdicts(replayed, lang),
        "chart": chart(replayed, lang),
        "costs": costs(replayed, lang),
        "calls": calls_table(replayed, lang),
        "lost": lost_table(replayed, lang),
        "more_lost": more_lost(replayed, lang),
    }
