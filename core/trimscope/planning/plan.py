"""`plan`: what one policy does to one transcript at one model call, decided before anything is done.

Order of work: pairing check and repair; each result (whitelist, copies, limit, frame); what earlier calls dropped;
the memory block; old rounds; soft limits; buckets; the summary; the budget; the last step before failing; a retry's
ring; our own words in their places; and the pairing check again on what would be sent. A named strategy decides all
of that by itself.

The summary goes before the budget: what the budget drops is in no summary, and who asks for one wants those rounds told
of. Where it does not come or is not enough, the budget takes rounds as without it, and the summary is looked at again.

Every message gets exactly one decision with a reason. Nothing here raises for a transcript that is broken or too
large; the status says it. `assemble` is the function for an agent's loop, and it does raise.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Any

from trimscope import tokens as counting
from trimscope.budgets import run_limits
from trimscope.budgets.buckets import full_buckets
from trimscope.budgets.budget_report import sentence
from trimscope.errors import BudgetError, PairingError, PolicyError
from trimscope.planning.finish import finish, untouched
from trimscope.planning.result import Plan
from trimscope.planning.view import View, look
from trimscope.policies.policy import Policy
from trimscope.reported.scaling import scaled
from trimscope.stages import bucketing, budget, degrading, memory, repair, results, retrying, soft_limits, summarising
from trimscope.stages.account import Account
from trimscope.strategies.planned import planned
from trimscope.summaries.hook import Hook
from trimscope.tokens import Counts
from trimscope.transcript import Transcript, loaded
from trimscope.words import fault as fault_words


def plan(
    transcript: Transcript,
    policy: Policy | None = None,
    *,
    model: str | None = None,
    window: int | None = None,
    counts: Counts | None = None,
    call: int | None = None,
    before: Plan | None = None,
    spent: int = 0,
    retry: int = 0,
    summarise: Hook | None = None,
) -> Plan:
    """Decide what a policy does to a transcript at one model call.

    `model` and `window` (tokens) override the policy's. `counts` are the transcript's counts under the policy's
    profile and model, to count once (unscaled: `calibrate` scales them here). `call` is the number of a model call
    from 1: the history before that assistant message; None is the next call after the last message. `before` is the
    plan of the call before it: with persisted history what that dropped or replaced stays so. `spent` are the tokens
    the run used before this call (for `run_token_budget`), `retry` how often the provider refused this call as too
    long (0 to 2). `summarise` is a hook that writes the summary where the policy has no text for it
    (`trimscope.summaries.hook`).
    Raises PolicyError for what is no transcript, a window without budget, a pin that is nowhere, a call that is not
    there, or a number of retries or tokens out of range.
    """
    transcript = loaded(transcript)
    run_limits.check(spent, retry)
    policy = _overridden(policy or Policy(), model, window)
    if counts is None or counts.profile != counting.profile_for(transcript, policy.profile, policy.model):
        counts = counting.count(transcript, policy.profile, policy.model)
    view = look(transcript, counts, policy, history_at(transcript, call))
    view = replace(view, spent=spent, retry=retry, summarise=summarise)
    if policy.calibrate and view.standing is None:  # reports from before a trim tell of another history
        view = replace(view, counts=scaled(transcript, counts, call))
    if policy.strategy is not None:
        return planned(view, policy.strategy)
    account = Account(view)
    if view.rings.refused and policy.on_pairing_fault == "fail":
        return untouched(view)
    made = repair.run(view, account) if view.rings.refused else ()
    view = account.view = repair.mended(view, account.dropped_set)
    results.run(view, account, first=before is None or not policy.persisted)
    if before is not None and policy.persisted:
        _carry(view, account, before)
    memory.run(view, account)
    outcome = degrading.run(view, account)
    soft_limits.run(view, account, outcome)
    bucketing.run(view, account)
    summarising.run(view, account)
    if account.total > view.window.budget:
        budget.run(view, account)
    soft_limits.settle(view, account, outcome)
    summarising.run(view, account)
    summarising.say_no_middle(view, account)
    if account.total > view.window.budget:
        budget.last_step(view, account)
    if retry:
        retrying.run(view, account)
    while results.settle(view, account) and account.total > view.window.budget:
        budget.run(view, account)
    memory.settle(view, account)
    result = finish(view, account, made, outcome)
    over = tuple(f"bucket_full:{name}" for name in full_buckets(result))
    return replace(result, notes=(*result.notes, *over)) if over else result


def assemble(transcript: Transcript, policy: Policy | None = None, **options: Any) -> list[Any]:
    """The messages to send, for an agent's loop; options as in `plan`.

    Raises PairingError when the provider would refuse them, BudgetError (naming what takes the most, and the ways out)
    when they are over the input budget or the run is over its own.
    """
    return assembled(plan(transcript, policy, **options))


def assembled(result: Plan) -> list[Any]:
    """The messages of a plan, to be sent. Raises as `assemble` does."""
    if result.status == "refused":
        first = next(fault for fault in (*result.sent_faults, *result.faults) if fault.severity == "refused")
        what = fault_words(first.code)
        raise PairingError(f"Message {first.message}, call {first.call_id}: {what} Nothing should be sent.")
    if result.status == "over_budget":
        raise BudgetError(sentence(result))
    return result.messages


def _overridden(policy: Policy, model: str | None, window: int | None) -> Policy:
    changes: dict[str, Any] = {}
    if model is not None:
        changes["model"] = model
    if window is not None:
        changes["window"] = window
    return policy.replace(**changes) if changes else policy


def history_at(transcript: Transcript, call: int | None = None) -> tuple[int, ...]:
    """Indexes of the messages that the history of a call holds; None is the next call after the last message.

    A run that compacted itself begins a new epoch: what stood before it is no history, but for leading system and
    developer messages. Raises PolicyError for a call that is not there.
    """
    indexes = transcript.call_indexes
    if call is None or call == len(indexes) + 1:
        end = len(transcript.messages)
    elif 1 <= call <= len(indexes):
        end = indexes[call - 1]
    else:
        raise PolicyError(f"call: {call} is not there; the run has {len(indexes)} model calls, and the next one.")
    start = max((epoch for epoch in transcript.epochs if epoch < end), default=0)
    leading = takewhile(lambda message: message.role in ("system", "developer"), transcript.messages[:start])
    return (*(message.index for message in leading), *range(start, end))


def _carry(view: View, account: Account, before: Plan) -> None:
    """What an earlier call dropped or replaced stays so, a late result of a dropped ring included."""
    gone = {i for i, change in before.changes.items() if change.action == "drop"}
    for each in view.rings.rounds:
        if gone.intersection(each.messages) and not any(view.is_protected(index) for index in each.messages):
            account.drop(each, "earlier_call")
    summarising.carry(view, account, before)
    account.apply({i: c for i, c in before.changes.items() if c.action in ("compact", "clear") and i not in gone})
