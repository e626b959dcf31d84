"""Calls that are JSON text in a turn: `{"name": ..., "arguments": {...}}`, a list of them, or several in tags."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common
from trimscope.source import reading
from trimscope.transcript import Message, Part, Pointer, ToolCall

_TAGGED = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)
"""Hermes' spelling: a call in tags, inside the assistant's text."""


def calls_in(text: str, at: Pointer) -> list[ToolCall]:
    """The calls that a turn's text is, one or a list. A text that is none of that is one call without a name."""
    try:
        value = reading.parse(text)
    except LoadError:
        return tagged(text, at, with_text=True) or [ToolCall("", None, "?", text, at)]
    values = value if isinstance(value, list) else [value]
    return [_call(each, text, at) for each in values]


def tagged(text: str, at: Pointer, *, with_text: bool = False) -> list[ToolCall]:
    """The calls in tags. Their text is a part of the turn's own text, so they carry none of it themselves, but
    `with_text`, where the turn is calls and nothing else."""
    found: list[ToolCall] = []
    for match in _TAGGED.finditer(text) if "<tool_call>" in text else ():
        try:
            call = _call(reading.parse(match[1].strip()), match[1], at)
        except LoadError:
            call = ToolCall("", None, "?", match[1], at)
        found.append(call if with_text else replace(call, arguments=""))
    return found


def _call(value: Any, text: str, at: Pointer) -> ToolCall:
    if not isinstance(value, dict):
        return ToolCall("", None, "?", text, at)
    inner = value.get("function")
    value = inner if isinstance(inner, dict) else value
    name = value.get("name")
    arguments = common.arguments_text(value.get("arguments", value.get("parameters")))
    return ToolCall("", None, name if isinstance(name, str) and name else "?", arguments, at)


def shared(messages: Sequence[Message]) -> list[Message]:
    """The messages, where one result that follows several calls answers all of them: such sets write the results
    of parallel calls into one turn. Its text is that of the first."""
    done = list(messages)
    for number, message in enumerate(messages):
        calls = len(message.calls)
        if calls < 2:
            continue
        end = number + 1
        while end < len(messages) and messages[end].role == "tool":
            end += 1
        given = sum(len(each.results) for each in messages[number + 1 : end])
        if not 0 < given < calls:
            continue
        number = next(n for n in range(end - 1, number, -1) if messages[n].results)
        last = messages[number]
        copies: list[Part] = [replace(last.results[-1], texts=(), media=()) for _ in range(calls - given)]
        done[number] = replace(last, parts=(*last.parts, *copies))
    return done
