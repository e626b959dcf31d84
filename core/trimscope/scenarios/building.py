"""Making a scenario of a transcript and a policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from trimscope.formats import DIALECTS
from trimscope.policies.policy import Policy
from trimscope.scenarios.moment import Moment, planned
from trimscope.scenarios.outcome import outcome_of
from trimscope.scenarios.scenario import WORDS, Scenario, ScenarioError
from trimscope.scenarios.shape import shaped
from trimscope.scenarios.stored import sha256_of, stored
from trimscope.transcript import Transcript

Carried = Literal["inline", "hash", "shape"]


def scenario(
    transcript: Transcript,
    policy: Policy | None = None,
    *,
    carry: Carried = "inline",
    source: str = "",
    call: int | None = None,
    folded: bool = False,
    spent: int = 0,
    retry: int = 0,
    view: Mapping[str, Any] | None = None,
    **words: Any,
) -> Scenario:
    """A scenario, planned, with what came out.

    `carry`: the transcript itself (`inline`), its sha256 and where to get it (`hash`, with `source`), or its shape
    without texts. `call`, `spent` and `retry` as in `plan`; `folded` takes the calls before it into account. `words`
    are title, notes, question and answer.
    Raises ScenarioError where the transcript cannot be carried that way, PolicyError as `plan` does.
    """
    for word in words:
        if word not in WORDS:
            raise ScenarioError(f"{word}: a scenario has the words {', '.join(WORDS)}.")
    policy = policy or Policy()
    moment = Moment(call, folded, spent, retry)
    carried: dict[str, Any]
    if carry == "shape":
        shape, plan = shaped(transcript, policy, moment)
        carried = {"shape": shape}
    elif carry == "hash":
        plan = planned(transcript, policy, None, moment)
        carried = {"sha256": sha256_of(transcript), "source": source} | _reading(transcript)
    elif carry == "inline":
        plan = planned(transcript, policy, None, moment)
        carried = stored(transcript)
    else:
        raise ScenarioError(f"carry: '{carry}' is not known; choose one of inline, hash, shape.")
    return Scenario(
        **words,
        transcript=carried,
        policy=policy,
        model=plan.window.model,
        window=plan.window.limit,
        estimator=plan.view.counts.profile.label,
        call=call,
        folded=folded,
        spent=spent,
        retry=retry,
        view=view or {},
        outcome=outcome_of(plan, texts=carry != "shape"),
    )


def _reading(transcript: Transcript) -> dict[str, Any]:
    """How the file is read, where it is not as its format has it."""
    own = DIALECTS[transcript.dialect].PROVIDER
    return {"format": transcript.format} | ({} if transcript.provider == own else {"provider": transcript.provider})
