"""pydantic-ai-harness' sliding window and clearing of results."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from pydantic_ai.messages import (
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai_harness.compaction import ClearToolResults, SlidingWindowCompaction

from peer_runs.records import Record, Sent, by_number, sent

CONTEXT: Any = SimpleNamespace(capabilities=None, tool_manager=None, deferred_capability_ids=frozenset())


def _messages(records: list[Record]) -> list[Any]:
    out: list[Any] = []
    previous = ""
    for record in records:
        role = record["role"]
        if role == "assistant":
            calls = [
                ToolCallPart(c["function"]["name"], c["function"]["arguments"], c["id"])
                for c in record.get("tool_calls") or ()
            ]
            text = [TextPart(record["content"])] if record["content"] else []
            out.append(ModelResponse(parts=[*text, *calls], metadata={"x": [record["x"]]}))
        else:
            part: Any = (
                SystemPromptPart(record["content"])
                if role == "system"
                else UserPromptPart(record["content"])
                if role == "user"
                else ToolReturnPart("t", record["content"], record["tool_call_id"])
            )
            if (previous, role) in (("system", "user"), ("tool", "tool")):
                out[-1].parts.append(part)
                out[-1].metadata["x"].append(record["x"])
            else:
                out.append(ModelRequest(parts=[part], metadata={"x": [record["x"]]}))
        previous = role
    return out


def window(records: list[Record], params: dict[str, Any]) -> Sent:
    rule = SlidingWindowCompaction(**params)
    messages, known = _messages(records), by_number(records)
    if len(messages) > params["max_messages"]:
        messages = asyncio.run(rule.compact(messages, CONTEXT))
    return [sent(known[x]) for message in messages for x in message.metadata["x"]]


def clear(records: list[Record], params: dict[str, Any]) -> Sent:
    rule = ClearToolResults(
        max_messages=1,
        keep_pairs=params["keep"],
        placeholder=params["placeholder"],
        exclude_tools=frozenset(params["exclude_tools"]),
    )
    known, texts = by_number(records), {}
    for message in asyncio.run(rule.compact(_messages(records), CONTEXT)):
        returns = [part for part in message.parts if isinstance(part, ToolReturnPart)]
        texts |= {part.tool_call_id: part.content for part in returns}
    return [sent(r | {"content": texts[r["tool_call_id"]]} if r["role"] == "tool" else r) for r in known.values()]


PEERS = {"harness_window": window, "clear_results": clear}
