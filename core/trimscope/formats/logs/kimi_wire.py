"""Kimi's session files (`wire.jsonl`): context events, a step of the model told in parts.

A step's text, thinking and calls become one assistant message; parallel calls share its `stepUuid`. After a
compaction the context is the summary and what follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from trimscope.formats import common
from trimscope.formats.logs import entries
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer, Usage

NAME = "kimi-wire-jsonl"
TOLERANT = True

TYPED = ("user", None)
"""Origins of user messages that a person wrote; others are reminders, hooks, background tasks."""


def detect(source: Source) -> str | None:
    """Why this is a Kimi session, or None."""
    for _, line in entries.objects(source):
        kind = line.get("type")
        if kind == "metadata" and "protocol_version" in line:
            return "a line of type 'metadata' with 'protocol_version'"
        if kind in ("context.append_message", "context.append_loop_event"):
            return f"lines of type '{kind}'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation of the session."""
    log = _Log()
    lines = list(entries.objects(source))
    has_messages = any(line.get("type") == "context.append_message" for _, line in lines)
    for at, line in lines:
        log.take(at, line, has_messages)
    if not log.records:
        return ()
    request: dict[str, Any] = {"model": log.model, "messages": log.records}
    if log.tools:
        request["tools"] = log.tools
    return (made("openai-chat", "0", request, log.marks, title=log.title),)


class _Log:
    """The records while they are built, with a mark for each."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self.marks: dict[int, Mark] = {}
        self.model: str | None = None
        self.tools: list[Any] = []
        self.title = ""
        self._steps: dict[str, int] = {}
        self._last_step: int | None = None

    def take(self, at: Pointer, line: Mapping[str, Any], has_messages: bool) -> None:
        """Add what one line says. Prompts count only where messages do not tell them again."""
        kind = line.get("type")
        message, event = line.get("message"), line.get("event")
        if kind == "context.append_message" and isinstance(message, dict):
            self._message((*at, "message"), message)
        elif kind == "context.append_loop_event" and isinstance(event, dict):
            self._event((*at, "event"), event)
        elif kind == "turn.prompt" and not has_messages:
            self._message(at, {"role": "user", "content": line.get("input"), "origin": line.get("origin")})
        elif kind == "context.apply_compaction" and isinstance(line.get("summary"), str):
            record = {"role": "user", "content": line["summary"]}
            self._append(record, Mark((at,), injected=True, epoch=True))
        elif kind == "config.update" and isinstance(line.get("systemPrompt"), str):
            self._system(at, line["systemPrompt"])
        elif kind == "llm.tools_snapshot" and isinstance(line.get("tools"), list):
            self.tools = [_tool(tool) for tool in line["tools"] if isinstance(tool, dict)]
        elif kind == "llm.request" and isinstance(line.get("model"), str):
            self.model = line["model"]

    def _append(self, record: dict[str, Any], mark: Mark) -> int:
        self.marks[len(self.records)] = mark
        self.records.append(record)
        return len(self.records) - 1

    def _system(self, at: Pointer, prompt: str) -> None:
        """The system prompt stands first; a later one replaces it."""
        if self.records and self.records[0]["role"] == "system":
            self.records[0]["content"] = prompt
        elif not self.records:
            self._append({"role": "system", "content": prompt}, Mark((at,)))

    def _message(self, at: Pointer, message: Mapping[str, Any]) -> None:
        role, origin = message.get("role"), message.get("origin")
        parts = message.get("content")
        if role == "assistant":
            record = _assistant(parts, message.get("toolCalls"))
            if len(record) > 2 or record["content"]:
                self._append(record, Mark((at,)))
        elif role == "tool":
            content = _content(parts)
            self._append({"role": "tool", "tool_call_id": message.get("toolCallId"), "content": content}, Mark((at,)))
        elif role in ("user", "system") and _content(parts):
            kind = origin.get("kind") if isinstance(origin, dict) else None
            injected = None if kind in TYPED else True
            self._append({"role": role, "content": _content(parts)}, Mark((at,), injected=injected))
            if not self.title and injected is None:
                self.title = entries.title_of(entries.text_of(parts))

    def _event(self, at: Pointer, event: Mapping[str, Any]) -> None:
        kind, part = event.get("type"), event.get("part")
        if kind == "step.begin":
            self._last_step = None
            if isinstance(event.get("uuid"), str):
                self._steps.pop(event["uuid"], None)
        elif kind == "content.part" and isinstance(part, dict):
            _add_part(self._step(at, event), part)
        elif kind == "tool.call":
            function = {"name": event.get("name"), "arguments": common.arguments_text(event.get("args"))}
            call = {"id": event.get("toolCallId"), "type": "function", "function": function}
            self._step(at, event).setdefault("tool_calls", []).append(call)
        elif kind == "tool.result":
            content = _output(event.get("result"))
            self._append({"role": "tool", "tool_call_id": event.get("toolCallId"), "content": content}, Mark((at,)))
        elif kind == "step.end":
            position = self._steps.get(str(event.get("uuid") or event.get("stepUuid")), self._last_step)
            usage = _usage(event.get("usage"))
            if position is not None and usage:
                self.marks[position] = replace(self.marks[position], usage=usage)

    def _step(self, at: Pointer, event: Mapping[str, Any]) -> dict[str, Any]:
        """The assistant record of an event's step, begun where there is none yet."""
        uuid = event.get("stepUuid")
        position = self._steps.get(uuid) if isinstance(uuid, str) else self._last_step
        if position is None:
            position = self._append({"role": "assistant", "content": None}, Mark())
            if isinstance(uuid, str):
                self._steps[uuid] = position
        self._last_step = position
        mark = self.marks[position]
        self.marks[position] = replace(mark, origin=(*mark.origin, at))
        return self.records[position]


def _assistant(parts: Any, calls: Any) -> dict[str, Any]:
    record: dict[str, Any] = {"role": "assistant", "content": None}
    found = [{"type": "text", "text": parts}] if isinstance(parts, str) else parts
    for part in found if isinstance(found, list) else ():
        if isinstance(part, dict):
            _add_part(record, part)
    if isinstance(calls, list) and calls:
        record["tool_calls"] = [call for call in calls if isinstance(call, dict)]
    return record


def _add_part(record: dict[str, Any], part: Mapping[str, Any]) -> None:
    """Add text or thinking to an assistant record; parts of one step are one text."""
    if part.get("type") == "think":
        thought = part.get("think") if isinstance(part.get("think"), str) else part.get("text")
        if isinstance(thought, str) and thought:
            record["reasoning_content"] = record.get("reasoning_content", "") + thought
    elif isinstance(part.get("text"), str) and part["text"]:
        record["content"] = (record["content"] or "") + part["text"]


def _content(parts: Any) -> Any:
    """Content as the API takes it; a single text as a string."""
    if isinstance(parts, str) or parts is None:
        return parts
    if not isinstance(parts, list):
        return common.arguments_text(parts)
    blocks = [part for part in parts if isinstance(part, dict)]
    if len(blocks) == 1 and blocks[0].get("type") == "text" and isinstance(blocks[0].get("text"), str):
        return blocks[0]["text"]
    return blocks


def _output(result: Any) -> Any:
    """The output of a tool: its text, its parts, or another value as JSON; the message where there is no output."""
    if not isinstance(result, dict):
        return result if isinstance(result, str) else common.arguments_text(result)
    output = result.get("output")
    return _content(result.get("message") if output in (None, "", []) else output) or ""


def _tool(tool: dict[str, Any]) -> dict[str, Any]:
    return tool if "function" in tool else {"type": "function", "function": tool}


def _usage(reported: Any) -> Usage | None:
    if not isinstance(reported, Mapping):
        return None
    keys = ("inputOther", "inputCacheRead", "inputCacheCreation", "output")
    other, cached, written, output = (_count(reported.get(key)) for key in keys)
    context = other + cached + written
    return Usage(context, cached, written, output) if context else None


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
