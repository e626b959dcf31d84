"""From the finished account to a plan: one decision a message, the tombstone in its place, the edits, the status."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from trimscope import formats, joins, notes
from trimscope import rings as grouping
from trimscope.decision import Decision, Sums
from trimscope.edits import Drop, Edit, Insert, Set
from trimscope.providers import provider
from trimscope.result import Plan, Status
from trimscope.rings import Fault
from trimscope.stages.account import Account
from trimscope.stages.old_rounds import Outcome
from trimscope.stages.repair import Synthesised
from trimscope.tombstone import Tombstone
from trimscope.transcript import Text
from trimscope.view import Change, View, text_edits


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
        {},
        _elsewhere(view),
        notes.of(view.transcript, view.policy),
    )


def finish(view: View, account: Account, made: tuple[Synthesised, ...], outcome: Outcome) -> Plan:
    """The plan of a finished account; `made` are results a repair made up, `outcome` says why rounds stayed."""
    dropped = account.dropped_set
    made = tuple(each for each in made if each.call not in dropped)
    account.inserted = sum(each.tokens for each in made)
    changes = account.changes
    decided = {index: _decide(view, index, changes.get(index), outcome.kept) for index in view.history}
    inserted: list[Decision] = []
    edits: list[Edit] = [
        edit
        for index, c in changes.items()
        for edit in (*c.edits, *text_edits(c.texts, view.transcript.messages[index]))
    ]
    for each in made:
        inserted.append(Decision(None, "insert", "synthesised_result", 0, each.tokens, each.call + 1))
        edits.append(each.edit)
    chars_added = sum(each.chars for each in made)
    tomb = account.tombstone
    if tomb is not None:
        chars_added += _place_tombstone(view, account, tomb, decided, inserted, edits)
    if account.tools_dropped and view.transcript.tools_at is not None:
        edits.append(Drop(view.transcript.tools_at))
    edits += _elsewhere(view)
    listed = [*decided.values(), *inserted]
    listed, joined = joins.joined(view, changes, listed) if edits else (listed, 0)
    decisions = sorted(listed, key=_order)
    stored, chars = _stored(view)
    first = min((i for i in view.history if i not in dropped and not _is_system(view, i)), default=0)
    opened = any(decision.reason == "tombstone" and (decision.at or 0) <= first for decision in inserted)
    sent_faults = _faults_of_sent(view, dropped, edits, opened)
    if view.history and not any(d.message is None or d.message not in dropped for d in decisions):
        severity = provider(view.transcript.provider).severity_of("empty_request")
        sent_faults = (*sent_faults, Fault("empty_request", severity, 0, None))
    sent_chars = (
        view.counts.system_chars
        + chars_added
        + sum(view.counts.chars[i] if i not in changes else changes[i].chars for i in view.history)
    )
    total = account.total - joined
    status: Status = (
        "refused"
        if any(fault.severity == "refused" for fault in sent_faults)
        else "over_budget"
        if total > view.window.budget
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
        tomb or view.standing,
        changes,
        tuple(edits),
        (*(("nothing_to_count",) if outcome.nothing_to_count else ()), *notes.of(view.transcript, view.policy)),
    )


def _is_system(view: View, index: int) -> bool:
    return view.transcript.messages[index].role in ("system", "developer")


def _stored(view: View) -> tuple[int, int]:
    """Tokens and characters stored at this call."""
    tokens = view.fixed + sum(view.counts.messages[index] for index in view.history)
    return tokens, view.counts.system_chars + sum(view.counts.chars[index] for index in view.history)


def _decide(view: View, index: int, change: Change | None, kept: Mapping[int, str]) -> Decision:
    anchor = view.anchors.reasons.get(index)
    if change is not None:
        return _decision(view, index, change, change.action, change.reason)
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


def _place_tombstone(
    view: View,
    account: Account,
    tomb: Tombstone,
    decided: dict[int, Decision],
    inserted: list[Decision],
    edits: list[Edit],
) -> int:
    """Write the tombstone: over a standing one, behind the goal, or as a message of its own. Returns characters."""
    transcript, anchors, extra = view.transcript, view.anchors, account.tombstone_extra
    standing = anchors.appended
    if standing is None and anchors.tombstone is not None:
        texts = [part for part in transcript.messages[anchors.tombstone].parts if isinstance(part, Text)]
        standing = (anchors.tombstone, texts[0])
    if standing is not None:
        index, old = standing
        decided[index] = _merged(view, index, extra, "tombstone_updated")
        edits.append(Set(old.at, tomb.text))
        return len(tomb.text) - len(old.text)
    if view.appends:
        index = anchors.place - 1
        decided[index] = _merged(view, index, extra, "tombstone_appended")
        edits.append(formats.append_text(transcript, transcript.messages[index], tomb.text))
        return len(tomb.text)
    inserted.append(Decision(None, "insert", "tombstone", 0, extra, anchors.place))
    edits.append(
        Insert(transcript.base, _record_position(view, anchors.place), formats.user_record(transcript, tomb.text))
    )
    return len(tomb.text)


def _merged(view: View, index: int, extra: int, reason: str) -> Decision:
    before = view.counts.messages[index]
    return Decision(index, "merge", reason, before, before + extra)


def _record_position(view: View, index: int) -> int:
    """Position in the list of records of the message that stands at `index` (or of the end)."""
    messages = view.transcript.messages
    if index < len(messages):
        return int(messages[index].where[0][len(view.transcript.base)])
    return int(messages[-1].where[-1][len(view.transcript.base)]) + 1


def _elsewhere(view: View) -> tuple[Edit, ...]:
    """Messages after the call that is looked at, and before its epoch, are not part of its request."""
    inside = set(view.history)
    others = (message for message in view.transcript.messages if message.index not in inside)
    return tuple(Drop(at) for message in others for at in message.where)


def _faults_of_sent(view: View, dropped: AbstractSet[int], edits: list[Edit], opened: bool) -> tuple[Fault, ...]:
    """Faults of what would be sent that the loaded transcript does not have already as harmless ones.

    `opened`: a tombstone of its own stands before all that was not protected, so that a user speaks first.
    """
    if dropped >= set(view.history) and not any(isinstance(edit, Insert) for edit in edits):
        return ()  # nothing is left to read again
    if view.rings.refused and view.policy.on_pairing_fault == "repair":
        # results were added, moved or taken out of their message: only the finished document tells
        sent = formats.reload(view.transcript, edits)
        return grouping.group(sent).faults
    skip = {"first_role"} if opened else set()
    if edits and provider(view.transcript.provider).alternates:
        skip.add("same_role")  # writing joins neighbours
    if not dropped:
        return tuple(fault for fault in view.rings.faults if fault.code not in skip)
    return grouping.group(view.transcript, {i for i in view.history if i not in dropped}, skip=skip).faults
