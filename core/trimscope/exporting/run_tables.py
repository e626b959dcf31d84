"""A replay as CSV: a row a model call, and a row a lost reference. All of them, and plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from trimscope.exporting.csv_text import csv_text
from trimscope.replaying.result import Replay
from trimscope.texts.printable import printable

CALLS = ("call", "message", "stored_tokens", "sent_tokens", "rounds_kept", "rounds_dropped", "cached_tokens",
         "written_tokens", "fresh_tokens", "cost_micro_{unit}", "untrimmed_cost_micro_{unit}", "prefix_break",
         "values_used", "values_lost", "status", "reported_input_tokens", "reported_cached_tokens")  # fmt: skip
"""Columns; `{unit}` is what costs are millionths of (`usd`, `run`), and for `token` they are whole tokens."""

LOST = ("call", "message", "tool", "value", "source_message", "sources", "hidden_at_call", "action", "reason")

_FORMULA = ("=", "+", "-", "@")
"""What a cell begins with that a spreadsheet takes for a formula; what a transcript holds must not become one."""


def calls_csv(replayed: Replay) -> str:
    """The calls of the run; empty where a call has no such thing. Tokens are estimates but for the reported."""
    unit = replayed.rules.unit
    head = [name.format(unit=unit).replace("micro_token", "tokens") for name in CALLS]
    return _csv(head, (
        (row.call, row.message, row.stored, row.sent, row.rounds, row.dropped, row.bill.cached, row.bill.written,
         row.bill.fresh, row.bill.cost, row.untrimmed.cost, row.shared.cause or "", row.grounded, len(row.lost),
         row.status, "" if row.reported is None else row.reported.context,
         "" if row.reported is None else row.reported.cached)
        for row in replayed.rows
    ))  # fmt: skip


def lost_csv(replayed: Replay) -> str:
    """The lost references of the run; `hidden_at_call` is 0 where the source never was in sight."""
    return _csv(LOST, (
        (each.call, each.message, each.tool, each.value, each.source, each.sources, each.hidden_at, each.action,
         each.reason)
        for each in replayed.lost
    ))  # fmt: skip


def _csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """As RFC 4180 has it."""
    return csv_text(head, ([_cell(value) for value in row] for row in rows), ending="\r\n")


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(_FORMULA) else text
