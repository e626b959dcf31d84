"""The folded sections of the policy, as a table: which settings stand in which section, in order.

What a field is like (a number and its range, a list of names, on or off ...) is read from the core's own table of
settings, so that a key is described in one place only. Parts of the pipeline that are off until asked for
(`ledger`, `buckets` ...) are a switch whose settings come out when it is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from trimscope.budgets.run_limits import MOST_RETRIES
from trimscope.policies.policy import settings as policy_settings
from trimscope.policies.setting_tables import ByTool, Limits, Section, Table
from trimscope.policies.settings import Choice, Count, Flag, Names, Ratio, Setting, Word
from trimscope.strategies import Strategy
from trimscope_app.planning import Asked

MOST_SPENT: Final = 1_000_000_000_000  # tokens; as `run_token_budget`

ASKED: Final[Mapping[str, Setting]] = {"asked.spent": Count(0, MOST_SPENT), "asked.retry": Count(0, MOST_RETRIES)}
"""What is no setting of a policy but of the call that is looked at (`planning.Asked`)."""

KINDS: Final = ((Section, "section"), (Flag, "flag"), (Count, "count"), (Ratio, "share"), (Choice, "choice"),
                (ByTool, "paths"), (Limits, "limits"), (Names, "names"), (Word, "text"), (Setting, "json"))  # fmt: skip
"""How each kind of setting is shown, the first that fits."""

LONG: Final = frozenset(("summary.text",))
"""Texts of several lines."""

SECTIONS: Final = (
    ("results", ("field_whitelist", "dedupe", "observations", "keep_errors", "clear_tool_inputs", "limit_unit",
                 "tool_limits", "keep_matching", "banner")),
    ("budget", ("token_budget", "buckets", "soft_limits", "watermark_of")),
    ("carried", ("ledger", "memory", "summary", "tombstone.place")),
    ("fit", ("select_by_value", "courtesies", "clear_at_least", "clear_at_least_mode", "degrade")),
    ("stays", ("recent_user_turns", "include_tools", "exclude_tools")),
    ("run", ("run_token_budget", "max_turns", "history", "asked.spent", "asked.retry")),
)  # fmt: skip

PATTERNS: Final = frozenset(("ledger.query", "ledger.retryable", "ledger.once", "ledger.confirm", "memory.rejected",
                             "buckets.knowledge_tools"))  # fmt: skip
"""Lists of names in which the core lets * stand for anything; in all others a name is meant as it is written."""

HIDDEN: Final = frozenset(("summary.timeout_ms",))
"""For a hook in Python only: nothing on the page runs one."""

ACTIONS: Final[Mapping[str, str]] = {"field_whitelist": "suggest", "summary.text": "draft"}
"""Fields with a button that fills them in from the loaded run."""

WITH_STRATEGY: Final = frozenset(("window", "model", "output_reserve", "safety_margin", "watermark", "watermark_of",
                                  "token_budget", "profile", "calibrate", "preset"))  # fmt: skip
"""What still counts where a named strategy decides: how large the request may be, and how it is counted."""


@dataclass(frozen=True)
class Field:
    """One setting as a field."""

    key: str
    kind: str
    setting: Setting
    default: Any
    """as JSON"""
    table: str = ""
    """the part of the policy it belongs to: shown only while that is on"""

    @property
    def inner(self) -> str:
        return self.key.partition(".")[2]


def field(key: str) -> Field:
    """The field of a key (`dedupe`, `ledger.place`, `asked.spent`). Raises KeyError for a key that is none."""
    if key in ASKED:
        return Field(key, "choice" if key == "asked.retry" else "count", ASKED[key], 0)
    table, _, inner = key.partition(".")
    setting = policy_settings()[table]
    if not inner:
        return _field(key, setting)
    if isinstance(setting, Table):
        return Field(key, "choice", setting.choices[inner], setting.default[inner])
    if not isinstance(setting, Section):
        raise KeyError(key)
    return replace(_field(key, setting.inner[inner]), table=table)


def fields(keys: tuple[str, ...]) -> list[Field]:
    """The fields of these keys; behind a switch those of its part of the policy."""
    found: list[Field] = []
    for key in keys:
        found.append(each := field(key))
        if isinstance(each.setting, Section):
            inner = (f"{key}.{name}" for name in each.setting.inner)
            found += [field(name) for name in inner if name not in HIDDEN]
    return found


def param_fields(strategy: Strategy) -> list[Field]:
    """The parameters of a named strategy as fields (`params.keep`)."""
    found = ((f"params.{name}", each) for name, each in strategy.params.items())
    return [Field(key, kind_of(key, each.kind), each.kind, _json(each.kind, each.default)) for key, each in found]


def kind_of(key: str, setting: Setting) -> str:
    """How a setting is shown."""
    if key in LONG:
        return "long"
    return next(kind for each, kind in KINDS if isinstance(setting, each))


def value_of(settings: Mapping[str, Any], asked: Asked, each: Field) -> Any:
    """A field's value under these settings; of a part that is off, and of parameters left out, the default."""
    if each.key in ASKED:
        return getattr(asked, each.inner)
    table, _, inner = each.key.partition(".")
    if not inner:
        return settings[table]
    within = settings[table]
    return each.default if within is None or inner not in within else within[inner]


def _field(key: str, setting: Setting) -> Field:
    return Field(key, kind_of(key, setting), setting, _json(setting, setting.default))


def _json(setting: Setting, value: Any) -> Any:
    return None if value is None else setting.write(setting.freeze(value))
