"""Token counts as Anthropic reports them, in responses and in the logs of its tools."""

from __future__ import annotations

from typing import Any

from trimscope.transcript import Usage


def usage_of(reported: Any) -> Usage | None:
    """The usage object of one response, or None where there is none.

    `input_tokens` leaves out what was cached, so the context is the sum of three fields. Where the provider ran
    the model several times in one call (`iterations`: compaction, an advisor), the fields add the passes up; the
    context is then that of the last pass of the model itself.
    """
    if not isinstance(reported, dict):
        return None
    passes = reported.get("iterations")
    own = [each for each in passes if _is_pass(each)] if isinstance(passes, list) else []
    sums = _numbers(reported)
    fresh, written, cached, _ = _numbers(own[-1]) if own else sums
    if not (fresh or written or cached or any(sums[:3])):
        return None
    return Usage(fresh + written + cached, cached, written, sums[3])


_FIELDS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")


def _numbers(fields: dict[str, Any]) -> list[int]:
    """What the fields say; 0 for one that is no number of tokens."""
    return [number if type(number := fields.get(key)) is int and number > 0 else 0 for key in _FIELDS]


def _is_pass(each: Any) -> bool:
    return isinstance(each, dict) and each.get("type") == "message"
