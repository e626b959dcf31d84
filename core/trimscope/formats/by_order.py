"""Pairing keys where ids are missing, or not to be relied on: the turn and the position in it.

A result answers an open call of the turn directly before it: the one with its id where both sides know it, else the
first with its name, else (no name given) the first. What finds no call there is looked up by id in earlier
turns, so that a displaced result still finds its call; what finds none at all is an orphan.
Seen in real files: calls without ids whose results have some, results with ids of no call, no ids at all.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace

from trimscope.transcript import Message, Part, ToolCall, ToolResult


@dataclass(slots=True)
class _Turn:
    """The calls of one turn of the model, and which of them are answered."""

    calls: list[ToolCall] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)
    closed: bool = False
    """somebody else spoke: a further call begins a new turn"""

    def owner(self, result: ToolResult, called: Set[str], claimed: Set[str]) -> ToolCall | None:
        """The open call that a result answers; `called` are all ids of calls, `claimed` all ids of results."""
        left = [call for call in self.calls if call.key not in self.answered]
        if result.call_id in called:
            return next((call for call in left if call.id == result.call_id), None)
        left = [call for call in left if call.id not in claimed]
        return next((call for call in left if result.name in (None, "", call.name)), None)


def paired(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages with keys that pair by turn and position; provider-run (server) calls keep theirs."""
    called = {call.id for message in messages for call in message.calls if call.id is not None}
    claimed = {result.call_id for message in messages for result in message.results if result.call_id is not None}
    turn = _Turn()
    by_id: dict[str, str] = {}
    done: list[Message] = []
    unknown: list[tuple[int, int]] = []
    for message in messages:
        parts: list[Part] = []
        turn.closed = turn.closed or message.role != "assistant"
        for position, part in enumerate(message.parts):
            if isinstance(part, ToolCall) and not part.server:
                if turn.closed:
                    turn = _Turn()
                key = f"\x00{message.index}.{position}"
                turn.calls.append(replace(part, key=key))
                if part.id is not None:
                    by_id[part.id] = key
                parts.append(turn.calls[-1])
            elif isinstance(part, ToolResult) and message.role == "tool":
                owner = turn.owner(part, called, claimed)
                if owner is not None:
                    turn.answered.add(owner.key)
                elif part.call_id is None or part.call_id not in by_id:
                    unknown.append((len(done), position))
                key = owner.key if owner else by_id.get(part.call_id or "", "")
                parts.append(replace(part, key=key))
            else:
                parts.append(part)
        done.append(replace(message, parts=tuple(parts)))
    for number, position in unknown:  # no call before it: perhaps one behind it
        message = done[number]
        part = message.parts[position]
        if isinstance(part, ToolResult) and part.call_id in by_id:
            changed = replace(part, key=by_id[part.call_id or ""])
            done[number] = replace(message, parts=(*message.parts[:position], changed, *message.parts[position + 1 :]))
    return tuple(done)
