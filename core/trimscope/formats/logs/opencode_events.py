"""The event log of an opencode plugin: JSON Lines of lists, the first element naming the hook.

Messages and parts come again and again as they grow: the last state of each counts. A sub-agent is a session of
its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from trimscope.formats.logs import chat_records, entries, opencode_turns
from trimscope.formats.logs.chat_records import text
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer

NAME = "opencode-events"
TOLERANT = True

HOOKS = ("event", "chat.message", "chat.params", "tool.definition", "tool.execute.before", "tool.execute.after")
SYSTEM = "experimental.chat.system.transform"

TOOLS = {
    "en": "The log holds the tools' parameters only as the plugin's own objects: the definitions shown lack them.",
    "zh": "日志中工具参数只以插件内部对象形式存在：所示的工具定义不含参数。",
}


@dataclass
class _Message:
    at: Pointer
    info: dict[str, Any] = field(default_factory=dict)
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass
class _Session:
    info: Mapping[str, Any] = field(default_factory=dict)
    messages: dict[str, _Message] = field(default_factory=dict)
    systems: list[tuple[str, Pointer, str]] = field(default_factory=list)
    """model, place and system prompt of each call: the one for the title is another model's or another prompt"""


def detect(source: Source) -> str | None:
    """Why this is an event log of opencode, or None."""
    lines = [line for line in source.document if line is not None] if isinstance(source.document, list) else []
    hooks = [line[0] for line in lines if isinstance(line, list) and line and isinstance(line[0], str)]
    if len(hooks) < len(lines) or not any(hook in HOOKS for hook in hooks):
        return None
    return "lists that begin with a hook's name" if any(_event(line) for line in lines) else None


def _event(line: list[Any]) -> Mapping[str, Any]:
    event = line[1].get("event") if len(line) > 1 and isinstance(line[1], Mapping) else None
    return event if isinstance(event, Mapping) and isinstance(event.get("properties"), Mapping) else {}


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation a session, sub-agents behind."""
    sessions: dict[str, _Session] = {}
    tools: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(source.document if isinstance(source.document, list) else ()):
        if not isinstance(line, list) or len(line) < 2 or not isinstance(line[1], Mapping):
            continue
        event = _event(line)
        last = line[-1] if isinstance(line[-1], Mapping) else {}
        if event:
            _take(sessions, (number,), text(event.get("type")), event["properties"])
        elif line[0] == SYSTEM:
            session = sessions.setdefault(text(line[1].get("sessionID")), _Session())
            model = line[1].get("model")
            system = last.get("system")
            joined = "\n".join(each for each in system if isinstance(each, str)) if isinstance(system, list) else ""
            used = text(model.get("id")) if isinstance(model, Mapping) else ""
            if joined:
                session.systems.append((used, (number,), joined))
        elif line[0] == "tool.definition" and text(line[1].get("toolID")):
            name = line[1]["toolID"]
            tools[name] = chat_records.tool(name, last.get("description"))
    ordered = sorted(sessions.items(), key=lambda each: bool(each[1].info.get("parentID")))
    return chat_records.found(*(_conversation(name, session, tools) for name, session in ordered))


def _take(sessions: dict[str, _Session], at: Pointer, kind: str, told: Mapping[str, Any]) -> None:
    info, part = told.get("info"), told.get("part")
    if kind in ("session.created", "session.updated") and isinstance(info, Mapping):
        sessions.setdefault(text(info.get("id")), _Session()).info = info
    elif kind == "message.updated" and isinstance(info, dict):
        _message(sessions, info.get("sessionID"), info.get("id"), at).info = info
    elif kind == "message.part.updated" and isinstance(part, dict):
        message = _message(sessions, part.get("sessionID"), part.get("messageID"), at)
        message.parts[text(part.get("id"))] = part
    elif kind == "message.part.delta" and told.get("field") == "text":
        message = _message(sessions, told.get("sessionID"), told.get("messageID"), at)
        known = message.parts.get(text(told.get("partID")))
        if known is not None:
            grown = text(known.get("text")) + text(told.get("delta"))
            message.parts[text(told.get("partID"))] = {**known, "text": grown}
    elif kind == "message.removed":
        session = sessions.get(text(told.get("sessionID")))
        if session:
            session.messages.pop(text(told.get("messageID")), None)


def _message(sessions: dict[str, _Session], session: Any, message: Any, at: Pointer) -> _Message:
    return sessions.setdefault(text(session), _Session()).messages.setdefault(text(message), _Message(at))


def _conversation(name: str, session: _Session, tools: dict[str, dict[str, Any]]) -> Conversation | None:
    messages = [
        (each.at, each.info, list(each.parts.values()))
        for each in session.messages.values()
        if each.info.get("role") in ("user", "assistant")
    ]
    models = {text(info.get("modelID")) for _, info, _ in messages if text(info.get("modelID"))}
    system = next(((at, prompt) for model, at, prompt in reversed(session.systems) if model in models), None)
    title = entries.title_of(text(session.info.get("title")))
    made = opencode_turns.conversation(name, title, messages, system, [*tools.values()])
    return replace(made, notes=(*made.notes, TOOLS)) if made and tools else made
