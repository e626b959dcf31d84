"""strands-agents' sliding window."""

from __future__ import annotations

import json
import logging
from types import SimpleNamespace
from typing import Any

from strands.agent.conversation_manager import SlidingWindowConversationManager

from peer_runs.records import Record, Sent, batches, sent


def _message(batch: list[Record]) -> dict[str, Any]:
    record = batch[0]
    if record["role"] == "tool":
        blocks = [
            {"toolResult": {"toolUseId": r["tool_call_id"], "status": "success", "content": [{"text": r["content"]}]}}
            for r in batch
        ]
        return {"role": "user", "content": blocks}
    uses = [
        {"toolUse": {"toolUseId": c["id"], "name": "t", "input": json.loads(c["function"]["arguments"])}}
        for c in record.get("tool_calls") or ()
    ]
    return {"role": record["role"], "content": [{"text": record["content"] or "-"}, *uses]}


def window(records: list[Record], params: dict[str, Any]) -> Sent:
    logging.getLogger("strands").setLevel(logging.CRITICAL)  # it warns where it finds no cut
    lists = batches(records[1:])  # the prompt is no message
    messages = [_message(batch) for batch in lists]
    batch_of = {json.dumps(message["content"]): batch for message, batch in zip(messages, lists, strict=True)}
    manager = SlidingWindowConversationManager(params["window_size"], pin_first=params["pin_first"] or None)
    agent: Any = SimpleNamespace(messages=messages)
    manager.apply_management(agent)
    kept = (batch_of[json.dumps(message["content"])] for message in agent.messages)
    return [sent(records[0]), *(sent(record) for batch in kept for record in batch)]


PEERS = {"strands_window": window}
