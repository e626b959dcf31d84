"""The table of the fourteen points, in the article's order, and `contract`, which decides them all."""

from __future__ import annotations

from collections.abc import Callable

from trimscope.contract_checks import facts, knowledge, outside, request, sums
from trimscope.contract_checks.check import Check, Found
from trimscope.contract_checks.sent import Sent, sent
from trimscope.planning.result import Plan

POINTS: tuple[tuple[str, Callable[[Sent], Found]], ...] = (
    ("system_policy", request.system_policy),
    ("goal", request.goal),
    ("entities", facts.entities),
    ("pairing", request.pairing),
    ("observations", request.observations),
    ("executor", outside.executor),
    ("knowledge", knowledge.knowledge),
    ("counted", sums.counted),
    ("reserve", sums.reserve),
    ("dependencies", request.dependencies),
    ("summary", facts.summary),
    ("cache", outside.cache),
    ("rebuilt", request.rebuilt),
    ("recovery", sums.recovery),
)
"""Code and decision of each point; its number is its place, from 1."""


def contract(plan: Plan) -> tuple[Check, ...]:
    """The fourteen points of the context contract for what a plan would send, in the article's order.

    Time is linear in the text that is sent (and, for point 3, in it times the values that only dropped calls used).
    """
    what = sent(plan)
    found = ((number, code, decide(what)) for number, (code, decide) in enumerate(POINTS, 1))
    return tuple(
        Check(number, code, each.verdict, each.reason, each.messages, each.numbers) for number, code, each in found
    )
