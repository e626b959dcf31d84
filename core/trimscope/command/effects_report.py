"""What `inspect --effects` says: the side effects of a run, as JSON values and as text for people."""

from __future__ import annotations

from collections import Counter
from typing import Any

from trimscope import words
from trimscope.carried.effects import Effect, calls, decisive, grouped
from trimscope.carried.tool_classes import UNKNOWN as UNCLASSIFIED
from trimscope.planning.view import View
from trimscope.source import canonical
from trimscope.texts.printable import printable


def effects_json(view: View) -> dict[str, Any]:
    """What `inspect --effects --json` adds: `effects`, and how often each tool without a class was called."""
    found, others = _found(view)
    return {
        "effects": [
            {
                "message": each.message,
                "tool": each.tool,
                "class": each.kind,
                "outcome": each.outcome,
                "key": each.key,
                "ids": list(each.ids),
                "arguments": dict(each.arguments),
            }
            for each in found
        ],
        "not_classified": others,
    }


def effects_text(view: View, lang: str) -> str:
    """One line an effect, then the tools that nobody classified."""
    found, others = _found(view)
    heads = {"en": "side effects", "zh": "副作用"}
    lines = [f"{heads.get(lang, heads['en'])}: {len(found):,}", *(_line(each, lang) for each in found)]
    if others:
        named = ", ".join(f"{tool} {count:,}" for tool, count in others.items())
        lines.append(f"{words.tool_class(UNCLASSIFIED, lang)}: {named}")
    return "\n".join(printable(line) for line in lines)


def _found(view: View) -> tuple[list[Effect], dict[str, int]]:
    made = calls(view.transcript, None, set(view.history), view.rings.pairs)
    classified = [each for each in made if each.kind != UNCLASSIFIED]
    others = Counter(each.tool for each in made if each.kind == UNCLASSIFIED)
    return [decisive(group) for group in grouped(classified)], dict(others)


def _line(each: Effect, lang: str) -> str:
    said = [f"key {each.key}"] if each.key is not None else []
    said += [str(identity) for identity in each.ids]
    said += [f"{name}={canonical.readable(value)}" for name, value in each.arguments.items()]
    return (
        f"{each.message:>5}  {each.tool:<24}  {words.outcome(each.outcome, lang)}; "
        f"{words.tool_class(each.kind, lang)}{': ' if said else ''}{', '.join(said)}"
    )
