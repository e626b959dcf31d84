"""`plan`: what one policy does to one transcript at one model call, decided before anything is done.

Order of work: pairing check, truncation, old rounds, budget, tombstone, and the pairing check again on what
would be sent. Every message gets exactly one decision with a reason. Nothing here raises for a transcript that
is broken or too large; the status says it. `assemble` is the function for an agent's loop, and it does raise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from trimscope import digest, formats
from trimscope import rings as grouping
from trimscope import tokens as counting
from trimscope.edits import Drop, Edit, Insert, Set
from trimscope.errors import BudgetError, PairingError, PolicyError
from trimscope.policy import Policy
from trimscope.rings import Fault
from trimscope.stages import budget, old_rounds, repair, truncation
from trimscope.stages.ledger import Ledger
from trimscope.stages.repair import Synthesised
from trimscope.tokens import Counts
from trimscope.tombstone import Tombstone
from trimscope.transcript import Transcript
from trimscope.view import Change, View, look, text_edits
from trimscope.window import Window
from trimscope.words import fault as fault_words

Status = Literal["fine", "above_watermark", "over_budget", "refused"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What happened to one message, and why. `before` and `after` are tokens stored and sent."""

    message: int | None
    """its index; None: inserted, then `at` is the index of the message it stands before"""
    action: str
    reason: str
    before: int
    after: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Sums:
    """Tokens (or characters): `fixed` is what no message holds, `saved` = `stored` - `sent`, may be negative."""

    fixed: int
    stored: int
    sent: int

    @property
    def saved(self) -> int:
        return self.stored - self.sent


@dataclass(frozen=True)
class Plan:
    """The decisions of one policy on one transcript at one call, and what would be sent."""

    view: View
    status: Status
    decisions: tuple[Decision, ...]
    tokens: Sums
    chars: Sums
    faults: tuple[Fault, ...]
    """of the transcript as loaded (its messages' indexes)"""
    sent_faults: tuple[Fault, ...]
    """of what would be sent, beyond those"""
    tombstone: Tombstone | None
    """the tombstone that would be sent"""
    changes: Mapping[int, Change]
    edits: tuple[Edit, ...]
    notes: tuple[str, ...]
    """codes of what a user should know: nothing_to_count, no_usage"""

    @property
    def transcript(self) -> Transcript:
        return self.view.transcript

    @property
    def policy(self) -> Policy:
        return self.view.policy

    @property
    def window(self) -> Window:
        return self.view.window

    @property
    def call(self) -> int:
        """Number of the model call it is for, from 1."""
        return 1 + sum(index < self.view.visible for index in self.transcript.call_indexes)

    @cached_property
    def document(self) -> Any:
        """The source document as it would be sent; the very same object when nothing changes."""
        return formats.write(self.transcript, self.edits)

    @cached_property
    def messages(self) -> list[Any]:
        """The assembled messages in the source's own format."""
        node = self.document
        for step in self.transcript.base:
            node = node[step]
        records: list[Any] = node
        return records

    @cached_property
    def plan_digest(self) -> str:
        """SHA-256 over policy, profile, window and decisions (codes and integers, no words)."""
        return digest.of_plan(self.policy, self.view.counts.profile.label, self.window, self.decisions)

    @cached_property
    def messages_digest(self) -> str:
        """SHA-256 over the assembled neutral messages."""
        return digest.of_messages(self.transcript, self.view.counts, self.decisions, self.changes, self.tombstone)


def plan(
    transcript: Transcript,
    policy: Policy | None = None,
    *,
    model: str | None = None,
    window: int | None = None,
    counts: Counts | None = None,
    call: int | None = None,
    before: Plan | None = None,
) -> Plan:
    """Decide what a policy does to a transcript at one model call.

    `model` and `window` (tokens) override the policy's. `counts` are the transcript's counts under the policy's
    profile, to count only once. `call` is the number of a model call from 1: the history before that assistant
    message; None is the next call after the last message. `before` is the plan of the call before it: with
    persisted history what that dropped or replaced stays so.
    Raises PolicyError for a window without budget, a pin that is nowhere, or a call that is not there.
    """
    policy = _overridden(policy or Policy(), model, window)
    if counts is None or counts.profile.name != policy.profile:
        counts = counting.count(transcript, policy.profile)
    view = look(transcript, counts, policy, None, _visible(transcript, call))
    ledger = Ledger(view)
    if view.rings.refused and policy.on_pairing_fault == "fail":
        return _untouched(view)
    made = repair.run(view, ledger) if view.rings.refused else ()
    ledger.apply({i: change for i, change in truncation.run(view).items() if i not in ledger.changes})
    if before is not None and policy.persisted:
        _carry(view, ledger, before)
    outcome = old_rounds.run(view, ledger)
    if ledger.total > view.window.budget:
        budget.run(view, ledger)
    return _finish(view, ledger, made, outcome)


def assemble(transcript: Transcript, policy: Policy | None = None, **options: Any) -> list[Any]:
    """The messages to send, for an agent's loop; options as in `plan`.

    Raises PairingError when the provider would refuse them, BudgetError when they are over the input budget.
    """
    result = plan(transcript, policy, **options)
    if result.status == "refused":
        first = next(fault for fault in (*result.sent_faults, *result.faults) if fault.severity == "refused")
        what = fault_words(first.code)
        raise PairingError(f"Message {first.message}, call {first.call_id}: {what} Nothing should be sent.")
    if result.status == "over_budget":
        raise BudgetError(
            f"{result.tokens.sent:,} tokens would be sent, the input budget is {result.window.budget:,}: "
            "lower keep_rounds or result_limit, or take a larger window."
        )
    return result.messages


def _overridden(policy: Policy, model: str | None, window: int | None) -> Policy:
    changes: dict[str, Any] = {}
    if model is not None:
        changes["model"] = model
    if window is not None:
        changes["window"] = window
    return policy.replace(**changes) if changes else policy


def _visible(transcript: Transcript, call: int | None) -> int:
    """How many messages the history of a call holds."""
    indexes = transcript.call_indexes
    if call is None or call == len(indexes) + 1:
        return len(transcript.messages)
    if not 1 <= call <= len(indexes):
        raise PolicyError(f"call: {call} is not there; the run has {len(indexes)} model calls, and the next one.")
    return indexes[call - 1]


def _untouched(view: View) -> Plan:
    """The plan that does nothing, because the pairing is broken and the policy stops there."""
    decisions = tuple(
        _decision(view, index, None, view.anchors.reasons.get(index) and "anchor" or "keep",
                  view.anchors.reasons.get(index, "not_planned"))
        for index in range(view.visible)
    )
    stored, chars = _stored(view)
    return Plan(
        view, "refused", decisions, Sums(view.fixed, stored, stored), Sums(view.counts.system_chars, chars, chars),
        view.rings.faults, (), view.standing, {}, _later(view), (),
    )


def _carry(view: View, ledger: Ledger, before: Plan) -> None:
    """What an earlier call dropped or replaced stays so, a late result of a dropped ring included."""
    gone = {i for i, change in before.changes.items() if change.action == "drop"}
    for each in view.rings.rounds:
        if gone.intersection(each.messages) and not any(view.is_protected(index) for index in each.messages):
            ledger.drop(each, "earlier_call")
    ledger.apply({i: c for i, c in before.changes.items() if c.action in ("compact", "clear") and i not in gone})


def _finish(view: View, ledger: Ledger, made: tuple[Synthesised, ...], outcome: old_rounds.Outcome) -> Plan:
    dropped = ledger.dropped_set
    made = tuple(each for each in made if each.call not in dropped)
    ledger.inserted = sum(each.tokens for each in made)
    moved_for_nothing = {i for i, c in ledger.changes.items() if c.action == "move" and i in dropped}
    changes = {i: c for i, c in ledger.changes.items() if i not in moved_for_nothing}
    decisions = [_decide(view, index, changes.get(index), outcome.kept) for index in range(view.visible)]
    edits: list[Edit] = [edit for c in changes.values() for edit in (*c.edits, *text_edits(c.texts))]
    for each in made:
        decisions.append(Decision(None, "insert", "synthesised_result", 0, each.tokens, each.call + 1))
        edits.append(each.edit)
    chars_added = sum(each.chars for each in made)
    tomb = ledger.tombstone
    if tomb is not None:
        chars_added += _place_tombstone(view, ledger, tomb, decisions, edits)
    if ledger.tools_dropped and view.transcript.tools_at is not None:
        edits.append(Drop(view.transcript.tools_at))
    decisions.sort(key=_order)
    stored, chars = _stored(view)
    sent_faults = _faults_of_sent(view, dropped, edits, bool(made) or any(c.action == "move" for c in changes.values()))
    sent_chars = view.counts.system_chars + chars_added + sum(
        view.counts.chars[i] if i not in changes else changes[i].chars for i in range(view.visible))
    total = ledger.total
    status: Status = (
        "refused" if any(fault.severity == "refused" for fault in sent_faults)
        else "over_budget" if total > view.window.budget
        else "above_watermark" if view.window.over_watermark(total)
        else "fine"
    )
    notes = (("nothing_to_count",) if outcome.nothing_to_count else ()) + (
        ("no_usage",) if view.policy.calibrate else ())
    return Plan(
        view, status, tuple(decisions), Sums(view.fixed, stored, total), Sums(view.counts.system_chars, chars, sent_chars),
        view.rings.faults, sent_faults, tomb or view.standing, changes, (*edits, *_later(view)), notes,
    )


def _stored(view: View) -> tuple[int, int]:
    """Tokens and characters stored at this call."""
    tokens = view.fixed + sum(view.counts.messages[: view.visible])
    return tokens, view.counts.system_chars + sum(view.counts.chars[: view.visible])


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


def _place_tombstone(view: View, ledger: Ledger, tomb: Tombstone, decisions: list[Decision], edits: list[Edit]) -> int:
    """Write the tombstone: over a standing one, behind the goal, or as a message of its own. Returns characters."""
    transcript, anchors, extra = view.transcript, view.anchors, ledger.tombstone_extra
    standing = anchors.appended
    if standing is None and anchors.tombstone is not None:
        standing = next(iter(transcript.messages[anchors.tombstone].parts))  # type: ignore[assignment]
    if standing is not None:
        index = anchors.place - 1 if anchors.appended is not None else anchors.tombstone
        decisions[index or 0] = _merged(view, index or 0, extra, "tombstone_updated")
        edits.append(Set(standing.at, tomb.text))
        return len(tomb.text) - len(standing.text)
    if view.policy.tombstone["place"] == "append_to_goal" and anchors.place > 0:
        index = anchors.place - 1
        goal = transcript.messages[index]
        if goal.role == "user":
            decisions[index] = _merged(view, index, extra, "tombstone_appended")
            edits.append(formats.append_text(transcript, goal, tomb.text))
            return len(tomb.text)
    decisions.append(Decision(None, "insert", "tombstone", 0, extra, anchors.place))
    edits.append(Insert(transcript.base, _record_position(view, anchors.place), formats.user_record(transcript, tomb.text)))
    return len(tomb.text)


def _merged(view: View, index: int, extra: int, reason: str) -> Decision:
    before = view.counts.messages[index]
    return Decision(index, "merge", reason, before, before + extra)


def _record_position(view: View, index: int) -> int:
    """Position in the list of records of the message that stands at `index` (or of the end)."""
    messages = view.transcript.messages
    if index < len(messages):
        return int(messages[index].where[0][len(view.transcript.base)])
    return int(messages[-1].where[0][len(view.transcript.base)]) + 1


def _later(view: View) -> tuple[Edit, ...]:
    """Messages after the call that is looked at are not part of its request."""
    return tuple(Drop(at) for message in view.transcript.messages[view.visible :] for at in message.where)


def _faults_of_sent(view: View, dropped: Any, edits: list[Edit], repaired: bool) -> tuple[Fault, ...]:
    """Faults of what would be sent that the loaded transcript does not have already as harmless ones."""
    if repaired:  # results were added or moved: only the finished document tells
        sent = formats.reload(view.transcript, (*edits, *_later(view)))
        return grouping.group(sent).faults
    if not dropped:
        return view.rings.faults
    return grouping.group(view.transcript, [i for i in range(view.visible) if i not in dropped]).faults

