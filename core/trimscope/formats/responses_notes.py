"""What a user should know about a Responses document: history that lies elsewhere, is held twice, or is compacted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, responses_items
from trimscope.formats.source import Conversation
from trimscope.transcript import Message, ToolCall, ToolResult

Note = Mapping[str, str]

SINGLE_TEXT: Note = {
    "en": "The input is a single text; it is shown and written as a list of one user message.",
    "zh": "输入是单段文本；这里按只含一条 user 消息的列表来显示和写出。",
}
CONTINUED: Note = {
    "en": "An earlier part of the history lies on the provider's server: the sums here are not the whole context.",
    "zh": "更早的历史保存在服务商一侧：此处的合计并非完整上下文。",
}
TWICE: Note = {
    "en": "The input repeats what the model put out although the server keeps the history: it may count twice.",
    "zh": "服务商一侧已保存历史，而输入中又含有模型的输出：可能被重复计入。",
}
NEWEST_FIRST: Note = {
    "en": "The items stand newest first (results before their calls): list the conversation with order=asc.",
    "zh": "条目按从新到旧排列（结果在调用之前）：请以 order=asc 重新列出该会话。",
}
ANSWER_ONLY: Note = {
    "en": "This is an answer of the API: the input it was given is not in the file.",
    "zh": "这是接口返回的响应：文件中不含其输入。",
}


def item_at(item: Any, number: int) -> dict[str, Any]:
    """The item, checked to be an object. Raises LoadError naming it."""
    if not isinstance(item, dict):
        raise LoadError(f"Item {number}: an object was expected, here stands a {common.kind_of(item)}.")
    return item


def is_continued(request: Mapping[str, Any], kinds: Collection[str]) -> bool:
    """Whether a part of the history lies on the provider's server. `kinds` are those of the items."""
    return bool(request.get("previous_response_id") or request.get("conversation")) or "item_reference" in kinds


def notes(
    conversation: Conversation, messages: Sequence[Message], kinds: Collection[str], continued: bool
) -> tuple[Note, ...]:
    """The notes on a conversation. `kinds` are those of its items."""
    found: list[Note] = []
    request = conversation.request
    answer = conversation.base[-1:] == ("output",)
    if answer:
        found.append(ANSWER_ONLY)
    if continued:
        found.append(CONTINUED)
    stored = request.get("previous_response_id") or request.get("conversation")
    if stored and not answer and any(_is_put_out(message) for message in messages):
        found.append(TWICE)
    if any(kind in kinds for kind in responses_items.COMPACTIONS):
        found.append(common.compacted_note())
    if _is_newest_first(messages):
        found.append(NEWEST_FIRST)
    return tuple(found)


def _is_put_out(message: Message) -> bool:
    """Whether the model put a message out and it stands here itself, not as a reference."""
    return message.role == "assistant" and any(getattr(part, "kind", "") != "item_reference" for part in message.parts)


def _is_newest_first(messages: Sequence[Message]) -> bool:
    """Whether every result that has a call stands before it."""
    calls: set[str] = set()
    results: set[str] = set()
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolCall) and not part.server:
                calls.add(part.key)
            elif isinstance(part, ToolResult):
                if part.key in calls:
                    return False  # which the first result of nearly every file says
                results.add(part.key)
    return not calls.isdisjoint(results)
