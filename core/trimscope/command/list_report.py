"""What `--list` says of the conversations that a file holds."""

from __future__ import annotations

from typing import Any

from trimscope import words
from trimscope.command.report import printed
from trimscope.listing import Entry

LONGEST_NAME = 100
"""Characters of a conversation's name and title in the list: about what a line of a terminal has left."""


def list_json(found: tuple[Entry, ...]) -> dict[str, Any]:
    """The contract of `--list --json`."""
    rows = (
        {
            "number": each.number,
            "name": each.name,
            "title": each.title,
            "messages": each.messages,
            "tool_calls": each.calls,
            "tokens": each.tokens,
        }
        | ({"error": each.error} if each.error else {})
        for each in found
    )
    return {"conversations": list(rows)}


def list_text(found: tuple[Entry, ...], lang: str) -> str:
    """`--list` for people: one line a conversation, numbered as `--select` takes it."""
    heads = {"en": ("messages", "calls", "tokens"), "zh": ("消息", "工具调用", "token")}
    head = heads.get(lang, heads["en"])
    lines = [f"{'':>5}  " + "  ".join(f"{word:>10}" for word in head)]
    for each in found:
        numbers = "  ".join(f"{value:>10,}" for value in (each.messages, each.calls, each.tokens))
        name = " ".join(f"{each.name}  {each.title if each.title != each.name else ''}".split())
        lines.append(f"{each.number:>5}  {numbers}  {_error(each, lang) or name[:LONGEST_NAME]}")
    return printed(lines)


def _error(each: Entry, lang: str) -> str:
    """Why a conversation cannot be read; empty where it can."""
    return (words.load_error(each.error, lang) or each.error) if each.error else ""
