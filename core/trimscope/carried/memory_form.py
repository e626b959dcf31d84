"""The form of a memory block: which fields it may have, what fits into its size, and reading one that comes from
outside (a saved one, or one that stands in a request)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.carried.memory_sources import MISSING, SOURCES, is_source, is_sources
from trimscope.errors import PolicyError
from trimscope.source import canonical
from trimscope.texts import graphemes
from trimscope.values.short_values import is_plain, is_short, short_values

GOAL, IDS, TRIALS, RECENT = "goal", "ids", "rejected_trials", "as_of"
"""Fields with a meaning of their own: the goal; ids by tool where no rule names fields; calls that were refused; the
newest call whose result the block has read. All others are named by the rules."""

SOURCE = "source"
"""Of a rejected trial: where the refusal stands."""

TAKEN = (GOAL, IDS, TRIALS, RECENT, SOURCES, MISSING)
"""The same as policies.sections.MEMORY_FIELDS: no rule can name another field so."""

LONGEST_GOAL, LONGEST_MARK = 400, 80
"""Characters of a goal and of a mark in a block that comes from outside: twice and more what is written here."""

MOST_TRIALS = 10
"""Rejected trials that are carried, the newest: a run that is refused more often has another problem."""

MOST_FIELDS, MOST_ITEMS = 50, 50
"""Fields of a block, and items of one list, that are taken over from outside."""


def from_mapping(value: Any, place: str) -> dict[str, Any]:
    """A saved memory. Raises PolicyError naming the field that does not have the form of one."""
    if not isinstance(value, Mapping):
        raise PolicyError(f"{place}: a memory is an object.")
    for name, item in value.items():
        if not _is_field(name, item):
            shown = str(name)[:60]
            raise PolicyError(f"{place}.{shown}: a memory holds numbers and short texts, no prose, in this form.")
    return dict(value)


def sound(value: Mapping[str, Any]) -> dict[str, Any]:
    """What of a block in a request has the form of one; the rest is left out."""
    return {name: item for name, item in list(value.items())[:MOST_FIELDS] if _is_field(name, item)}


def _is_field(name: Any, item: Any) -> bool:
    if not isinstance(name, str) or not is_short(name):
        return False
    if name == GOAL:
        return isinstance(item, str) and len(item) <= LONGEST_GOAL
    if name == RECENT:
        return isinstance(item, str) and len(item) <= LONGEST_MARK and is_plain(item)
    if name == SOURCES:
        return is_sources(item, MOST_FIELDS)
    if name == IDS:
        return isinstance(item, dict) and all(is_short(tool) and _is_list(ids) for tool, ids in item.items())
    if name == TRIALS:
        return isinstance(item, list) and len(item) <= MOST_ITEMS and all(_is_trial(each) for each in item)
    if isinstance(item, list):
        return _is_list(item) or (len(item) <= MOST_ITEMS and all(_is_values(each) or is_short(each) for each in item))
    return item is None or is_short(item) or _is_values(item)


def _is_list(item: Any) -> bool:
    return isinstance(item, list) and len(item) <= MOST_ITEMS and all(is_short(each) for each in item)


def _is_values(item: Any) -> bool:
    return isinstance(item, dict) and short_values(item) == item


def _is_trial(item: Any) -> bool:
    if not isinstance(item, dict) or not {"tool", "error"} <= set(item) <= {"tool", "args", "error", SOURCE}:
        return False
    short = is_short(item["tool"]) and is_short(item["error"])
    return short and _is_values(item.get("args", {})) and is_source(item.get(SOURCE, {}))


def fitted(value: dict[str, Any], section: Mapping[str, Any]) -> dict[str, Any]:
    """The block within its size (`most_chars`, characters of its JSON): the oldest trials go first, then where its
    values are from, the first of them first, and what is missing, the last ids of the longest list, records, the end of
    the goal, at last whole fields."""
    value = {**value, TRIALS: value.get(TRIALS, [])[-MOST_TRIALS:]}
    most: int = section["most_chars"]
    while _size(value) > most and value[TRIALS]:
        value[TRIALS] = value[TRIALS][1:]
    while _size(value) > most and value.get(SOURCES):
        kept = dict(list(value.pop(SOURCES).items())[1:])
        value |= {SOURCES: kept} if kept else {}
    if _size(value) > most:
        value.pop(MISSING, None)
    while _size(value) > most and _shorten_longest(value):
        pass
    for name in [name for name, item in value.items() if name not in TAKEN and not isinstance(item, list)]:
        if _size(value) > most:
            value[name] = None
    while _size(value) > most and value.get(GOAL):
        goal: str = value[GOAL].removesuffix("…")
        over = max(1, min(_size(value) - most, len(goal) // 2))
        left = goal[: graphemes.cut(goal, max(0, len(goal) - over - 1))]
        value[GOAL] = left + "…" if left else ""
    for name in [*(name for name in reversed(list(value)) if name != RECENT), RECENT]:
        if _size(value) > most:
            value.pop(name, None)
    return value


def _size(value: Mapping[str, Any]) -> int:
    return len(canonical.readable(value))


def _shorten_longest(value: dict[str, Any]) -> bool:
    """Halve the longest list of ids; False where all are empty."""
    lists = {(name, ""): item for name, item in value.items() if name not in TAKEN and isinstance(item, list)}
    lists |= {(IDS, tool): ids for tool, ids in (value.get(IDS) or {}).items()}
    longest = max(lists, key=lambda at: _size({"": lists[at]}), default=None)
    if longest is None or not lists[longest]:
        return False
    half = lists[longest][: len(lists[longest]) // 2]
    name, tool = longest
    if name != IDS:
        value[name] = half
    elif half:
        value[IDS] = {**value[IDS], tool: half}
    else:
        value[IDS] = {other: ids for other, ids in value[IDS].items() if other != tool}
    return True
