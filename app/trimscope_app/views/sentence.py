"""One plain sentence that says what trimming did."""

from __future__ import annotations

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.views.loaded import Loaded


def sentence(loaded: Loaded, plan: ts.Plan, lang: str) -> str:
    """For example: '9 of 13 rings were dropped and 2 long results shortened: 9,807 → 3,520 tokens.'"""
    if plan.status == "refused":
        return tr(lang, "sentence.refused")
    clauses = _clauses(loaded, plan, lang)
    if not clauses:
        return tr(lang, "sentence.nothing", n=plan.tokens.sent)
    joined = tr(lang, "sentence.comma").join(clauses[:-1])
    what = f"{joined}{tr(lang, 'sentence.and')}{clauses[-1]}" if joined else clauses[-1]
    key = "sentence.costs" if plan.tokens.saved < 0 else "sentence.done"
    what = what[0].upper() + what[1:]
    return tr(lang, key, what=what, stored=plan.tokens.stored, sent=plan.tokens.sent, more=-plan.tokens.saved)


def _clauses(loaded: Loaded, plan: ts.Plan, lang: str) -> list[str]:
    by_action: dict[str, list[int]] = {}
    for decision in plan.decisions:
        if decision.message is not None:
            by_action.setdefault(decision.action, []).append(decision.message)
    clauses = []
    dropped = by_action.get("drop", [])
    rings = {loaded.ring_of(index) for index in dropped} - {None}
    plain = [index for index in dropped if loaded.ring_of(index) is None]
    if rings:
        clauses.append(tr(lang, "sentence.dropped", n=len(rings), all=len(loaded.ring_number)))
    if plain:
        clauses.append(tr(lang, "sentence.dropped_plain", n=len(plain)))
    for action in ("truncate", "compact", "clear", "filter", "dedupe", "summarise", "merge", "move"):
        if action in by_action:
            clauses.append(tr(lang, f"sentence.{action}", n=len(by_action[action])))
    return clauses
