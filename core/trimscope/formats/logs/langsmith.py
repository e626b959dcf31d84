"""Runs exported from LangSmith: one run, a list or lines of them, a batch of new runs and of what came later.

A run may come in two halves (the second has the outputs and the end only); both are one run. Runs of type `llm`
hold the whole history of their call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.formats.logs import entries, trace_calls
from trimscope.formats.logs.otel_spans import whole
from trimscope.formats.logs.trace_calls import Call
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer, Usage

NAME = "langsmith-run"

HALVES = ("post", "patch", "runs")
"""Keys of a batch, as it is sent to the service or exported from it."""


def detect(source: Source) -> str | None:
    """Why these are runs of LangSmith, or None."""
    runs = [run for _, run in _runs(source)]
    if any("run_type" in run and ("dotted_order" in run or "inputs" in run) for run in runs):
        return "runs with 'run_type'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of the runs, the longest first."""
    whole_runs: dict[str, tuple[Pointer, dict[str, Any]]] = {}
    for number, (at, run) in enumerate(_runs(source)):
        identity = run.get("id")
        key = identity if isinstance(identity, str) else f"\x00{number}"
        known = whole_runs.get(key)
        filled = {name: value for name, value in run.items() if value not in (None, {}, [], "")}
        whole_runs[key] = (known[0], {**known[1], **filled}) if known else (at, filled)
    runs = sorted(whole_runs.values(), key=lambda item: str(item[1].get("dotted_order") or item[1].get("start_time")))
    calls = [_call(at, run) for at, run in runs if run.get("run_type") == "llm"]
    found = trace_calls.conversations(calls)
    return found or trace_calls.conversations([_call(at, run) for at, run in runs])


def _runs(source: Source) -> Iterator[tuple[Pointer, dict[str, Any]]]:
    for at, item in entries.objects(source):
        halves = [key for key in HALVES if isinstance(item.get(key), list)]
        if not halves:
            yield from _with_children(at, item)
        for key in halves:
            for place, run in entries.enumerate_objects(item[key], (*at, key)):
                yield from _with_children(place, run)


def _with_children(at: Pointer, run: dict[str, Any]) -> Iterator[tuple[Pointer, dict[str, Any]]]:
    stack = [(at, run)]
    while stack:
        place, each = stack.pop()
        yield place, each
        stack += reversed(list(entries.enumerate_objects(each.get("child_runs"), (*place, "child_runs"))))


def _call(at: Pointer, run: Mapping[str, Any]) -> Call:
    extra = run.get("extra")
    extra = extra if isinstance(extra, dict) else {}
    settings, meta = extra.get("invocation_params"), extra.get("metadata")
    settings, meta = (each if isinstance(each, dict) else {} for each in (settings, meta))
    names = (meta.get("ls_model_name"), settings.get("model"), settings.get("model_name"))
    model = next((name for name in names if isinstance(name, str) and name), None)
    tools = settings.get("tools")
    name = run.get("name")
    return Call(
        at,
        run.get("inputs"),
        run.get("outputs"),
        model,
        tools if isinstance(tools, list) else None,
        _usage(run),
        name if isinstance(name, str) else "",
    )


def _usage(run: Mapping[str, Any]) -> Usage | None:
    outputs = run.get("outputs")
    outputs = outputs if isinstance(outputs, dict) else {}
    for node in (outputs.get("usage_metadata"), outputs.get("usage"), run.get("usage_metadata"), run):
        if not isinstance(node, dict):
            continue
        given = whole(node.get("input_tokens", node.get("prompt_tokens")))
        if given is None:
            continue
        details = node.get("input_token_details")
        cached = whole(details.get("cache_read")) if isinstance(details, dict) else None
        return Usage(given, cached or 0, 0, whole(node.get("output_tokens", node.get("completion_tokens"))) or 0)
    return None
