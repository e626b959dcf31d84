"""Usage as Gemini reports it (`usageMetadata`), in camel and snake case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.transcript import Usage


def usage_of(metadata: Any) -> Usage | None:
    """The usage of one call; None where the prompt's count is missing. Thoughts are output, the prompt's count
    holds the cached part."""
    if not isinstance(metadata, Mapping):
        return None
    context = _number(metadata, "promptTokenCount", "prompt_token_count")
    if context is None:
        return None
    output = _number(metadata, "candidatesTokenCount", "candidates_token_count") or 0
    thoughts = _number(metadata, "thoughtsTokenCount", "thoughts_token_count") or 0
    cached = _number(metadata, "cachedContentTokenCount", "cached_content_token_count") or 0
    return Usage(context, cached=cached, output=output + thoughts)


def _number(metadata: Mapping[str, Any], *keys: str) -> int | None:
    values = (metadata.get(key) for key in keys)
    return next((value for value in values if isinstance(value, int) and not isinstance(value, bool)), None)
