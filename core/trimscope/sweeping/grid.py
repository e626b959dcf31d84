"""A grid of policies: every combination of some values of some policy keys, over a base policy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from trimscope.errors import PolicyError
from trimscope.policies.policy import Policy, settings
from trimscope.policies.setting_tables import Section, Table, Values
from trimscope.policies.settings import Setting

Grid = Mapping[str, Sequence[Any]]
"""Policy key (or `table.key`) -> the values it takes in turn."""

MOST = 10_000
"""Policies of one grid. A replay of a short run takes about a hundredth of a second, of a long one a second: more
would take hours, and nobody reads so many rows."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One policy of a grid."""

    settings: tuple[tuple[str, Any], ...]
    """what it sets, as JSON values, in the grid's order"""
    policy: Policy | None
    """None where these settings cannot stand together"""
    error: str = ""
    """then why"""

    @property
    def name(self) -> str:
        """The settings as one line: `keep_rounds=4, result_limit=none`."""
        return name_of(self.settings)


def candidates(grid: Grid, base: Policy | None = None) -> tuple[Candidate, ...]:
    """Every combination, the last key's values changing fastest; what cannot stand together (a target over the
    watermark) is there with its error.

    Raises PolicyError for an unknown key, a value that is not allowed, too many combinations, or if none can be.
    """
    if not grid:
        raise PolicyError("There is nothing to sweep: name at least one policy key with its values.")
    axes = {key: checked(key, values) for key, values in grid.items()}
    count = 1
    for values in axes.values():
        count *= len(values)
    if count > MOST:
        raise PolicyError(f"The grid has {count:,} combinations; at most {MOST:,} are swept.")
    start = (base or Policy()).to_mapping()
    found = tuple(_candidate(start, tuple(zip(axes, each, strict=True))) for each in product(*axes.values()))
    if all(each.policy is None for each in found):
        raise PolicyError(f"No combination can be: {found[0].error}")
    return found


def checked(key: str, values: Iterable[Any]) -> tuple[Any, ...]:
    """The values of a key, each once, in order. Raises PolicyError naming the key, the value and what is allowed."""
    if isinstance(values, str):
        raise PolicyError(f"{key}: a grid takes a list of values, not one text.")
    if not isinstance(values, Iterable):
        raise PolicyError(f"{key}: a grid takes a list of values, even of one.")
    kind = kind_of(key)
    found: list[Any] = []
    for value in values:
        taken = value if kind is None else _as_read(key, kind, value)
        if not any(taken == other and type(taken) is type(other) for other in found):
            found.append(taken)
    if not found:
        raise PolicyError(f"{key}: there is no value to sweep it over.")
    return tuple(found)


def kind_of(key: str) -> Setting | None:
    """The setting of a policy key, or of a key in one of its tables; None for a parameter of a strategy.

    Raises PolicyError for a key that is none.
    """
    table, dot, inner = key.partition(".")
    known = settings()
    if table not in known:
        Policy.from_mapping({table: None})  # raises, naming what was meant
    kind = known[table]
    if not dot:
        return kind
    if isinstance(kind, Values):
        return None
    parts: Mapping[str, Setting]
    parts = kind.inner if isinstance(kind, Section) else kind.choices if isinstance(kind, Table) else {}
    if inner not in parts:
        there = f"{table} has {', '.join(parts)}" if parts else f"{table} has none"
        raise PolicyError(f"'{key}' is no policy key; {there}.")
    return parts[inner]


def name_of(settings: Iterable[tuple[str, Any]]) -> str:
    """Settings as one line; whole policies by their name alone."""
    return ", ".join(value if key == "policy" else f"{key}={shown(value)}" for key, value in settings)


def shown(value: Any) -> str:
    """A value as the command line takes it."""
    if value is None:
        return "none"
    if isinstance(value, bool | tuple | list | Mapping):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return str(value)


def _as_read(key: str, kind: Setting, value: Any) -> Any:
    taken = kind.read(key, value)
    return value if isinstance(kind, Section | Table) else taken  # a section's every default says nothing of the grid


def _candidate(start: Mapping[str, Any], chosen: tuple[tuple[str, Any], ...]) -> Candidate:
    mapping = dict(start)
    known = settings()
    for key, value in chosen:
        table, dot, inner = key.partition(".")
        if dot:
            current = mapping.get(table)
            mapping[table] = (current if isinstance(current, dict) else {}) | {inner: value}
        else:
            as_given = value is None or isinstance(known[key], Section | Table)
            mapping[key] = value if as_given else known[key].write(value)
    try:
        return Candidate(chosen, Policy.from_mapping(mapping))
    except PolicyError as error:
        return Candidate(chosen, None, str(error))
