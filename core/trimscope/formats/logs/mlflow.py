"""Traces of MLflow: `{info, data: {spans}}`, whose attributes are JSON in strings.

From MLflow's documentation; no public file of one was at hand.
"""

from __future__ import annotations

from typing import Any

from trimscope.formats.logs import carried, entries, otel_genai, otel_spans, trace_calls
from trimscope.formats.logs.otel_spans import Span, whole
from trimscope.formats.logs.trace_calls import Call
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Usage

NAME = "mlflow-trace"

KINDS = ("CHAT_MODEL", "LLM", "AGENT")
"""Types of spans that may hold messages."""


def detect(source: Source) -> str | None:
    """Why this is a trace of MLflow, or None."""
    spans = _spans(source)
    if spans and any(key.startswith("mlflow.") for span in spans for key in span.attributes):
        return "'data.spans' with attributes of MLflow"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of the trace, the longest first."""
    found = (_call(span) for span in _spans(source))
    calls = [call for call in found if call is not None]
    return trace_calls.conversations(calls or otel_genai.calls_of(_spans(source)))


def _spans(source: Source) -> list[Span]:
    found: list[Span] = []
    for at, trace in entries.objects(source):
        data = carried.decoded(trace.get("data"))
        listed = data.get("spans") if isinstance(data, dict) and "info" in trace else None
        found += [
            otel_spans.of_span(place, each) for place, each in entries.enumerate_objects(listed, (*at, "data", "spans"))
        ]
    return found


def _call(span: Span) -> Call | None:
    a = {key: carried.decoded(value) for key, value in span.attributes.items() if key.startswith("mlflow.")}
    if a.get("mlflow.spanType") not in KINDS:
        return None
    inputs, output = a.get("mlflow.spanInputs"), a.get("mlflow.spanOutputs")
    if inputs is None and isinstance(a.get("mlflow.chat.messages"), list):
        inputs, output = a["mlflow.chat.messages"], None
    tools = a.get("mlflow.chat.tools")
    return Call(span.at, inputs, output, None, tools if isinstance(tools, list) else None, _usage(a), span.name)


def _usage(attributes: dict[str, Any]) -> Usage | None:
    used = attributes.get("mlflow.chat.tokenUsage")
    if not isinstance(used, dict) or (given := whole(used.get("input_tokens"))) is None:
        return None
    return Usage(given, output=whole(used.get("output_tokens")) or 0)
