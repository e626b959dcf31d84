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
    last = own[-1] if own else reported
    fresh, written, cached = [_number(last.get(key)) for key in _CONTEXT]
    if not (fresh or written or cached) and not any(_number(reported.get(key)) for key in _CONTEXT):
        return None
    return Usage(fresh + written + cached, cached, written, _number(reported.get("output_tokens")))


_CONTEXT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def _is_pass(each: Any) -> bool:
    return isinstance(each, dict) and each.get("type") == "message"


def _number(value: Any) -> int:
    return value if type(value) is int and value > 0 else 0
