"""What a plan would send, as the contract's points look at it: which messages stay, and the texts that stand there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.planning.decision import GONE, Decision
from trimscope.planning.result import Plan
from trimscope.texts import notices
from trimscope.texts.notices import Notice
from trimscope.transcript import Message, Text, ToolResult

OWN_TEXT = ("anchor", "keep", "move", "merge")
"""Actions that leave a message's own text as it was: the last puts something of ours behind it."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A plan with its decisions by message."""

    plan: Plan
    decisions: Mapping[int, Decision]
    texts: tuple[str, ...]
    """every text of the request, tool definitions apart"""
    tools: Mapping[tuple[int, int], str]
    """tool of each result, by message index and part position"""

    @property
    def history(self) -> tuple[Message, ...]:
        """The stored messages that this call's history is made of."""
        return self.plan.view.messages

    def stays(self, index: int) -> bool:
        """Whether something of the message is sent."""
        return index in self.decisions and self.decisions[index].action not in GONE

    def is_whole(self, index: int) -> bool:
        """Whether the message is sent with all of its own text."""
        return index in self.decisions and self.decisions[index].action in OWN_TEXT

    def results(self, message: Message) -> Iterator[tuple[str, str | None, tuple[str, ...]]]:
        """A message's results as they are sent: tool, call id and the texts that are not empty."""
        new = self.plan.changes[message.index].texts if message.index in self.plan.changes else {}
        for position, part in enumerate(message.parts):
            if isinstance(part, ToolResult):
                tool = self.tools.get((message.index, position), part.name or "")
                yield tool, part.call_id, tuple(now for text in part.texts if (now := new.get(text.at, text.text)))

    def own_texts(self, message: Message) -> Iterator[str]:
        """The texts of a message that are no results, as they were stored."""
        return (part.text for part in message.parts if isinstance(part, Text))

    def notices(self, kind: str) -> tuple[Notice, ...]:
        """The notices of one kind in the request: texts of their own, or the end of a text."""
        found = (notices.read(text) or (notices.suffix(text) or (0, None))[1] for text in self.texts)
        return tuple(each for each in found if each is not None and each.kind == kind)


def sent(plan: Plan) -> Sent:
    """Look at what a plan would send."""
    decisions = {each.message: each for each in plan.decisions if each.message is not None}
    return Sent(plan, decisions, tuple(_texts(_without_tools(plan))), plan.view.tool_names())


def _without_tools(plan: Plan) -> Any:
    at = plan.transcript.tools_at
    if at is None or not isinstance(plan.document, dict):
        return plan.document
    return {key: value for key, value in plan.document.items() if key != at[0]}


def _texts(value: Any) -> Iterator[str]:
    """Every string of a JSON value, and every number as it is written."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield repr(value)
