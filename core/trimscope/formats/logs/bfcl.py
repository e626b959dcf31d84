"""Results of the Berkeley Function Calling Leaderboard: JSON Lines, one entry a row.

Rows of many turns keep what was said in `inference_log`: the questions of a turn, and step by step the answer and
the tools' outputs, without ids. Rows of one turn hold the answer only: the question is in the data set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords, text
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer, Usage

NAME = "bfcl-result"

MARKS = ("latency", "inference_log", "input_token_count", "output_token_count")

LONE = {
    "en": "The file holds the model's answers only; the questions are in the benchmark's data set.",
    "zh": "文件中只有模型的回答；题目在该基准的数据集中。",
}


def detect(source: Source) -> str | None:
    """Why these are BFCL results, or None."""
    rows = source.lines
    if rows and all("id" in row and "result" in row and any(mark in row for mark in MARKS) for row in rows):
        return "rows with 'id', 'result' and 'latency' or 'inference_log'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """One conversation a row."""
    return chat_records.found(*(_row(at, row) for at, row in entries.objects(source)))


def _row(at: Pointer, row: Mapping[str, Any]) -> Conversation | None:
    chat = ChatRecords()
    turns = 0
    for place, turn in entries.enumerate_objects(row.get("inference_log"), (*at, "inference_log")):
        asked = turn.get("begin_of_turn_query")
        steps = [key for key in turn if key.startswith("step_")]
        if asked is None and not steps:
            continue
        for where, message in entries.enumerate_objects(asked, (*place, "begin_of_turn_query")):
            content = message.get("content")
            (chat.system if message.get("role") == "system" else chat.say)(where, content)
        for number, key in enumerate(steps):
            _step(chat, (*place, key), turn[key], _usage(row, turns, number))
        turns += 1
    if turns:
        return chat.conversation(str(row.get("id")))
    _answer(chat, (*at, "result"), row.get("result"), _usage(row, None, None))
    return chat.conversation(str(row.get("id")), notes=(LONE,))


def _step(chat: ChatRecords, at: Pointer, step: Any, usage: Usage | None) -> None:
    """One call of the model: its answer, and the tools' outputs in the order of the calls."""
    open_calls: list[str] = []
    for place, entry in entries.enumerate_objects(step, at):
        role, content = entry.get("role"), entry.get("content")
        if role == "assistant":
            open_calls = _answer(chat, place, content, usage)
        elif role == "tool":
            told = content if isinstance(content, str | list) else ""
            if open_calls:
                chat.result(place, open_calls.pop(0), told)
            else:  # the calls are in the answer's text: the outputs went back as a user's message
                chat.say(place, told, injected=True)


def _answer(chat: ChatRecords, at: Pointer, content: Any, usage: Usage | None) -> list[str]:
    """The ids given to the calls of an answer."""
    if not isinstance(content, list):
        chat.answer(at, text(content) or chat_records.result_content(content), usage=usage)
        return []
    calls = [(name, arguments) for each in content if isinstance(each, dict) for name, arguments in each.items()]
    told = [each for each in content if isinstance(each, str)]
    ids = [f"call_{len(chat.records)}_{number}" for number in range(len(calls))]
    asked = [chat_records.call(id, *each) for id, each in zip(ids, calls, strict=True)]
    chat.answer(at, "\n".join(told), asked, usage=usage)
    return ids


def _usage(row: Mapping[str, Any], turn: int | None, step: int | None) -> Usage | None:
    def number(key: str) -> int:
        value: Any = row.get(key)
        for place in (turn, step):
            if isinstance(value, list):
                value = value[place] if place is not None and place < len(value) else None
        return int(value) if isinstance(value, int | float) and 0 < value < 1e12 else 0

    context = number("input_token_count")
    return Usage(context, output=number("output_token_count")) if context else None
