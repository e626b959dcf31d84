"""The spans of a telemetry file, whatever wrote it: OTLP JSON, an SDK's console dump, a list or lines of spans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.source import Source
from trimscope.transcript import Pointer

_VALUES = ("stringValue", "intValue", "doubleValue", "boolValue", "string_value", "int_value")


@dataclass(frozen=True, slots=True)
class Span:
    """One span: its place in the file, its name, its attributes as a flat mapping, its events."""

    at: Pointer
    name: str
    attributes: Mapping[str, Any]
    events: tuple[tuple[str, Mapping[str, Any]], ...] = ()


def of_file(source: Source) -> list[Span]:
    """All spans of a file in their order; empty when it holds none."""
    document = source.document
    if isinstance(document, dict):
        return list(_of_object((), document))
    if isinstance(document, list):
        return [span for at, item in entries.enumerate_objects(document) for span in _of_object(at, item)]
    return []


def _of_object(at: Pointer, value: dict[str, Any]) -> Iterator[Span]:
    if isinstance(value.get("resourceSpans"), list):
        for place, resource in entries.enumerate_objects(value["resourceSpans"], (*at, "resourceSpans")):
            for key in ("scopeSpans", "instrumentationLibrarySpans"):
                for scope_at, scope in entries.enumerate_objects(resource.get(key), (*place, key)):
                    for span_at, span in entries.enumerate_objects(scope.get("spans"), (*scope_at, "spans")):
                        yield of_span(span_at, span)
    elif isinstance(value.get("spans"), list):
        for place, span in entries.enumerate_objects(value["spans"], (*at, "spans")):
            if _is_span(span):
                yield of_span(place, span)
    elif _is_span(value):
        yield of_span(at, value)


def _is_span(value: Mapping[str, Any]) -> bool:
    context = value.get("context") or value.get("spanContext") or value.get("span_context")
    known = isinstance(context, dict) or any(key in value for key in ("spanId", "span_id", "trace_id", "traceId"))
    return known and isinstance(value.get("attributes"), dict | list) and isinstance(value.get("name"), str)


def of_span(at: Pointer, value: Mapping[str, Any]) -> Span:
    """One span, its attributes as a mapping."""
    name = value.get("name")
    events = tuple(
        (str(event.get("name") or ""), attributes_of(event.get("attributes")))
        for _, event in entries.enumerate_objects(value.get("events"))
    )
    return Span(at, name if isinstance(name, str) else "", attributes_of(value.get("attributes")), events)


def attributes_of(attributes: Any) -> Mapping[str, Any]:
    """Attributes as a mapping: OTLP writes them as a list of keys and typed values."""
    if isinstance(attributes, dict):
        return attributes
    found: dict[str, Any] = {}
    for _, item in entries.enumerate_objects(attributes):
        if isinstance(item.get("key"), str):
            found[item["key"]] = _plain(item.get("value"))
    return found


def _plain(value: Any) -> Any:
    """An OTLP value as JSON."""
    if not isinstance(value, dict):
        return value
    for key in _VALUES:
        if key in value:
            return value[key]
    array = value.get("arrayValue")
    if isinstance(array, dict) and isinstance(array.get("values"), list):
        return [_plain(each) for each in array["values"]]
    pairs = value.get("kvlistValue")
    if isinstance(pairs, dict):
        return dict(attributes_of(pairs.get("values")))
    return value


def whole(value: Any) -> int | None:
    """A count of tokens, which OTLP writes as text; None for what is none."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 12:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
