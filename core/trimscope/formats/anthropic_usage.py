"""Token counts as Anthropic reports them, in responses and in the logs of its tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.transcript import Usage


def usage_of(reported: Any) -> Usage | None:
    """The usage object of one response, or None where there is none.

    `input_tokens` leaves out what was cached, so the context is the sum of three fields. Where the provider ran
    the model several times in one call (`iterations`: compaction, an advisor), the fields add the passes up; the
    context is then that of the last pass of the model itself.
    """
    if not isinstance(reported, Mapping):
        return None
    passes = reported.get("iterations")
    own = [each for each in passes if _is_pass(each)] if isinstance(passes, list) else []
    sizes = [_number(own[-1] if own else reported, key) for key in _CONTEXT]
    if not any(sizes) and not (own and any(_number(reported, key) for key in _CONTEXT)):
        return None
    return Usage(sum(sizes), cached=sizes[2], cache_write=sizes[1], output=_number(reported, "output_tokens"))


_CONTEXT = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def _is_pass(each: Any) -> bool:
    return isinstance(each, Mapping) and each.get("type") == "message"


def _number(fields: Mapping[str, Any], key: str) -> int:
    value = fields.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
