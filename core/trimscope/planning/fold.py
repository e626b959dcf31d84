"""A run as the fold of its calls: the plan at every call, each with what the calls before it dropped and spent.

Every plan looks at its whole history, so that a run of n calls takes work in the order of n times its messages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from trimscope import tokens as counting
from trimscope.planning.plan import plan
from trimscope.planning.result import Plan
from trimscope.policies.policy import Policy
from trimscope.tokens import Counts
from trimscope.transcript import Transcript

ExitCode = Literal["final_answer", "turn_limit", "token_limit", "open"]


@dataclass(frozen=True, slots=True)
class Exit:
    """How a run ends (second source article, six): by its final answer, by a limit before a call, or not yet."""

    code: ExitCode
    call: int
    """the call that gave the answer, that was not made, or that comes next"""
    spent: int
    """tokens used until then: what was sent at each call made, and its answers, as the profile estimates them"""


def run(
    transcript: Transcript, policy: Policy | None = None, *, counts: Counts | None = None, **options: Any
) -> Iterator[Plan]:
    """The plan at every call of a run, one at a time; for a run without final answer the call that comes next as well.

    `options` are those of `plan` that hold for every call (model, window, summarise). What a call used is what was
    sent and its answer, by estimate. Where a limit of the run stops it, the plan of the call that is not made is the
    last one. Raises PolicyError as `plan` does.
    """
    policy = policy or Policy()
    model = options.get("model") or policy.model
    if counts is None or counts.profile != counting.profile_for(transcript, policy.profile, model):
        counts = counting.count(transcript, policy.profile, model)
    indexes = transcript.call_indexes
    before: Plan | None = None
    spent = 0
    for number in range(1, len(indexes) + (1 if is_answered(transcript) else 2)):
        before = plan(transcript, policy, counts=counts, call=number, before=before, spent=spent, **options)
        yield before
        if any(note.startswith("run_stopped:") for note in before.notes):
            return
        answers = before.view.counts.messages  # scaled where the policy calibrates
        spent += before.tokens.sent + (answers[indexes[number - 1]] if number <= len(indexes) else 0)


def is_answered(transcript: Transcript) -> bool:
    """Whether the run has come to a final answer: its last message is the model's, and calls no tool."""
    last = transcript.messages[-1] if transcript.messages else None
    return last is not None and last.role == "assistant" and not last.calls


def exit_of(transcript: Transcript, policy: Policy | None = None, **options: Any) -> Exit:
    """Which exit a run takes under a policy: final answer, turn limit or token limit; `open` for a run that goes
    on. Turns are judged before tokens. Options and errors as in `run`."""
    last: Plan | None = None
    for each in run(transcript, policy, **options):
        last = each
    assert last is not None  # a run has at least the call that comes next
    spent = last.view.spent
    if "run_stopped:turns" in last.notes:
        return Exit("turn_limit", last.call, spent)
    if "run_stopped:tokens" in last.notes:
        return Exit("token_limit", last.call, spent)
    if is_answered(transcript):
        answer = last.view.counts.messages[transcript.call_indexes[last.call - 1]]
        return Exit("final_answer", last.call, spent + last.tokens.sent + answer)
    return Exit("open", last.call, spent)
