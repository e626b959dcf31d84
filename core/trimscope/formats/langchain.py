"""LangChain messages: flat (LangGraph), `messages_to_dict`, serialised constructors.

Source: langchain-core's message classes, thread states of the LangGraph API. Content may hold a provider's own
blocks, which describe the same calls as `tool_calls`: those are one call. What a RemoveMessage names is not read:
LangGraph deletes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, langchain_ai, shape
from trimscope.formats.langchain_bodies import REMOVE, REMOVE_ALL, TYPES, body_of, kind_of, like
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.transcript import Media, Message, Part, Pointer, Text, ToolResult

NAME = "langchain"
PROVIDER = "langchain"

text_part = common.text_part


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a list of messages, an object that holds one, JSON Lines of either."""
    return shape.requests(source)


def detect(source: Source) -> str | None:
    """Why these are LangChain messages, or None: every record is one by its type or its class."""
    return next((why for each in conversations(source) if (why := detect_records(each.records))), None)


def detect_records(records: list[Any]) -> str | None:
    """Why these records are LangChain messages, or None."""
    if not records or not all(isinstance(record, dict) and kind_of(record) for record in records):
        return None
    if any(record.get("lc") == 1 for record in records):
        return "serialised message classes of LangChain"
    if not all("content" in (body_of(record) or ({}, ()))[0] or kind_of(record) == REMOVE for record in records):
        return None
    return "messages of type 'human' and 'ai'" if any(kind_of(r) in ("human", "ai") for r in records) else None


def hollow(at: Pointer) -> bool:
    """A message whose list of content parts was emptied goes too."""
    return len(at) >= 2 and at[-1] == "content" and (isinstance(at[-2], int) or at[-2] in ("kwargs", "data"))


def user_record(text: str) -> dict[str, Any]:
    """A human message; `settle` spells it like the others."""
    return {"type": "human", "content": text}


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A tool message that says the call failed."""
    return {"type": "tool", "content": text, "tool_call_id": call_id or "", "status": "error"}


def settle(records: list[Any]) -> list[Any]:
    """Records that a plan put in, spelled like those that were there."""
    model = next((record for record in records if body_of(record) not in (None, (record, ()))), None)
    if model is None:
        return records
    return [like(record, model) if body_of(record) == (record, ()) else record for record in records]


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the message that cannot be read."""
    records, base = conversation.records, conversation.base
    removed, restarts = _removals(records)
    messages: list[Message] = []
    epochs: set[int] = set()
    legacy, model = "", None
    for index, record in enumerate(records):
        at = (*base, index)
        if not isinstance(record, dict):
            raise LoadError(f"Message {index}: an object was expected, here stands a {common.kind_of(record)}.")
        kind, found = kind_of(record), body_of(record)
        if kind is None or found is None:
            raise LoadError(f"Message {index}: this is no message of LangChain's (its type is not known).")
        if index in restarts:
            epochs.add(len(messages))
        if kind == REMOVE or index in removed:
            continue
        body, path = found
        here = (*at, *path)
        usage = None
        if kind == "ai":
            legacy = f"\x00{index}"
            parts: tuple[Part, ...] = langchain_ai.parts_of(body, here, index, legacy)
            usage = langchain_ai.usage_of(body)
            model = langchain_ai.model_of(body) or model
        elif TYPES[kind] == "tool":
            parts = (_result(body, here, index, legacy),)
        else:
            parts = content_of(body.get("content"), (*here, "content"), index)
        messages.append(Message(len(messages), TYPES[kind], parts, (at,), id=common.id_of(body), usage=usage))
    request = conversation.request
    named = request.get("model")
    return Parsed(
        tuple(messages),
        tools=common.tool_specs(request.get("tools")),
        tools_at=conversation.key("tools") if base and request.get("tools") else None,
        model=named if isinstance(named, str) else model,
        notes=(_removed_note(len(removed)),) if removed else (),
        epochs=frozenset(epochs),
    )


def _removals(records: list[Any]) -> tuple[set[int], set[int]]:
    """Positions of the records that a RemoveMessage behind them deletes, and those at which all was deleted."""
    removed: set[int] = set()
    restarts: set[int] = set()
    at: dict[str, int] = {}
    for index, record in enumerate(records):
        kind = kind_of(record) if isinstance(record, dict) else None
        found = body_of(record) if kind else None
        identity = common.id_of(found[0]) if found else None
        if identity is None:
            continue
        if kind != REMOVE:
            at[identity] = index
        elif identity == REMOVE_ALL:
            restarts.add(index)
        elif identity in at:
            removed.add(at[identity])
    return removed, restarts


def _result(body: Mapping[str, Any], here: Pointer, index: int, legacy: str) -> ToolResult:
    parts = content_of(body.get("content"), (*here, "content"), index)
    texts = tuple(part for part in parts if isinstance(part, Text))
    media = tuple(part for part in parts if isinstance(part, Media))
    identity = body.get("tool_call_id")
    identity = identity if isinstance(identity, str) and identity else None
    name = body.get("name")
    key = identity or ("" if "tool_call_id" in body else legacy)
    failed = body.get("status") == "error"
    # the pointer is one step above the content, whatever the spelling: an edit of the content is found by it
    return ToolResult(key, identity, name if isinstance(name, str) else None, texts, media, failed, here)


def content_of(content: Any, at: Pointer, index: int) -> tuple[Part, ...]:
    """Text and media of a content field: a string, or a list of strings and blocks."""
    if content is None or isinstance(content, str):
        return common.strings_of(content, at)
    if not isinstance(content, list):
        raise LoadError(f"Message {index}: 'content' is a {common.kind_of(content)}, text or a list was expected.")
    parts: list[Part] = []
    for position, block in enumerate(content):
        where = (*at, position)
        if isinstance(block, str):
            parts += common.strings_of(block, where)
        elif not isinstance(block, dict):
            raise LoadError(f"Message {index}: content part {position} is a {common.kind_of(block)}.")
        elif isinstance(block.get("text"), str):
            parts += common.strings_of(block["text"], (*where, "text"))
        else:
            kind = str(block.get("type") or "part")
            known = kind in langchain_ai.PICTURES
            parts.append(common.picture(kind, block, where) if known else common.media(kind, block, where))
    return tuple(parts)


def _removed_note(count: int) -> dict[str, str]:
    return {
        "en": f"{count} message(s) were deleted by a RemoveMessage and are left out.",
        "zh": f"有 {count} 条消息已被 RemoveMessage 删除，未纳入历史。",
    }
