"""Saved states of AutoGen agents and teams (0.4 and later).

Each agent keeps its own model context: a conversation each. The team's message thread is a second copy of the
same calls; it is read only where no agent has a context.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.logs.chat_log import ChatLog
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer

NAME = "autogen-state"

THREADS = ("message_thread", "team_history")


def detect(source: Source) -> str | None:
    """Why this is a state of AutoGen, or None."""
    top = source.top
    for key in ("agent_states", "llm_context", "agent_state"):
        if isinstance(top.get(key), dict) and ("type" in top or "version" in top):
            return f"'{key}' of a saved state"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """A conversation for each agent with a context, in the order of the file; else the team's thread."""
    nodes = list(_nodes((), source.top, ""))
    contexts = ((at, node, name) for at, node, name in nodes if isinstance(node.get("llm_context"), dict))
    found = [_context(at, node["llm_context"], name) for at, node, name in contexts]
    if not any(found):
        found = [_thread((*at, key), node[key]) for at, node, _ in nodes for key in THREADS if key in node]
    whole = [each for each in found if each is not None]
    whole.sort(key=lambda each: -len(each.records))
    return tuple(whole)


def _nodes(at: Pointer, node: Mapping[str, Any], name: str) -> Iterator[tuple[Pointer, Mapping[str, Any], str]]:
    """The states inside a state, each with the name of its agent."""
    yield at, node, name
    states = node.get("agent_states")
    for key, state in states.items() if isinstance(states, dict) else ():
        if isinstance(state, dict):
            yield from _nodes((*at, "agent_states", key), state, key.split("/")[0])
    if isinstance(node.get("agent_state"), dict):
        yield from _nodes((*at, "agent_state"), node["agent_state"], name)


def _context(at: Pointer, context: Mapping[str, Any], name: str) -> Conversation | None:
    log = ChatLog()
    for place, message in entries.enumerate_objects(context.get("messages"), (*at, "llm_context", "messages")):
        kind, content = message.get("type"), message.get("content")
        if kind == "SystemMessage":
            log.say("system", content, place)
        elif kind == "AssistantMessage" and isinstance(content, list):
            log.add_calls(_calls(content), place, message.get("thought"))
        elif kind == "AssistantMessage":
            log.say("assistant", content, place)
        elif kind == "FunctionExecutionResultMessage":
            _results(log, content, place)
        else:
            log.say("user", _parts(content), place)
    return log.made(name or "0", name)


def _thread(at: Pointer, thread: Any) -> Conversation | None:
    log = ChatLog()
    for place, item in entries.enumerate_objects(thread, at):
        inner = item.get("message")
        message = inner if isinstance(inner, dict) else item
        kind, content = str(message.get("type")), message.get("content")
        if kind == "ToolCallRequestEvent" and isinstance(content, list):
            log.add_calls(_calls(content), place)
        elif kind == "ToolCallExecutionEvent":
            _results(log, content, place)
        elif kind.endswith("Message") and kind != "StopMessage":
            role = "user" if message.get("source") == "user" else "assistant"
            log.say(role, _parts(content) if role == "user" else content, place)
    return log.made("0")


def _calls(content: list[Any]) -> list[tuple[Any, Any, Any]]:
    return [(call.get("id"), call.get("name"), call.get("arguments")) for call in content if isinstance(call, dict)]


def _results(log: ChatLog, content: Any, at: Pointer) -> None:
    for place, result in entries.enumerate_objects(content, (*at, "content")):
        log.add_result(result.get("call_id"), result.get("content"), place, result.get("name"))


def _parts(content: Any) -> Any:
    """Text, or text and pictures as content parts."""
    if not isinstance(content, list):
        return content
    parts: list[Any] = []
    for part in content:
        if isinstance(part, str):
            parts.append({"type": "text", "text": part})
        elif isinstance(part, dict):
            parts.append({"type": "image_url", "image_url": part} if "data" in part else part)
    return parts
