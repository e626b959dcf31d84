"""The rounds at the call that is looked at, as a table: what each holds, what is sent of it, and who uses it later."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope_app.i18n import number, tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import title
from trimscope_app.views.uses import users

SHOWN: Final = 500  # rounds in the table; the file that is saved has all
CSV_COLUMNS: Final = ("round", "message", "messages", "ring", "stored", "sent", "actions", "used_by")
COLUMNS: Final = ("round", "what", "messages", "stored", "sent", "treated", "used")


def rounds_table(loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    """{label, columns, rows, more, csv}: a row a round, in the order of the transcript."""
    decisions = {each.message: each for each in plan.decisions if each.message is not None}
    used = users(loaded)
    cells: list[dict[str, Any]] = []
    values: list[list[Any]] = []
    for position, each in enumerate(plan.view.rings.rounds, 1):
        held = [decisions[index] for index in each.messages if index in decisions]
        if not held:
            continue  # before the history began
        first, actions = each.messages[0], list(dict.fromkeys(decision.action for decision in held))
        later = sorted({at for index in each.messages for at in used.get(index, ()) if at > each.last})
        stored, sent = sum(decision.before for decision in held), sum(decision.after for decision in held)
        values.append([position, first, len(each.messages), int(each.ring), stored, sent, " ".join(actions),
                       " ".join(map(str, later))])
        if len(cells) < SHOWN:
            cells.append({"cells": [
                {"text": number(position), "message": first},
                title(loaded, loaded.transcript.messages[first], lang),
                number(len(each.messages)),
                number(stored),
                number(sent),
                ", ".join(ts.words.action(action, lang) for action in actions),
                {"links": [{"text": number(at), "message": at} for at in later]} if later else "–",
            ]})
    return {
        "label": tr(lang, "run.rounds_label", n=len(values)),
        "columns": [tr(lang, f"run.column.{name}") for name in COLUMNS],
        "rows": cells,
        "more": tr(lang, "run.more_rounds", n=len(values) - SHOWN) if len(values) > SHOWN else "",
        "csv": {"word": tr(lang, "run.csv"), "name": "rounds.csv", "columns": CSV_COLUMNS, "rows": values},
    }
