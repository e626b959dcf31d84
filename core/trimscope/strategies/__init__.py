"""Named strategies: other systems' rules where no policy can say them, and naive slices for teaching.

One module a family. A policy with `strategy` and `params` is decided by one of these instead of by the pipeline; the
plan that comes of it has the usual decisions, sums, faults and status, and is `refused` where the rule breaks pairing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from trimscope.errors import PolicyError
from trimscope.strategies import (
    agent_framework,
    agents_sdk,
    autogen,
    clearing,
    google_adk,
    harness,
    inspect_ai,
    langchain,
    litellm,
    openhands,
    semantic_kernel,
    slices,
    strands,
    summarised,
    two_caps,
    vercel,
)
from trimscope.strategies.declared import Param, Strategy
from trimscope.strategies.kept import Inserted, Kept, Rewritten

__all__ = ["Inserted", "Kept", "Param", "Rewritten", "Strategy", "strategies", "strategy"]

_MODULES = (
    slices,
    langchain,
    clearing,
    agent_framework,
    strands,
    litellm,
    autogen,
    semantic_kernel,
    harness,
    openhands,
    vercel,
    inspect_ai,
    agents_sdk,
    google_adk,
    summarised,
    two_caps,
)
_ALL: Mapping[str, Strategy] = MappingProxyType({each.name: each for module in _MODULES for each in module.STRATEGIES})


def strategies() -> Mapping[str, Strategy]:
    """All strategies by name."""
    return _ALL


def strategy(name: str) -> Strategy:
    """The strategy of that name. Raises PolicyError naming those there are."""
    if name not in _ALL:
        raise PolicyError(f"strategy: '{name}' is not known; choose one of {', '.join(_ALL)}.")
    return _ALL[name]
