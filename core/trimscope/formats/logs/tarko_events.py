"""Event streams of Tarko (UI-TARS, Agent TARS): messages, tool calls and results as events of one list.

A call stands in the assistant's `toolCalls` and once more as an event; agents that are prompted for their calls
have it in the text too. It is counted once. Screenshots come as user messages, or as `environment_input`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords, text
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer

NAME = "tarko-event-stream"
TOLERANT = True

TYPES = (
    "user_message",
    "assistant_message",
    "assistant_thinking_message",
    "tool_call",
    "tool_result",
    "environment_input",
    "agent_run_start",
    "agent_run_end",
    "system",
)
CAPTION = "Current browser:"
"""Text of the user messages in which older versions hand a screenshot in."""
CALL_AS_TEXT = "<tool_call>"
"""How the text of an agent that is prompted for its calls begins where it is nothing but the call."""


def detect(source: Source) -> str | None:
    """Why this is an event stream of Tarko, or None."""
    events = [event for event in source.lines if isinstance(event.get("type"), str)]
    known = [event for event in events if event["type"] in TYPES and "timestamp" in event and "id" in event]
    calls = any(event["type"] in ("assistant_message", "agent_run_start") or "toolCallId" in event for event in known)
    return "events of type 'assistant_message' and 'tool_result'" if calls and 2 * len(known) > len(events) else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation."""
    chat = ChatRecords()
    last: dict[str, Any] | None = None
    for at, event in entries.objects(source):
        kind = event.get("type")
        if kind == "assistant_message":
            last = _answer(chat, at, event)
        elif kind == "tool_call" and last is not None:
            _called(last, event)
        elif kind == "tool_result":
            _result(chat, at, event)
        elif kind in ("user_message", "environment_input"):
            content = event.get("content")
            shown = kind == "environment_input" or entries.text_of(content).strip() == CAPTION
            chat.say(at, content, injected=True if shown else None, id=text(event.get("id")) or None)
        elif kind == "agent_run_start":
            chat.model = text(event.get("model")) or chat.model
    return chat_records.found(chat.conversation(text(source.top.get("sessionId")) or "0"))


def _answer(chat: ChatRecords, at: Pointer, event: Mapping[str, Any]) -> dict[str, Any] | None:
    calls = event.get("toolCalls")
    asked = [
        chat_records.call(each.get("id"), _function(each).get("name"), _function(each).get("arguments"))
        for _, each in entries.enumerate_objects(calls)
    ]
    content = event.get("content")
    if asked and text(content).lstrip().startswith(CALL_AS_TEXT):
        content = None
    before = len(chat.records)
    thinking = text(event.get("reasoningContent"))
    chat.answer(at, content, asked, thinking=thinking, usage=chat_records.usage_of(event.get("usage")))
    return chat.records[-1] if len(chat.records) > before else None


def _function(call: Mapping[str, Any]) -> Mapping[str, Any]:
    function = call.get("function")
    return function if isinstance(function, Mapping) else call


def _called(record: dict[str, Any], event: Mapping[str, Any]) -> None:
    """A call that the answer itself did not list."""
    calls = record.setdefault("tool_calls", [])
    if all(call["id"] != event.get("toolCallId") for call in calls):
        calls.append(chat_records.call(event.get("toolCallId"), event.get("name"), event.get("arguments")))


def _result(chat: ChatRecords, at: Pointer, event: Mapping[str, Any]) -> None:
    content, error = event.get("content"), text(event.get("error"))
    told = content if content not in (None, "", []) else error
    chat.result(at, str(event.get("toolCallId") or ""), told, id=text(event.get("id")) or None)
