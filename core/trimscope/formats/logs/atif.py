"""Trajectories in ATIF (Harbor, Terminal-Bench): steps, each an answer together with what came of its calls.

A result often does not name its call: then results answer the calls in order, and where there are fewer results
than calls the last one stands for the rest. Steps without calls hand the observation in as a user message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords, text
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer, Usage

NAME = "atif-trajectory"

SHARED = {
    "en": "Several calls share one result in this log: it stands at one of them, the others have an empty one.",
    "zh": "该日志中多个调用共用一个结果：结果记在其中一个调用上，其余为空。",
}


def detect(source: Source) -> str | None:
    """Why this is an ATIF trajectory, or None."""
    version = text(source.top.get("schema_version"))
    if version.startswith("ATIF") and isinstance(source.top.get("steps"), list):
        return f"'schema_version' {version[:20]}"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The trajectory, then those of its sub-agents that stand in the same file."""
    found = [_conversation(source.top, (), "0")]
    for at, inner in entries.enumerate_objects(source.top.get("subagent_trajectories"), ("subagent_trajectories",)):
        found.append(_conversation(inner, at, f"sub-agent {at[-1]}"))
    return chat_records.found(*found)


def _conversation(trajectory: Mapping[str, Any], base: Pointer, name: str) -> Conversation | None:
    agent = trajectory.get("agent")
    agent = agent if isinstance(agent, Mapping) else {}
    chat = ChatRecords()
    chat.model = text(agent.get("model_name")) or None
    tools = agent.get("tool_definitions")
    chat.tools = tools if isinstance(tools, list) else []
    shared = False
    for at, step in entries.enumerate_objects(trajectory.get("steps"), (*base, "steps")):
        source = step.get("source")
        if source == "agent":
            shared = _answered(chat, at, step) or shared
            continue
        compacted = _is_compaction(step)
        if source == "system" and not compacted and all(each["role"] == "system" for each in chat.records):
            chat.system(at, _content(step.get("message")))
        else:
            chat.say(at, _content(step.get("message")), injected=source != "user", epoch=compacted)
            chat.say(at, _observed(step), injected=True)
    notes = [SHARED] if shared else []
    following = trajectory.get("continued_trajectory_ref")
    if isinstance(following, str) and following:
        notes.append(_continued(following[:80]))
    return chat.conversation(text(trajectory.get("session_id")) or name, notes=tuple(notes))


def _continued(name: str) -> dict[str, str]:
    return {
        "en": f"The run goes on in another file: {name}.",
        "zh": f"该运行在另一个文件中继续：{name}。",
    }


def _is_compaction(step: Mapping[str, Any]) -> bool:
    """A step at which the history was replaced by a summary."""
    extra = step.get("extra")
    management = extra.get("context_management") if isinstance(extra, Mapping) else None
    return isinstance(management, Mapping) and management.get("type") == "compaction"


def _answered(chat: ChatRecords, at: Pointer, step: Mapping[str, Any]) -> bool:
    """An agent's step; True where calls had to share a result."""
    calls = []
    for number, (_, each) in enumerate(entries.enumerate_objects(step.get("tool_calls"))):
        identity = text(each.get("tool_call_id")) or f"call_{len(chat.records)}_{number}"
        calls.append(chat_records.call(identity, each.get("function_name"), each.get("arguments")))
    model = text(step.get("model_name"))
    chat.model = chat.model or model or None
    thinking = text(step.get("reasoning_content"))
    chat.answer(at, _content(step.get("message")), calls, thinking=thinking, usage=_usage(step.get("metrics")))
    if not calls:
        chat.say(at, _observed(step), injected=True)
        return False
    results = [each for _, each in entries.enumerate_objects(_results(step))]
    open_calls = [call["id"] for call in calls]
    for each in results:
        named = text(each.get("source_call_id"))
        identity = named or (open_calls[0] if open_calls else calls[-1]["id"])
        if identity in open_calls:
            open_calls.remove(identity)
        chat.result(at, identity, _content(each.get("content")))
    positional = results and not any(text(each.get("source_call_id")) for each in results)
    for identity in open_calls if positional else ():
        chat.result(at, identity, "")
    return bool(positional and open_calls)


def _results(step: Mapping[str, Any]) -> Any:
    observation = step.get("observation")
    return observation.get("results") if isinstance(observation, Mapping) else None


def _observed(step: Mapping[str, Any]) -> Any:
    """What came of a step without calls: its results, joined."""
    contents = [_content(each.get("content")) for _, each in entries.enumerate_objects(_results(step))]
    if all(isinstance(content, str) for content in contents):
        return "\n".join(content for content in contents if content)
    return [part for content in contents for part in _as_parts(content)]


def _as_parts(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return content if isinstance(content, list) else []


def _content(content: Any) -> Any:
    """Text as it is; a list of parts with pictures in OpenAI's form."""
    if not isinstance(content, list):
        return text(content)
    return [_part(part) for part in content if isinstance(part, dict)]


def _part(part: dict[str, Any]) -> dict[str, Any]:
    source = part.get("source")
    if part.get("type") == "image" and isinstance(source, Mapping):
        return chat_records.picture(source.get("path") or source.get("url") or "")
    return part


def _usage(metrics: Any) -> Usage | None:
    return chat_records.usage_of(metrics)
