"""The ledger note: effects that are out of sight, by outcome, as the JSON object of a notice (`texts.notices`).

    {"done": [{"tool": "book_hotel", "ids": ["BK-77"], "args": {"hotel_id": "HT-002"}}], "unknown": [],
     "failed_not_done": [...], "older": {"send_email": {"done": 3}}, "not_classified": {"bash": 12}}

`older` counts entries that no longer fit, `not_classified` calls of tools of which nobody has said what they do. A note
is carried on: what an earlier one lists stays listed, and a call of which it speaks is not entered again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Any

from trimscope.carried.effects import LONGEST_KEY, MOST_IDS, NAME_CAP, Effect
from trimscope.carried.outcomes import DONE, FAILED, UNKNOWN
from trimscope.carried.tool_classes import UNKNOWN as UNCLASSIFIED
from trimscope.carried.tool_classes import class_of
from trimscope.source import canonical
from trimscope.values.short_values import is_id, is_plain, short_values

FIELDS: Mapping[str, str] = {DONE: "done", UNKNOWN: "unknown", FAILED: "failed_not_done"}
"""Field of the note by outcome; a failed call is said to be no effect, so that nobody takes it for one."""

EVICTED = (FAILED, DONE, UNKNOWN)
"""Which entries are counted only, when there are too many: those that matter least for what may be repeated first."""

MOST_TOOLS = 30
"""Names of tools in `older` and in `not_classified`; all further ones are counted under one name."""

OTHERS = "(other tools)"

LARGEST_COUNT = 10**9
"""A larger number in a note is no count of ours."""

Entry = Mapping[str, Any]
Same = tuple[str, str, str]


def entry(effect: Effect) -> Entry:
    """An effect as it is listed."""
    parts = {"key": effect.key, "ids": list(effect.ids), "args": dict(effect.arguments)}
    return {"tool": effect.tool, **{name: value for name, value in parts.items() if value}}


def same(each: Entry) -> Same:
    """What tells entries apart: tool and idempotency key, or tool and arguments."""
    if "key" in each:
        return each["tool"], "key", each["key"]
    return each["tool"], "args", canonical.dumps(each.get("args", {}))


class Book:
    """The entries of one note while a plan is made; like the account it belongs to, it never leaves `plan`."""

    def __init__(self, section: Mapping[str, Any], standing: Mapping[str, Any] | None) -> None:
        self.section = section
        self._entries: dict[str, list[Entry]] = {outcome: [] for outcome in FIELDS}
        self._orders: dict[str, list[tuple[int, int]]] = {outcome: [] for outcome in FIELDS}
        self._older: dict[str, dict[str, int]] = {}
        self._unclassified: dict[str, int] = {}
        self._listed: dict[Same, str] = {}
        """entries that stand for every repetition, and their outcome"""
        self._calls: Counter[Same] = Counter()
        """entries of single calls that an earlier note lists"""
        self._evicted: Counter[str] = Counter()
        self._unnamed: Counter[str] = Counter()
        self._kinds: dict[str, str] = {}
        """class by tool, told once"""
        self._count = 0
        if standing is not None:
            self._carry(standing)

    @property
    def value(self) -> dict[str, Any] | None:
        """The note's object; None where there is nothing to say."""
        if not self._count and not self._older and not self._unclassified:
            return None
        value: dict[str, Any] = {FIELDS[each]: list(self._entries[each]) for each in (DONE, UNKNOWN)}
        if self._entries[FAILED]:
            value[FIELDS[FAILED]] = list(self._entries[FAILED])
        if self._older:
            value["older"] = {tool: dict(counts) for tool, counts in self._older.items()}
        if self._unclassified:
            value["not_classified"] = dict(self._unclassified)
        return value

    def add(self, effect: Effect, outcome: str) -> None:
        """Enter an effect that is out of sight now."""
        if effect.kind == UNCLASSIFIED:
            _count(self._unclassified, effect.tool)
            return
        self._enter(entry(effect), outcome, (effect.message, effect.position))

    def speaks_of(self, effect: Effect) -> bool:
        """Whether the earlier note entered this call already; asked once for each call whose result cannot be read."""
        if effect.kind == UNCLASSIFIED:
            return _takes(self._unnamed, effect.tool) or _takes(self._unnamed, OTHERS)
        mine = same(entry(effect))
        if mine in self._listed or _takes(self._calls, mine):
            return True
        if _takes(self._evicted, effect.tool) or _takes(self._evicted, OTHERS):
            if self._repeats(entry(effect)):
                self._listed[mine] = UNKNOWN
            return True
        return False

    def learns(self, effect: Effect, outcome: str | None) -> bool:
        """Whether the earlier note lists an effect of this idempotency key; its entry gets the outcome known now (None:
        the calls that are left say nothing)."""
        if effect.key is None:
            return False
        mine = same(entry(effect))
        before = self._listed.get(mine)
        if before is None:
            return False
        if outcome is not None and before != DONE and outcome != FAILED and before != outcome:
            places = [at for at, each in enumerate(self._entries[before]) if same(each) == mine]
            for at in places:
                old = self._entries[before].pop(at)
                order = self._orders[before].pop(at)
                self._count -= 1
                self._listed.pop(mine)
                self._enter({**old, **entry(effect)}, outcome, order)
        return True

    def _enter(self, each: Entry, outcome: str, order: tuple[int, int]) -> None:
        mine = same(each)
        if self._repeats(each):
            if self._listed.get(mine) == outcome:
                return
            self._listed[mine] = outcome
        at = bisect_right(self._orders[outcome], order)
        self._orders[outcome].insert(at, order)
        self._entries[outcome].insert(at, each)
        self._count += 1
        if self._count > self.section["most"]:
            least = next(outcome for outcome in EVICTED if self._entries[outcome])
            gone = self._entries[least].pop(0)
            self._orders[least].pop(0)
            self._count -= 1
            _count_outcome(self._older, gone["tool"], least, 1)

    def _repeats(self, each: Entry) -> bool:
        """Whether calls that look like this one are one effect however often they are made."""
        tool = each["tool"]
        if tool not in self._kinds:
            self._kinds[tool] = class_of(tool, self.section)
        return "key" in each or self._kinds[tool] == "retryable"

    def _carry(self, standing: Mapping[str, Any]) -> None:
        """Take over what an earlier note says; what is not of its form is left out."""
        for outcome, name in FIELDS.items():
            listed = standing.get(name)
            for nth, each in enumerate(listed if isinstance(listed, list) else ()):
                read = _entry_of(each)
                if read is not None:
                    if not self._repeats(read):
                        self._calls[same(read)] += 1
                    self._enter(read, outcome, (-1, nth))
        for tool, counts in _object(standing, "older").items():
            for outcome in FIELDS:
                number: Any = counts.get(outcome) if isinstance(counts, dict) else None
                if _is_count(number):
                    self._evicted[_count_outcome(self._older, tool, outcome, number)] += number
        for tool, number in _object(standing, "not_classified").items():
            if _is_count(number):
                self._unnamed[_count(self._unclassified, tool, number)] += number


def _entry_of(each: Any) -> Entry | None:
    """An entry of an earlier note, held to the form in which entries are written."""
    if not isinstance(each, dict) or not isinstance(each.get("tool"), str) or not 0 < len(each["tool"]) <= NAME_CAP:
        return None
    key, ids, args = each.get("key"), each.get("ids", []), each.get("args", {})
    sound = key is None or (isinstance(key, str) and 0 < len(key) <= LONGEST_KEY and is_plain(key))
    if not sound or not isinstance(ids, list) or len(ids) > MOST_IDS or not all(is_id(item) for item in ids):
        return None
    if not isinstance(args, dict) or short_values(args) != args:
        return None
    return {"tool": each["tool"]} | {n: v for n, v in (("key", key), ("ids", ids), ("args", args)) if v}


def _object(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    inner = value.get(name)
    return inner if isinstance(inner, dict) else {}


def _is_count(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 < number < LARGEST_COUNT


def _takes(counts: Counter[Any], name: Any) -> bool:
    """Take one off a count, if there is one."""
    if counts[name] <= 0:
        return False
    counts[name] -= 1
    return True


def _count(table: dict[str, int], tool: str, number: int = 1) -> str:
    """Add to a tool's count, or to that of all others; returns the name it went under."""
    name = tool if tool in table or len(table) < MOST_TOOLS else OTHERS
    table[name] = table.get(name, 0) + number
    return name


def _count_outcome(table: dict[str, dict[str, int]], tool: str, outcome: str, number: int) -> str:
    name = tool if tool in table or len(table) < MOST_TOOLS else OTHERS
    counts = table.setdefault(name, {})
    counts[outcome] = counts.get(outcome, 0) + number
    return name
