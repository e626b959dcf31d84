"""google-adk's plugin that filters the contents of a request."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from google.adk.models.llm_request import LlmRequest
from google.adk.plugins.context_filter_plugin import ContextFilterPlugin
from google.genai import types

from peer_runs.records import Record, Sent, batches, sent


def _content(batch: list[Record]) -> types.Content:
    record = batch[0]
    if record["role"] == "tool":
        answers = [
            types.FunctionResponse(id=r["tool_call_id"], name="t", response={"result": r["content"]}) for r in batch
        ]
        return types.Content(role="user", parts=[types.Part(function_response=answer) for answer in answers])
    parts = [types.Part(text=record["content"])] if record["content"] else []
    parts += [
        types.Part(function_call=types.FunctionCall(id=c["id"], name="t", args=json.loads(c["function"]["arguments"])))
        for c in record.get("tool_calls") or ()
    ]
    return types.Content(role="user" if record["role"] == "user" else "model", parts=parts)


def context_filter(records: list[Record], params: dict[str, Any]) -> Sent:
    lists = batches(records[1:])  # the instruction is no content
    contents = [_content(batch) for batch in lists]
    batch_of = {id(content): batch for content, batch in zip(contents, lists, strict=True)}
    request = LlmRequest.model_construct(contents=contents)
    nobody: Any = None
    asyncio.run(ContextFilterPlugin(**params).before_model_callback(callback_context=nobody, llm_request=request))
    kept = (batch_of[id(content)] for content in request.contents)
    return [sent(records[0]), *(sent(record) for batch in kept for record in batch)]


PEERS = {"adk_context_filter": context_filter}
