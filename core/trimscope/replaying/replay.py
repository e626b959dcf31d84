"""`replay`: the plan at every model call of a run, what it costs with a prompt cache, and which values were lost.

    found = ts.replay(transcript, ts.Policy(keep_rounds=4))
    found.totals.cost, found.totals.breaks, found.lost, found.verdicts

Every call sees the history as it was then, cut to what the policy would send; what the model answered stays as it was
recorded. So a replay says what would have been sent and what would have been missing, not what the model would have
done then. The history of a call begins at its epoch; nothing is compared across the run's own compaction but the
beginning that two requests share.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from trimscope import models
from trimscope import tokens as counting
from trimscope.budgets import window as windows
from trimscope.caching.billing import bill
from trimscope.caching.gaps import call_gaps
from trimscope.caching.rules import Prices, Rules, rules
from trimscope.policies.policy import Policy
from trimscope.replaying import planned_steps
from trimscope.replaying.head_hashes import HeadHashes
from trimscope.replaying.references import CallValues, References, Sight
from trimscope.replaying.result import CallRow, Replay, totals
from trimscope.replaying.run_caps import NO_CAPS, RunCaps, reached
from trimscope.replaying.shared_prefix import Requests, Shared
from trimscope.replaying.steady import running
from trimscope.replaying.step import Step
from trimscope.replaying.verdicts import Costs, verdicts
from trimscope.tokens import Counts
from trimscope.transcript import Transcript

History = Literal["raw", "persisted"]


def replay(
    transcript: Transcript,
    policy: Policy | None = None,
    *,
    history: History | None = None,
    model: str | None = None,
    window: int | None = None,
    counts: Counts | None = None,
    values: CallValues | None = None,
    prices: Prices | None = None,
    caps: RunCaps = NO_CAPS,
) -> Replay:
    """Play a run under a policy.

    `history` (raw, persisted), `model` and `window` (tokens) override the policy's. `counts` (tokens under the
    policy's profile) and `values` (those of its tool calls) are the transcript's, to be read only once for several
    replays. `prices` change single cache rules (`caching.rules`). `caps` are limits of time and cost (`run_caps`):
    where they would have ended the run is in `limits`. Raises PolicyError as `plan` does, for a `history` or price that
    is none, and for a limit of time where the file has no times.
    """
    policy = _policy(policy or Policy(), history, model, window)
    if counts is None or counts.profile != counting.profile_for(transcript, policy.profile, policy.model):
        counts = counting.count(transcript, policy.profile, policy.model)
    resolved = windows.resolve(policy, transcript.model)
    due = rules(models.resolve(policy.model or transcript.model), **(prices or {}))
    found = steps(transcript, policy, counts)
    rows = tuple(_rows(transcript, found, counts, values or CallValues(transcript), due))
    sums = totals(rows)
    return Replay(
        transcript,
        policy,
        resolved,
        due,
        rows,
        sums,
        verdicts(
            found,
            policy,
            resolved,
            breaks=sums.breaks,
            costs=Costs(sums.cost, sums.untrimmed_cost),
        ),
        _limits(policy, rows) | reached(rows, caps),
        next((row.call for row in rows if row.stored > resolved.budget), None),
    )


def steps(transcript: Transcript, policy: Policy, counts: Counts) -> tuple[Step, ...]:
    """What is sent at every call of a run: in time that grows with its length where the policy and the run allow it."""
    found = running.steps(transcript, policy, counts)
    return tuple(planned_steps.steps(transcript, policy, counts)) if found is None else found


def _policy(policy: Policy, history: str | None, model: str | None, window: int | None) -> Policy:
    changes: dict[str, Any] = {"history": history, "model": model, "window": window}
    changes = {key: value for key, value in changes.items() if value is not None}
    return policy.replace(**changes) if changes else policy


def _rows(
    transcript: Transcript, found: tuple[Step, ...], counts: Counts, values: CallValues, due: Rules
) -> Iterator[CallRow]:
    requests, sight, heads = Requests(len(transcript.messages)), Sight(values), HeadHashes(transcript)
    stored_before = 0
    for step, gap in zip(found, call_gaps(transcript), strict=True):
        sight.advance(step)
        shared, seen = requests.advance(step), sight.look(step)
        alike = shared.tokens if step.fresh else stored_before
        yield _row(transcript, step, shared, seen, due, alike, gap, heads.advance(step))
        stored_before = step.stored


def _row(
    transcript: Transcript,
    step: Step,
    shared: Shared,
    seen: References,
    due: Rules,
    alike: int,
    gap: int | None,
    head: tuple[str, str],
) -> CallRow:
    """One row; `alike` are the tokens that the untrimmed request shares with the untrimmed one before it."""
    return CallRow(
        step.call,
        step.message,
        step.stored,
        step.sent,
        step.rounds - step.dropped,
        step.dropped,
        step.status,
        shared,
        bill(step.sent, shared.tokens, due, gap),
        bill(step.stored, alike, due, gap),
        seen.grounded,
        seen.lost,
        step.faults,
        step.stops,
        transcript.messages[step.message].usage,
        gap,
        *head,
    )


def _limits(policy: Policy, rows: tuple[CallRow, ...]) -> dict[str, int | None]:
    """For each limit that is set the first call at which it is reached."""
    codes = {"max_turns": "run_stopped:turns", "run_token_budget": "run_stopped:tokens"}
    return {
        key: next((row.call for row in rows if code in row.stops), None)
        for key, code in codes.items()
        if getattr(policy, key) is not None
    }
