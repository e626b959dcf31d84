"""What came out of a plan, as a scenario records it: digests, figures, the window, and every decision."""

from __future__ import annotations

from typing import Any

from trimscope.planning.result import Plan
from trimscope.source import canonical

FIGURES = ("status", "stored", "sent", "saved", "messages", "calls", "dropped", "changed")
"""Figures in the order in which they are compared: the status, tokens, then how many."""

TEXT_DIGITS = 12
"""Hexadecimal digits of a hash of new text: enough to tell which message's text is another."""


def outcome_of(plan: Plan, *, texts: bool = True) -> dict[str, Any]:
    """The outcome as JSON values. `texts`: whether what is sent is known, so that it has a digest as well."""
    sums, window = plan.tokens, plan.window
    figures = {
        "status": plan.status,
        "stored": sums.stored,
        "sent": sums.sent,
        "saved": sums.saved,
        "messages": len(plan.view.history),
        "calls": len(plan.transcript.call_indexes),
        "dropped": sum(each.action in ("drop", "summarise") for each in plan.decisions),
        "changed": sum(each.before != each.after and each.after > 0 for each in plan.decisions),
    }
    found: dict[str, Any] = {
        "plan_digest": plan.plan_digest,
        "figures": figures,
        "window": [window.limit, window.reserve, window.margin, window.budget],
        "decisions": decisions_of(plan, texts=texts),
    }
    return found | ({"messages_digest": plan.messages_digest} if texts else {})


def decisions_of(plan: Plan, *, texts: bool = True) -> list[list[Any]]:
    """Each decision as [message, at, action, reason, before, after], and a hash of its new text where it has one."""
    rows: list[list[Any]] = []
    for each in plan.decisions:
        row: list[Any] = [each.message, each.at, each.action, each.reason, each.before, each.after]
        new = _text(plan, each.message, each.at, each.reason) if texts else []
        rows.append([*row, canonical.sha256(new)[:TEXT_DIGITS]] if new else row)
    return rows


def _text(plan: Plan, message: int | None, at: int | None, reason: str) -> list[Any]:
    """New texts of a message, or of ours at a place."""
    place = at if message is None else message
    ours = [each.text for each in plan.written if each.at == place and each.inserted == (message is None)]
    if message is None:
        return [text for text, each in zip(ours, _written(plan, place), strict=True) if each == reason] or ours
    change = plan.changes.get(message)
    texts = {} if change is None else change.texts
    changed = [texts[at] for at in sorted(texts, key=str)]
    return [*changed, *ours]


def _written(plan: Plan, place: int | None) -> list[str]:
    return [each.reason for each in plan.written if each.at == place and each.inserted]
