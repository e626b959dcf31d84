"""inspect_ai's trimming and its clearing compaction."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    CompactionEdit,
    trim_messages,
)
from inspect_ai.tool import ToolCall

from peer_runs.records import Record, Sent


def _message(record: Record) -> Any:
    meta, text = {"x": record["x"]}, record["content"]
    if record["role"] == "system":
        return ChatMessageSystem(content=text, metadata=meta)
    if record["role"] == "user":
        return ChatMessageUser(content=text, metadata=meta)
    if record["role"] == "tool":
        return ChatMessageTool(content=text, tool_call_id=record["tool_call_id"], metadata=meta)
    calls = [
        ToolCall(id=c["id"], function=c["function"]["name"], arguments=json.loads(c["function"]["arguments"]))
        for c in record.get("tool_calls") or ()
    ]
    return ChatMessageAssistant(content=text, tool_calls=calls or None, metadata=meta)


def _sent(messages: list[Any]) -> Sent:
    return [
        (m.metadata["x"], m.text, tuple(call.id for call in getattr(m, "tool_calls", None) or ())) for m in messages
    ]


def trim(records: list[Record], params: dict[str, Any]) -> Sent:
    return _sent(asyncio.run(trim_messages([_message(r) for r in records], preserve=params["preserve"])))


def edit(records: list[Record], params: dict[str, Any]) -> Sent:
    compaction = CompactionEdit(
        memory=False, keep_tool_uses=params["keep"], exclude_tools=list(params["exclude_tools"]) or None
    )
    model: Any = SimpleNamespace(api=SimpleNamespace(compact_reasoning_history=lambda: False))
    kept, _ = asyncio.run(compaction.compact(model, [_message(r) for r in records], []))
    return _sent(kept)


PEERS = {"inspect_trim": trim, "clear_results": edit}
