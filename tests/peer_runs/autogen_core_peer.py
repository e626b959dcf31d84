"""autogen-core's model contexts."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from autogen_core import FunctionCall
from autogen_core.model_context import (
    BufferedChatCompletionContext,
    HeadAndTailChatCompletionContext,
    TokenLimitedChatCompletionContext,
)
from autogen_core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    SystemMessage,
    UserMessage,
)

from peer_runs.records import Record, Sent, batches, sent, tokens


def _message(batch: list[Record]) -> Any:
    record = batch[0]
    if record["role"] == "system":
        return SystemMessage(content=record["content"])
    if record["role"] == "user":
        return UserMessage(content=record["content"], source="user")
    if record["role"] == "tool":
        results = [
            FunctionExecutionResult(content=r["content"], name="t", call_id=r["tool_call_id"], is_error=False)
            for r in batch
        ]
        return FunctionExecutionResultMessage(content=results)
    calls = [
        FunctionCall(id=c["id"], name=c["function"]["name"], arguments=c["function"]["arguments"])
        for c in record.get("tool_calls") or ()
    ]
    return AssistantMessage(content=calls or record["content"], source="assistant")


def _run(make: Any) -> Any:
    def run(records: list[Record], params: dict[str, Any]) -> Sent:
        inside = records if params.get("system_in_list") else records[1:]
        lists = batches(inside)
        listed = [_message(batch) for batch in lists]
        batch_of = {id(message): batch for message, batch in zip(listed, lists, strict=True)}
        sizes = {id(message): sum(map(tokens, batch)) for message, batch in zip(listed, lists, strict=True)}
        context = make(params, listed, sizes)
        context._messages = listed
        out: Sent = [] if params.get("system_in_list") else [sent(records[0])]
        for message in asyncio.run(context.get_messages()):
            if id(message) in batch_of:
                out += [sent(record) for record in batch_of[id(message)]]
            else:
                out.append((None, message.content, ()))
        return out

    return run


def _limited(params: dict[str, Any], listed: list[Any], sizes: dict[int, int]) -> Any:
    client = SimpleNamespace(count_tokens=lambda some, tools: sum(sizes[id(m)] for m in some))
    return TokenLimitedChatCompletionContext(model_client=client, token_limit=params["token_limit"])


PEERS = {
    "autogen_buffered": _run(lambda p, listed, sizes: BufferedChatCompletionContext(p["buffer_size"])),
    "autogen_head_and_tail": _run(
        lambda p, listed, sizes: HeadAndTailChatCompletionContext(p["head_size"], p["tail_size"])
    ),
    "autogen_token_limited": _run(_limited),
}
