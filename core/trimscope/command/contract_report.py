"""What `trim --contract` says: the fourteen points and what reads like an instruction, as JSON and for people."""

from __future__ import annotations

from typing import Any

from trimscope.contract_checks import contract, words
from trimscope.planning.result import Plan
from trimscope.texts.instructions import Finding, instruction_like
from trimscope.texts.printable import printable

MOST_PLACES = 8
"""Message indexes named in one line for people; JSON has them all."""

MARKS = {"pass": "+", "fail": "!", "undecidable": "?"}
"""First sign of a line, so that a verdict is seen without reading it."""


def contract_json(plan: Plan) -> dict[str, Any]:
    """The contract of `trimscope trim --contract --json`: two more keys beside those of `trim`."""
    return {
        "contract": [
            {
                "number": each.number,
                "code": each.code,
                "verdict": each.verdict,
                "reason": each.reason,
                "messages": list(each.messages),
                "numbers": dict(each.numbers),
            }
            for each in contract(plan)
        ],
        "instruction_like": [
            {"message": each.message, "part": each.part, "kind": each.kind, "excerpt": each.excerpt}
            for each in _findings(plan)
        ],
    }


def contract_text(plan: Plan, lang: str) -> str:
    """The points for people, one a line, and the findings with the words that they prove nothing."""
    lines = ["", "", words.heading("contract", lang)]
    for each in contract(plan):
        places = ", ".join(map(str, each.messages[:MOST_PLACES]))
        more = "..." if len(each.messages) > MOST_PLACES else ""
        where = f" [{places}{more}]" if places else ""
        lines.append(
            f"{MARKS[each.verdict]} {each.number:>2} {words.verdict(each.verdict, lang)}: {each.point(lang)} "
            f"{each.evidence(lang)}{where}"
        )
    found = _findings(plan)
    if found:
        lines.append(words.heading("instruction_like", lang))
        lines += [f"  [{each.message}] {each.excerpt}" for each in found]
    return "\n".join(map(printable, lines))


def _findings(plan: Plan) -> tuple[Finding, ...]:
    return instruction_like(plan.transcript, set(plan.view.history))
