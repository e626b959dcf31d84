"""Joins Responses items to messages: neighbours that the model put out are one, reasoning included."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from trimscope.formats import common, responses_items
from trimscope.formats.source import NO_MARK, Conversation
from trimscope.transcript import Message, Part, Pointer, Role, Thinking


@dataclass(slots=True)
class Reader:
    """Takes items one after the other; `messages` and `epochs` (message indexes) are what it made of them."""

    conversation: Conversation
    messages: list[Message] = field(default_factory=list)
    epochs: list[int] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    """of all items so far, for asking only"""
    items: list[dict[str, Any]] = field(default_factory=list)
    """of the output that is being read"""
    where: list[Pointer] = field(default_factory=list)
    """their pointers"""
    parts: list[Part] = field(default_factory=list)
    waiting: deque[str] = field(default_factory=deque)
    """keys of calls without an id that have no answer yet"""
    hosted: set[str] = field(default_factory=set)
    """ids of calls whose results the provider puts out itself"""
    known: dict[str, str] = field(default_factory=dict)
    """an item's own id -> its call's key: local shell outputs name that id"""
    approvals: tuple[set[str], int] | None = None
    """ids of requests for approval that were answered, and the position of the newest item given; see `_is_call`"""

    def take(self, number: int, item: dict[str, Any]) -> None:
        """Read one item."""
        at = (*self.conversation.base, number)
        kind, side = responses_items.kind_and_side(item, number)
        self.kinds.add(kind)
        answers = side == "tool"
        if answers and (self.conversation.base[-1:] == ("output",) or str(item.get("call_id")) in self.hosted):
            side = "assistant"
        if side == "assistant":
            mark = self.conversation.marks.get(number)
            if mark is not None and mark.epoch:
                self.close()
            self.items.append(item)
            self.where.append(at)
            if answers or kind.endswith("_output"):
                self.parts.append(self._result(item, at, number))
            else:
                self.parts += self._own(kind, item, at, number)
            return
        if self.items:
            self.close()
        if side == "tool":
            self._add("tool", (self._result(item, at, number),), (at,), item)
        elif side == "compaction":
            if any(message.role in ("assistant", "tool") for message in self.messages):
                self.epochs.append(len(self.messages))
            # else only messages stand before the window that was compacted outside, and they belong to it
            self._add("user", (responses_items.opaque(item, at),), (at,), item, injected=True)
        else:
            self._add(side, tuple(self._own(kind, item, at, number)), (at,), item)

    def close(self) -> None:
        """The model's output ends here: it is one message."""
        if not self.items:
            return
        parts = tuple(self.parts)
        lone = _lone(self.items)
        if lone:
            first = int(self.where[0][-1])
            parts = tuple(
                replace(part, lone=lone.get(int(part.at[-1]) - first)) if isinstance(part, Thinking) else part
                for part in parts
            )
        self._add("assistant", parts, tuple(self.where), self.items[0])
        self.items, self.where, self.parts = [], [], []

    def _add(
        self,
        role: Role,
        parts: tuple[Part, ...],
        where: tuple[Pointer, ...],
        item: dict[str, Any],
        injected: bool = False,
    ) -> None:
        mark = NO_MARK  # of several records: what their marks say together is found later
        if len(where) == 1 and self.conversation.marks:
            mark = self.conversation.marks.get(int(where[0][-1]), NO_MARK)
        added = injected or (mark.injected is True and role == "user")
        identity = mark.id or common.id_of(item)
        self.messages.append(Message(len(self.messages), role, parts, where, added, identity, mark.usage, mark.origin))

    def _own(self, kind: str, item: dict[str, Any], at: Pointer, number: int) -> list[Part]:
        if kind == "message":
            return responses_items.texts_of(item.get("content"), (*at, "content"), number)
        if kind == "reasoning":
            return [responses_items.thinking(item, at)]
        if kind == "mcp_approval_request" and self._is_call(item, number):
            identity = common.id_of(item)
            return [responses_items.call(item, at, identity or f"\x00{number}", identity, server=False)]
        if not kind.endswith("_call"):
            return [responses_items.opaque(item, at)]
        identity = item.get("call_id")
        if not isinstance(identity, str) or not identity:
            if "call_id" not in item and kind not in ("function_call", "custom_tool_call"):
                return responses_items.closed(item, at, number)
            identity = None
        key = identity or f"\x00{number}"
        hosted = responses_items.is_hosted(item)
        if identity is None:
            self.waiting.append(key)
        elif hosted:
            self.hosted.add(identity)
        if own := common.id_of(item):
            self.known[own] = key
        return [responses_items.call(item, at, key, identity, server=hosted)]

    def _is_call(self, item: Mapping[str, Any], number: int) -> bool:
        """Whether a request for approval is a call: one that was answered, or that may still be. One that never was
        is no fault, so that it is no call then."""
        if self.approvals is None:
            answered: set[str] = set()
            given = -1  # position of the newest item that a person or a tool gave
            for position, each in enumerate(self.conversation.records):
                if isinstance(each, dict) and (each.get("role") == "user" or "output" in each):
                    given = position
                if isinstance(each, dict) and each.get("type") == "mcp_approval_response":
                    answered.add(str(each.get("approval_request_id")))
            self.approvals = answered, given
        answered, given = self.approvals
        return str(item.get("id")) in answered or number > given

    def _result(self, item: dict[str, Any], at: Pointer, number: int) -> Part:
        identity = item.get("call_id") if "call_id" in item else item.get("approval_request_id")
        identity = identity if isinstance(identity, str) and identity else None
        key = identity
        if key is None and "call_id" not in item:
            key = self.known.get(str(item.get("id")))
        if key is None:
            key = self.waiting.popleft() if self.waiting else ""
        return responses_items.result(item, at, key, identity, number)


def _lone(items: list[dict[str, Any]]) -> dict[int, str]:
    """Reasoning items, by position in the output, that lack the item they must stand before, and their ids.

    An assistant message without an id is no such item: the API takes it for one that somebody wrote.
    """
    lone: dict[int, str] = {}
    if len(items) == 1 and items[0].get("type") != "reasoning":
        return lone
    follower = False
    for position in reversed(range(len(items))):
        item = items[position]
        identity = common.id_of(item)
        if item.get("type") == "reasoning":
            if identity is not None and not follower:
                lone[position] = identity
        else:
            follower = responses_items.kind_of(item) != "message" or identity is not None
    return lone
