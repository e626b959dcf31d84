"""Results of tau-bench: many runs, each an OpenAI chat under `traj`. Call ids repeat, within a run as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords
from trimscope.formats.source import Conversation, Mark, Source

NAME = "tau-bench-results"


def detect(source: Source) -> str | None:
    """Why these are tau-bench results, or None."""
    rows = source.lines
    whole = len(rows) == (len(source.document) if isinstance(source.document, list) else 1)
    if rows and whole and all(_is_run(row) for row in rows):
        return "runs with 'task_id' and 'traj'"
    return None


def _is_run(row: Mapping[str, Any]) -> bool:
    traj = row.get("traj")
    return "task_id" in row and isinstance(traj, list) and all(isinstance(each, dict) for each in traj)


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation a run, named by task and trial."""
    found: list[Conversation | None] = []
    for at, row in entries.objects(source):
        chat = ChatRecords()
        for place, message in entries.enumerate_objects(row.get("traj"), (*at, "traj")):
            chat.marks[len(chat.records)] = Mark((place,))
            chat.records.append(message)
        name = f"{row.get('task_id')}/{row.get('trial', 0)}"
        made = chat.conversation(name)
        found.append(made)
    return chat_records.found(*found)
