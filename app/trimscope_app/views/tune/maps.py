"""Heat maps: one cell a policy, the first key down, the second across, a map for every value of the third."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.sweeping.grid import shown
from trimscope.words.costs import cost as cost_text
from trimscope_app.i18n import number, share, tr
from trimscope_app.views.titles import short

SHADES: Final = 8
"""Steps of shade above none: more are not told apart."""

NAME: Final = 60  # characters of a value


def maps(found: ts.Sweep, keys: tuple[str, ...], lang: str) -> list[dict[str, Any]]:
    """[{title, down, across, heads, rows: [{head, cells: [{row, lost, cost, shades, name, marks}]}]}]."""
    sheets: dict[str, dict[str, list[tuple[str, int]]]] = {}
    for position, row in enumerate(found.rows):
        texts = [short(shown(value), NAME) for _, value in row.settings]
        first, second, third = (*texts, "", "")[:3]
        sheets.setdefault(third, {}).setdefault(first, []).append((second, position))
    scales = _scales(found)
    return [
        {
            "title": f"{keys[2]} = {third}" if len(keys) > 2 else "",
            "down": keys[0],
            "across": keys[1] if len(keys) > 1 else "",
            "heads": [second for second, _ in next(iter(lines.values()))],
            "rows": [
                {"head": first, "cells": [_cell(found, position, scales, lang) for _, position in cells]}
                for first, cells in lines.items()
            ],
        }
        for third, lines in sheets.items()
    ]


def said_of(row: ts.SweepRow, lang: str) -> str:
    """A row in a sentence, as a screen reader says its cell."""
    if row.error:
        return f"{row.name}: {row.error}"
    return tr(lang, "tune.cell", name=row.name, lost=row.lost, grounded=row.grounded,
              cost=cost_text(row.cost, row.unit, lang), share=share(row.cost, row.untrimmed_cost), peak=row.peak)


def _cell(
    found: ts.Sweep, position: int, scales: dict[str, tuple[int, int]], lang: str
) -> dict[str, Any]:
    row, advice = found.rows[position], found.advice
    marks = [
        *(["advised"] if advice is not None and advice.row == position else []),
        *(["front"] if position in found.front else []),
        *(["failed"] if row.error or row.failing else []),
    ]
    name = " · ".join([said_of(row, lang), *(tr(lang, f"tune.{mark}") for mark in marks)])
    return {
        "row": position,
        "marks": marks,
        "name": name,
        "lost": "×" if row.error else number(row.lost),
        "cost": "×" if row.error else share(row.cost, row.untrimmed_cost),
        "shades": {"lost": _shade(row.lost, scales["lost"]), "cost": _shade(row.cost, scales["cost"])},
    }


def _scales(found: ts.Sweep) -> dict[str, tuple[int, int]]:
    """Least and most of both measures."""
    able = [row for row in found.rows if not row.error]
    measures = {"lost": [row.lost for row in able], "cost": [row.cost for row in able]}
    return {name: (min(values, default=0), max(values, default=0)) for name, values in measures.items()}


def _shade(value: int, scale: tuple[int, int]) -> int:
    low, high = scale
    return 0 if high <= low or value <= low else -(-(value - low) * SHADES // (high - low))
