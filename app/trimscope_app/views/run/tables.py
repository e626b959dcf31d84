"""The replay as tables: a row a call, and a row a lost reference. They are what screen readers have of the charts."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.exporting.csv_text import csv_text
from trimscope.words.costs import cost as cost_text
from trimscope_app.i18n import number, tr
from trimscope_app.views.titles import short

SHOWN: Final = 500  # calls in the table; the command line prints them all
LOST_SHOWN: Final = 100  # lost references; the worst runs have thousands, and all of one kind
VALUE: Final = 60  # characters of a value
CSV_COLUMNS: Final = ("call", "message", "stored", "sent", "kept", "dropped", "status", "prefix", "break", "break_at",
                      "cached", "cache_write", "fresh", "cost", "untrimmed_cost", "reported_input", "reported_cached",
                      "lost")  # named as `trimscope replay --csv` has them


def calls_table(replayed: ts.Replay, lang: str) -> dict[str, Any]:
    """{label, columns, rows, more, csv}: every call with its tokens, cache, cost, what broke or was lost; what the
    provider reported as cached, where the file has it."""
    reported = any(row.reported is not None for row in replayed.rows)
    names = ("call", "message", "stored", "sent", "dropped", "cached", *(["reported"] if reported else []), "cost",
             "break", "lost", "status")
    return {
        "label": tr(lang, "run.calls_label", n=len(replayed.rows)),
        "columns": [tr(lang, f"run.column.{name}") for name in names],
        "rows": [{"cells": _call(row, replayed.rules.unit, reported, lang)} for row in replayed.rows[:SHOWN]],
        "more": tr(lang, "run.more_calls", n=len(replayed.rows) - SHOWN) if len(replayed.rows) > SHOWN else "",
        "csv": tr(lang, "run.csv"),
    }


def calls_file(replayed: ts.Replay) -> str:
    """All calls as CSV."""
    return csv_text(CSV_COLUMNS, (_values(row) for row in replayed.rows))


def lost_table(replayed: ts.Replay, lang: str) -> dict[str, Any]:
    """{label, columns, rows}: values that a call used while all their sources were out of sight."""
    names = ("call", "tool", "value", "source", "since", "why")
    return {
        "label": tr(lang, "run.lost_label", n=replayed.totals.lost),
        "columns": [tr(lang, f"run.column.{name}") for name in names],
        "rows": [{"cells": _lost(each, lang)} for each in replayed.lost[:LOST_SHOWN]],
    }


def more_lost(replayed: ts.Replay, lang: str) -> str:
    """How many lost references are not in the table."""
    rest = len(replayed.lost) - LOST_SHOWN
    return tr(lang, "run.more_lost", n=rest) if rest > 0 else ""


def _call(row: ts.CallRow, unit: str, reported: bool, lang: str) -> list[Any]:
    cause = row.shared.cause
    broken: Any = "–"
    if cause is not None:
        text, at = tr(lang, f"run.cause.{cause}"), row.shared.at
        broken = {"text": text, "message": at} if at is not None and at >= 0 else text
    return [
        {"text": number(row.call), "message": row.message},
        number(row.message),
        number(row.stored),
        number(row.sent),
        number(row.dropped),
        number(row.bill.cached),
        *([_reported(row)] if reported else []),
        cost_text(row.bill.cost, unit, lang),
        broken,
        number(len(row.lost)),
        ts.words.status(row.status, lang),
    ]


def _values(row: ts.CallRow) -> list[Any]:
    """One call as values of the CSV file: all calls are in it, numbers as they are."""
    reported = row.reported
    return [
        row.call, row.message, row.stored, row.sent, row.rounds, row.dropped, row.status, row.shared.tokens,
        row.shared.cause, row.shared.at if row.breaks else None, row.bill.cached, row.bill.written, row.bill.fresh,
        row.bill.cost, row.untrimmed.cost, None if reported is None else reported.context,
        None if reported is None else reported.cached, len(row.lost),
    ]  # fmt: skip


def _reported(row: ts.CallRow) -> Any:
    """Cached tokens as the provider counted them for this call when the run was made."""
    return {"text": "–", "right": True} if row.reported is None else number(row.reported.cached)


def _lost(each: ts.LostReference, lang: str) -> list[Any]:
    return [
        {"text": number(each.call), "message": each.message},
        short(each.tool, VALUE),
        short(each.value, VALUE),
        {"text": number(each.source), "message": each.source},
        tr(lang, "run.since_call", call=each.hidden_at) if each.hidden_at else tr(lang, "run.never"),
        ts.words.action(each.action, lang) if each.action else "–",
    ]
