"""pydantic-ai's message history: requests and responses, made of parts that name their kind.

Source: pydantic-ai's message classes (what its type adapter dumps). A request may hold system prompts, results
and the user's prompt together: each run of one side becomes a neutral message. A retry prompt that names a tool
answers a call; one without is text that nobody typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, pydantic_ai_parts, shape
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.transcript import Media, Message, Part, Pointer, Role, Text, Usage

NAME = "pydantic-ai-messages"
PROVIDER = "pydantic-ai"
CONTENT = "parts"

KEYS = ("messages", "all_messages", "message_history")
"""Keys under which programs keep the history."""

Block = tuple[Role, tuple[Part, ...], bool, Pointer]
"""A part of a request: whose side it is, what was read, whether nobody typed it, where it lies."""

hollow = common.hollow_parts


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of messages, an object that holds one, JSON Lines of either."""
    return next((found for key in KEYS if (found := shape.requests(source, key))), ())


def detect(source: Source) -> str | None:
    """Why this is pydantic-ai's, or None."""
    for each in conversations(source):
        if each.records and all(_is_message(record) for record in each.records):
            return "'kind' and parts with 'part_kind'"
    return None


def _is_message(record: Any) -> bool:
    if not isinstance(record, dict) or record.get("kind") not in ("request", "response"):
        return False
    parts = record.get(CONTENT)
    return isinstance(parts, list) and all(isinstance(part, dict) and "part_kind" in part for part in parts)


def user_record(text: str) -> dict[str, Any]:
    """A request with a user prompt."""
    return {"kind": "request", CONTENT: [text_part(text)]}


def text_part(text: str) -> dict[str, Any]:
    """A user prompt as a part of a request."""
    return {"part_kind": "user-prompt", "content": text}


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A request with a failed result, where only the call's id is known."""
    return _answer("tool", call_id, text)


def answer(call: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A request with a failed result for a call's own part."""
    name, identity = call.get("tool_name"), call.get("tool_call_id")
    return _answer(name if isinstance(name, str) else "tool", identity if isinstance(identity, str) else None, text)


def _answer(name: str, call_id: str | None, text: str) -> dict[str, Any]:
    part = {"part_kind": "retry-prompt", "content": text, "tool_name": name, "tool_call_id": call_id or ""}
    return {"kind": "request", CONTENT: [part]}


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the message that cannot be read."""
    messages: list[Message] = []
    epochs: set[int] = set()
    instructions: tuple[Text, ...] = ()
    model = None
    for index, record in enumerate(conversation.records):
        at = (*conversation.base, index)
        if not isinstance(record, dict):
            raise LoadError(f"Message {index}: an object was expected, here stands a {common.kind_of(record)}.")
        kind, blocks = record.get("kind"), record.get(CONTENT)
        if kind not in ("request", "response"):
            raise LoadError(f"Message {index}: the kind '{str(kind)[:40]}' is not one of request, response.")
        if not isinstance(blocks, list):
            raise LoadError(f"Message {index}: 'parts' is a {common.kind_of(blocks)}, a list was expected.")
        for position, block in enumerate(blocks):
            if not isinstance(block, dict):
                raise LoadError(f"Message {index}: part {position} is a {common.kind_of(block)}.")
        if kind == "request":
            if any(block.get("part_kind") == "compaction" for block in blocks):
                epochs.add(len(messages))
            messages += _request(blocks, at, len(messages))
            instructions = common.strings_of(record.get("instructions"), (*at, "instructions")) or instructions
            continue
        parts = tuple(pydantic_ai_parts.response_part(part, (*at, CONTENT, n), index) for n, part in enumerate(blocks))
        if any(isinstance(part, Media) and part.kind == "compaction" for part in parts):
            epochs.add(len(messages))
        named = record.get("model_name")
        model = named if isinstance(named, str) and named else model
        usage = _usage(record.get("usage"))
        messages.append(Message(len(messages), "assistant", parts, (at,), usage=usage))
    return Parsed(
        tuple(messages),
        system=instructions,
        model=model,
        notes=(common.compacted_note(),) if epochs else (),
        epochs=frozenset(epochs),
    )


def _request(blocks: list[dict[str, Any]], at: Pointer, first: int) -> list[Message]:
    """A request as messages, one for each run of parts of one side."""
    read: list[Block] = []
    for position, block in enumerate(blocks):
        here = (*at, CONTENT, position)
        if block.get("part_kind") in pydantic_ai_parts.BOOKKEEPING:
            if read:  # goes with what stands before it
                read.append((read[-1][0], (), read[-1][2], here))
            continue
        role, parts, injected = pydantic_ai_parts.request_part(block, here)
        read.append((role, parts, injected, here))
    runs = [list(run) for _, run in groupby(read, key=lambda block: (block[0], block[2]))]
    found: list[Message] = []
    for run in runs:
        role, _, injected, _ = run[0]
        parts = tuple(part for block in run for part in block[1])
        where = (at,) if len(runs) == 1 else tuple(block[3] for block in run)
        found.append(Message(first + len(found), role, parts, where, injected=injected))
    return found


def _usage(usage: Any) -> Usage | None:
    """What was reported of the response; older versions said request_tokens and response_tokens."""
    if not isinstance(usage, dict):
        return None
    numbers = [
        next((usage[key] for key in keys if isinstance(usage.get(key), int) and usage[key] > 0), 0)
        for keys in (
            ("input_tokens", "request_tokens"),
            ("cache_read_tokens",),
            ("cache_write_tokens",),
            ("output_tokens", "response_tokens"),
        )
    ]
    return Usage(*numbers) if any(numbers) else None
