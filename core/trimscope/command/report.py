"""What `inspect` and `trim` say, as JSON values and as text for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from trimscope import words
from trimscope.budgets.budget_report import budget_report, text_lines
from trimscope.command import usage_report
from trimscope.planning.result import Plan
from trimscope.planning.view import View
from trimscope.policies import notes
from trimscope.structure.rings import Fault
from trimscope.texts.printable import printable
from trimscope.tokens import Counts
from trimscope.words import reports

MOST_FAULT_LINES = 10
"""Faults of one code that get a line each for people; more are told in one line (JSON has them all)."""


def inspect_json(view: View) -> dict[str, Any]:
    """The contract of `trimscope inspect --json`."""
    transcript, counts, window = view.transcript, view.counts, view.window
    messages = view.messages
    used = view.fixed + sum(counts.messages[index] for index in view.history)
    leading = range(view.anchors.place)
    plain = [r for r in view.rings.rounds if not r.ring and r.messages[0] not in leading]
    rings = [r for r in view.rings.rounds if r.ring]
    return {
        "format": transcript.format,
        "messages": len(messages),
        "rounds": len(rings) + len(plain) - (view.anchors.tombstone is not None),
        "rings": len(rings),
        "model_calls": sum(m.role == "assistant" for m in messages),
        "tool_calls": sum(len(m.calls) for m in messages),
        "results": sum(len(m.results) for m in messages),
        "anchors": sorted(view.anchors.reasons),
        "faults": faults_json(view.rings.faults),
        "tokens": {"total": used, "by_role": _by_role(view), "source": source(counts)},
        "window": {
            "limit": window.limit,
            "reserve": window.reserve,
            "margin": window.margin,
            "budget": window.budget,
            "used_tokens": used,
            "used": used / window.budget,
            "status": stored_status(view, used),
        },
    }


def trim_json(plan: Plan) -> dict[str, Any]:
    """The contract of `trimscope trim --json`."""
    return {
        "status": plan.status,
        "strategy": plan.strategy,
        "summarised": plan.summarised,
        "tokens": {
            "fixed": plan.tokens.fixed,
            "stored": plan.tokens.stored,
            "sent": plan.tokens.sent,
            "saved": plan.tokens.saved,
        },
        "chars": {"stored": plan.chars.stored, "sent": plan.chars.sent},
        "decisions": [
            {
                "message": d.message,
                "action": d.action,
                "reason": d.reason,
                "before": d.before,
                "after": d.after,
            }
            | ({"at": d.at} if d.message is None else {})
            for d in plan.decisions
        ],
        "faults": faults_json(all_faults(plan)),
        "plan_digest": plan.plan_digest,
        "messages_digest": plan.messages_digest,
    } | _said(plan)


def _said(plan: Plan) -> dict[str, Any]:
    """What only some plans have: notes, and the report on a budget that does not suffice."""
    report = {"budget_report": budget_report(plan).to_mapping()} if plan.verdicts else {}
    return ({"notes": list(plan.notes)} if plan.notes else {}) | report


def faults_json(faults: tuple[Fault, ...]) -> list[dict[str, Any]]:
    """Faults as JSON objects."""
    return [{"code": f.code, "severity": f.severity, "message": f.message, "call_id": f.call_id} for f in faults]


def all_faults(plan: Plan) -> tuple[Fault, ...]:
    """Faults of the loaded transcript, and what would be sent beyond them."""
    return (*plan.faults, *(fault for fault in plan.sent_faults if fault not in plan.faults))


def source(counts: Counts) -> str:
    """Where a token number comes from, e.g. `estimated (patchcat@1)`."""
    return f"estimated ({counts.profile.label})"


def stored_status(view: View, used: int) -> str:
    """The status of a transcript as it is stored, before any trimming."""
    if view.rings.refused:
        return "refused"
    if used > view.window.budget:
        return "over_budget"
    return "above_watermark" if view.window.over_watermark(used) else "fine"


def inspect_text(view: View, lang: str) -> str:
    """`inspect` for people."""
    data = inspect_json(view)
    transcript, window, tokens = view.transcript, data["window"], data["tokens"]
    roles = ", ".join(f"{role} {cost:,}" for role, cost in tokens["by_role"].items())
    anchors = ", ".join(f"{i} {r}" for i, r in sorted(view.anchors.reasons.items())) or reports.line("none", lang)
    share = window["used_tokens"] * 100 // window["budget"]
    lines = [
        f"{transcript.format} ({transcript.why})",
        reports.counted(data, lang),
        reports.line("tokens", lang, n=tokens["total"], label=view.counts.profile.label, roles=roles),
        usage_report.inspect_line(view, lang),
        reports.line(
            "used", lang, line=_window_line(view, lang), share=share, status=words.status(window["status"], lang)
        ),
        reports.line("anchors", lang, list=anchors),
        *(reports.line("note", lang, note=note.get(lang, note["en"])) for note in transcript.notes),
        *_notes(notes.of(transcript, view.policy), lang),
        *_fault_lines(view.rings.faults, lang),
    ]
    return printed(lines)


def trim_text(plan: Plan, lang: str) -> str:
    """`trim` for people: one line a message, then the sums."""
    lines = [_line(plan, d.message, d, lang) for d in plan.decisions]
    saved = plan.tokens.saved
    gain = reports.line("saves", lang, n=saved) if saved >= 0 else reports.line("costs", lang, n=-saved)
    lines += [
        "",
        reports.line(
            "trimmed",
            lang,
            stored=plan.tokens.stored,
            sent=plan.tokens.sent,
            gain=gain,
            chars=plan.chars.stored,
            chars_sent=plan.chars.sent,
            label=plan.view.counts.profile.label,
        ),
        *usage_report.size_lines(plan, lang),
        reports.line("status", lang, line=_window_line(plan.view, lang), status=words.status(plan.status, lang)),
        *_notes(plan.notes, lang),
        *(text_lines(budget_report(plan), lang) if plan.verdicts else ()),
        *_fault_lines(all_faults(plan), lang),
    ]
    return printed(lines)


def printed(lines: list[str]) -> str:
    """Lines for a terminal: what they quote from a file (names, titles, ids) can be printed."""
    return "\n".join(printable(line) for line in lines)


def _line(plan: Plan, index: int | None, decision: Any, lang: str) -> str:
    if index is not None:
        role: str = plan.transcript.messages[index].role
    elif decision.action == "insert":
        role = reports.inserted(decision.reason, lang)
    else:
        role = "system"  # the top-level system prompt, which is no message, takes up a text of ours
    number = "" if index is None else str(index)
    action = words.action(decision.action, lang)
    return (
        f"{number:>5}  {role:<10}{decision.before:>8,} -> {decision.after:>7,}  {action:<10} "
        f"{words.reason(decision.reason, lang)}"
    )


def _window_line(view: View, lang: str) -> str:
    window = view.window
    if view.policy.token_budget is not None:
        return reports.line("token_budget", lang, budget=window.budget, watermark=window.watermark)
    code = {"model": "window_of", "policy": "window_given", "assumed": "window_assumed"}[window.source]
    return reports.line(
        "window",
        lang,
        limit=window.limit,
        source=reports.line(code, lang, name=window.model),
        reserve=window.reserve,
        margin=window.margin,
        budget=window.budget,
        watermark=window.watermark,
    )


def _by_role(view: View) -> dict[str, int]:
    counts = view.counts
    roles = {
        role: cost
        for role, cost in (("tools", counts.tools), ("system", counts.system), ("frame", counts.frame))
        if cost
    }
    for message in view.messages:
        roles[message.role] = roles.get(message.role, 0) + counts.messages[message.index]
    return roles


def _notes(codes: Iterable[str], lang: str) -> list[str]:
    return [reports.line("note", lang, note=words.note(code, lang)) for code in codes]


def _fault_lines(faults: tuple[Fault, ...], lang: str) -> list[str]:
    """One line a fault; several of one code in one message share a line, and so do more than a few of one code."""
    of_code = Counter((f.severity, f.code) for f in faults)
    groups: dict[tuple[object, ...], list[Fault]] = {}
    for f in faults:
        key: tuple[object, ...] = (f.severity, f.code)
        groups.setdefault(key if of_code[f.severity, f.code] > MOST_FAULT_LINES else (*key, f.message), []).append(f)
    return [_fault_line(group, lang) for group in groups.values()]


def _fault_line(group: list[Fault], lang: str) -> str:
    first = group[0]
    inside = len({f.message for f in group}) == 1
    kind = "fault_at" if len(group) == 1 else "faults_in" if inside else "faults_from"
    return reports.line(
        "fault",
        lang,
        severity=words.severity(first.severity, lang),
        place=reports.line(kind, lang, n=len(group), message=str(first.message), code=first.code),
        about=f" ({first.call_id})" if first.call_id is not None else "",
        fault=words.fault(first.code, lang),
    )
