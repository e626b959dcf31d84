"""semantic-kernel's truncation reducer."""

from __future__ import annotations

import asyncio
from typing import Any

from semantic_kernel.contents import ChatMessageContent, FunctionCallContent, FunctionResultContent, TextContent
from semantic_kernel.contents.history_reducer.chat_history_truncation_reducer import ChatHistoryTruncationReducer

from peer_runs.records import Record, Sent, by_number, sent


def _message(record: Record) -> Any:
    if record["role"] == "tool":
        items: list[Any] = [FunctionResultContent(id=record["tool_call_id"], name="t", result=record["content"])]
    else:
        items = [TextContent(text=record["content"])]
        items += [
            FunctionCallContent(id=c["id"], name=c["function"]["name"], arguments=c["function"]["arguments"])
            for c in record.get("tool_calls") or ()
        ]
    return ChatMessageContent(role=record["role"], items=items, metadata={"x": record["x"]})


def truncate(records: list[Record], params: dict[str, Any]) -> Sent:
    reducer = ChatHistoryTruncationReducer(
        target_count=params["target_count"],
        threshold_count=params["threshold_count"],
        messages=[_message(record) for record in records],
    )
    asyncio.run(reducer.reduce())
    known = by_number(records)
    return [sent(known[message.metadata["x"]]) for message in reducer.messages]


PEERS = {"semantic_kernel_truncation": truncate}
