"""The summary slot: what became of it, its checks, and a text to start from."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.summaries.summary import LISTS, REQUIRED
from trimscope_app.i18n import tr
from trimscope_app.views.inspect.links import links, more
from trimscope_app.views.loaded import Loaded

EVIDENCE: Final = 200  # characters of one piece of evidence: ids and names, a few of them


def summary_page(loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    """The state in a line, the checks, and the text in a box."""
    section, report = plan.policy.summary, plan.summary
    blocks: list[dict[str, Any]] = []
    if section is None:
        lead = tr(lang, "inspect.summary_off")
    elif report is None:
        lead = tr(lang, "inspect.summary_not_due")
    else:
        lead = tr(lang, f"inspect.summary_{report.status}", before=report.before, after=report.after,
                  n=len(report.covered))
        if report.checks:
            blocks.append({"kind": "points", "points": [_point(each, lang) for each in report.checks]})
        blocks.append({"kind": "points", "points": [{
            "title": tr(lang, "inspect.summary_covers", n=len(report.covered)), "code": "", "state": "", "text": "",
            "state_text": "", "links": links(report.covered), "more": more(report.covered, lang)}]})
    text = section["text"] if section is not None and section["text"] else ""
    blocks.append({"kind": "editor", "name": "summary.text", "label": tr(lang, "inspect.summary_text"), "text": text,
                   "help": tr(lang, "field.summary.text_help"),
                   "buttons": [{"name": "draft", "text": tr(lang, "field.action.draft")},
                               {"name": "use", "text": tr(lang, "inspect.summary_use")}]})
    return {"lead": lead, "blocks": blocks}


def _point(each: Any, lang: str) -> dict[str, Any]:
    return {"title": ts.words.summary_check(each.code, lang), "code": each.code,
            "state": "pass" if each.passed else "fail",
            "state_text": tr(lang, "checks.pass" if each.passed else "inspect.summary_wrong"),
            "text": ", ".join(item[:EVIDENCE] for item in each.evidence), "links": [], "more": ""}


def drafted(plan: ts.Plan) -> str:
    """A summary of what the slot would stand for, from rules, as lines to be edited; empty where nothing is left for
    it. Range, version and checksum are left for the plan to fill in."""
    due = dict(plan.policy.to_mapping())
    due["summary"] = {**(due.get("summary") or {}), "text": "goal: ?", "trigger_ratio": 0.0}
    report = ts.plan(plan.transcript, ts.Policy.from_mapping(due), counts=plan.view.counts).summary
    if report is None:
        return ""
    value = ts.draft_summary(plan.transcript, report.covered, plan.policy)
    lines = [f"goal: {value['goal']}"] if value.get("goal") else []
    for name in LISTS:
        if value.get(name):
            lines += [f"{name}:", *(f"- {item}" for item in value[name])]
        elif name in REQUIRED:
            lines.append(f"{name}: none")  # that there is none has to be said
    return "\n".join(lines)
