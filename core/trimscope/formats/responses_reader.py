"""Joins Responses items to messages: neighbours that the model put out are one, reasoning included."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any

from trimscope.formats import common, responses_items
from trimscope.formats.source import Conversation
from trimscope.transcript import Message, Part, Pointer, Role, Thinking


@dataclass(slots=True)
class Reader:
    """Takes items one after the other; `messages` and `epochs` (message indexes) are what it made of them."""

    conversation: Conversation
    messages: list[Message] = field(default_factory=list)
    epochs: list[int] = field(default_factory=list)
    items: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """of the output that is being read, with their positions"""
    parts: list[Part] = field(default_factory=list)
    waiting: deque[str] = field(default_factory=deque)
    """keys of calls without an id that have no answer yet"""
    hosted: set[str] = field(default_factory=set)
    """ids of calls whose results the provider puts out itself"""
    known: dict[str, str] = field(default_factory=dict)
    """an item's own id -> its call's key: local shell outputs name that id"""

    approved: set[str] = field(default_factory=set)
    """ids of approval requests that were answered; one that never was is no fault, so that it is no call then"""
    given: int = -1
    """position of the newest item that a person or a tool gave"""

    def __post_init__(self) -> None:
        for number, item in enumerate(self.conversation.records):
            if isinstance(item, dict) and (item.get("role") == "user" or "output" in item):
                self.given = number
            if isinstance(item, dict) and item.get("type") == "mcp_approval_response":
                self.approved.add(str(item.get("approval_request_id")))

    def take(self, number: int, item: dict[str, Any]) -> None:
        """Read one item."""
        at = (*self.conversation.base, number)
        side = responses_items.side_of(item, number)
        answers = side == "tool"
        if side == "tool" and (
            self.conversation.base[-1:] == ("output",) or str(item.get("call_id")) in self.hosted
        ):
            side = "assistant"
        if side == "assistant":
            mark = self.conversation.marks.get(number)
            if mark is not None and mark.epoch:
                self.close()
            self.items.append((number, item))
            answers = answers or str(item.get("type")).endswith("_output")
            self.parts += [self._result(item, at, number)] if answers else self._own(item, at, number)
            return
        self.close()
        if side == "tool":
            self._add("tool", (self._result(item, at, number),), (at,), item)
        elif side == "compaction":
            begins = any(message.role in ("assistant", "tool") for message in self.messages)
            if (
                begins
            ):  # before a window that was compacted outside only messages stand, and they belong to it
                self.epochs.append(len(self.messages))
            self._add("user", (responses_items.opaque(item, at),), (at,), item, injected=True)
        else:
            self._add(side, tuple(self._own(item, at, number)), (at,), item)

    def close(self) -> None:
        """The model's output ends here: it is one message."""
        if self.items:
            where = tuple((*self.conversation.base, number) for number, _ in self.items)
            lone = _lone([item for _, item in self.items])
            parts = tuple(self.parts)
            if lone:
                first = self.items[0][0]
                parts = tuple(
                    replace(part, lone=lone.get(int(part.at[-1]) - first))
                    if isinstance(part, Thinking)
                    else part
                    for part in parts
                )
            self._add("assistant", parts, where, self.items[0][1])
            self.items, self.parts = [], []

    def _add(
        self,
        role: Role,
        parts: tuple[Part, ...],
        where: tuple[Pointer, ...],
        item: dict[str, Any],
        **more: Any,
    ) -> None:
        self.messages.append(Message(len(self.messages), role, parts, where, id=common.id_of(item), **more))

    def _own(self, item: dict[str, Any], at: Pointer, number: int) -> list[Part]:
        kind = str(responses_items.kind_of(item))
        if kind == "message":
            return responses_items.texts_of(item.get("content"), (*at, "content"), number)
        if kind == "reasoning":
            return [responses_items.thinking(item, at)]
        if kind == "mcp_approval_request" and (str(item.get("id")) in self.approved or number > self.given):
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

    def _result(self, item: dict[str, Any], at: Pointer, number: int) -> Part:
        identity = item.get("call_id", item.get("approval_request_id"))
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
    if all(item.get("type") != "reasoning" for item in items):
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
