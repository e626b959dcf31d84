"""FunctionChat-Bench (Kakao): OpenAI chats wrapped with what was expected of the model.

Dialogues hold every turn with the whole history before it, so the last turn is the conversation. Single calls hold
several questions to one function. The expected answers are not part of what is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords
from trimscope.formats.source import Conversation, Mark, Source
from trimscope.transcript import Pointer

NAME = "function-chat-bench"


def detect(source: Source) -> str | None:
    """Why this is FunctionChat-Bench, or None."""
    rows = source.lines
    if not rows or not all(_is_row(row) for row in rows):
        return None
    return "rows of a query with 'ground_truth'"


def _is_row(row: Mapping[str, Any]) -> bool:
    if isinstance(row.get("input_messages"), list) and "ground_truth" in row:
        return True
    turns = row.get("turns")
    if isinstance(turns, list) and turns:
        return all(isinstance(turn, dict) and isinstance(turn.get("query"), list) for turn in turns)
    return isinstance(row.get("query"), list) and "ground_truth" in row and "function_name" in row


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of every row."""
    found: list[Conversation | None] = []
    for number, (at, row) in enumerate(entries.objects(source)):
        turns = [*entries.enumerate_objects(row.get("turns"), (*at, "turns"))]
        if isinstance(row.get("input_messages"), list):
            tools = row.get("input_tools")
            found.append(_chat(row["input_messages"], (*at, "input_messages"), tools, f"row {number}"))
        elif turns:
            place, last = turns[-1]
            name = f"dialogue {row.get('dialog_num', number)}"
            found.append(_chat(last.get("query"), (*place, "query"), row.get("tools"), name))
        else:
            found += _questions(at, row, number)
    return chat_records.found(*found)


def _chat(messages: Any, at: Pointer, tools: Any, name: str) -> Conversation | None:
    chat = ChatRecords()
    chat.tools = tools if isinstance(tools, list) else []
    for place, message in entries.enumerate_objects(messages, at):
        chat.marks[len(chat.records)] = Mark((place,))
        chat.records.append(message)
    return chat.conversation(name)


def _questions(at: Pointer, row: Mapping[str, Any], number: int) -> list[Conversation | None]:
    """Each question by itself, with the first of the row's sets of tools (the function alone)."""
    sets = [each for _, each in entries.enumerate_objects(row.get("tools"))]
    tools = sets[0].get("content") if sets else None
    found: list[Conversation | None] = []
    for place, question in entries.enumerate_objects(row.get("query"), (*at, "query")):
        chat = ChatRecords()
        chat.tools = tools if isinstance(tools, list) else []
        chat.say(place, question.get("content"))
        found.append(chat.conversation(f"{row.get('function_name', number)} {question.get('serial_num', place[-1])}"))
    return found
