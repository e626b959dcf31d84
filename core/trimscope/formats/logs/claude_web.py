"""Sessions of Claude Code on the web as they are exported: `{"loglines": [...]}` with the lines of a session file."""

from __future__ import annotations

from trimscope.formats.logs import claude_blocks, claude_code, entries
from trimscope.formats.source import Conversation, Source

NAME = "claude-web-session-json"


def detect(source: Source) -> str | None:
    """Why this is such an export, or None."""
    lines = entries.enumerate_objects(source.top.get("loglines"), ("loglines",))
    return "the key 'loglines'" if any(claude_blocks.content_of(line) is not None for _, line in lines) else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of the session, as of a session file."""
    return claude_code.from_lines(entries.enumerate_objects(source.top.get("loglines"), ("loglines",)))
