"""Which user messages nobody typed: harnesses put wrappers, reminders and screenshots into user turns.

Without this the goal is lost: in the measured logs of two coding agents most sessions begin with an injected
user message, so "the first user message" would be the harness's, not the person's.
"""

from __future__ import annotations

import re

from trimscope.transcript import Media, Message, Part, Role, Text

WRAPPERS = (
    "system-reminder",
    "environment_context",
    "user_instructions",
    "command-name",
    "command-message",
    "command-args",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "task-notification",
    "session_context",
    "turn_aborted",
    "user_shell_command",
    "INSTRUCTIONS",
    "environment_details",
)
"""Tags in which coding agents (Claude Code, Codex, Gemini CLI, Cline) wrap what they add to user turns;
read off real session files."""

_OPEN = re.compile(r"<(" + "|".join(WRAPPERS) + r")(?:[ \t][^<>]*)?>")


def is_wrapped(text: str) -> bool:
    """True when the text is one or several harness wrappers and nothing else."""
    rest = text.strip(" \t\r\n")
    found = False
    while rest:
        opening = _OPEN.match(rest)
        end = rest.find(f"</{opening[1]}>") if opening else -1
        if opening is None or end < 0:
            return False
        found = True
        rest = rest[end + len(opening[1]) + 3 :].lstrip(" \t\r\n")
    return found


def is_injected(role: Role, parts: tuple[Part, ...], previous: Message | None) -> bool:
    """True for a user message that nobody typed: wrappers only, or a bare picture straight after tool results
    (computer-use agents hand their screenshots in as user turns)."""
    if role != "user":
        return False
    texts = [part.text for part in parts if isinstance(part, Text)]
    if texts:
        return all(is_wrapped(text) for text in texts)
    pictures = any(isinstance(part, Media) for part in parts)
    return pictures and previous is not None and (previous.role == "tool" or bool(previous.calls))
