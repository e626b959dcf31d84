"""OpenAI Responses: a list of items (messages, reasoning, calls, outputs) in `input`, paired by `call_id`.

All neighbouring items that the model put out are one neutral message, so that reasoning stays with the item it
belongs to. An item list may be a request's `input`, a bare list, or a Conversation's `{object: list, data}`.
Source: OpenAI's API reference and recorded requests; the rules about reasoning from recorded HTTP 400 answers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from trimscope.formats import common, responses_items, responses_notes, shape
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.transcript import Message, Part, Pointer, Role, Text, Thinking, Usage

NAME = "openai-responses"
PROVIDER = "openai-responses"

MARKS = ("reasoning", "item_reference", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response")
TEXTS = ("input_text", "output_text", "input_image", "input_file")
REQUEST = ("model", "instructions", "previous_response_id", "conversation", "tools")
"""Keys beside `input` that make a request of an object whose items could be another dialect's messages."""


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a request with `input`, an item list, a Conversation's list, lines of these."""
    top = source.top
    if isinstance(top.get("input"), str):
        record = {"type": "message", "role": "user", "content": top["input"]}
        request = {key: [record] if key == "input" else value for key, value in top.items()}
        notes = (responses_notes.SINGLE_TEXT,)
        return (Conversation("0", request, "json", ("input",), request, request["input"], notes=notes),)
    return shape.requests(source, "data" if top.get("object") == "list" else "input")


def detect(source: Source) -> str | None:
    """Why this is Responses, or None: items of its types, or messages under `input` of a request."""
    top = source.top
    if isinstance(top.get("messages"), list):
        return None
    if isinstance(top.get("input"), str):
        return "a text in 'input' beside 'model'" if isinstance(top.get("model"), str) else None
    return next((_detect(each) for each in conversations(source)), None)


def _detect(conversation: Conversation) -> str | None:
    records = conversation.records
    if not records or not all(isinstance(item, dict) and "parts" not in item for item in records):
        return None
    if isinstance(conversation.request.get("messages"), list):
        return None
    kinds = [responses_items.kind_of(item) for item in records]
    if any(item.get("tool_calls") or item.get("role") in ("tool", "function") for item in records):
        return None
    if any(kind is None or (kind == "message" and not isinstance(item.get("role"), str))
           for item, kind in zip(records, kinds, strict=True)):
        return None
    for item, kind in zip(records, kinds, strict=True):
        mark = _mark(item, str(kind))
        if mark:
            return mark
    request = conversation.request
    inside = conversation.base[-1:] == ("input",) and any(request.get(key) for key in REQUEST)
    return "messages in 'input'" if inside and set(kinds) == {"message"} else None


def _mark(item: Mapping[str, Any], kind: str) -> str | None:
    if kind in MARKS or kind in responses_items.COMPACTIONS:
        return f"an item of type '{kind}'"
    if kind.endswith(("_call", "_call_output")) and ("call_id" in item or "status" in item):
        return f"an item of type '{kind}'"
    content = item.get("content")
    for part in content if kind == "message" and isinstance(content, list) else ():
        if isinstance(part, dict) and part.get("type") in TEXTS:
            return f"a content part of type '{part['type']}'"
    return None


def hollow(at: Pointer) -> bool:
    """A message whose list of content parts was emptied goes too."""
    return len(at) >= 2 and at[-1] == "content" and isinstance(at[-2], int)


def user_record(text: str) -> dict[str, Any]:
    """A user message."""
    return {"type": "message", "role": "user", "content": text}


def text_part(text: str) -> dict[str, Any]:
    """A text part of a user message's content."""
    return {"type": "input_text", "text": text}


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A result for a function call. The dialect has no error flag, so the text itself says so."""
    return {"type": "function_call_output", "call_id": call_id or "", "output": text}


def answer(call: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A result for this call, in the form its kind takes."""
    kind = str(call.get("type"))
    if kind == "mcp_approval_request":
        identity = call.get("id")
        return {"type": "mcp_approval_response", "approval_request_id": identity, "approve": False, "reason": text}
    record = result_record(call.get("call_id"), text) | {"type": f"{kind}_output"}
    if kind == "shell_call":
        outcome = {"type": "exit", "exit_code": 1}
        record["output"] = [{"stdout": "", "stderr": text, "outcome": outcome}]
    elif kind == "apply_patch_call":
        record["status"] = "failed"
    return record


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the item that cannot be read."""
    request, base = conversation.request, conversation.base
    reader = _Reader(conversation)
    for number, item in enumerate(conversation.records):
        reader.take(number, responses_notes.item_at(item, number))
    reader.close()
    messages = _with_usage(reader.messages, request.get("usage"))
    model = request.get("model")
    model = model if isinstance(model, str) else None
    continued = responses_notes.is_continued(request, conversation.records)
    return Parsed(
        tuple(messages),
        system=_instructions(request.get("instructions"), conversation.key("instructions")) if base else (),
        tools=common.tool_specs(request.get("tools")),
        tools_at=conversation.key("tools") if base and request.get("tools") else None,
        model=model,
        continued=continued,
        notes=responses_notes.notes(conversation, messages, continued),
        epochs=frozenset(reader.epochs),
        provider="deepseek-responses" if model and model.startswith("deepseek") else "",
    )


@dataclass(slots=True)
class _Reader:
    """Joins items to messages: neighbours that the model put out are one."""

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

    def take(self, number: int, item: dict[str, Any]) -> None:
        """Read one item."""
        at = (*self.conversation.base, number)
        side = responses_items.side_of(item, number)
        answers = side == "tool" or str(item.get("type")).endswith("_output")
        if side == "tool" and (self.conversation.base[-1:] == ("output",) or item.get("call_id") in self.hosted):
            side = "assistant"
        if side == "assistant":
            mark = self.conversation.marks.get(number)
            if mark is not None and mark.epoch:
                self.close()
            self.items.append((number, item))
            self.parts += [self._result(item, at, number)] if answers else self._own(item, at, number)
            return
        self.close()
        if side == "tool":
            self._add("tool", (self._result(item, at, number),), (at,), item)
        elif side == "compaction":
            begins = any(message.role in ("assistant", "tool") for message in self.messages)
            if begins:  # before a window that was compacted outside only messages stand, and they belong to it
                self.epochs.append(len(self.messages))
            self._add("user", (responses_items.opaque(item, at),), (at,), item, injected=True)
        else:
            self._add(side, tuple(self._own(item, at, number)), (at,), item)

    def close(self) -> None:
        """The model's output ends here: it is one message."""
        if self.items:
            where = tuple((*self.conversation.base, number) for number, _ in self.items)
            lone = _lone([item for _, item in self.items])
            parts = [
                replace(part, lone=lone.get(part.at[-1] - self.items[0][0]))  # type: ignore[operator]
                if isinstance(part, Thinking)
                else part
                for part in self.parts
            ]
            self._add("assistant", tuple(parts), where, self.items[0][1])
            self.items, self.parts = [], []

    def _add(
        self, role: Role, parts: tuple[Part, ...], where: tuple[Pointer, ...], item: dict[str, Any], **more: Any
    ) -> None:
        self.messages.append(Message(len(self.messages), role, parts, where, id=common.id_of(item), **more))

    def _own(self, item: dict[str, Any], at: Pointer, number: int) -> list[Part]:
        kind = str(responses_items.kind_of(item))
        if kind == "message":
            return responses_items.texts_of(item.get("content"), (*at, "content"), number)
        if kind == "reasoning":
            return [responses_items.thinking(item, at)]
        if kind == "mcp_approval_request":
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


def _instructions(value: Any, at: Pointer) -> tuple[Text, ...]:
    if not isinstance(value, list):
        return common.strings_of(value, at)
    found: list[Any] = []
    for number, item in enumerate(value):
        if isinstance(item, dict):
            found += responses_items.texts_of(item.get("content"), (*at, number, "content"), number)
    return tuple(part for part in found if isinstance(part, Text))


def _with_usage(messages: list[Message], usage: Any) -> list[Message]:
    """The usage of an answer goes to the last thing the model put out."""
    reported = read_usage(usage)
    last = max((message.index for message in messages if message.role == "assistant"), default=-1)
    if reported is None or last < 0:
        return messages
    return [replace(message, usage=reported) if message.index == last else message for message in messages]


def read_usage(usage: Any) -> Usage | None:
    """Tokens of one call as the API reports them; its input counts cached tokens too. None where it says nothing."""
    if not isinstance(usage, dict) or not isinstance(usage.get("input_tokens"), int):
        return None
    if not usage["input_tokens"] and not usage.get("output_tokens"):
        return None
    details = usage.get("input_tokens_details")
    details = details[0] if isinstance(details, list) and details else details
    details = details if isinstance(details, dict) else {}
    cached = usage.get("cached_input_tokens", details.get("cached_tokens"))
    written, output = details.get("cache_write_tokens"), usage.get("output_tokens")
    whole = [value if isinstance(value, int) else 0 for value in (cached, written, output)]
    return Usage(usage["input_tokens"], *whole)
