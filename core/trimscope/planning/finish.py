"""From the finished account to a plan: one decision a message, the tombstone in its place, the edits, the status."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from trimscope import formats
from trimscope.budgets import run_limits
from trimscope.planning import joins
from trimscope.planning.decision import Decision, Sums
from trimscope.planning.placing import KINDS, ORDER, Placed, combined, place, place_tombstone
from trimscope.planning.result import Plan, Status
from trimscope.planning.view import Change, View, text_edits
from trimscope.policies import notes
from trimscope.reported.calls import has_reports
from trimscope.source.edits import Drop, Edit, Insert
from trimscope.stages.account import Account
from trimscope.stages.old_rounds import Outcome
from trimscope.stages.repair import Synthesised
from trimscope.structure import rings as grouping
from trimscope.structure.providers import provider
from trimscope.structure.rings import Fault


def untouched(view: View) -> Plan:
    """The plan that does nothing, because the pairing is broken and the policy stops there."""
    decisions = tuple(
        _decision(
            view,
            index,
            None,
            (view.anchors.reasons.get(index) and "anchor") or "keep",
            view.anchors.reasons.get(index, "not_planned"),
        )
        for index in view.history
    )
    stored, chars = _stored(view)
    return Plan(
        view,
        "refused",
        decisions,
        Sums(view.fixed, stored, stored),
        Sums(view.counts.system_chars, chars, chars),
        view.rings.faults,
        (),
        view.standing,
        (),
        {},
        _elsewhere(view),
        (*run_limits.stops(view), *_notes(view)),
    )


def finish(view: View, account: Account, made: tuple[Synthesised, ...], outcome: Outcome) -> Plan:
    """The plan of a finished account; `made` are results a repair made up, `outcome` says why rounds stayed."""
    dropped = account.dropped_set
    made = tuple(each for each in made if each.call not in dropped)
    account.inserted = sum(each.tokens for each in made)
    changes = account.changes
    decided = {index: _decide(view, index, changes.get(index), outcome.kept) for index in view.history}
    inserted: list[Decision] = []
    edits: list[Edit] = []
    for index, change in changes.items():
        edits += change.edits
        if change.texts:
            edits += text_edits(change.texts, view.transcript.messages[index])
    for each in made:
        inserted.append(Decision(None, "insert", "synthesised_result", 0, each.tokens, each.call + 1))
        edits.append(each.edit)
    chars_added = sum(each.chars for each in made)
    words = _placed(view, account)
    for placed in words:
        decision = placed.decision
        chars_added += placed.chars
        edits.append(placed.edit)
        if decision.message is None:
            inserted.append(decision)
        else:
            decided[decision.message] = combined(decided[decision.message], decision)
    if account.tools_dropped and view.transcript.tools_at is not None:
        edits.append(Drop(view.transcript.tools_at))
    edits += _elsewhere(view)
    listed = [*decided.values(), *inserted]
    listed, joined = joins.joined(view, changes, listed) if edits else (listed, 0)
    decisions = listed[: len(decided)]  # in order, as the history is
    for decision in listed[len(decided) :]:
        insort(decisions, decision, key=_order)
    stored, chars = _stored(view)
    first = next((i for i in view.history if i not in dropped and not _is_system(view, i)), 0)
    opened = any(decision.reason in ORDER and (decision.at or 0) <= first for decision in inserted)
    sent_faults = _faults_of_sent(view, dropped, edits, opened)
    if view.history and not any(d.message is None or d.message not in dropped for d in decisions):
        severity = provider(view.transcript.provider).severity_of("empty_request")
        sent_faults = (*sent_faults, Fault("empty_request", severity, 0, None))
    sent_chars = (
        view.counts.system_chars
        + chars_added
        + sum([view.counts.chars[i] if i not in changes else changes[i].chars for i in view.history])
    )
    total = account.total - joined
    stops = run_limits.stops(view)
    status: Status = (
        "refused"
        if any(fault.severity == "refused" for fault in sent_faults)
        else "over_budget"
        if total > view.window.budget or stops
        else "above_watermark"
        if view.window.over_watermark(total)
        else "fine"
    )
    return Plan(
        view,
        status,
        tuple(decisions),
        Sums(view.fixed, stored, total),
        Sums(view.counts.system_chars, chars, sent_chars),
        view.rings.faults,
        sent_faults,
        account.tombstone or view.standing,
        tuple(placed.written for placed in words),
        changes,
        tuple(edits),
        (
            *(("nothing_to_count",) if outcome.nothing_to_count else ()),
            *account.said,
            *(("tools_dropped",) if account.tools_dropped else ()),
            *stops,
            *_notes(view),
        ),
        account.summary,
    )


def _notes(view: View) -> tuple[str, ...]:
    reported = view.policy.calibrate and view.standing is None and has_reports(view.transcript, view.call)
    return notes.of(view.transcript, view.policy, reported)


def _is_system(view: View, index: int) -> bool:
    return view.transcript.messages[index].role in ("system", "developer")


def _stored(view: View) -> tuple[int, int]:
    """Tokens and characters stored at this call."""
    tokens, chars = view.counts.messages, view.counts.chars
    stored = view.fixed + sum([tokens[index] for index in view.history])
    return stored, view.counts.system_chars + sum([chars[index] for index in view.history])


def _decide(view: View, index: int, change: Change | None, kept: Mapping[int, str]) -> Decision:
    if change is not None:
        return Decision(index, change.action, change.reason, view.counts.messages[index], change.tokens)
    anchor = view.anchors.reasons.get(index)
    if view.policy.strategy is not None:
        return _decision(view, index, None, "keep", kept[index])  # nothing is an anchor to a strategy
    if anchor:
        return _decision(view, index, None, "anchor", anchor)
    if index == view.anchors.tombstone:
        return _decision(view, index, None, "keep", "standing_tombstone")
    return _decision(view, index, None, "keep", kept.get(index, "plain_message"))


def _decision(view: View, index: int, change: Change | None, action: str, reason: str) -> Decision:
    before = view.counts.messages[index]
    return Decision(index, action, reason, before, before if change is None else change.tokens)


def _order(decision: Decision) -> tuple[int, int]:
    """Inserted ones stand before the message they are inserted before."""
    return (decision.message, 1) if decision.message is not None else (decision.at or 0, 0)


def _placed(view: View, account: Account) -> list[Placed]:
    """The tombstone and the notices in their places, in the order in which they are written."""
    tomb, notes = account.tombstone, account.notes
    first = [] if tomb is None else [place_tombstone(view, tomb, account.tombstone_extra)]
    ours = (place(view, notes[kind], account.note_extra(kind)) for kind in KINDS if kind in notes)
    return [*first, *ours, *account.placed]


def _elsewhere(view: View) -> tuple[Edit, ...]:
    """Messages after the call that is looked at, and before its epoch, are not part of its request."""
    if len(view.history) == len(view.transcript.messages):
        return ()
    inside = set(view.history)
    others = (message for message in view.transcript.messages if message.index not in inside)
    return tuple(Drop(at) for message in others for at in message.where)


def _faults_of_sent(view: View, dropped: AbstractSet[int], edits: list[Edit], opened: bool) -> tuple[Fault, ...]:
    """Faults of what would be sent that the loaded transcript does not have already as harmless ones.

    `opened`: a tombstone of its own stands before all that was not protected, so that a user speaks first.
    """
    if dropped >= set(view.history) and not any(isinstance(edit, Insert) for edit in edits):
        return ()  # nothing is left to read again
    repaired = view.rings.refused and view.policy.on_pairing_fault == "repair"
    if repaired or (view.policy.strategy is not None and _is_reshaped(edits, view)):
        # results or calls were added, moved or taken out of their message: only the finished document tells
        sent = formats.reload(view.transcript, edits)
        return grouping.group(sent).faults
    skip = {"first_role"} if opened else set()
    if edits and provider(view.transcript.provider).alternates:
        skip.add("same_role")  # writing joins neighbours
    if not dropped:
        return tuple(fault for fault in view.rings.faults if fault.code not in skip)
    return grouping.group(view.transcript, {i for i in view.history if i not in dropped}, skip=skip).faults


def _is_reshaped(edits: list[Edit], view: View) -> bool:
    """Whether messages were put in, calls and results taken out of messages that stay, or neighbours are joined."""
    if edits and provider(view.transcript.provider).alternates:
        return True
    records = {at for message in view.transcript.messages for at in message.where}
    return any(isinstance(edit, Insert) or (isinstance(edit, Drop) and edit.at not in records) for edit in edits)
