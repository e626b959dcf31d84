"""A trajectory of OpenHands before its SDK: one list of events."""

from __future__ import annotations

from typing import Any

from trimscope.formats.logs import chat_records, openhands_events
from trimscope.formats.source import Conversation, Source

NAME = "openhands-trajectory"
TOLERANT = True

KEYS = ("history", "trajectory", "events")
"""Under which a saved conversation keeps its events, where they are no bare list."""


def detect(source: Source) -> str | None:
    """Why this is an OpenHands trajectory, or None: every entry is an action or an observation with its source."""
    _, events = _events(source)
    objects = [event for event in events if event is not None] if isinstance(events, list) else []
    if objects and all(openhands_events.is_event(event) and "source" in event for event in objects):
        return "events with 'action' or 'observation' and 'source'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation."""
    at, events = _events(source)
    return chat_records.found(openhands_events.conversation(events, at, "0"))


def _events(source: Source) -> tuple[tuple[str, ...], Any]:
    if isinstance(source.document, list):
        return (), source.document
    key = next((key for key in KEYS if isinstance(source.top.get(key), list)), None)
    return ((key,), source.top[key]) if key else ((), None)
