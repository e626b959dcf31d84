"""Sessions of Qwen Code: JSON Lines with Claude Code's envelope (uuid, parentUuid) around Gemini contents.

The conversation is the chain of parents from the newest line: what a rewind left stands in the file, but not on
it. Lines with one uuid are one message. A compression begins a new epoch with the history it wrote.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.logs.gemini_usage import usage_of
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer

NAME = "qwen-code-jsonl"
TOLERANT = True

SPOKEN = ("user", "assistant", "tool_result")
"""Types that are part of the conversation; `system` lines are the program's own."""

Line = tuple[Pointer, dict[str, Any]]


def detect(source: Source) -> str | None:
    """Why this is a session of Qwen Code, or None."""
    for _, line in entries.objects(source):
        message = line.get("message")
        if isinstance(message, dict) and "content" in message and "parts" not in message:
            return None  # Claude Code's, whose envelope is the same
        if _parts(line) is not None and "uuid" in line and "parentUuid" in line:
            return "lines with 'uuid', 'parentUuid' and 'message.parts'"
    return None


def _parts(line: Mapping[str, Any]) -> list[Any] | None:
    message = line.get("message")
    parts = message.get("parts") if isinstance(message, dict) else None
    return parts if isinstance(parts, list) else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation a session, in the order in which they begin."""
    sessions: dict[str, list[Line]] = {}
    for at, line in entries.objects(source):
        session = line.get("sessionId")
        if isinstance(line.get("uuid"), str):
            sessions.setdefault(session if isinstance(session, str) else "0", []).append((at, line))
    found = (_conversation(name, lines) for name, lines in sessions.items())
    return tuple(each for each in found if each is not None)


def _conversation(name: str, lines: list[Line]) -> Conversation | None:
    log = _Log()
    for line in _chain(lines):
        log.take(*line)
    if not log.contents:
        return None
    request = ({"model": log.model} if log.model else {}) | {"contents": log.contents}
    title = next((entries.title_of(entries.text_of(each["parts"])) for each in log.contents), "")
    return made("gemini-contents", name, request, log.marks, title=title)


def _chain(lines: list[Line]) -> list[Line]:
    """The lines from the first to the newest along their parents; all lines where that chain is broken."""
    by_uuid: dict[str, list[Line]] = {}
    for line in lines:
        by_uuid.setdefault(line[1]["uuid"], []).append(line)
    uuid = lines[-1][1]["uuid"]
    chain: list[list[Line]] = []
    seen: set[str] = set()
    while isinstance(uuid, str):
        if uuid in seen or uuid not in by_uuid:
            return lines
        seen.add(uuid)
        chain.append(by_uuid[uuid])
        uuid = by_uuid[uuid][0][1].get("parentUuid")
    return [line for group in reversed(chain) for line in group]


class _Log:
    """The contents while they are built."""

    def __init__(self) -> None:
        self.contents: list[dict[str, Any]] = []
        self.marks: dict[int, Mark] = {}
        self.model = ""
        self._uuid: Any = None

    def take(self, at: Pointer, line: dict[str, Any]) -> None:
        """Add what one line says."""
        if line.get("subtype") == "chat_compression":
            self._compress(at, line.get("systemPayload"))
        parts = _parts(line)
        if line.get("type") not in SPOKEN or not parts:
            return
        model = line.get("model")
        self.model = model if isinstance(model, str) and model else self.model
        usage = usage_of(line.get("usageMetadata"))
        last = len(self.contents) - 1
        if line["uuid"] == self._uuid:
            self.contents[last]["parts"] += parts
            mark = self.marks[last]
            self.marks[last] = Mark((*mark.origin, at), mark.injected, usage or mark.usage, mark.id)
            return
        self._uuid = line["uuid"]
        self.marks[last + 1] = Mark(origin=(at,), usage=usage, id=line["uuid"])
        self.contents.append({"role": "model" if line["type"] == "assistant" else "user", "parts": list(parts)})

    def _compress(self, at: Pointer, payload: Any) -> None:
        """The history that a compression wrote: a summary, and what it kept."""
        history = payload.get("compressedHistory") if isinstance(payload, dict) else None
        for number, (place, content) in enumerate(
            entries.enumerate_objects(history, (*at, "systemPayload", "compressedHistory"))
        ):
            injected = True if number == 0 else None
            self.marks[len(self.contents)] = Mark(origin=(place,), injected=injected, epoch=number == 0)
            self.contents.append(content)
        self._uuid = None
