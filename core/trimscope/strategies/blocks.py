"""How other systems cut a history into their messages: the same records, other boundaries.

OpenAI chat has one record a result. AutoGen, Strands and the AI SDK put all results of one assistant message into one
message, so that what they count as two messages (call, results) are four records for three parallel calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trimscope.transcript import Message, ToolCall, ToolResult

Block = tuple[Message, ...]
"""Neutral messages that another system holds in one message of its own."""


def is_system(message: Message) -> bool:
    """Whether it is a system or developer message."""
    return message.role in ("system", "developer")


def batched(messages: Iterable[Message]) -> list[Block]:
    """The messages as blocks: results that follow each other directly are one block, any other message is its own."""
    blocks: list[Block] = []
    for message in messages:
        if message.role == "tool" and blocks and blocks[-1][0].role == "tool":
            blocks[-1] = (*blocks[-1], message)
        else:
            blocks.append((message,))
    return blocks


def indexes(blocks: Iterable[Block]) -> list[int]:
    """Indexes of all messages of some blocks."""
    return [message.index for block in blocks for message in block]


def talk(messages: Sequence[Message]) -> tuple[list[Message], list[Message]]:
    """The system messages, and the others: for systems that keep the prompt outside of the list they trim."""
    return [m for m in messages if is_system(m)], [m for m in messages if not is_system(m)]


def tool_parts(message: Message) -> tuple[ToolCall | ToolResult, ...]:
    """The calls and results of a message."""
    return tuple(part for part in message.parts if isinstance(part, ToolCall | ToolResult))
