"""HTTP recordings of model calls (VCR cassettes), as a parsed mapping: reading YAML is the program's own affair.

Every later request repeats the history, so the last request of a conversation and its response are the whole. The
address tells the dialect. A refused request (HTTP 400) has no answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from trimscope.formats import provider_usage
from trimscope.formats.logs import carried, entries, event_stream, trace_calls
from trimscope.formats.logs.trace_calls import Call
from trimscope.formats.source import RECORDS, Conversation, Source
from trimscope.transcript import Pointer

NAME = "vcr-cassette"

ADDRESSES: tuple[tuple[str, str], ...] = (
    (r"bedrock-runtime.*/converse", "bedrock-converse"),
    (r"api\.anthropic\.com|/v1/messages\b", "anthropic-messages"),
    (r":(stream)?[gG]enerateContent", "gemini-contents"),
    (r"cohere\.(com|ai).*/v2/chat", "cohere-v2"),
    (r"mistral\.ai", "mistral-chat"),
    (r"/api/chat\b", "ollama-chat"),
    (r"/responses\b", "openai-responses"),
    (r"/chat/completions", "openai-chat"),
)
"""What the address of a request tells of its dialect, the surest first."""

_MODEL = re.compile(r"/models?/([^/:?]+)")
"""Where Gemini and Bedrock name the model: in the path."""


def detect(source: Source) -> str | None:
    """Why this is a recording with model calls, or None."""
    if any(_dialect(item) for _, item in _interactions(source)):
        return "'interactions' with requests to a model"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of the recorded calls, the longest first."""
    calls = (_call(at, item) for at, item in _interactions(source))
    return trace_calls.conversations([call for call in calls if call is not None])


def _interactions(source: Source) -> list[tuple[Pointer, dict[str, Any]]]:
    listed = entries.enumerate_objects(source.top.get("interactions"), ("interactions",))
    return [(at, item) for at, item in listed if isinstance(item.get("request"), dict)]


def _dialect(item: Mapping[str, Any]) -> str | None:
    address = item["request"].get("uri")
    if not isinstance(address, str):
        return None
    return next((dialect for pattern, dialect in ADDRESSES if re.search(pattern, address)), None)


def _call(at: Pointer, item: Mapping[str, Any]) -> Call | None:
    dialect, body = _dialect(item), _body(item["request"])
    if dialect is None or not isinstance(body, dict):
        return None
    key = RECORDS.get(dialect, "messages")
    if isinstance(body.get(key), str):  # one text where a list may stand
        body = {**body, key: [{"role": "user", "content": body[key]}]}
    if not isinstance(body.get(key), list):
        return None
    response = item.get("response")
    output = _output(response) if isinstance(response, dict) and _went_well(response) else None
    named = _MODEL.search(str(item["request"]["uri"]))
    model = named[1].replace("%3A", ":") if named and not body.get("model") else None
    return Call((*at, "request"), body, output, model, None, provider_usage.usage_in(output), dialect=dialect)


def _body(node: Mapping[str, Any]) -> Any:
    """The body of a request or response: parsed already, JSON text, or text under `string`."""
    body = node.get("parsed_body", node.get("body"))
    if isinstance(body, dict) and set(body) <= {"string", "encoding", "base64_string"}:
        body = body.get("string")
    return carried.decoded(body)


def _output(response: Mapping[str, Any]) -> Any:
    body = _body(response)
    return event_stream.answer(body) if isinstance(body, str) else body


def _went_well(response: Mapping[str, Any]) -> bool:
    status = response.get("status")
    code = status.get("code") if isinstance(status, dict) else status
    return str(code)[:1] == "2"
