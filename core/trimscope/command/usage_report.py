"""What `inspect` and `trim` say of reported usage: the size and where it comes from, and a table of the calls."""

from __future__ import annotations

from typing import Any

from trimscope.planning.result import Plan
from trimscope.planning.view import View
from trimscope.reported.calls import Reconciled, ReportedCall, reconcile
from trimscope.reported.scaling import scaled
from trimscope.reported.size import Size, sent_size, stored_size
from trimscope.words import reported as words

WIDTH = 11
"""Places of a column: nine digits with their commas."""


def size_json(size: Size, budget: int) -> dict[str, Any]:
    """A size as a JSON object; all numbers are tokens, `label` and `call` tell where they come from."""
    return {
        "tokens": size.tokens,
        "label": size.label,
        "reported": size.reported,
        "estimated": size.estimated,
        "low": size.low,
        "high": size.high,
        "call": size.call,
        "may_not_fit": size.may_not_fit(budget),
    }


def inspect_json(view: View) -> dict[str, Any]:
    """What `inspect --json` adds: the present size, and what the run's calls add up to."""
    sums = reconcile(view.transcript, view.counts)
    return {"size": size_json(stored_size(view), view.window.budget), "usage": sums_json(sums)}


def trim_json(plan: Plan) -> dict[str, Any]:
    """What `trim --json` adds: the sizes before and after, and what the run's calls add up to."""
    budget = plan.window.budget
    sizes = {"stored": size_json(stored_size(plan.view), budget), "sent": size_json(sent_size(plan), budget)}
    return {"size": sizes, "usage": sums_json(reconcile(plan.transcript, plan.view.counts))}


def sums_json(sums: Reconciled) -> dict[str, Any]:
    """The totals of a run; `ratio` is in per mille, over the calls whose request the file holds."""
    usage = sums.usage
    return {
        "calls": len(sums.calls),
        "calls_reported": len(sums.known),
        "input": usage.context,
        "cached": usage.cached,
        "cache_write": usage.cache_write,
        "output": usage.output,
        "placeholders": sums.placeholders,
        "compared": {"calls": len(sums.compared), "estimated": sums.estimated, "reported": sums.reported},
        "ratio": sums.ratio,
    }


def calls_json(view: View) -> dict[str, Any]:
    """What `inspect --usage --json` adds: one object a call, null where nothing was reported; and what `calibrate`
    would take from all of them (per mille, and tokens of each request that the file does not hold)."""
    pricing = scaled(view.transcript, view.counts).profile
    calls = [_call_json(each) for each in reconcile(view.transcript, view.counts).calls]
    return {"usage_calls": calls, "scale": {"ratio": pricing.scale, "unseen": pricing.unseen}}


def _call_json(each: ReportedCall) -> dict[str, Any]:
    usage = each.usage
    return {
        "call": each.call,
        "message": each.message,
        "epoch": each.epoch,
        "estimated": each.estimated,
        "reported": each.reported,
        "difference": each.difference,
        "cached": usage.cached if usage else None,
        "cache_write": usage.cache_write if usage else None,
        "output": usage.output if usage else None,
        "placeholder": each.placeholder,
        "in_file": each.whole,
    }


def size_lines(plan: Plan, lang: str) -> list[str]:
    """The size of what would be sent; that of what is stored as well, where the provider told of it."""
    stored = stored_size(plan.view)
    lines = [_line("stored", stored, plan, lang)] if stored.reported else []
    return [*lines, _line("sent", sent_size(plan), plan, lang)]


def inspect_line(view: View, lang: str) -> str:
    """The present size in a line."""
    return _line("stored", stored_size(view), view, lang)


def _line(which: str, size: Size, of: Plan | View, lang: str) -> str:
    budget = of.window.budget
    said = words.sentence(which, lang, n=f"{size.tokens:,}", source=source(size, lang))
    if not size.may_not_fit(budget):
        return said
    return f"{said}; {words.sentence('may_not_fit', lang, n=f'{budget:,}')}"


def source(size: Size, lang: str) -> str:
    """Where a size comes from, and its band."""
    numbers = {"low": size.low, "high": size.high, "reported": size.reported, "call": size.call or 0}
    return words.sentence(size.label, lang, **{name: f"{number:,}" for name, number in numbers.items()})


def calls_text(view: View, lang: str) -> str:
    """`inspect --usage` for people: one line a call, then the sums."""
    sums = reconcile(view.transcript, view.counts)
    if not sums.known:
        return words.sentence("none", lang)
    heads = words.HEADS.get(lang, words.HEADS["en"])
    lines = ["".join(map(_cell, heads)), *(_row(each) for each in sums.calls)]
    lines += [words.sentence("placeholder", lang)] if sums.placeholders else []
    lines += [words.sentence("partial", lang)] if len(sums.compared) < len(sums.known) else []
    unseen = scaled(view.transcript, view.counts).profile.unseen
    lines += _sums(sums, lang)
    lines += [words.sentence("unseen", lang, n=f"{unseen:,}")] if unseen else []
    return "\n".join(lines)


def _row(each: ReportedCall) -> str:
    usage = each.usage
    told = (
        ["-"] * 5
        if usage is None
        else [
            f"{usage.context:,}",
            f"{each.difference or 0:+,}" if each.whole else "?",
            f"{usage.cached:,}",
            f"{usage.cache_write:,}",
            f"{'~' if each.placeholder else ''}{usage.output:,}",
        ]
    )
    return "".join(map(_cell, (str(each.call), str(each.message), f"{each.estimated:,}", *told)))


def _cell(text: str) -> str:
    """A text at the right of its column; Chinese characters take two places of a terminal."""
    return " " * (WIDTH - len(text) - sum(not letter.isascii() for letter in text)) + text


def _sums(sums: Reconciled, lang: str) -> list[str]:
    usage = sums.usage
    numbers = {
        "known": len(sums.known),
        "calls": len(sums.calls),
        "context": usage.context,
        "cached": usage.cached,
        "written": usage.cache_write,
        "output": usage.output,
    }
    lines = [words.sentence("sums", lang, **{name: f"{number:,}" for name, number in numbers.items()})]
    if sums.ratio is not None:
        ratio = f"{sums.ratio // 1000}.{sums.ratio % 1000:03}"
        both = {"reported": f"{sums.reported:,}", "estimated": f"{sums.estimated:,}"}
        lines.append(words.sentence("ratio", lang, ratio=ratio, **both))
    return lines
