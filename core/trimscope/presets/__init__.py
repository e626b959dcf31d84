"""Presets: names for policies, each with what its number counts and where it comes from.

The source articles, agent frameworks, runtimes, output limits and naive slices have a module each. The words of a
preset say where it differs from the system it is named after.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from trimscope.errors import PolicyError
from trimscope.policies.policy import Policy
from trimscope.presets.articles import ARTICLES
from trimscope.presets.frameworks import FRAMEWORKS
from trimscope.presets.naive import NAIVE
from trimscope.presets.named import GROUPS, Preset, named
from trimscope.presets.outputs import OUTPUTS
from trimscope.presets.runtimes import RUNTIMES

__all__ = ["GROUPS", "Preset", "preset", "presets"]

_DEFAULT = named(
    "ours",
    "default",
    Policy(),
    "The newest 4 tool rings whole, older ones dropped behind one tombstone, results cut at 4,000 characters.",
    "完整保留最近 4 个工具环，更早的丢弃并以一个墓碑代表，结果截断到 4,000 字符。",
)
_ALL: Mapping[str, Preset] = MappingProxyType(
    {each.name: each for each in (_DEFAULT, *ARTICLES, *FRAMEWORKS, *RUNTIMES, *OUTPUTS, *NAIVE)}
)


def presets() -> Mapping[str, Preset]:
    """All presets by name, those of one group together, groups in the order of GROUPS."""
    return _ALL


def preset(name: str) -> Policy:
    """The policy of a preset. Raises PolicyError naming those there are."""
    known = presets()
    if name not in known:
        raise PolicyError(f"There is no preset '{name}'; choose one of {', '.join(known)}, or name a policy file.")
    return known[name].policy
