"""What became of a plan's summary, as JSON and as text, and the draft of one to start from."""

from __future__ import annotations

from typing import Any

from trimscope import words
from trimscope.errors import PolicyError
from trimscope.planning.plan import plan
from trimscope.planning.result import Plan
from trimscope.policies.policy import Policy
from trimscope.summaries.draft import draft_summary
from trimscope.texts.printable import printable
from trimscope.transcript import Transcript


def summary_json(result: Plan) -> dict[str, Any]:
    """The report on the summary as JSON values; empty where none was due."""
    report = result.summary
    if report is None:
        return {}
    said = {
        "status": report.status,
        "codes": list(report.codes),
        "asked": report.asked,
        "covered": list(report.covered),
        "before": report.before,
        "after": report.after,
        "checks": [
            {"code": each.code, "passed": each.passed, "evidence": list(each.evidence)} for each in report.checks
        ],
        "value": report.value,
    }
    return {"summary": said}


def summary_text(result: Plan, lang: str) -> str:
    """The report on the summary in lines behind another report; empty where none was due."""
    report = result.summary
    if report is None:
        return ""
    first, last = report.covered[0], report.covered[-1]
    zh = lang == "zh"
    lines = [
        f"摘要：{words.summary_state(report.status, lang)}，消息 {first}-{last}（{len(report.covered)} 条），"
        f"{report.before:,} -> {report.after:,} token"
        if zh
        else f"summary: {words.summary_state(report.status, lang)}, messages {first}-{last} "
        f"({len(report.covered)} of them), {report.before:,} -> {report.after:,} tokens"
    ]
    for each in report.checks:
        if not each.passed:
            state = "未通过" if zh else "not so"
            lines.append(f"  {state}: {words.summary_check(each.code, lang)} [{printable('; '.join(each.evidence))}]")
    return "".join(f"\n{line}" for line in lines)


def drafted(transcript: Transcript, policy: Policy, call: int | None = None) -> dict[str, Any]:
    """A summary from rules for what the policy's summary would stand for at a call, whether or not one is due.

    Raises PolicyError where there is no middle, and as `plan`.
    """
    section = dict(policy.summary or {}) | {"text": None, "trigger_ratio": 0}
    found = plan(transcript, policy.replace(summary=section), call=call).summary
    if found is None:
        raise PolicyError(
            "summary: there is no middle left to summarise; set old_rounds to keep or compact, lower keep_rounds, or "
            "take another call."
        )
    return draft_summary(transcript, found.covered, policy)
