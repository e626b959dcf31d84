"""Groups of agent-framework: what goes together, as a small list of value objects that its strategies thin out.

Read from agent-framework-core 1.23.0 (`_compaction.py`, `group_messages`). Results directly behind an assistant's calls
join its group; results that stand apart join it too where exactly one earlier call with that id is still open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from trimscope.strategies.blocks import is_system
from trimscope.transcript import Message, Thinking

if TYPE_CHECKING:
    from trimscope.planning.view import View

Kind = Literal["system", "user", "text", "tool"]


@dataclass(frozen=True, slots=True)
class Group:
    """Messages that go together, or (`summary`) the line that stands for a collapsed group."""

    kind: Kind
    messages: tuple[Message, ...]
    tokens: int
    summary: str | None = None

    @property
    def count(self) -> int:
        """Number of messages it is sent as."""
        return 1 if self.summary is not None else len(self.messages)


def groups_of(view: View) -> list[Group]:
    """The groups of a view, in the order of their first messages."""
    spans = _spans(view.messages)
    owner = _linked(view.messages, spans)
    members: dict[int, list[Message]] = {}
    for position, (_, span) in enumerate(spans):
        members.setdefault(owner[position], []).extend(span)
    return [
        Group(spans[root][0], tuple(m), sum(view.counts.messages[each.index] for each in m))
        for root, m in members.items()
    ]


def _spans(messages: Sequence[Message]) -> list[tuple[Kind, list[Message]]]:
    """Runs of messages that belong together by where they stand."""
    spans: list[tuple[Kind, list[Message]]] = []
    for position, message in enumerate(messages):
        joins = spans and spans[-1][0] == "tool"
        if is_system(message):
            spans.append(("system", [message]))
        elif message.role == "user":
            spans.append(("user", [message]))
        elif message.role == "tool" and joins:
            spans[-1][1].append(message)
        elif joins and _only_thinks(message) and spans[-1][1][-1].role == "assistant":
            spans[-1][1].append(message)  # reasoning behind the calls, before their results
        elif message.role == "tool" or message.calls:
            spans.append(("tool", [*_reasoning_before(spans, messages, position), message]))
        else:
            spans.append(("text", [message]))
    return spans


def _reasoning_before(spans: list[tuple[Kind, list[Message]]], messages: Sequence[Message], end: int) -> list[Message]:
    """Takes the run of reasoning-only messages directly before a call out of the spans."""
    run: list[Message] = []
    while messages[end].calls and spans and spans[-1][0] == "text" and _only_thinks(spans[-1][1][0]):
        run = [*spans.pop()[1], *run]
    return run


def _only_thinks(message: Message) -> bool:
    return message.role == "assistant" and bool(message.parts) and all(isinstance(p, Thinking) for p in message.parts)


def _linked(messages: Sequence[Message], spans: list[tuple[Kind, list[Message]]]) -> list[int]:
    """For each span the position of the span it belongs to."""
    span_of = {message.index: position for position, (_, span) in enumerate(spans) for message in span}
    parent = list(range(len(spans)))

    def root(position: int) -> int:
        while parent[position] != position:
            parent[position] = parent[parent[position]]  # halves the way for the next
            position = parent[position]
        return position

    waiting: dict[str, list[int]] = {}
    for message in messages:
        for call in message.calls:
            waiting.setdefault(call.key, []).append(message.index)
        for result in message.results:
            if len(waiting.get(result.key, ())) == 1:
                first, second = sorted((root(span_of[waiting[result.key].pop()]), root(span_of[message.index])))
                parent[second] = first
    return [root(position) for position in range(len(spans))]
