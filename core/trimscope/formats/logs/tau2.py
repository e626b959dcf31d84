"""Results of tau2-bench: simulations in which the agent and the simulated user both call tools.

Each of the two saw its own conversation: the agent never saw the user's tool calls. So a simulation gives the
agent's conversation, and where the user called tools, a second one from the user's side, in which the user is the
assistant (the simulator itself turns the roles round in this way). The agent's policy text is not in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords, text
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer

NAME = "tau2-results"

AGENT, USER = "assistant", "user"

POLICY = {
    "en": "The agent's system prompt is not in the file: its tokens are missing in every count.",
    "zh": "文件中没有智能体的系统提示词：所有统计都不含其词元。",
}


def detect(source: Source) -> str | None:
    """Why these are tau2 results, or None."""
    top = source.top
    if isinstance(top.get("simulations"), list) and ("tasks" in top or "info" in top):
        return "'simulations' beside 'tasks'"
    return "a simulation with 'termination_reason'" if _is_simulation(top) else None


def _is_simulation(value: Mapping[str, Any]) -> bool:
    held = isinstance(value.get("messages"), list) or isinstance(value.get("ticks"), list)
    return held and "task_id" in value and "termination_reason" in value


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The agent's conversation of each simulation, each followed by the user's where the user called tools."""
    if _is_simulation(source.top):
        simulations: list[tuple[Pointer, dict[str, Any]]] = [((), dict(source.top))]
    else:
        simulations = [*entries.enumerate_objects(source.top.get("simulations"), ("simulations",))]
    found: list[Conversation | None] = []
    for at, simulation in simulations:
        name = f"{simulation.get('task_id')}/{simulation.get('trial', 0)}"
        messages = _messages(simulation, at)
        found.append(_side(messages, AGENT, name))
        if any(message.get("role") == USER and message.get("tool_calls") for _, message in messages):
            found.append(_side(messages, USER, f"{name} user"))
    made = chat_records.found(*found)
    if simulations and not made:
        raise LoadError(
            "This is a tau2 simulation without any message (a voice run keeps sound, not text): there is nothing to "
            "trim in it."
        )
    return made


def _messages(simulation: Mapping[str, Any], at: Pointer) -> list[tuple[Pointer, dict[str, Any]]]:
    """The messages; of a voice run what its ticks hold: chunks with text, calls and results."""
    if isinstance(simulation.get("messages"), list):
        return [*entries.enumerate_objects(simulation["messages"], (*at, "messages"))]
    found: list[tuple[Pointer, dict[str, Any]]] = []
    for place, tick in entries.enumerate_objects(simulation.get("ticks"), (*at, "ticks")):
        for key, value in tick.items():
            chunks = [((*place, key), value)] if isinstance(value, dict) else entries.enumerate_objects(value)
            for where, chunk in chunks:
                if chunk.get("role") in (AGENT, USER, "tool") and (chunk.get("content") or chunk.get("tool_calls")):
                    found.append((where if len(where) > 1 else (*place, key, *where), chunk))
    return found


def _side(messages: list[tuple[Pointer, dict[str, Any]]], side: str, name: str) -> Conversation | None:
    """The conversation as one side saw it."""
    chat = ChatRecords()
    for at, message in messages:
        role = message.get("role")
        if role == "tool":
            if (message.get("requestor") or AGENT) == side:
                chat.result(at, str(message.get("id") or ""), message.get("content"))
            continue
        content = message.get("content")
        if role == side:
            calls = [
                chat_records.call(each.get("id"), each.get("name"), each.get("arguments"))
                for _, each in entries.enumerate_objects(message.get("tool_calls"))
            ]
            chat.answer(at, content, calls, usage=chat_records.usage_of(message.get("usage")))
            raw = message.get("raw_data")
            chat.model = chat.model or (text(raw.get("model")) if isinstance(raw, Mapping) else "") or None
        elif role == "system":
            chat.system(at, content)
        elif not message.get("tool_calls"):
            chat.say(at, content, injected=False)
    notes = () if any(record["role"] == "system" for record in chat.records) else (POLICY,)
    return chat.conversation(name, notes=notes)
