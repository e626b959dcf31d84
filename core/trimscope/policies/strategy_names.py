"""What a policy's way of trimming is called: in metrics, in reports, beside a plan."""

from __future__ import annotations

from functools import cache
from typing import Any

from trimscope.policies.policy import Policy
from trimscope.presets import presets

CUSTOM = "custom"
"""Name of a policy that is no preset and names no strategy."""

SIZES = ("window", "model", "output_reserve", "safety_margin", "profile", "calibrate", "token_budget")
"""Policy keys that say how large things are and how they are counted, not how they are trimmed: a preset in another
window is still that preset."""


def name_of(policy: Policy) -> str:
    """The preset whose ways a policy has, else the strategy it names, else `custom`."""
    ways = _ways(policy)
    return next((name for name, known in _known() if known == ways), policy.strategy or CUSTOM)


@cache
def _known() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Every preset's name and ways."""
    return tuple((name, _ways(each.policy)) for name, each in presets().items())


def _ways(policy: Policy) -> dict[str, Any]:
    return {key: value for key, value in policy.to_mapping().items() if key not in SIZES}
