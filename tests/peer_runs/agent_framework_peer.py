"""agent-framework's compaction strategies, with our token counts."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from agent_framework import (
    Content,
    ContextWindowCompactionStrategy,
    Message,
    SlidingWindowStrategy,
    ToolResultCompactionStrategy,
    TruncationStrategy,
)
from agent_framework._compaction import annotate_message_groups, annotate_token_counts, project_included_messages

from peer_runs.records import Record, Sent, by_number, sent, tokens


def _message(record: Record) -> Message:
    if record["role"] == "tool":
        contents = [Content.from_function_result(call_id=record["tool_call_id"], result=record["content"])]
    else:
        contents = [Content.from_text(record["content"])] if record["content"] else []
        contents += [
            Content.from_function_call(call_id=c["id"], **c["function"]) for c in record.get("tool_calls") or ()
        ]
    return Message(role=record["role"], contents=contents, message_id=str(record["x"]))


class _Counter:
    """Our tokens for the JSON text of a message that the strategies count."""

    def __init__(self, records: list[Record]) -> None:
        self.known = {str(record["x"]): tokens(record) for record in records}

    def count_tokens(self, text: str) -> int:
        message = json.loads(text)
        known = self.known.get(message["message_id"])
        return known or tokens({"role": "assistant", "content": message["contents"][0]["text"]})


def _run(make: Any) -> Any:
    def run(records: list[Record], params: dict[str, Any]) -> Sent:
        counter, known = _Counter(records), by_number(records)
        strategy, messages = make(params, counter), [_message(record) for record in records]
        annotate_message_groups(messages)
        annotate_token_counts(messages, tokenizer=counter)
        asyncio.run(strategy(messages))
        kept = project_included_messages(messages)
        number = {str(x): x for x in known}
        return [sent(known[number[m.message_id]]) if m.message_id in number else (None, m.text, ()) for m in kept]

    return run


def _truncation(p: dict[str, Any], counter: _Counter) -> TruncationStrategy:
    return TruncationStrategy(
        max_n=p["max_n"],
        compact_to=p["compact_to"],
        tokenizer=counter if p["unit"] == "tokens" else None,
        preserve_system=p["preserve_system"],
        preserve_first_user_group=p["preserve_first_user_group"],
    )


PEERS = {
    "agent_framework_window": _run(lambda p, c: SlidingWindowStrategy(**p)),
    "agent_framework_truncation": _run(_truncation),
    "agent_framework_collapse": _run(lambda p, c: ToolResultCompactionStrategy(**p)),
    "agent_framework_context_window": _run(lambda p, c: ContextWindowCompactionStrategy(**p, tokenizer=c)),
}
