"""When each message was written, as its file says it: logs write a time beside what they log, requests do not.

The places a message was read from (`Message.origin`, or `where` in the file itself) lead through objects; the time is
in the innermost one that has a field for it. A trace's times are of a call and not of the messages in its request:
they are left out, and so are times of a whole session. Times are handed on as they are written, text of ISO 8601 or
seconds or milliseconds since 1970: what zone and clock they are of, the file alone knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from trimscope.transcript import Message, Pointer

FIELDS = ("timestamp", "ts", "created_at", "createdAt")
"""Fields of a logged message that hold its time: Claude Code, Codex, Gemini CLI, pi, OpenHands, Qwen Code, Tarko,
Copilot, ADK; Cline; Letta and LangGraph; Vercel."""

CALLS = (
    "inspect-log",
    "langfuse-trace",
    "langsmith-run",
    "mlflow-trace",
    "openhands-llm-completion",
    "otel-genai-span",
    "vcr-cassette",
)
"""Formats whose records are model calls: their time is when the call was made, later than its messages."""

EARLIEST = 10**9
"""Seconds since 1970 in September 2001: a smaller number is a duration or a count."""

LONGEST = 40
"""Characters of a time: ISO 8601 with nanoseconds and zone has 35."""

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.,]{4,20} ?(?:Z|[+-][0-9:]{2,6})?)?")


def of(format: str, loaded: Any, messages: Sequence[Message]) -> tuple[str | None, ...]:
    """The time of each message, in order; empty where the file has none at all. `loaded` is the file's value."""
    if format in CALLS:
        return ()
    found = tuple([_time(loaded, (message.origin or message.where)[-1:]) for message in messages])
    return found if any(found) else ()


def written(value: Any) -> str | None:
    """A time as it stands in a file: text of ISO 8601, or a number since 1970; None for anything else."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST and _ISO.fullmatch(value) else None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return repr(value) if is_number and value >= EARLIEST and len(repr(value)) <= LONGEST else None


def _time(loaded: Any, places: tuple[Pointer, ...]) -> str | None:
    """The time of the last place a message was read from: when all of it was there."""
    time: str | None = None
    node = loaded
    for step in places[0] if places else ():
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(node, Mapping):
            time = next((each for each in map(written, map(node.get, FIELDS)) if each), time)
    return time
