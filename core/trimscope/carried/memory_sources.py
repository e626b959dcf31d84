"""Where a memory block has its values from, and what it has not found (third source article, 4.2: what is injected
carries its source, when it was observed and how sure it is, and says what is missing).

    "sources": {"hotel_ids": {"message": 3, "tool": "search_hotels", "call": "c1", "at": "2025-06-14T11:00:00Z",
                              "confidence": "read"}},
    "missing": ["booked_record"]

The confidence is a rule, not a guess: `read` in a tool's result, `claimed` by the model (it stands in a call's
arguments only), `said` by a person (the goal, listed where its time is known). `message` is the index in the transcript
as it was when the value was read, `at` the time its file gives it. A field is missing while it is empty: with a source
it was asked for and nothing was there, without one it was never answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trimscope.transcript import ToolCall, Transcript
from trimscope.values.short_values import LONGEST_VALUE, is_short

SOURCES, MISSING = "sources", "missing"
"""Fields of a block; each stands there only where it has something to say."""

READ, CLAIMED, SAID = "read", "claimed", "said"
"""How sure a value is, surest first: observed in a result, said by the model, said by a person (who may be wrong about
the world, and is right about what is wanted)."""

LONGEST_ID = 48
"""Characters of a call's id: the longest a provider gives have 40."""

STATES = ("message", "tool", "call", "at", "confidence")
"""What a source says, as far as it is known."""


def source(transcript: Transcript, message: int, confidence: str, call: ToolCall | None = None) -> dict[str, Any]:
    """Where a value stands: index of the message, the tool and call it answers, the message's time, how sure it is."""
    named = {"tool": call.name[:LONGEST_VALUE], "call": (call.id or "")[:LONGEST_ID]} if call is not None else {}
    time = transcript.times[message] if transcript.times else None
    told = {"message": message, **named, "at": time, "confidence": confidence}
    return {name: item for name, item in told.items() if item is not None and is_short(item)}


def begun(fields: Sequence[str], base: Mapping[str, Any]) -> dict[str, Any]:
    """Sources and missing fields before anything new is read: those of the block gone on from, and fields new to it."""
    left = base.get(MISSING, ())
    return {
        SOURCES: dict(base.get(SOURCES, {})),
        MISSING: [field for field in dict.fromkeys(fields) if field in left or field not in base],
    }


def found(value: dict[str, Any], field: str, where: Mapping[str, Any]) -> None:
    """Note where a field's new value is from; it is missing if nothing was there."""
    value[SOURCES] = value[SOURCES] | {field: dict(where)}
    others = [name for name in value[MISSING] if name != field]
    value[MISSING] = others if value[field] else [*others, field]


def told(value: Mapping[str, Any], fields: Iterable[str]) -> dict[str, Any]:
    """The block with what it says of these fields, in their order, and without the two where they say nothing."""
    known, listed = value[SOURCES], list(dict.fromkeys(fields))
    whole = {
        **value,
        SOURCES: {field: known[field] for field in listed if field in known and is_short(field)},
        MISSING: [field for field in listed if field in value[MISSING]],
    }
    return {name: item for name, item in whole.items() if item or name not in (SOURCES, MISSING)}


def is_sources(item: Any, most: int) -> bool:
    """Whether a value from outside has the form of sources: at most `most` fields, each with short values."""
    return isinstance(item, dict) and len(item) <= most and all(is_short(k) and is_source(v) for k, v in item.items())


def is_source(item: Any) -> bool:
    """Whether a value from outside has the form of one source."""
    return isinstance(item, dict) and set(item) <= set(STATES) and all(is_short(each) for each in item.values())
