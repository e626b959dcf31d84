"""Trajectories of SWE-agent (`.traj`): `history` is the conversation; `trajectory` repeats it step by step.

In its function-calling mode calls and results are OpenAI's, but that a result names its call in a list. In all
other modes the action is text of the answer and the observation a user message: so it was sent, so it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords, text
from trimscope.formats.source import Conversation, Mark, Source

NAME = "swe-agent-traj"

TYPES = ("system_prompt", "demonstration", "instance", "action", "observation", "user", "setting", "thought")
"""Values of `message_type`."""


def detect(source: Source) -> str | None:
    """Why this is a SWE-agent trajectory, or None."""
    top = source.top
    history = top.get("history")
    if not isinstance(history, list) or not history:
        return None
    records = [record for record in history if isinstance(record, dict) and isinstance(record.get("role"), str)]
    if len(records) < len(history):
        return None
    if "trajectory" in top and ("info" in top or "environment" in top):
        return "'history' beside 'trajectory'"
    typed = all("agent" in record and record.get("message_type") in TYPES for record in records)
    return "'history' of messages with 'agent' and 'message_type'" if typed else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation an agent, the main one first."""
    agents: dict[str, ChatRecords] = {}
    acted: set[str] = set()
    for at, message in entries.enumerate_objects(source.top.get("history"), ("history",)):
        agent = text(message.get("agent"))
        chat = agents.setdefault(agent, ChatRecords())
        role = message.get("role")
        demo = message.get("is_demo") is True or message.get("message_type") == "demonstration"
        injected: bool | None = None
        if role == "user":
            injected = demo or (agent in acted and message.get("message_type") != "instance")
        elif role == "assistant" and not demo:
            acted.add(agent)
        chat.marks[len(chat.records)] = Mark((at,), injected=injected)
        chat.records.append(_record(message))
    name = text(_mapping(source.top.get("replay_config")).get("instance_id")) or text(source.top.get("environment"))
    found = [chat.conversation(agent or name or "0") for agent, chat in agents.items()]
    return chat_records.found(*found)


def _record(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message as the API took it."""
    role = message.get("role")
    record: dict[str, Any] = {"role": role, "content": message.get("content")}
    if role == "tool":
        ids = message.get("tool_call_ids")
        identity = ids[0] if isinstance(ids, list) and ids else message.get("tool_call_id")
        record["tool_call_id"] = identity if isinstance(identity, str) else ""
    elif role == "assistant":
        if message.get("tool_calls"):
            record["tool_calls"] = message["tool_calls"]
        thinking = _thinking(message.get("thinking_blocks"))
        if thinking:
            record["reasoning_content"] = thinking
    return record


def _thinking(blocks: Any) -> str:
    told = (_mapping(block).get("thinking") for block in blocks) if isinstance(blocks, list) else ()
    return "\n".join(each for each in told if isinstance(each, str))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
