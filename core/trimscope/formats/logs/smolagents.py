"""Runs of smolagents: rows of a benchmark with `intermediate_steps`, or the steps of an agent's memory.

From the library's own step classes. A step is one output of the model: its text, its calls (for a code agent one
call of the interpreter), then what was observed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.logs.chat_log import ChatLog
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer

NAME = "smolagents"

STEP_KEYS = ("model_output", "observations", "tool_calls", "action_output", "model_input_messages")
ROLES: Mapping[str, str] = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    "tool-call": "assistant",
    "tool-response": "user",
}
"""Roles of the library's own messages, which put results into the user's turn as text."""


def detect(source: Source) -> str | None:
    """Why these are runs of smolagents, or None."""
    rows = source.lines
    if rows and all(_steps_of(row) for row in rows):
        return "rows with 'intermediate_steps'"
    if rows and any(_is_step(row) for row in rows) and all(_is_step(row) or _is_start(row) for row in rows):
        return "steps with 'model_output' and 'observations'"
    return None


def _steps_of(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    steps = row.get("intermediate_steps")
    return steps if isinstance(steps, list) and all(isinstance(each, dict) for each in steps) else []


def _is_step(row: Mapping[str, Any]) -> bool:
    return sum(key in row for key in STEP_KEYS) >= 2


def _is_start(row: Mapping[str, Any]) -> bool:
    return "system_prompt" in row or ("task" in row and "instance_id" not in row) or "plan" in row


def conversations(source: Source) -> tuple[Conversation, ...]:
    """A conversation for each row; one for the steps of a memory."""
    if not all(_steps_of(row) for row in source.lines):
        log = ChatLog()
        for at, step in entries.objects(source):
            _step(log, step, at)
        whole = log.made("0")
        return (whole,) if whole is not None else ()
    found = (_row(at, row) for at, row in entries.objects(source))
    return tuple(each for each in found if each is not None)


def _row(at: Pointer, row: Mapping[str, Any]) -> Conversation | None:
    log = ChatLog()
    question = row.get("augmented_question") or row.get("question")
    steps = _steps_of(row)
    if not any("task" in step for step in steps):
        log.say("user", question, (*at, "question"))
    for number, step in enumerate(steps):
        _step(log, step, (*at, "intermediate_steps", number))
    name = row.get("task_id")
    model = row.get("model_id") or row.get("agent_name")
    return log.made(name if isinstance(name, str) and name else str(at[-1] if at else 0), model=model)


def _step(log: ChatLog, step: Mapping[str, Any], at: Pointer) -> None:
    if "role" in step:
        role = ROLES.get(str(step["role"]), "user")
        observed = step["role"] == "tool-response"
        log.say(role, step.get("content"), at, **({"injected": True} if observed else {}))
        return
    if isinstance(step.get("system_prompt"), str):
        log.say("system", step["system_prompt"], at)
    if isinstance(step.get("task"), str):
        log.say("user", step["task"], at)
    if isinstance(step.get("plan"), str):
        log.say("assistant", step["plan"], at)
    if not _is_step(step):
        return
    calls = [_call(call) for _, call in entries.enumerate_objects(step.get("tool_calls"))]
    error = step.get("error")
    error = error.get("message") if isinstance(error, dict) else error
    observed = "\n".join(text for text in (step.get("observations"), error) if isinstance(text, str) and text)
    if calls:
        log.add_calls(calls, at, step.get("model_output"))
        for number in range(len(calls)):
            log.add_result(None, observed if number == 0 else "", at)
    else:
        log.say("assistant", step.get("model_output"), at)
        log.say("user", observed, at, injected=True)


def _call(call: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    function = call.get("function")
    function = function if isinstance(function, dict) else call
    return call.get("id"), function.get("name"), function.get("arguments")
