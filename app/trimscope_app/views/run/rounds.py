"""The rounds at the call that is looked at, as a table: what each holds, what is sent of it, and who uses it later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import trimscope as ts
from trimscope.exporting.csv_text import csv_text
from trimscope_app.i18n import number, tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import title

SHOWN: Final = 500  # rounds in the table; the file that is saved has all
CSV_COLUMNS: Final = ("round", "message", "messages", "ring", "stored", "sent", "actions", "used_by")
COLUMNS: Final = ("round", "what", "messages", "stored", "sent", "treated", "used")


@dataclass(frozen=True)
class _Round:
    """A round of the history, by its position in the transcript's, from 1."""

    position: int
    messages: tuple[int, ...]
    ring: bool
    stored: int
    sent: int
    actions: tuple[str, ...]
    later: tuple[int, ...]
    """messages whose calls use it"""


def rounds_table(loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    """{label, columns, rows, more, csv}: a row a round, in the order of the transcript."""
    rounds = _rounds(loaded, plan)
    return {
        "label": tr(lang, "run.rounds_label", n=len(rounds)),
        "columns": [tr(lang, f"run.column.{name}") for name in COLUMNS],
        "rows": [{"cells": _cells(each, loaded, lang)} for each in rounds[:SHOWN]],
        "more": tr(lang, "run.more_rounds", n=len(rounds) - SHOWN) if len(rounds) > SHOWN else "",
        "csv": tr(lang, "run.csv"),
    }


def rounds_file(loaded: Loaded, plan: ts.Plan) -> str:
    """All rounds as CSV."""
    return csv_text(CSV_COLUMNS, (
        (each.position, each.messages[0], len(each.messages), int(each.ring), each.stored, each.sent,
         " ".join(each.actions), " ".join(map(str, each.later)))
        for each in _rounds(loaded, plan)
    ))  # fmt: skip


def _rounds(loaded: Loaded, plan: ts.Plan) -> list[_Round]:
    decisions = {each.message: each for each in plan.decisions if each.message is not None}
    found = []
    for position, each in enumerate(plan.view.rings.rounds, 1):
        held = [decisions[index] for index in each.messages if index in decisions]
        if held:  # else it was before the history began
            later = sorted({at for index in each.messages for at in loaded.users.get(index, ()) if at > each.last})
            found.append(_Round(
                position, each.messages, each.ring, sum(decision.before for decision in held),
                sum(decision.after for decision in held), tuple(dict.fromkeys(decision.action for decision in held)),
                tuple(later),
            ))  # fmt: skip
    return found


def _cells(each: _Round, loaded: Loaded, lang: str) -> list[Any]:
    first = each.messages[0]
    return [
        {"text": number(each.position), "message": first},
        title(loaded, loaded.transcript.messages[first], lang),
        number(len(each.messages)),
        number(each.stored),
        number(each.sent),
        ", ".join(ts.words.action(action, lang) for action in each.actions),
        {"links": [{"text": number(at), "message": at} for at in each.later]} if each.later else "–",
    ]
