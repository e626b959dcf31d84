"""Metrics as text in Prometheus's exposition format (version 0.0.4), for a scrape or a `.prom` file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from trimscope.measures.metric_series import Histogram, Series
from trimscope.measures.metrics import Metrics

BILLION = 1_000_000_000
"""Nanoseconds of a second."""

COUNTERS: Mapping[str, tuple[str, str]] = {
    "context_assemble_dropped_rings_total": ("dropped_rings", "Tool rings dropped whole."),
    "context_assemble_summary_total": ("summaries", "Assemblies with a summary in the place of older turns."),
    "context_assemble_summary_fail_total": ("summary_fails", "Summaries that were due and could not be used."),
    "context_assemble_pairing_error_total": (
        "pairing_errors",
        "Assemblies stopped because calls and results do not pair.",
    ),
    "context_assemble_reject_total": ("rejects", "Assemblies that must not be sent: refused or over budget."),
    "context_assemble_synthesised_total": ("synthesised", "Tool results made up for calls that never got one."),
}
"""Counters of the first source article: its name, our field, what it counts."""


def exposition(metrics: Metrics) -> str:
    """The whole text, lines ended by a line feed, each metric with its HELP and TYPE."""
    return "".join(f"{line}\n" for line in _lines(metrics))


def escaped_label(value: str) -> str:
    r"""A label's value between its quotes: backslash, quote and line feed escaped.

    >>> escaped_label('a"b\\c\n')
    'a\\"b\\\\c\\n'
    """
    return escaped_help(value).replace('"', '\\"')


def escaped_help(text: str) -> str:
    """A HELP text: backslash and line feed escaped."""
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _lines(metrics: Metrics) -> Iterator[str]:
    yield from _head("context_assemble_tokens", "histogram", "Estimated tokens of the assembled request.")
    for each in metrics.series:
        yield from _histogram("context_assemble_tokens", each, each.tokens, str)
    for name, (field, about) in COUNTERS.items():
        yield from _head(name, "counter", about)
        for each in metrics.series:
            yield f"{name}{_labels(_of(each))} {getattr(each, field)}"
    if any(each.nanoseconds is not None for each in metrics.series):
        yield from _head("context_assemble_seconds", "histogram", "Time an assembly took.")
        for each in metrics.series:
            if each.nanoseconds is not None:
                yield from _histogram("context_assemble_seconds", each, each.nanoseconds, seconds)
    yield from _head("context_assemble_is_pruned", "gauge", "1 when old content was taken away (isPruned).")
    yield f"context_assemble_is_pruned {int(metrics.is_pruned)}"
    about = "Tokens that pruning saved (totalTokensSavedByPruning); negative when a tombstone costs more."
    yield from _head("context_assemble_tokens_saved_by_pruning", "gauge", about)
    yield f"context_assemble_tokens_saved_by_pruning {metrics.tokens_saved_by_pruning}"
    yield from _head("context_assemble_role_tokens", "gauge", "Estimated tokens of the last request, by role.")
    for role, tokens in metrics.by_role.items():
        yield f"context_assemble_role_tokens{_labels({'role': role})} {tokens}"
    yield from _head("context_assemble_utilisation_ratio", "gauge", "Share of the budget and window that is used.")
    for of, share in (("budget", metrics.utilisation), ("window", metrics.utilisation_of_window)):
        yield f"context_assemble_utilisation_ratio{_labels({'of': of})} {decimal(share, 1000)}"


def _head(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP {name} {escaped_help(about)}"
    yield f"# TYPE {name} {kind}"


def _histogram(name: str, each: Series, values: Histogram, shown: Callable[[int], str]) -> Iterator[str]:
    labels = _of(each)
    for bound, number in zip(values.bounds, values.at_most, strict=True):
        yield f"{name}_bucket{_labels(labels | {'le': shown(bound)})} {number}"
    yield f"{name}_bucket{_labels(labels | {'le': '+Inf'})} {values.count}"
    yield f"{name}_sum{_labels(labels)} {shown(values.sum)}"
    yield f"{name}_count{_labels(labels)} {values.count}"


def _of(each: Series) -> dict[str, str]:
    return {"strategy": each.strategy, "summarised": "true" if each.summarised else "false"}


def _labels(labels: Mapping[str, str]) -> str:
    return "{" + ",".join(f'{name}="{escaped_label(value)}"' for name, value in labels.items()) + "}"


def seconds(nanoseconds: int) -> str:
    """Nanoseconds as a number of seconds, without floats.

    >>> seconds(5_000_000), seconds(2_000_000_000)
    ('0.005', '2')
    """
    return decimal(nanoseconds, BILLION)


def decimal(value: int, unit: int) -> str:
    """A number of 1/`unit`s (a power of ten) in decimal notation, no longer than needed."""
    sign, whole, rest = "-" if value < 0 else "", abs(value) // unit, abs(value) % unit
    digits = f"{rest + unit}"[1:].rstrip("0")
    return f"{sign}{whole}" + (f".{digits}" if digits else "")
