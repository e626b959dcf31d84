"""What a preset is: a name for a policy, with words that say what its number counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from trimscope.policies.policy import Policy

GROUPS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "ours": {"en": "Ours", "zh": "本项目"},
        "articles": {"en": "Source articles", "zh": "来源文章"},
        "peers": {"en": "What others do", "zh": "其他系统"},
        "outputs": {"en": "Output limits of coding agents", "zh": "编程智能体的输出上限"},
        "naive": {"en": "Naive slices", "zh": "朴素切片"},
    }
)
"""Groups of presets in the order in which a control lists them, with their words."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named policy. `words` (en, zh) says what it does, what its number counts, and where it differs from the system
    it is named after; `group` is one of GROUPS."""

    name: str
    policy: Policy
    words: Mapping[str, str]
    group: str = "ours"


def named(group: str, name: str, policy: Policy, en: str, zh: str) -> Preset:
    """A preset of a group."""
    return Preset(name, policy, MappingProxyType({"en": en, "zh": zh}), group)


def by_strategy(strategy: str, **params: Any) -> Policy:
    """The policy that leaves everything to a strategy."""
    return Policy(strategy=strategy, params=params)
