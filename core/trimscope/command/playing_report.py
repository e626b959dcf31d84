"""What `trimscope replay` says, as JSON values and as text for people."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from trimscope import words
from trimscope.caching.prefix_cost import PrefixCost
from trimscope.command.report import faults_json
from trimscope.replaying.references import LostReference, by_tool
from trimscope.replaying.result import CallRow, Replay
from trimscope.replaying.verdicts import Verdict
from trimscope.texts.printable import printable
from trimscope.words import replays
from trimscope.words.costs import cost as cost_text

MOST_ROWS = 60
"""Calls of a long run that the table shows: the first half of them and the last (JSON and CSV have all)."""

MOST_LOST = 20
"""Lost references that are listed for people."""

REPORTED_AT = 7
"""Column of the reported cached tokens: behind the modelled ones."""

MOST_TOOLS = 8
"""Tools in the line on them, those that lost most: about what a line of a terminal holds."""

LONGEST_VALUE = 60
"""Characters of a value in that list: about half a line of a terminal."""


def to_json(found: Replay, rows: Sequence[CallRow]) -> dict[str, Any]:
    """The contract of `trimscope replay --json`; of the calls those `rows`."""
    sums = found.totals
    return {
        "calls": [row_json(row) for row in rows],
        "totals": {
            **dataclasses.asdict(sums),
            "cached_share": sums.cached_share / 1000,
            "lost_share": sums.lost_share / 1000,
            "unit": found.rules.unit,
            "lost_by_tool": by_tool(found.lost),
        },
        "verdicts": [dataclasses.asdict(each) for each in verdicts_of(found)],
        "limits": found.limits,
        "prefix_cost": None if found.prefix_cost is None else prefix_json(found.prefix_cost),
        "untrimmed_over": found.untrimmed_over,
        "history": "persisted" if found.policy.persisted else "raw",
    }


def prefix_json(found: PrefixCost) -> dict[str, Any]:
    """M(w + (N-1)r) against N L, under the names of its fields; ratios as shares of the input price."""
    ratios = {"write_ratio": found.write_ratio / 1000, "read_ratio": found.read_ratio / 1000}
    return dataclasses.asdict(found) | ratios


def row_json(row: CallRow) -> dict[str, Any]:
    """One call as a JSON object."""
    reported = row.reported
    return {
        "call": row.call,
        "message": row.message,
        "stored": row.stored,
        "sent": row.sent,
        "kept": row.rounds,
        "dropped": row.dropped,
        "status": row.status,
        "prefix": row.shared.tokens,
        "break": row.shared.cause,
        "break_at": row.shared.at if row.breaks else None,
        "cached": row.bill.cached,
        "cache_write": row.bill.written,
        "fresh": row.bill.fresh,
        "hit_rate": row.bill.hit_rate / 1000,
        "cost": row.bill.cost,
        "untrimmed_cost": row.untrimmed.cost,
        "untrimmed_cached": row.untrimmed.cached,
        "reported_input": None if reported is None else reported.context,
        "reported_cached": None if reported is None else reported.cached,
        "system": row.system,
        "tools": row.tools,
        "grounded": row.grounded,
        "lost": [dataclasses.asdict(each) for each in row.lost],
        "faults": faults_json(row.faults),
        "stops": list(row.stops),
    }


def verdicts_of(found: Replay) -> tuple[Verdict, ...]:
    """The verdicts, with the one on trimming once more."""
    again = found.idempotence
    return found.verdicts if again is None else (*found.verdicts, again)


def to_text(found: Replay, rows: Sequence[CallRow], lang: str) -> str:
    """`replay` for people: a line a call, the sums, the verdicts, what was lost."""
    lines = [*_table(rows, found.rules.unit, lang), "", *_sums(found, lang)]
    unit = found.rules.unit
    lines += [replays.run_verdict(each.code, each.count, each.whole, unit, lang) for each in verdicts_of(found)]
    lost = [each for row in rows for each in row.lost]
    if lost:
        tools = ", ".join(f"{tool} {count:,}" for tool, count in list(by_tool(lost).items())[:MOST_TOOLS])
        lines += ["", replays.line("by_tool", lang, tools=tools)]
        lines += [_reference(each, lang) for each in lost[:MOST_LOST]]
    if len(lost) > MOST_LOST:
        lines.append(replays.line("more", lang, count=f"{len(lost) - MOST_LOST:,}"))
    return "\n".join(printable(each) for each in lines)


def _table(rows: Sequence[CallRow], unit: str, lang: str) -> list[str]:
    heads = list(replays.HEADS[lang])
    reported = any(row.reported is not None for row in rows)
    if reported:
        heads.insert(REPORTED_AT, replays.line("reported_head", lang))
    lines = ["  ".join(f"{head:>9}" for head in heads[:-1]) + f"  {heads[-1]}"]
    left_out = max(0, len(rows) - MOST_ROWS)
    shown = rows if not left_out else (*rows[: MOST_ROWS // 2], *rows[-MOST_ROWS // 2 :])
    for number, row in enumerate(shown):
        if left_out and number == MOST_ROWS // 2:
            lines.append(replays.line("more", lang, count=f"{left_out:,}"))
        numbers = (row.call, row.stored, row.sent, row.rounds, row.dropped, row.shared.tokens, row.bill.cached)
        told = [f"{value:>9,}" for value in numbers]
        if reported:
            told.append(f"{row.reported.cached:>9,}" if row.reported is not None else f"{'-':>9}")
        cost = cost_text(row.bill.cost, unit, lang)
        cells = "  ".join([*told, f"{cost:>9}", f"{len(row.lost):>9,}"])
        lines.append(f"{cells}  {words.status(row.status, lang)}{_break(row, lang)}")
    return lines


def _break(row: CallRow, lang: str) -> str:
    """Why the cached prefix ends before this call's request does, and at which message; "" where it does not."""
    cause, at = row.shared.cause, row.shared.at
    if cause is None:
        return ""
    place = replays.line("at_message", lang, at=at) if at is not None and at >= 0 else ""
    return f"; {place}{words.cause(cause, lang)}"


def _sums(found: Replay, lang: str) -> list[str]:
    sums = found.totals
    shown = {name: f"{value:,}" for name, value in dataclasses.asdict(sums).items()}
    costs = {name: cost_text(getattr(sums, name), found.rules.unit, lang) for name in ("cost", "untrimmed_cost")}
    share = _share(sums.cached_share)
    lines = [
        replays.line("tokens", lang, **shown),
        replays.line("cache", lang, **shown | costs, share=share),
    ]
    known = [row for row in found.rows if row.reported is not None]
    if known:
        lines.append(_as_reported(known, lang))
    if found.prefix_cost is not None:
        lines.append(replays.prefix(found.prefix_cost, lang))
    if found.untrimmed_over is not None:
        lines.append(replays.line("over", lang, call=f"{found.untrimmed_over:,}"))
    for key, call in found.limits.items():
        name = "free" if call is None else "limit"
        lines.append(replays.line(name, lang, key=key, call="" if call is None else f"{call:,}"))
    lines.append(replays.line("lost", lang, **shown, share=_share(sums.lost_share)))
    return lines


def _as_reported(rows: Sequence[CallRow], lang: str) -> str:
    """What the provider read from its cache when the run was made, beside the model's figure for the same calls."""
    context = sum(row.reported.context for row in rows if row.reported is not None)
    cached = sum(row.reported.cached for row in rows if row.reported is not None)
    stored, modelled = sum(row.stored for row in rows), sum(row.untrimmed.cached for row in rows)
    return replays.line(
        "as_reported",
        lang,
        calls=f"{len(rows):,}",
        context=f"{context:,}",
        reported=_share(1000 * cached // context if context else 0),
        modelled=_share(1000 * modelled // stored if stored else 0),
    )


def _reference(each: LostReference, lang: str) -> str:
    value = each.value if len(each.value) <= LONGEST_VALUE else each.value[:LONGEST_VALUE] + "..."
    return replays.line(
        "reference",
        lang,
        call=each.call,
        tool=each.tool,
        value=value,
        source=each.source,
        sources=each.sources,
        hidden=each.hidden_at or each.call,
        action=words.action(each.action, lang),
        reason=words.reason(each.reason, lang).rstrip(".。"),
    )


def _share(per_mille: int) -> str:
    """Thousandths as percent with one digit."""
    return f"{per_mille // 10}.{per_mille % 10}"
