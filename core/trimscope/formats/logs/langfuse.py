"""Traces exported from Langfuse: `{trace, observations}`, or a trace that holds its observations.

Every generation holds the whole history of its call, in the shape of the framework that made it, often as JSON in
a string. An agent's own observation is read as well: it may be the only place where all turns stand together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import carried, entries, trace_calls
from trimscope.formats.logs.otel_spans import whole
from trimscope.formats.logs.trace_calls import Call
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer, Usage

NAME = "langfuse-trace"

KINDS = ("GENERATION", "AGENT")
"""Types of observations that may hold messages."""


def detect(source: Source) -> str | None:
    """Why this is a Langfuse trace, or None."""
    _, found = _observations(source)
    if found and all("type" in each and ("traceId" in each or "parentObservationId" in each) for each in found):
        return "'observations' of a trace"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of the trace, the longest first; the trace's own input where no generation has one."""
    at, _ = _observations(source)
    holder = source.top.get("trace", source.top) if at == ("trace", "observations") else source.top
    listed = sorted(
        entries.enumerate_objects(holder.get("observations") if isinstance(holder, dict) else None, at),
        key=lambda item: str(item[1].get("startTime") or ""),
    )
    calls = [_call(place, each) for place, each in listed if each.get("type") in KINDS]
    found = trace_calls.conversations(calls)
    trace = source.top.get("trace", source.top)
    if found or not isinstance(trace, dict):
        return found
    return trace_calls.conversations([Call(("trace",), trace.get("input"), trace.get("output"))])


def _observations(source: Source) -> tuple[Pointer, list[dict[str, Any]]]:
    """The observations and where they lie."""
    top = source.top
    trace = top.get("trace")
    inner = trace.get("observations") if isinstance(trace, dict) else None
    at: Pointer = ("observations",)
    listed = top.get("observations")
    if not isinstance(listed, list) and isinstance(inner, list):
        at, listed = ("trace", "observations"), inner
    return at, [each for _, each in entries.enumerate_objects(listed)]


def _call(at: Pointer, each: Mapping[str, Any]) -> Call:
    model, name = each.get("model"), each.get("name")
    # agents repeat the sum of their calls' usage: a call's own is taken from its generation
    usage = _usage(each) if each.get("type") == "GENERATION" else None
    named = model if isinstance(model, str) and model else None
    return Call(at, each.get("input"), each.get("output"), named, None, usage, name if isinstance(name, str) else "")


def _usage(each: Mapping[str, Any]) -> Usage | None:
    """Langfuse files what was cached, and some programs what was thought, as entries of their own beside `input` and
    `output`; others count them inside. `total` is the sum of all, so what it has beyond the input is output."""
    details = carried.decoded(each.get("usageDetails") or each.get("usage"))
    if not isinstance(details, dict):
        return None
    given = next((n for key in ("input", "promptTokens", "prompt") if (n := whole(details.get(key))) is not None), None)
    if given is None:
        return None
    output = next((n for key in ("output", "completionTokens") if (n := whole(details.get(key))) is not None), 0)
    cached, written = _entry(details, "cache_read"), _entry(details, "cache_creation")
    context = given + cached + written
    return Usage(context, cached, written, max(output, (whole(details.get("total")) or 0) - context))


def _entry(details: Mapping[str, Any], name: str) -> int:
    return next((n for key, value in details.items() if name in str(key) and (n := whole(value))), 0)
