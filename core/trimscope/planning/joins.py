"""What joining neighbours of one role saves, where a provider wants roles to alternate or reads them as one.

Writing joins such neighbours (`trimscope.formats.joining`), or the dialect reads neighbouring items of the model
as one output: of two frames one is left. The plan's numbers have to be those of what is sent, so each message
that joins the one before it costs a frame less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from trimscope.formats import DIALECTS
from trimscope.planning.decision import GONE, Decision
from trimscope.planning.placing import ORDER
from trimscope.planning.view import Change, View, call_of
from trimscope.structure.provider_checks import record_of, side_of
from trimscope.structure.providers import provider


def joined(view: View, changes: Mapping[int, Change], decisions: Iterable[Decision]) -> tuple[list[Decision], int]:
    """The decisions with the frames that joining saves taken off, and how many tokens that is together.

    A message joins its neighbour when both are of one neutral role: results that come into a user message
    stay a message of their own.
    """
    listed = list(decisions)
    rules = provider(view.transcript.provider)
    if not rules.alternates and not rules.joins_outputs:
        return listed, 0
    frame, saved = view.counts.profile.message, 0
    asked_in = call_of(view)
    order = sorted(range(len(listed)), key=lambda number: _place(asked_in, changes, listed[number]))
    previous: tuple[str, str, object] | None = None
    for number in order:
        decision = listed[number]
        if decision.action in GONE or (decision.message is None and decision.action == "merge"):
            continue
        role, side, record = _speaker(view, changes, decision)
        may_join = rules.alternates or role == "assistant"
        meets = side and may_join and previous is not None and previous[1] == side and previous[2] != record
        if meets and previous is not None and (previous[0] == role or _says_nothing(view, decision)):
            listed[number] = replace(decision, after=decision.after - frame)
            saved += frame
        if rules.joins_outputs or role not in ("system", "developer"):
            previous = role, side, record
    return listed, saved


def _says_nothing(view: View, decision: Decision) -> bool:
    """Whether a message has no parts: joined to a record of its side, nothing is left of it."""
    return decision.message is not None and not view.transcript.messages[decision.message].parts


def _speaker(view: View, changes: Mapping[int, Change], decision: Decision) -> tuple[str, str, object]:
    """Neutral role, side and record of a message as it is sent; inserted and moved ones are new records."""
    if decision.message is None and decision.reason == "collapsed_line":
        return "assistant", "assistant", object()  # what a strategy says in the model's name
    if decision.message is None:
        made = decision.reason == "synthesised_result"
        return ("tool", _result_side(view), object()) if made else ("user", "user", object())
    message = view.transcript.messages[decision.message]
    moved = decision.message in changes and changes[decision.message].action == "move"
    return message.role, side_of(message), object() if moved else record_of(message)


def _result_side(view: View) -> str:
    """The side of a result that was made up: the user's where the dialect puts results into the user's records,
    none where they are records of their own."""
    record = DIALECTS[view.transcript.dialect].result_record(None, "")
    return "user" if record.get("role") == "user" else ""


def _place(asked_in: Mapping[int, int], changes: Mapping[int, Change], decision: Decision) -> tuple[int, int]:
    """Where a message stands in what is sent: moved and made results directly behind their call."""
    if decision.message is None and decision.reason == "synthesised_result":
        return (decision.at or 0) - 1, 1
    if decision.message is None:
        return decision.at or 0, ORDER.index(decision.reason) - len(ORDER) if decision.reason in ORDER else -1
    if decision.message in changes and changes[decision.message].action == "move":
        return asked_in[decision.message], 1
    return decision.message, 0
