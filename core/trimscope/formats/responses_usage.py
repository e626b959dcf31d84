"""Token usage as OpenAI's Responses API and Codex report it."""

from __future__ import annotations

from typing import Any

from trimscope.transcript import Usage


def read_usage(usage: Any) -> Usage | None:
    """Tokens of one call as the API reports them; its input counts cached tokens too. None where it says nothing."""
    if not isinstance(usage, dict) or not isinstance(usage.get("input_tokens"), int):
        return None
    if not usage["input_tokens"] and not usage.get("output_tokens"):
        return None
    details = usage.get("input_tokens_details")
    details = details[0] if isinstance(details, list) and details else details
    details = details if isinstance(details, dict) else {}
    cached = usage.get("cached_input_tokens", details.get("cached_tokens"))
    written, output = details.get("cache_write_tokens"), usage.get("output_tokens")
    whole = [value if isinstance(value, int) else 0 for value in (cached, written, output)]
    return Usage(usage["input_tokens"], *whole)
