"""Memory of CAMEL agents: lines of `{message: {__class__, ...}, role_at_backend}`.

A FunctionCallingMessage is a call where the assistant has it, a result where the role is `function`. Arguments may
be the text of a Python value: they stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.logs.chat_log import ChatLog
from trimscope.formats.source import Conversation, Source

NAME = "camel-memory"


def detect(source: Source) -> str | None:
    """Why this is a memory of CAMEL, or None."""
    rows = source.lines
    if rows and all("role_at_backend" in row and isinstance(row.get("message"), dict) for row in rows):
        return "lines with 'role_at_backend'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """A conversation for each agent of the memory."""
    logs: dict[str, ChatLog] = {}
    for at, row in entries.objects(source):
        log = logs.setdefault(str(row.get("agent_id") or "0"), ChatLog())
        message = row["message"] if isinstance(row.get("message"), dict) else {}
        role = str(row.get("role_at_backend"))
        if message.get("func_name") and role == "assistant":
            calls = [(message.get("tool_call_id"), message["func_name"], message.get("args"))]
            log.add_calls(calls, at, message.get("content"))
        elif role in ("function", "tool"):
            log.add_result(message.get("tool_call_id"), _result(message), at, message.get("func_name"))
        else:
            log.say(
                role if role in ("system", "developer", "user", "assistant") else "user", message.get("content"), at
            )
    found = (log.made(name) for name, log in logs.items())
    return tuple(each for each in found if each is not None)


def _result(message: Mapping[str, Any]) -> Any:
    return message.get("content") if message.get("result") is None else message["result"]
