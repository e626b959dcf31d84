"""Runs of AgentBench and MedAgentBench (`runs.jsonl`): a history of user and agent; calls are words of the agent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords
from trimscope.formats.source import Conversation, Source

NAME = "agentbench-runs"

ROLES = ("user", "agent", "system", "assistant")


def detect(source: Source) -> str | None:
    """Why these are AgentBench runs, or None."""
    rows = source.lines
    return "rows with 'index' and 'output.history'" if rows and all(_is_run(row) for row in rows) else None


def _is_run(row: Mapping[str, Any]) -> bool:
    output = row.get("output")
    if "index" not in row or not isinstance(output, Mapping):
        return False
    history = output.get("history")
    return isinstance(history, list) and all(isinstance(each, dict) and each.get("role") in ROLES for each in history)


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation a run."""
    return chat_records.found(*(_run(at, row) for at, row in entries.objects(source)))


def _run(at: tuple[str | int, ...], row: Mapping[str, Any]) -> Conversation | None:
    output = row.get("output")
    history: Any = output.get("history") if isinstance(output, Mapping) else None
    chat = ChatRecords()
    answered = False
    for place, message in entries.enumerate_objects(history, (*at, "output", "history")):
        role, content = message.get("role"), message.get("content")
        if role in ("agent", "assistant"):
            answered = True
            chat.answer(place, content)
        elif role == "system":
            chat.system(place, content)
        else:
            chat.say(place, content, injected=answered)
    return chat.conversation(f"index {row.get('index')}")
