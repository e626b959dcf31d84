"""Which plan a scenario is about: the call, and whether the calls before it have their say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from trimscope.planning.fold import run
from trimscope.planning.plan import plan
from trimscope.planning.result import Plan
from trimscope.policies.policy import Policy
from trimscope.scenarios.scenario import ScenarioError
from trimscope.tokens import Counts
from trimscope.transcript import Transcript


@dataclass(frozen=True)
class Moment:
    """Call, fold, tokens spent and retries, as in a scenario."""

    call: int | None = None
    folded: bool = False
    spent: int = 0
    retry: int = 0


def planned(
    transcript: Transcript,
    policy: Policy,
    counts: Counts | None,
    moment: Moment,
    look: Callable[[Plan], Any] = lambda plan: None,
) -> Plan:
    """The plan of a moment; `look` is shown it and, of a fold, those before it.

    A fold without a call ends where the run does. Raises PolicyError as `plan` does, ScenarioError for a call that a
    limit of the run did not let come.
    """
    if not moment.folded:
        found = plan(transcript, policy, counts=counts, call=moment.call, spent=moment.spent, retry=moment.retry)
        look(found)
        return found
    if moment.spent or moment.retry:
        raise ScenarioError("folded: a folded plan knows what was spent before, and is of the first attempt.")
    last: Plan | None = None
    for last in run(transcript, policy, counts=counts):
        look(last)
        if last.call == moment.call:
            return last
    if moment.call is not None or last is None:
        raise ScenarioError(f"call: {moment.call} is not there; the run under this policy does not come to it.")
    return last
