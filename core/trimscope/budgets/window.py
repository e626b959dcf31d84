"""The context window and the input budget: W - O - M, and the watermark drawn on it."""

from __future__ import annotations

from dataclasses import dataclass

from trimscope import models
from trimscope.errors import PolicyError
from trimscope.policies.policy import Policy, per_mille

MOST_RESERVE = 8192
"""Output reserve O in tokens where none is given: the first source article's figure, at most an eighth of W."""

MOST_MARGIN = 1024
"""Safety margin M in tokens where none is given: the first source article's figure, at most 1/64 of W."""


@dataclass(frozen=True, slots=True)
class Window:
    """All in tokens: W (`limit`), O (`reserve`), M (`margin`), the input budget, where trimming triggers and
    where it stops. `source` says where W comes from: policy, model or assumed."""

    limit: int
    reserve: int
    margin: int
    budget: int
    watermark: int
    target: int
    source: str
    model: str | None = None

    def over_watermark(self, tokens: int) -> bool:
        """Whether this many tokens trigger trimming (at the mark counts as over)."""
        return tokens >= self.watermark


def resolve(policy: Policy, model: str | None = None) -> Window:
    """The window of a policy; `model` is the transcript's own name for it, used when the policy has none.

    Raises PolicyError when reserve and margin leave no input budget, naming the three numbers.
    """
    name = policy.model or model
    known = models.resolve(name) if name else None
    limit = policy.window or (known.window if known else models.DEFAULT_WINDOW)
    source = "policy" if policy.window else "model" if known else "assumed"
    reserve = min(MOST_RESERVE, limit // 8) if policy.output_reserve is None else policy.output_reserve
    margin = min(MOST_MARGIN, limit // 64) if policy.safety_margin is None else policy.safety_margin
    if policy.watermark_of == "window":
        reserve = margin = 0
    budget = limit - reserve - margin
    if budget < 1:
        raise PolicyError(
            f"window {limit:,} - output_reserve {reserve:,} - safety_margin {margin:,} leaves no input budget: "
            "make the window larger or the reserve smaller."
        )
    if policy.token_budget is not None:
        budget = policy.token_budget
    # at or above the share: the smallest whole number that is not below it; the target rounds down
    watermark = -(-budget * per_mille(policy.watermark) // 1000)
    target = budget * per_mille(policy.target) // 1000
    return Window(limit, reserve, margin, budget, watermark, target, source, name)
