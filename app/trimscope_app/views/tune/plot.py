"""The plot of cost against lost references: every policy a point, the front a line; also said in a sentence."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.words.costs import cost as cost_text
from trimscope_app.i18n import number, tr

WHOLE: Final = 1000
"""Coordinates are in thousandths of the plot's sides."""


def plot(found: ts.Sweep, lang: str) -> dict[str, Any]:
    """{points: [[row, x, y, kind]], low, high, most, says}; x by cost, y by lost references (0 at the bottom).

    Only costs in the unit of the recommended row have a place on its axis.
    """
    advice = found.advice
    unit = found.rows[advice.row].unit if advice else "token"
    able = [i for i, row in enumerate(found.rows) if not row.error and row.unit == unit]
    costs = [found.rows[i].cost for i in able]
    low, high = min(costs, default=0), max(costs, default=0)
    most = max((found.rows[i].lost for i in able), default=0)
    points = [
        [i, _part(found.rows[i].cost - low, high - low), _part(found.rows[i].lost, most), _kind(found, i)]
        for i in able
    ]
    ends = {"low": cost_text(low, unit, lang), "high": cost_text(high, unit, lang)}
    return {
        "points": points,
        **ends,
        "most": number(most),
        "axes": {"cost": tr(lang, "tune.axis.cost"), "lost": tr(lang, "tune.axis.lost")},
        "says": tr(lang, "tune.plot_says", all=len(able), front=len(found.front), most=most, **ends),
    }


def _part(value: int, whole: int) -> int:
    return value * WHOLE // whole if whole else 0


def _kind(found: ts.Sweep, position: int) -> str:
    if found.advice is not None and found.advice.row == position:
        return "advised"
    return "front" if position in found.front else "other"
