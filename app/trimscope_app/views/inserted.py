"""Texts of ours in a plan: the tombstone, the notices, results that a repair made up; and what they are called."""

from __future__ import annotations

from typing import Final

import trimscope as ts
from trimscope_app.i18n import tr

NOTICES: Final = ("summary", "ledger", "memory")
"""Kinds of notices; the reason of the decision that puts one in begins with it."""


def inserted_of(plan: ts.Plan) -> list[ts.Decision]:
    """The inserted messages in order."""
    return [decision for decision in plan.decisions if decision.message is None and decision.action == "insert"]


def behind_system(plan: ts.Plan) -> list[ts.Decision]:
    """What is put behind the top-level system prompt, which is no message."""
    return [decision for decision in plan.decisions if decision.message is None and decision.action != "insert"]


def ours_of(plan: ts.Plan) -> list[ts.Decision]:
    """Everything of ours that stands in no message; the n-th is selected as -1 - n."""
    return [*inserted_of(plan), *behind_system(plan)]


def is_tombstone(decision: ts.Decision) -> bool:
    """Whether an inserted message is the tombstone."""
    return decision.reason == "tombstone"


def kind_of(decision: ts.Decision) -> str:
    """What an inserted message is: `insert` (the tombstone), a notice's kind, `result`, or `other`."""
    if is_tombstone(decision):
        return "insert"
    if decision.reason == "synthesised_result":
        return "result"
    return next((kind for kind in NOTICES if decision.reason.partition("_")[0] == kind), "other")


def title_of(decision: ts.Decision, lang: str) -> str:
    """What it is called."""
    key = {"insert": "tombstone", "result": "tool", "other": "inserted"}.get(kind_of(decision), kind_of(decision))
    return tr(lang, f"title.{key}")


def text_of(plan: ts.Plan, decision: ts.Decision) -> str:
    """The text that is sent; empty where the plan does not hold it (a result that a repair made up)."""
    at = decision.message if decision.message is not None else decision.at or 0
    wanted = (at, decision.reason, decision.message is None)
    return next((each.text for each in plan.written if (each.at, each.reason, each.inserted) == wanted), "")
