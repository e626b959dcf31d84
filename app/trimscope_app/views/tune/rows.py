"""Rows of a sweep in words: a sortable table, the one that is picked, and some side by side."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.sweeping.grid import shown
from trimscope.words.costs import cost as cost_text
from trimscope_app.i18n import number, share, tr
from trimscope_app.tuning import Tuner
from trimscope_app.views.titles import short
from trimscope_app.views.tune.maps import said_of

NAME: Final = 60  # characters of a value
SHOWN: Final = 600  # rows of the table: all that the page sweeps
MEASURES: Final = ("cost", "of_whole", "lost", "of_values", "peak", "cached", "breaks", "failing")


def columns(keys: tuple[str, ...], lang: str) -> list[str]:
    """Heads of the table: the swept keys, then the measures."""
    return [*keys, *(tr(lang, f"tune.column.{name}") for name in MEASURES)]


def table_rows(found: ts.Sweep, lang: str) -> list[dict[str, Any]]:
    """[{row, cells: [{text, by}]}]: `by` is what a column is sorted by."""
    return [{"row": i, "cells": [*_settings(row), *_measures(row, lang)]}
            for i, row in enumerate(found.rows[:SHOWN])]  # fmt: skip


def detail(found: ts.Sweep, picked: int | None, lang: str) -> dict[str, Any] | None:
    """{row, name, text, verdicts} of the picked row."""
    if picked is None or picked >= len(found.rows):
        return None
    row = found.rows[picked]
    return {"row": picked, "text": said_of(row, lang), "can": not row.error}


def compared(tuner: Tuner, lang: str) -> dict[str, Any]:
    """{heads: [{id, name, error}], rows: [{name, cells, best}]}: policies side by side."""
    rows = [row for _, row in tuner.compared]
    cells = [[cell["text"] for cell in _measures(row, lang)] for row in rows]
    sorts = [[cell["by"] for cell in _measures(row, lang)] for row in rows]
    return {
        "heads": [{"id": id, "name": short(row.name, NAME), "error": row.error} for id, row in tuner.compared],
        "rows": [
            {
                "name": tr(lang, f"tune.column.{name}"),
                "cells": [each[at] for each in cells],
                "best": _best([each[at] for each in sorts], most=name == "cached"),
            }
            for at, name in enumerate(MEASURES)
        ] if rows else [],
    }  # fmt: skip


def _best(values: list[int], *, most: bool) -> list[int]:
    """Positions of the best of some values; none where all are alike."""
    wanted = max(values) if most else min(values)
    return [] if len(set(values)) == 1 else [i for i, value in enumerate(values) if value == wanted]


def _settings(row: ts.SweepRow) -> list[dict[str, Any]]:
    return [{"text": short(shown(value), NAME), "by": _by(value)} for _, value in row.settings]


def _by(value: Any) -> Any:
    """Numbers by size, no limit as the largest, the rest by their text."""
    if value is None:
        return 10**15
    return value if isinstance(value, int | float) and not isinstance(value, bool) else shown(value)


def _measures(row: ts.SweepRow, lang: str) -> list[dict[str, Any]]:
    if row.error:
        return [{"text": "×", "by": 10**15} for _ in MEASURES]
    return [
        {"text": cost_text(row.cost, row.unit, lang), "by": row.cost},
        {"text": share(row.cost, row.untrimmed_cost), "by": row.cost * 1000 // max(row.untrimmed_cost, 1)},
        {"text": number(row.lost), "by": row.lost},
        {"text": share(row.lost, row.grounded), "by": row.lost_share},
        {"text": number(row.peak), "by": row.peak},
        {"text": share(row.cached, row.sent), "by": row.cached_share},
        {"text": number(row.breaks), "by": row.breaks},
        {"text": number(row.failing), "by": row.failing},
    ]
