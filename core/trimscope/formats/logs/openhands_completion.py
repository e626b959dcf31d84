"""One logged model call of OpenHands: the request's messages and the response, whose calls are still open.

Models without tool calling got the tools as text (`<function=name>`); beside that text the log keeps the messages
with real calls (`fncall_messages`, `raw_messages`), and those are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords
from trimscope.formats.source import Conversation, Mark, Source

NAME = "openhands-llm-completion"

TWINS = ("fncall_messages", "raw_messages")
NOTE = {
    "en": "The model was sent its tools as text; shown are the messages with real calls that the log keeps beside it.",
    "zh": "实际发给模型的是文本形式的工具调用；此处显示日志同时保存的带真实调用的消息。",
}


def detect(source: Source) -> str | None:
    """Why this is a logged completion, or None."""
    top = source.top
    logged = "cost" in top and ("kwargs" in top or "args" in top)
    if logged and isinstance(top.get("messages"), list) and _said(top) is not None:
        return "'messages' beside 'response', 'cost' and the call's arguments"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The request with its answer."""
    top = source.top
    twin = next((key for key in TWINS if isinstance(top.get(key), list) and top[key]), None)
    chat = ChatRecords()
    key = twin or "messages"
    for at, record in entries.enumerate_objects(top.get(key), (key,)):
        chat.marks[len(chat.records)] = Mark((at,))
        chat.records.append(record)
    said = _said(top)
    response = top.get("response")
    if said is not None and isinstance(response, Mapping):
        usage = chat_records.usage_of(response.get("usage"))
        chat.marks[len(chat.records)] = Mark((("response",),), usage=usage)
        chat.records.append({name: value for name, value in said.items() if value is not None})
        chat.model = chat_records.text(response.get("model")) or None
    chat.tools = _tools(top)
    return chat_records.found(chat.conversation("0", notes=(NOTE,) if twin else ()))


def _said(top: Mapping[str, Any]) -> dict[str, Any] | None:
    """The message of the response."""
    response = top.get("response")
    choices = response.get("choices") if isinstance(response, Mapping) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, Mapping) else None
    return message if isinstance(message, dict) and isinstance(message.get("role"), str) else None


def _tools(top: Mapping[str, Any]) -> list[Any]:
    holders = [top, *(top[key] for key in ("kwargs", "args") if isinstance(top.get(key), Mapping))]
    return next((each["tools"] for each in holders if isinstance(each.get("tools"), list)), [])
