"""Event logs of Anthropic's managed agent sessions: JSON Lines of `[method, payload]`.

What the client sends appears twice, as it was sent and as the stream gives it back; the stream's copy counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.formats import common
from trimscope.formats.anthropic_usage import usage_of
from trimscope.formats.logs import entries
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer, Usage

NAME = "anthropic-managed-agent-events"
TOLERANT = True

METHOD = "client.beta.sessions"
CALLS = ("agent.tool_use", "agent.custom_tool_use", "agent.mcp_tool_use")
RESULTS: Mapping[str, str] = {
    "agent.tool_result": "tool_use_id",
    "agent.mcp_tool_result": "mcp_tool_use_id",
    "user.custom_tool_result": "custom_tool_use_id",
}
"""Result events, and the field that names the call."""

DENIED = "The user denied this tool call."
"""What stands for the result of a call that the user did not allow, where no reason was given."""


def detect(source: Source) -> str | None:
    """Why this is an event log of a session, or None."""
    return f"lines of ['{METHOD}...', payload]" if any(True for _ in _payloads(source)) else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation of the session."""
    log = _Log()
    streamed = [(at, event) for at, method, event in _events(source) if method.endswith(".stream")]
    known = {_likeness(event) for _, event in streamed}
    answered = {_call_id(event) for _, event in streamed if str(event.get("type")) in RESULTS}
    for at, method, event in _events(source):
        if method.endswith(".stream") or _likeness(event) not in known:
            log.take(at, event, answered)
    if not log.records:
        return ()
    agent: Mapping[str, Any] = next(
        (p["agent"] for _, _, p in _payloads(source) if isinstance(p, dict) and _is_agent(p)), {}
    )
    model = agent.get("model")
    request: dict[str, Any] = {"model": model.get("id") if isinstance(model, dict) else model}
    if isinstance(agent.get("system"), str):
        request["system"] = agent["system"]
    if isinstance(agent.get("tools"), list):
        request["tools"] = agent["tools"]
    return (made("anthropic-messages", "0", {**request, "messages": log.records}, log.marks),)


class _Log:
    """The records while they are built: blocks of one role in a row are one record."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self.marks: dict[int, Mark] = {}

    def take(self, at: Pointer, event: Mapping[str, Any], answered: set[str]) -> None:
        """Add what one event says."""
        kind = str(event.get("type"))
        if kind == "user.message":
            self._add("user", _blocks(event.get("content")), at, new=True)
        elif kind == "agent.message":
            self._add("assistant", _blocks(event.get("content")), at)
        elif kind == "agent.thinking":
            text = entries.text_of(event.get("content")) or str(event.get("thinking") or "")
            self._add("assistant", [{"type": "thinking", "thinking": text}] if text else [], at)
        elif kind in CALLS:
            name, arguments = event.get("name"), event.get("input")
            block = {"type": "tool_use", "id": event.get("id"), "name": name, "input": arguments}
            self._add("assistant", [block], at)
        elif kind in RESULTS:
            self._add("user", [_result(_call_id(event), event)], at)
        elif kind == "user.tool_confirmation" and event.get("result") == "deny":
            denied = {"content": event.get("deny_message") or DENIED, "is_error": True}
            identity = str(event.get("tool_use_id") or "")
            self._add("user", [_result(identity, denied)] if identity not in answered else [], at)
        elif kind == "span.model_request_end":
            self._report(usage_of(event.get("model_usage")))

    def _add(self, role: str, blocks: list[Any], at: Pointer, *, new: bool = False) -> None:
        if not blocks:
            return
        if new or not self.records or self.records[-1]["role"] != role:
            self.records.append({"role": role, "content": []})
            self.marks[len(self.records) - 1] = Mark()
        self.records[-1]["content"].extend(blocks)
        last = len(self.records) - 1
        mark = self.marks[last]
        self.marks[last] = Mark((*mark.origin, at), mark.injected, mark.usage)

    def _report(self, usage: Usage | None) -> None:
        last = len(self.records) - 1
        if usage and last >= 0 and self.records[last]["role"] == "assistant":
            self.marks[last] = Mark(self.marks[last].origin, usage=usage)


def _payloads(source: Source) -> Iterator[tuple[Pointer, str, Any]]:
    lines = source.document if isinstance(source.document, list) else ()
    if len(lines) == 2 and isinstance(lines[0], str):  # a log of one line reads as one list
        lines = [lines]
    for number, line in enumerate(lines):
        if isinstance(line, list) and len(line) == 2 and isinstance(line[0], str) and line[0].startswith(METHOD):
            yield (number, 1), line[0], line[1]


def _events(source: Source) -> Iterator[tuple[Pointer, str, Mapping[str, Any]]]:
    """The events: the payload of the stream's lines, and those in what the client sends ([session, {events}])."""
    for at, method, payload in _payloads(source):
        if isinstance(payload, dict):
            yield at, method, payload
        elif isinstance(payload, list) and len(payload) == 2 and isinstance(payload[1], dict):
            inner = entries.enumerate_objects(payload[1].get("events"), (*at, 1, "events"))
            yield from ((place, method, event) for place, event in inner)


def _likeness(event: Mapping[str, Any]) -> tuple[str, str, str]:
    """What two copies of one event have in common."""
    return str(event.get("type")), _call_id(event), entries.text_of(event.get("content"))


def _call_id(event: Mapping[str, Any]) -> str:
    field = RESULTS.get(str(event.get("type")), "tool_use_id")
    return str(event.get(field) or event.get("tool_use_id") or "")


def _is_agent(payload: Mapping[str, Any]) -> bool:
    return isinstance(payload.get("agent"), dict)


def _blocks(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _result(identity: str, event: Mapping[str, Any]) -> dict[str, Any]:
    content = event.get("content")
    if not isinstance(content, str | list):
        content = common.arguments_text(content)
    block = {"type": "tool_result", "tool_use_id": identity, "content": content}
    return {**block, "is_error": True} if event.get("is_error") is True else block
