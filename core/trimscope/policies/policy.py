"""The policy: all settings of a trim in one value object, from one declarative table.

Each field states its type, default, range and words once; reading from JSON, TOML, the command line or a link,
checking, writing and the app's controls are derived from it. In files and Python an unknown key or a value out
of range is an error that names the key and what is allowed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from trimscope.errors import PolicyError
from trimscope.policies import sections
from trimscope.policies.setting_tables import ByTool, Limits, Table, Values
from trimscope.policies.settings import Choice, Count, Flag, Names, Pins, Ratio, Setting, Word, setting, setting_of
from trimscope.strategies import strategy

TOMBSTONE = Table(
    {
        "style": Choice("counted", "stable", "off"),
        "lang": Choice("en", "zh"),
        "place": Choice("own_message", "append_to_goal"),
    }
)


@dataclass(frozen=True, kw_only=True)
class Policy:
    """All settings. Every key, its default and its meaning stand here and nowhere else."""

    window: int = setting(0, Count(0, 100_000_000), "context window W in tokens; 0 takes it from the model")
    model: str | None = setting(None, Word(200, optional=True), "resolves window, provider rules and prices")
    output_reserve: int | None = setting(
        None, Count(0, 100_000_000, optional=True), "tokens kept for the answer; null: min(8192, W/8)"
    )
    safety_margin: int | None = setting(
        None, Count(0, 100_000_000, optional=True), "tokens kept for estimation error; null: min(1024, W/64)"
    )
    watermark: float = setting(0.75, Ratio(), "share of the input budget at which trimming triggers")
    watermark_of: str = setting("budget", Choice("budget", "window"), "what the watermark is a share of")
    target: float = setting(0.5, Ratio(), "share that a triggered trim goes down to; below the watermark")
    trigger: str = setting("always", Choice("always", "watermark"), "when old rounds go")
    history: str = setting("auto", Choice("auto", "raw", "persisted"), "whether what was dropped stays dropped")
    token_budget: int | None = setting(
        None, Count(1, 100_000_000, optional=True), "cap of one request in tokens; replaces the input budget"
    )
    run_token_budget: int | None = setting(
        None, Count(1, 1_000_000_000_000, optional=True), "tokens of the whole run, at which it stops"
    )
    max_turns: int | None = setting(
        None, Count(1, 1_000_000, optional=True), "model calls of the whole run, at which it stops"
    )
    keep_rounds: int = setting(4, Count(0, 1_000_000), "how many newest rounds stay whole")
    round_unit: str = setting("ring", Choice("ring", "turn", "user_turn", "message"), "what a round is")
    old_rounds: str = setting("drop", Choice("drop", "compact", "clear", "keep"), "what happens to older rounds")
    result_limit: int | None = setting(
        4000, Count(0, 100_000_000, optional=True), "cap of one tool result, banner included"
    )
    limit_unit: Literal["chars", "tokens", "lines"] = setting(
        "chars", Choice("chars", "tokens", "lines"), "unit of the result limit"
    )
    head: float = setting(0.6, Ratio(), "share of what is kept that comes from the front; the rest is the tail")
    banner: Literal["inside", "outside"] = setting(
        "inside", Choice("inside", "outside"), "whether the banner counts inside the cap"
    )
    tool_limits: Mapping[str, int | None] = setting({}, Limits(), "result limit by tool name")
    keep_matching: str | None = setting(
        None, Word(1000, optional=True), "words separated by |; lines in the hole that hold one are kept"
    )
    field_whitelist: Mapping[str, tuple[str, ...]] = setting(
        {}, ByTool(), "by tool: paths of a JSON result that are kept; the rest goes"
    )
    dedupe: bool = setting(False, Flag(), "a result that was there before, and an error that repeats, stand once")
    observations: bool = setting(False, Flag(), "results are framed as data from outside, not instructions")
    protect_system: bool = setting(True, Flag(), "leading system and developer messages are anchors")
    protect_first_user: bool = setting(True, Flag(), "the first thing a person typed is an anchor")
    protect_last_user: bool = setting(True, Flag(), "the newest thing a person typed is an anchor")
    recent_user_turns: int = setting(0, Count(0, 1_000_000), "newest things a person typed that are never dropped")
    pins: tuple[int | str, ...] = setting((), Pins(), "what else is never dropped: call:ID, id:ID, index, or a name")
    include_tools: tuple[str, ...] | None = setting(None, Names(optional=True), "tools whose rounds may go; null: all")
    exclude_tools: tuple[str, ...] = setting((), Names(), "tools whose rounds never go")
    keep_errors: int = setting(0, Count(0, 1_000_000), "newest error results of old rounds that stay")
    clear_tool_inputs: bool = setting(False, Flag(), "clearing a result empties its call's arguments as well")
    clear_at_least: int | None = setting(
        None, Count(1, 100_000_000, optional=True), "tokens that clearing has to free, or (langchain) frees at most"
    )
    clear_at_least_mode: str = setting(
        "anthropic", Choice("anthropic", "langchain"), "not applied if it frees less, or stops once it freed that much"
    )
    courtesies: bool = setting(False, Flag(), "thanks and announcements of calls that were made go first")
    select_by_value: Mapping[str, Any] | None = setting(
        None, sections.select_by_value(), "rounds go by value and risk for each token, not by age"
    )
    buckets: Mapping[str, Any] | None = setting(None, sections.buckets(), "tokens each kind of content may take")
    soft_limits: Mapping[str, Any] | None = setting(
        None, sections.soft_limits(), "tokens of history at which one step each begins"
    )
    degrade: Mapping[str, Any] | None = setting(
        None, sections.degrade(), "steps down as the run nears run_token_budget"
    )
    ledger: Mapping[str, Any] | None = setting(None, sections.ledger(), "completed side effects are carried along")
    memory: Mapping[str, Any] | None = setting(None, sections.memory(), "a block of goal, ids, trials and record")
    summary: Mapping[str, Any] | None = setting(None, sections.summary(), "a checked summary in the middle's place")
    on_pairing_fault: str = setting("fail", Choice("fail", "repair", "drop_ring"), "what a refused pairing leads to")
    on_over_budget: str = setting(
        "fail",
        Choice("fail", "extreme_then_fail", "drop_tools_schema_then_fail"),
        "the last step over budget",
    )
    tombstone: Mapping[str, str] = setting(
        {"style": "counted", "lang": "en", "place": "own_message"},
        TOMBSTONE,
        "the note that stands for the dropped",
    )
    profile: str = setting("light", Word(40), "estimator profile")
    calibrate: bool = setting(False, Flag(), "scale the estimate by reported usage of earlier calls")

    strategy: str | None = setting(None, Word(80, optional=True), "a named strategy that decides instead of the rest")
    params: Mapping[str, Any] = setting({}, Values(), "the strategy's own settings")

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = setting_of(field).check(field.name, getattr(self, field.name))
            object.__setattr__(self, field.name, value)
        if self.target >= self.watermark:
            raise PolicyError(
                f"target: {self.target:g} must be below the watermark ({self.watermark:g}), or every call trims again."
            )
        if self.strategy is None and self.params:
            raise PolicyError("params: they belong to a strategy, and the policy names none.")
        if self.strategy is not None:
            object.__setattr__(self, "params", strategy(self.strategy).written(self.params))

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Policy:
        """A policy from parsed JSON, TOML or YAML; keys left out take their defaults.

        Raises PolicyError naming the key and what is allowed.
        """
        known = settings()
        for key in mapping:
            if key not in known:
                raise PolicyError(f"'{key}' is no policy key; {_meant(str(key), tuple(known))}")
        return cls(**{key: known[key].read(key, value) for key, value in mapping.items()})

    def to_mapping(self, *, defaults: bool = False) -> dict[str, Any]:
        """The settings as JSON values; those at their default are left out unless asked for."""
        known = settings()
        return {
            key: each.write(getattr(self, key))
            for key, each in known.items()
            if defaults or getattr(self, key) != each.default_value()
        }

    def integral(self) -> dict[str, Any]:
        """The settings that are not at their default, as JSON values without floats (shares in whole thousandths):
        what enters a digest, so that a key added later leaves old digests as they are."""
        known = settings()
        changed = ((key, each, getattr(self, key)) for key, each in known.items())
        found = {
            key: None if value is None else each.integral(value)
            for key, each, value in changed
            if value != each.default_value()
        }
        if self.strategy is not None and self.params:
            found["params"] = strategy(self.strategy).integral(self.params)
        return found

    def replace(self, **changes: Any) -> Policy:
        """The same policy with some keys changed. Raises PolicyError as `from_mapping`."""
        return Policy.from_mapping(self.to_mapping() | changes)

    @property
    def persisted(self) -> bool:
        """Whether what was dropped at an earlier call stays dropped (`auto`: when the watermark triggers)."""
        return self.history == "persisted" or (self.history == "auto" and self.trigger == "watermark")

    def limit_for(self, tool: str) -> int | None:
        """The result limit that holds for a tool, in `limit_unit`; None for no limit."""
        return self.tool_limits.get(tool, self.result_limit)

    def may_go(self, tools: frozenset[str]) -> bool:
        """Whether a round that used these tools may be dropped, compacted or cleared; exclusion wins."""
        if tools.intersection(self.exclude_tools):
            return False
        return self.include_tools is None or tools <= set(self.include_tools)

    def __repr__(self) -> str:
        inner = ", ".join(f"{key}={value!r}" for key, value in self.to_mapping().items())
        return f"Policy({inner})"

    def __hash__(self) -> int:
        return hash(repr(self))


def settings() -> dict[str, Setting]:
    """The table: policy key -> its setting (default, range, words), in order."""
    return {field.name: setting_of(field) for field in dataclasses.fields(Policy)}


def _meant(key: str, known: tuple[str, ...]) -> str:
    """A clause that helps with a key that is none: what it resembles, whole or by one of its words."""
    parts = {word: name for name in reversed(known) for word in (*name.split("_"), name)}
    near = dict.fromkeys(parts[word] for word in get_close_matches(key.lower().replace("-", "_"), parts, n=2))
    if not near:
        return f"there are {len(known)}, among them window, keep_rounds, old_rounds and result_limit."
    return "did you mean " + " or ".join(f"'{name}'" for name in near) + "?"


def per_mille(ratio: float) -> int:
    """A ratio as an integer number of thousandths, so that nothing is computed in floats."""
    return round(ratio * 1000)
