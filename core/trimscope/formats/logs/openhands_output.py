"""Evaluation output of OpenHands (`output.jsonl`): a row an instance, its events under `history`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats import shape
from trimscope.formats.logs import chat_records, entries, openhands_events
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer

NAME = "openhands-output-jsonl"
TOLERANT = True


def detect(source: Source) -> str | None:
    """Why this is OpenHands output, or None."""
    rows = source.lines
    if rows and all(("instance_id" in row or "issue" in row) and _is_history(row.get("history")) for row in rows):
        return "rows with 'history' of actions and observations"
    return None


def _is_history(history: Any) -> bool:
    flat = [event for _, event in _flat(history, ())]
    return bool(flat) and all(openhands_events.is_event(event) for event in flat)


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation a row."""
    found = []
    for number, (at, row) in enumerate(entries.objects(source)):
        place = (*at, "history")
        history = row.get("history")
        if isinstance(history, list) and any(isinstance(item, list) for item in history):
            history = [event for _, event in _flat(history, ())]  # pairs of action and observation, once the layout
        found.append(openhands_events.conversation(history, place, _name(row, number)))
    return chat_records.found(*found)


def _name(row: Mapping[str, Any], number: int) -> str:
    issue = row.get("issue")
    if isinstance(issue, Mapping) and "number" in issue:
        return f"{issue.get('owner')}/{issue.get('repo')}#{issue['number']}"
    return shape.name_of(row, number)


def _flat(history: Any, at: Pointer) -> list[tuple[Pointer, Any]]:
    flat: list[tuple[Pointer, Any]] = []
    for number, item in enumerate(history if isinstance(history, list) else ()):
        if isinstance(item, list):
            flat += [((*at, number, place), event) for place, event in enumerate(item)]
        else:
            flat.append(((*at, number), item))
    return flat
