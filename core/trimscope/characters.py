"""How many characters (code points) a message has."""

from __future__ import annotations

from trimscope.transcript import Message, Part, Text, Thinking, ToolCall, ToolResult


def message_chars(message: Message) -> int:
    """Characters (code points) of one message's parts; media count nothing."""
    return sum(_part_chars(part) for part in message.parts)


def _part_chars(part: Part) -> int:
    if isinstance(part, Text | Thinking):
        return len(part.text)
    if isinstance(part, ToolCall):
        return len(part.name) + len(part.arguments)
    if isinstance(part, ToolResult):
        return part.chars
    return 0
