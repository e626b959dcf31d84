"""OpenAI Codex: rollout files (`~/.codex/sessions/**/rollout-*.jsonl`), in both layouts -> OpenAI Responses.

Now every line is {timestamp, type, payload}, and the payload of a `response_item` is an item as the API takes it;
`event_msg` lines repeat what was said and report token counts. In mid 2025 the items were the lines themselves.
Source: real sessions, and the tool's own source for `compacted`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import openai_responses, responses_items, responses_usage
from trimscope.formats.logs import codex_injected
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer, Usage

NAME = "codex-rollout"
TOLERANT = True

WRAPPED = ("session_meta", "response_item", "turn_context", "compacted", "event_msg")
FIRST_LINES = 50
"""Lines looked at to tell the format: the marks stand in the first few."""

NO_ITEMS = ("ghost_snapshot", "other")
"""Payloads of `response_item` lines that are never sent to the model."""


def detect(source: Source) -> str | None:
    """Why this is a Codex rollout, or None."""
    lines = source.lines[:FIRST_LINES]
    for line in lines:
        if line.get("type") in WRAPPED and isinstance(line.get("payload"), dict):
            return f"lines of type '{line['type']}' with a payload"
    first = lines[0] if lines else {}
    if "type" in first or not {"id", "timestamp", "instructions"} <= set(first):
        return None
    bare = any("record_type" in line or _is_item(line) for line in lines[1:])
    return "a first line with 'instructions', then items" if bare else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation of a rollout. Raises LoadError for a file without any item."""
    reader = _Reader()
    for at, line in _lines(source):
        reader.take(line, at)
    if not reader.items:
        raise LoadError("This Codex rollout holds no conversation: no line of it is a 'response_item'.")
    typed = codex_injected.typed(reader.said)
    marks: dict[int, Mark] = {}
    for number, (item, origin) in enumerate(zip(reader.items, reader.origins, strict=True)):
        added = True if number in reader.added else codex_injected.is_injected(item, typed)
        marks[number] = Mark((origin,), added, reader.usages.get(number), None, number in reader.begins)
    request: dict[str, Any] = {"model": reader.model} if reader.model else {}
    if reader.instructions:
        request["instructions"] = reader.instructions
    request["input"] = reader.items
    return (made(openai_responses.NAME, reader.name or "0", request, marks),)


def _lines(source: Source) -> Iterator[tuple[Pointer, dict[str, Any]]]:
    if isinstance(source.document, dict):
        yield (), source.document
    for number, line in enumerate(source.document if isinstance(source.document, list) else ()):
        if isinstance(line, dict):
            yield (number,), line


def _is_item(line: Mapping[str, Any]) -> bool:
    return isinstance(line.get("type"), str) and line["type"] not in NO_ITEMS


@dataclass(slots=True)
class _Reader:
    """Walks the lines once; items and their places go side by side, what else is known of an item by its position."""

    items: list[dict[str, Any]] = field(default_factory=list)
    origins: list[Pointer] = field(default_factory=list)
    usages: dict[int, Usage] = field(default_factory=dict)
    begins: set[int] = field(default_factory=set)
    """with which the history begins anew"""
    added: set[int] = field(default_factory=set)
    """that the tool itself wrote in the user's place"""
    said: list[str] = field(default_factory=list)
    """what a person typed, as the events repeat it"""
    model: str | None = None
    instructions: str | None = None
    name: str | None = None
    counts_first: bool | None = None
    """whether token counts stand before the items of their call (2025) or behind them"""
    seen: Any = None
    """the running total of the newest token count: the same event is written again and again"""
    waiting: Usage | None = None
    output: int | None = None
    """position of the newest item of a model output that has no usage yet"""

    def take(self, line: dict[str, Any], at: Pointer) -> None:
        """Read one line."""
        payload = line.get("payload")
        if not isinstance(payload, dict):
            if "type" not in line:
                self.name = self.name or (line["id"] if isinstance(line.get("id"), str) else None)
            elif _is_item(line) and line["type"] not in WRAPPED:
                self._item(line, at)
            return
        kind, here = line.get("type"), (*at, "payload")
        if kind == "response_item" and _is_item(payload):
            self._item(payload, here)
        elif kind == "compacted":
            self._compacted(payload, here)
        elif kind == "turn_context":
            self.model = payload["model"] if isinstance(payload.get("model"), str) else self.model
        elif kind == "session_meta":
            self._session(payload)
        elif kind == "event_msg" and payload.get("type") == "token_count":
            self._count(payload.get("info"))
        elif kind == "event_msg" and payload.get("type") == "user_message" and payload.get("kind", "plain") == "plain":
            self.said.append(str(payload.get("message")))  # other kinds are the tool's own messages

    def _session(self, payload: dict[str, Any]) -> None:
        if self.name is None and isinstance(payload.get("id"), str):
            self.name = payload["id"]
        base = payload.get("base_instructions")
        text = base.get("text") if isinstance(base, dict) else None
        # 'instructions' beside it are the project's own notes, which the items repeat as a message
        self.instructions = text if isinstance(text, str) else self.instructions

    def _item(self, item: dict[str, Any], at: Pointer) -> None:
        number = len(self.items)
        self.items.append(item)
        self.origins.append(at)
        if responses_items.kind_and_side(item, number)[1] != "assistant":
            self.output = None
        elif self.waiting is not None:
            self.usages[number], self.waiting = self.waiting, None
        else:
            self.output = number

    def _compacted(self, payload: dict[str, Any], at: Pointer) -> None:
        """The history begins anew: with what the log says it was replaced by, or with the summary alone."""
        history = payload.get("replacement_history")
        kept = [item for item in history if isinstance(item, dict)] if isinstance(history, list) else []
        self.begins.add(len(self.items))
        for position, item in enumerate(kept):
            self._item(item, (*at, "replacement_history", position))
        if not kept:
            self.added.add(len(self.items))
            self._item(openai_responses.user_record(str(payload.get("message") or "")), (*at, "message"))
        self.output = self.waiting = None

    def _count(self, info: Any) -> None:
        """A token count goes to the model output it reports."""
        total = info.get("total_token_usage") if isinstance(info, dict) else None
        if not isinstance(total, dict) or total == self.seen:
            return
        self.seen = total
        usage = responses_usage.read_usage(info.get("last_token_usage"))
        if self.counts_first is None:
            self.counts_first = self.output is None
        if usage is None:
            return
        if self.counts_first:
            self.waiting = usage
        elif self.output is not None:
            self.usages[self.output], self.output = usage, None
