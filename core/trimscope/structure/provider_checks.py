"""What providers refuse beyond pairing: who speaks first, whose turn it is, what an id looks like.

Each check takes the messages of a request in order and gives faults as (code, message index, call id). Which of
them a provider holds requests to is data (`Provider.checks`), and so is how severe each is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from trimscope.structure.providers import Provider
from trimscope.transcript import Message, Text, Thinking, ToolCall

Found = Iterator[tuple[str, int, str | None]]

_MISTRAL_ID = re.compile(r"[a-zA-Z0-9]{9}\Z")
"""Mistral's own words: "must be a-z, A-Z, 0-9, with a length of 9"."""


def check(rules: Provider, messages: Sequence[Message], *, skip: Collection[str] = ()) -> Found:
    """Faults of a request beyond pairing; `skip` names codes that cannot hold for it (see `rings.group`)."""
    for code in rules.checks:
        if code in CHECKS and code not in skip:
            yield from CHECKS[code](messages)


def first_role(messages: Sequence[Message]) -> Found:
    """The conversation begins with something else than a user message."""
    first = next((message for message in messages if message.role not in ("system", "developer")), None)
    if first is not None and first.role != "user":
        yield "first_role", first.index, None


def same_role(messages: Sequence[Message]) -> Found:
    """Two records of one side follow each other. Tool results are the user's side where they share its records,
    and a side of their own where they are records of their own."""
    previous: tuple[str, object] | None = None
    for message in messages:
        if message.role in ("system", "developer"):
            continue
        side, record = side_of(message), record_of(message)
        if previous is not None and previous[0] == side and previous[1] != record:
            yield "same_role", message.index, None
        previous = side, record


def side_of(message: Message) -> str:
    """Whose turn a message belongs to. A result that is a block stands in the user's turn; a result that is a
    record of its own (OpenAI chat) is the tool's, and several of those may follow each other."""
    if message.role != "tool":
        return message.role
    blocks = any(len(result.at) > len(message.where[0][: _record_depth(message)]) for result in message.results)
    return "user" if blocks else f"tool {message.index}"


def record_of(message: Message) -> object:
    """The record a message was read from: its pointer down to the position in the list."""
    return message.where[0][: _record_depth(message)]


def _record_depth(message: Message) -> int:
    """Steps of the pointer down to the record: up to the first position in a list."""
    return next((n for n, step in enumerate(message.where[0], 1) if isinstance(step, int)), 0)


def user_after_tool(messages: Sequence[Message]) -> Found:
    """A user message directly behind results: the model has to speak first."""
    for before, message in pairwise(messages):
        if before.role == "tool" and message.role == "user":
            yield "user_after_tool", message.index, None


def call_id_form(messages: Sequence[Message]) -> Found:
    """A call id that is not made of 9 letters or digits."""
    for message in messages:
        for call in message.calls:
            if call.id is not None and not _MISTRAL_ID.match(call.id):
                yield "call_id_form", message.index, call.id


def lone_reasoning(messages: Sequence[Message]) -> Found:
    """A reasoning item without the item of the same output that it must stand before."""
    for message in messages:
        for part in message.parts:
            if isinstance(part, Thinking) and part.lone is not None:
                yield "lone_reasoning", message.index, part.lone


def interleaved_call(messages: Sequence[Message]) -> Found:
    """A call with text of the model behind it in the same output, so that its result cannot follow directly."""
    for message in messages:
        last_text = max((n for n, part in enumerate(message.parts) if isinstance(part, Text)), default=-1)
        for part in message.parts[: max(0, last_text)]:
            if isinstance(part, ToolCall) and not part.server:
                yield "interleaved_call", message.index, part.id


CHECKS: Mapping[str, Callable[[Sequence[Message]], Found]] = {
    "first_role": first_role,
    "same_role": same_role,
    "user_after_tool": user_after_tool,
    "call_id_form": call_id_form,
    "lone_reasoning": lone_reasoning,
    "interleaved_call": interleaved_call,
}
