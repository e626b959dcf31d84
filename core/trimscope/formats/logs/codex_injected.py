"""Which user items of a Codex session nobody typed: project notes, environment, skills, summaries.

The events of a session repeat what a person typed, so that an item with just that text is told for sure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

STARTS = (
    "# AGENTS.md instructions",
    "<user_instructions>",
    "<environment_context>",
    "<permissions instructions>",
    "<skill>",
    "<turn_aborted>",
    "<user_shell_command>",
    "<subagent_notification>",
    "Another language model started to solve this problem and produced a summary",
)
"""How the tool's own messages begin (its source, and real sessions)."""


def typed(said: Iterable[str]) -> frozenset[str]:
    """The texts that a person typed, blanks around them aside."""
    return frozenset(text.strip() for text in said)


def is_injected(item: Mapping[str, Any], typed: Collection[str]) -> bool | None:
    """True or False where it is told, None where only the text can tell."""
    if item.get("role") != "user":
        return None
    text = _text(item.get("content"))
    if text and text in typed:
        return False
    return True if text.startswith(STARTS) else None


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content.strip()
    parts = content if isinstance(content, list) else ()
    texts = (part.get("text") for part in parts if isinstance(part, dict))
    return "".join(text for text in texts if isinstance(text, str)).strip()
