"""A plan as one HTML page that needs nothing from elsewhere: no script, no address, its style in its head.

It says figures, decisions and checks, and quotes nothing of the transcript but names of tools and ids of calls; these
are escaped. A policy of the page forbids all but the style besides, whatever a name may hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from trimscope import words
from trimscope.budgets.buckets import buckets
from trimscope.budgets.budget_report import budget_report
from trimscope.contract_checks.points import contract
from trimscope.exporting.gauge_svg import gauge_svg
from trimscope.exporting.policy_texts import policy_text
from trimscope.exporting.report_words import word
from trimscope.planning.decision import Decision
from trimscope.planning.result import Plan
from trimscope.structure.rings import Fault
from trimscope.texts.printable import printable

LONGEST_NAME = 80
"""Characters of a tool's name or an id: a file may hold any."""

MOST_PLACES = 20
"""Messages named as evidence of one point, and tools of one message."""

MOST_ROWS = 20_000
"""Rows of the table of decisions: above it browsers take seconds. How many are left out is said."""

STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b2430;"
    "background:#fff}h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}svg{width:100%;height:auto}"
    "table{border-collapse:collapse;width:100%}th,td{padding:.2rem .6rem .2rem 0;text-align:left;"
    "vertical-align:top;border-bottom:1px solid #dfe5ee;overflow-wrap:anywhere}.n{text-align:right;"
    "font-variant-numeric:tabular-nums}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}"
    "dd{margin:0;overflow-wrap:anywhere}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f6fa;padding:1rem}"
    ".wide{overflow-x:auto}"
)

Cell = str | int


def report_html(plan: Plan, lang: str = "en", *, title: str = "", version: str = "") -> str:
    """The page. `title` names the transcript, `version` the Trimscope that made it; `lang` is en or zh."""
    lang = "zh" if lang == "zh" else "en"
    heading = f"{word('title', lang)}{': ' if title else ''}{_name(title)}"
    body = [
        f"<h1>{escape(heading)}</h1>",
        f"<p>{escape(word('lead', lang, call=plan.call))}</p>",
        gauge_svg(plan, lang),
        _figures(plan, lang),
        _section("buckets", lang, _buckets(plan, lang)),
        _section("notes", lang, _list(_said(plan, lang))),
        _section("checks", lang, _list(_faults(plan, lang)) or f"<p>{escape(word('passed', lang))}</p>"),
        _section("contract", lang, _contract(plan, lang)),
        _section("decisions", lang, _decisions(plan, lang)),
        _section("policy", lang, f"<p>{escape(word('policy_lead', lang))}</p><pre>"
                 f"{escape(_lines(policy_text(plan.policy, 'json')))}</pre>"),
        _section("digests", lang, _terms((name, getattr(plan, name)) for name in ("plan_digest", "messages_digest"))),
        f"<p>{escape(word('made', lang, version=version))}</p>" if version else "",
    ]  # fmt: skip
    csp = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{csp}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(heading)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(part for part in body if part)
        + "\n</body>\n</html>\n"
    )


def _figures(plan: Plan, lang: str) -> str:
    window, sums = plan.window, plan.tokens
    sizes = {"stored": sums.stored, "sent": sums.sent, "saved": sums.saved, "window": window.limit,
             "reserve": window.reserve, "margin": window.margin, "budget": window.budget,
             "watermark": window.watermark}  # fmt: skip
    return _terms([
        (word("status", lang), words.status(plan.status, lang)),
        *((word(name, lang), word("tokens", lang, n=size)) for name, size in sizes.items()),
        (word("estimate", lang), plan.view.counts.profile.label),
        (word("strategy", lang), plan.strategy),
        (word("format", lang), plan.transcript.format),
    ])  # fmt: skip


def _buckets(plan: Plan, lang: str) -> str:
    rows = [(words.bucket(each.bucket, lang), each.stored, each.sent, "–" if each.limit is None else each.limit)
            for each in buckets(plan)]  # fmt: skip
    return _table([word(name, lang) for name in ("part", "stored", "sent", "limit")], rows)


def _said(plan: Plan, lang: str) -> list[str]:
    said = [words.note(code, lang) for code in plan.notes]
    if plan.verdicts:
        report = budget_report(plan)
        said += [words.verdict(code, lang) for code in report.verdicts]
        said += [f"→ {words.way_out(way, lang)}" for way in report.ways_out]
    return said


def _faults(plan: Plan, lang: str) -> list[str]:
    found: dict[Fault, None] = dict.fromkeys((*plan.faults, *plan.sent_faults))
    return [
        f"{words.severity(each.severity, lang)}: {word('message', lang)} {each.message}"
        f"{f' ({_name(each.call_id)})' if each.call_id is not None else ''}: {words.fault(each.code, lang)}"
        for each in found
    ]


def _contract(plan: Plan, lang: str) -> str:
    rows = [
        (each.number, word(each.verdict, lang), each.point(lang), f"{each.evidence(lang)}{_places(each.messages)}")
        for each in contract(plan)
    ]
    return _table(["#", word("status", lang), word("contract", lang), word("reason", lang)], rows)


def _places(messages: Sequence[int]) -> str:
    if not messages:
        return ""
    return f" [{', '.join(map(str, messages[:MOST_PLACES]))}{'…' if len(messages) > MOST_PLACES else ''}]"


def _decisions(plan: Plan, lang: str) -> str:
    names = ("message", "role", "tools", "action", "reason", "before", "after")
    table = _table([word(name, lang) for name in names], [_row(plan, d, lang) for d in plan.decisions[:MOST_ROWS]])
    left = len(plan.decisions) - MOST_ROWS
    return table + (f"<p>+ {left:,}</p>" if left > 0 else "")


def _row(plan: Plan, decision: Decision, lang: str) -> tuple[Cell, ...]:
    place: Cell
    if decision.message is None:
        place, role, tools = word("inserted", lang, n=decision.at or 0), "–", ""
    else:
        message = plan.transcript.messages[decision.message]
        place, role = decision.message, message.role
        named = [_name(call.name) for call in message.calls]
        tools = ", ".join(named[:MOST_PLACES]) + ("…" if len(named) > MOST_PLACES else "")
    what, why = words.action(decision.action, lang), words.reason(decision.reason, lang)
    return place, role, tools, what, why, decision.before, decision.after


def _name(text: str) -> str:
    """A name from a file, on one line and of bounded length."""
    return printable(text[:LONGEST_NAME]) + ("…" if len(text) > LONGEST_NAME else "")


def _lines(text: str) -> str:
    """A text of several lines, every character of which can be written."""
    return "\n".join(map(printable, text.split("\n")))


def _section(name: str, lang: str, content: str) -> str:
    return f"<h2>{escape(word(name, lang))}</h2>\n{content}" if content else ""


def _list(items: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(printable(item))}</li>" for item in items) + "</ul>" if items else ""


def _terms(pairs: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<dt>{escape(a)}</dt><dd>{escape(printable(b))}</dd>" for a, b in pairs) + "</dl>"


def _table(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table; whole numbers stand right, with thousands separators."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    lines = ("<tr>" + "".join(map(_cell, row)) + "</tr>\n" for row in rows)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>\n{"".join(lines)}</tbody></table></div>'


def _cell(value: Cell) -> str:
    return f'<td class="n">{value:,}</td>' if isinstance(value, int) else f"<td>{escape(printable(value))}</td>"
