"""A response that came as server-sent events, put together again: OpenAI's Responses and chat, Anthropic's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trimscope.errors import LoadError
from trimscope.source import reading


def answer(text: str) -> Any:
    """The response that a stream of events adds up to; None where it is none of the known ones."""
    whole: dict[str, Any] | None = None
    chat: dict[str, Any] = {}
    usage: Any = None
    for event in _events(text):
        if event.get("type") in ("response.completed", "response.incomplete"):
            whole = event.get("response") if isinstance(event.get("response"), dict) else whole
        choices = event.get("choices")
        if isinstance(choices, list):
            usage = event.get("usage") or usage
            for choice in choices:
                delta = choice.get("delta") if isinstance(choice, dict) else None
                if isinstance(delta, dict):
                    _add(chat, delta)
    if whole is not None:
        return whole
    if not chat:
        return None
    calls = chat.pop("tool_calls", {})
    if calls:
        chat["tool_calls"] = [calls[number] for number in sorted(calls)]
    return {"choices": [{"message": {"role": "assistant", "content": None, **chat}}], "usage": usage}


def _events(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a stream's data lines."""
    for line in text.split("\n"):
        if not line.startswith("data:") or "{" not in line:
            continue
        try:
            event = reading.parse(line.removeprefix("data:").strip())
        except LoadError:
            continue
        if isinstance(event, dict):
            yield event


def _add(chat: dict[str, Any], delta: dict[str, Any]) -> None:
    for field in ("content", "reasoning_content", "refusal"):
        if isinstance(delta.get(field), str):
            chat[field] = chat.get(field, "") + delta[field]
    calls = delta.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if not isinstance(call, dict) or not isinstance(call.get("index", 0), int):
            continue
        known = chat.setdefault("tool_calls", {}).setdefault(
            call.get("index", 0), {"id": "", "type": "function", "function": {"name": "", "arguments": ""}}
        )
        known["id"] = call.get("id") or known["id"]
        function = call.get("function")
        for field in ("name", "arguments"):
            if isinstance(function, dict) and isinstance(function.get(field), str):
                known["function"][field] += function[field]
