"""What `claude -p --output-format stream-json` prints, and what the Agent SDK receives: JSON Lines.

The lines hold the same blocks as a session file, without its tree; `parent_tool_use_id` tells a sub-agent's lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trimscope.formats.logs import claude_blocks, claude_notes, entries
from trimscope.formats.logs.claude_turns import Turns, is_typed
from trimscope.formats.source import Conversation, Source, made
from trimscope.transcript import Pointer

NAME = "claude-stream-json"
TOLERANT = True

Line = tuple[Pointer, dict[str, Any]]


def detect(source: Source) -> str | None:
    """Why this is a stream log, or None."""
    for _, line in entries.objects(source):
        if is_init(line):
            return "a line of type 'system', subtype 'init'"
        if is_entry(line):
            return "lines with 'message', 'session_id' and 'parent_tool_use_id'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The runs of the log, then their sub-agents."""
    return from_lines(list(entries.objects(source)))


def is_init(line: Mapping[str, Any]) -> bool:
    """True for the line that opens a run."""
    return line.get("type") == "system" and line.get("subtype") == "init" and isinstance(line.get("session_id"), str)


def is_entry(line: Mapping[str, Any]) -> bool:
    """True for a line with a message."""
    entry = line.get("type") in ("user", "assistant") and "session_id" in line and "parent_tool_use_id" in line
    return entry and claude_blocks.content_of(line) is not None


def from_lines(lines: list[Line]) -> tuple[Conversation, ...]:
    """The conversations in some lines, each line with its pointer in the file."""
    runs = {line["session_id"]: line.get("model") for _, line in lines if is_init(line)}
    main: dict[str, list[Line]] = {}
    side: dict[str, list[Line]] = {}
    current = next(iter(runs), "")
    for at, line in lines:
        named = line.get("session_id")
        if is_init(line) or (isinstance(named, str) and (named in runs or not runs)):
            current = str(named)  # a prompt that is sent before the run opens names no run of the log
        if line.get("type") in ("user", "assistant") and line.get("isReplay") is not True:
            agent = line.get("parent_tool_use_id")
            chain = side.setdefault(agent, []) if isinstance(agent, str) else main.setdefault(current, [])
            chain.append((at, line))
        elif line.get("type") == "system":
            main.setdefault(current, []).append((at, line))
    found = [_made(name or "main", chain, runs.get(name)) for name, chain in main.items()]
    found += [_made(name, chain, None) for name, chain in side.items()]
    return tuple(each for each in found if each)


def _made(name: str, chain: Iterable[Line], model: Any) -> Conversation | None:
    turns, title = Turns(), ""
    for at, line in chain:
        turns.take(at, line)
        if not title and is_typed(line):
            title = entries.title_of("\n".join(claude_blocks.texts_of(claude_blocks.content_of(line))))
    if not turns.records:
        return None
    request = {"model": turns.model or model, "messages": turns.records}
    notes = claude_notes.notes_on(turns)
    return made("anthropic-messages", name, request, turns.marks, title=title or name, notes=notes)
