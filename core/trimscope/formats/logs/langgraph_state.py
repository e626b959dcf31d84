"""Thread states of the LangGraph API: `{"values": {"messages": [...]}, "checkpoint": ...}`, written back in place."""

from __future__ import annotations

from trimscope.formats import langchain
from trimscope.formats.source import Conversation, Source

NAME = "langgraph-thread-state"

PLACES = (("values", "messages"), ("channel_values", "messages"))
"""In a state of the API; in a checkpoint as it is stored."""


def detect(source: Source) -> str | None:
    """Why this is a thread state, or None."""
    found = conversations(source)
    if found and langchain.detect_records(found[0].records):
        return f"'{found[0].base[0]}.messages' with messages of LangChain"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The thread's one conversation."""
    for first, last in PLACES:
        values = source.top.get(first)
        records = values.get(last) if isinstance(values, dict) else None
        if isinstance(values, dict) and isinstance(records, list) and records:
            base = (first, last)
            return (Conversation("0", source.document, source.layout, base, values, records, "langchain"),)
    return ()
