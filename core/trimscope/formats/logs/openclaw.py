"""Telemetry of OpenClaw: JSON Lines of agent.start (now and then with the whole history), tool.start and tool.end.

Tool events have no ids: the n-th end of a tool in a session answers its n-th start. They hold no output.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.logs.pi_messages import Records, dialect_of
from trimscope.formats.source import Conversation, Source, made
from trimscope.source import canonical
from trimscope.transcript import Pointer

NAME = "openclaw-telemetry"
TOLERANT = True

Line = tuple[Pointer, dict[str, Any]]

NOTE = {
    "en": "Telemetry tells that a tool ran, not what it returned: results outside of the kept history are empty.",
    "zh": "遥测只记录工具被执行，不记录其返回内容：已保存历史之外的工具结果为空。",
}


def detect(source: Source) -> str | None:
    """Why this is OpenClaw telemetry, or None."""
    for _, line in entries.objects(source):
        if isinstance(line.get("sessionKey"), str) and line.get("type") in ("agent.start", "tool.start", "agent.end"):
            return f"lines of type '{line['type']}' with 'sessionKey'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation a session, the one with the longest history first."""
    sessions: dict[str, list[Line]] = {}
    prompt: Line | None = None
    for at, line in entries.objects(source):
        key = line.get("sessionKey")
        if isinstance(key, str):
            if key not in sessions and line.get("type") != "agent.start" and prompt:
                sessions[key] = [prompt]  # the session of a channel: what it was asked stands in another one
            sessions.setdefault(key, []).append((at, line))
        if line.get("type") == "message.in" and isinstance(line.get("content"), str):
            prompt = (at, line)
    found = [each for each in (_made(key, lines) for key, lines in sessions.items()) if each]
    return tuple(sorted(found, key=lambda each: -len(each.records)))


def _made(key: str, lines: list[Line]) -> Conversation | None:
    begin = max((number for number, (_, line) in enumerate(lines) if line.get("messages")), default=0)
    at, first = lines[begin]
    history = [*entries.enumerate_objects(first.get("messages"), (*at, "messages"))]
    answers = [message for _, message in history if message.get("role") == "assistant"]
    built = Records(dialect_of(answers[-1] if answers else None))
    for place, message in history:
        built.take(place, message)
    _take_events(built, lines[begin:])
    if not built.records:
        return None
    request = {"model": answers[-1].get("model") if answers else None, "messages": built.records}
    return made(built.dialect, key, request, built.marks, title=key, notes=(NOTE,))


def _take_events(built: Records, lines: list[Line]) -> None:
    """Prompts and tool events: starts in a row are one assistant message."""
    open_calls: dict[str, deque[str]] = defaultdict(deque)
    starts: list[Line] = []
    asked = ""
    for at, line in lines:
        kind = line.get("type")
        if kind == "tool.start":
            starts.append((at, line))
            continue
        prompt = line.get("content") if kind == "message.in" else line.get("prompt")
        if kind == "tool.end":
            _flush(built, starts, open_calls)
            tool = str(line.get("toolName"))
            identity = open_calls[tool].popleft() if open_calls[tool] else ""
            built.take(at, {"role": "toolResult", "toolCallId": identity, **_outcome(line)})
        elif isinstance(prompt, str) and prompt and prompt != asked:
            _flush(built, starts, open_calls)
            built.say(at, prompt, injected=None)
            asked = prompt
    _flush(built, starts, open_calls)


def _flush(built: Records, starts: list[Line], open_calls: Mapping[str, deque[str]]) -> None:
    if not starts:
        return
    blocks = []
    for number, (_, line) in enumerate(starts):
        tool, identity = str(line.get("toolName")), f"call_{len(built.records)}_{number}"
        blocks.append({"type": "toolCall", "id": identity, "name": tool, "arguments": line.get("params")})
        open_calls[tool].append(identity)
    built.take(starts[0][0], {"role": "assistant", "content": blocks})
    starts.clear()


def _outcome(line: Mapping[str, Any]) -> dict[str, Any]:
    """What a tool.end tells: an output or error where some version writes one, and whether it failed."""
    told = next((line[key] for key in ("result", "output", "error") if line.get(key) is not None), "")
    content = told if isinstance(told, str | list) else canonical.readable(told)
    return {"content": content, "isError": line.get("success") is False}
