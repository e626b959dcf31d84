"""openai-agents' trimmer of tool outputs."""

from __future__ import annotations

from typing import Any

from agents.extensions import ToolOutputTrimmer
from agents.run_config import CallModelData, ModelInputData

from peer_runs.records import Record, Sent, sent


def trim(records: list[Record], params: dict[str, Any]) -> Sent:
    items: list[Any] = []
    for record in records[1:]:  # the prompt is no item
        if record["role"] == "tool":
            items.append(
                {"type": "function_call_output", "call_id": record["tool_call_id"], "output": record["content"]}
            )
            continue
        items.append({"role": record["role"], "content": record["content"]})
        items += [
            {"type": "function_call", "call_id": c["id"], **c["function"]} for c in record.get("tool_calls") or ()
        ]
    data: Any = CallModelData(model_data=ModelInputData(input=items, instructions=None), agent=None, context=None)
    trimmed = ToolOutputTrimmer(**params)(data).input
    outputs = {item["call_id"]: item["output"] for item in trimmed if item.get("type") == "function_call_output"}
    return [sent(r | {"content": outputs[r["tool_call_id"]]} if r["role"] == "tool" else r) for r in records]


PEERS = {"agents_sdk_outputs": trim}
