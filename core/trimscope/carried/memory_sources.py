"""Where a memory block has its fields from, and which it has not found (third source article, 4.2: what is injected
carries its source and how sure it is, and says what is missing).

    "sources": {"hotel_ids": {"tool": "search_hotels", "call": "c1", "from": "result"}}, "missing": ["booked_record"]

`from` is how sure a value is: a tool's result was observed, what stands in a call's arguments only the model has said.
An empty list that has a source was looked for and is empty; a field that is missing was never answered. Of the time of
an observation a transcript knows no more than the call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trimscope.transcript import ToolCall
from trimscope.values.short_values import LONGEST_VALUE, is_short

SOURCES, MISSING = "sources", "missing"
"""Fields of a block; each stands there only where it has something to say."""

LONGEST_ID = 48
"""Characters of a call's id: the longest a provider gives have 40."""

STATES = ("tool", "call", "from")
"""What a source says."""


def begun(fields: Sequence[str], base: Mapping[str, Any]) -> dict[str, Any]:
    """Sources and missing fields before anything new is read: those of the block gone on from, and fields new to it."""
    known: Mapping[str, Any] = base.get(SOURCES, {})
    left = base.get(MISSING, ())
    return {
        SOURCES: {field: known[field] for field in fields if field in known},
        MISSING: [field for field in dict.fromkeys(fields) if field in left or field not in base],
    }


def found(value: dict[str, Any], field: str, call: ToolCall, claimed: bool) -> None:
    """Note where a field's new value is from; `claimed`: from the call's arguments, not from a result."""
    said = {
        "tool": call.name[:LONGEST_VALUE],
        "call": (call.id or "")[:LONGEST_ID],
        "from": "arguments" if claimed else "result",
    }
    value[SOURCES] = value[SOURCES] | {field: {name: item for name, item in said.items() if is_short(item)}}
    value[MISSING] = [name for name in value[MISSING] if name != field]


def told(value: Mapping[str, Any]) -> dict[str, Any]:
    """The block without the two where they say nothing."""
    return {name: item for name, item in value.items() if item or name not in (SOURCES, MISSING)}


def is_sources(item: Any, most: int) -> bool:
    """Whether a value from outside has the form of sources: at most `most` fields, each with short texts."""
    return isinstance(item, dict) and len(item) <= most and all(is_short(k) and _is_source(v) for k, v in item.items())


def _is_source(item: Any) -> bool:
    return isinstance(item, dict) and set(item) <= set(STATES) and all(is_short(each) for each in item.values())
