"""The checks: every rule of the provider with pass or fail, for what was loaded and for what would be sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import trimscope as ts
from trimscope.structure.providers import PROVIDERS, Provider
from trimscope_app.i18n import has, tr
from trimscope_app.views.faults import calls_of, is_moved, stops_here
from trimscope_app.views.inspect import tabs
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import title

PAIRING: Final = ("missing_result", "orphan_result", "result_before_call", "displaced_result", "duplicate_result",
                  "duplicate_call_id", "repeated_call_id", "bad_call_id")
"""Checked of every transcript; a provider adds its own (`Provider.checks`), and what else was found is listed."""
SHOWN: Final = 20  # places listed under one check; their number is told
WORST: Final = ("refused", "warning", "info")

Side = dict[str, Any]
"""{state, text}: how one check stands for what was loaded, or for what would be sent."""


def checks_view(loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    """{heading, summary, tone, rule, columns, checks: [{code, title, stored, sent, faults, more}], ...}."""
    rules = PROVIDERS[loaded.transcript.provider]
    checks = [_check(code, loaded, plan, lang) for code in _codes(rules, plan)]
    broken = [each for each in checks if _stops(each)]
    noted = [each for each in checks if each["faults"]]
    key = "failed" if broken else "noted" if noted else "passed"
    return {
        "key": loaded.id,
        "heading": tr(lang, "checks.title"),
        "provider": rules.title,
        "summary": tr(lang, f"checks.{key}", n=len(broken or noted or checks), all=len(checks)),
        "tone": "bad" if broken else "warn" if noted else "ok",
        "rule_name": tr(lang, "checks.rule", provider=rules.title),
        "rule": rules.rule.get(lang) or rules.rule.get("en", ""),
        "columns": [tr(lang, "checks.check"), tr(lang, "checks.loaded"), tr(lang, "checks.sent")],
        "checks": checks,
        "aria": tr(lang, "checks.aria"),
        "tabs": tabs(lang),
        "tabs_label": tr(lang, "inspect.aria"),
        "wait": tr(lang, "inspect.wait"),
    }


def _stops(check: dict[str, Any]) -> bool:
    """Whether a check is why nothing may be sent: a fault that was mended or trimmed away is a note only."""
    sent = check["sent"]["state"]
    return sent == "refused" or (sent == "none" and check["stored"]["state"] == "refused")


def _codes(rules: Provider, plan: ts.Plan) -> list[str]:
    found = sorted({fault.code for fault in (*plan.faults, *plan.sent_faults)})
    return list(dict.fromkeys((*PAIRING, *rules.checks, "empty_request", *found)))


def _check(code: str, loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    stored = [fault for fault in plan.faults if fault.code == code]
    sent = [fault for fault in plan.sent_faults if fault.code == code]
    listed = _listed(loaded, plan, stored, sent, lang)
    return {
        "code": code,
        "title": tr(lang, f"check.{code}") if has(f"check.{code}") else ts.words.fault(code, lang),
        "stored": _side(stored, lang),
        "sent": {"state": "none", "text": tr(lang, "checks.not_sent")} if stops_here(plan) else _side(sent, lang),
        "faults": listed[:SHOWN],
        "more": tr(lang, "fault.more", n=len(listed) - SHOWN) if len(listed) > SHOWN else "",
    }


def _side(faults: Sequence[ts.Fault], lang: str) -> Side:
    found = {fault.severity for fault in faults}
    state = next((severity for severity in WORST if severity in found), "pass")
    return {"state": state, "text": tr(lang, f"checks.{state}", n=len(faults))}


def _listed(
    loaded: Loaded, plan: ts.Plan, stored: Sequence[ts.Fault], sent: Sequence[ts.Fault], lang: str
) -> list[dict[str, Any]]:
    """A line for the faults of one message: `message` is where a click leads, None where the place is
    in what would be sent only."""
    if is_moved(plan):
        ways = [(fault, "loaded" if sent else "mended", True) for fault in stored]
        ways += [(fault, "made", False) for fault in sent]
    elif stops_here(plan):
        ways = [(fault, "loaded", True) for fault in stored]
    else:
        both, only = set(stored) & set(sent), set(sent) - set(stored)
        ways = [(fault, "both" if fault in both else "gone", True) for fault in stored]
        ways += [(fault, "made", True) for fault in sent if fault in only]
    groups: dict[tuple[int, str, bool], list[ts.Fault]] = {}
    for fault, way, known in ways:
        groups.setdefault((fault.message, way, known), []).append(fault)
    return [_line(loaded, faults, way, known, lang) for (_, way, known), faults in groups.items()]


def _line(loaded: Loaded, faults: Sequence[ts.Fault], way: str, known: bool, lang: str) -> dict[str, Any]:
    fault = faults[0]
    words = ts.words.fault(fault.code, lang)
    if known and fault.message < len(loaded.transcript.messages):
        name = title(loaded, loaded.transcript.messages[fault.message], lang)
        text = tr(lang, "fault.place", index=fault.message, title=name, fault=words)
    else:
        known, text = False, tr(lang, "checks.place_sent", index=fault.message, fault=words)
    return {
        "message": fault.message if known else None,
        "text": text,
        "call": calls_of(faults, lang),
        "severity": ts.words.severity(fault.severity, lang),
        "tone": {"refused": "bad", "warning": "warn"}.get(fault.severity, ""),
        "way": tr(lang, f"checks.way.{way}"),
    }
