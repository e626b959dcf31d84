"""Agent files of Letta (`.af`): agents with their messages, and the definitions of their tools.

Published files mostly hold one system message. The file may be JSON in a JSON string. What is no longer in the
agent's context stands before what is: there the context begins anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import carried, entries
from trimscope.formats.logs.chat_log import ChatLog
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer

NAME = "letta-agent-file"


def detect(source: Source) -> str | None:
    """Why this is an agent file, or None."""
    top = _top(source)
    if isinstance(top.get("agents"), list) and "blocks" in top and "tools" in top:
        return "'agents' beside 'blocks' and 'tools'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """A conversation for each agent; its system prompt alone where it has no messages yet."""
    top = _top(source)
    tools = entries.enumerate_objects(top.get("tools"))
    schemas = {str(tool.get("id")): tool.get("json_schema") for _, tool in tools}
    found = (_agent(at, agent, schemas) for at, agent in entries.enumerate_objects(top.get("agents"), ("agents",)))
    return tuple(each for each in found if each is not None)


def _top(source: Source) -> Mapping[str, Any]:
    document = source.document
    if isinstance(document, str) and '"agents"' in document:
        document = carried.decoded(document)
    return document if isinstance(document, dict) else {}


def _agent(at: Pointer, agent: Mapping[str, Any], schemas: Mapping[str, Any]) -> Conversation | None:
    log = ChatLog()
    inside = agent.get("in_context_message_ids")
    inside = {each for each in inside if isinstance(each, str)} if isinstance(inside, list) else set()
    begun = True
    for place, message in entries.enumerate_objects(agent.get("messages"), (*at, "messages")):
        current = not inside or str(message.get("id")) in inside or message.get("role") == "system"
        epoch = current and not begun
        begun = current
        _message(log, message, place, {"epoch": True} if epoch else {})
    if not log.records:
        log.say("system", agent.get("system"), (*at, "system"))
    config = agent.get("llm_config")
    model = config.get("model") if isinstance(config, dict) else None
    wanted = agent.get("tool_ids")
    tools = [{"type": "function", "function": schemas[each]} for each in _known(wanted, schemas)]
    name = agent.get("name")
    name = name if isinstance(name, str) and name else str(at[-1])
    return log.made(name, name, model=model, tools=tools)


def _known(wanted: Any, schemas: Mapping[str, Any]) -> list[str]:
    listed = wanted if isinstance(wanted, list) else []
    return [each for each in listed if isinstance(each, str) and isinstance(schemas.get(each), dict)]


def _message(log: ChatLog, message: Mapping[str, Any], at: Pointer, known: dict[str, Any]) -> None:
    role, content = message.get("role"), message.get("content")
    text = content if isinstance(content, str) else entries.text_of(content)
    calls = message.get("tool_calls")
    if isinstance(calls, list) and calls:
        log.add_calls([_call(call) for call in calls if isinstance(call, dict)], at, text, **known)
    elif role in ("tool", "function"):
        returns = [each for _, each in entries.enumerate_objects(message.get("tool_returns"))]
        for each in returns:
            log.add_result(each.get("tool_call_id"), each.get("func_response", each.get("tool_return")), at)
        if not returns:
            log.add_result(message.get("tool_call_id"), text, at, message.get("name"))
    elif role in ("system", "user", "assistant"):
        beats = role == "user" and text.startswith("{") and '"type": "heartbeat"' in text
        log.say(role, text, at, **known, **({"injected": True} if beats else {}))


def _call(call: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    function = call.get("function")
    function = function if isinstance(function, dict) else call
    return call.get("id"), function.get("name"), function.get("arguments")
