"""The usage that a provider's response reports, whichever provider it is."""

from __future__ import annotations

from typing import Any

from trimscope.formats import anthropic_usage, responses_usage
from trimscope.formats.logs import gemini_usage
from trimscope.transcript import Usage


def usage_in(response: Any) -> Usage | None:
    """The usage of one response, or None where it says nothing of it."""
    if not isinstance(response, dict):
        return None
    usage = response.get("usage")
    if not isinstance(usage, dict):
        return gemini_usage.usage_of(response.get("usageMetadata") or response.get("usage_metadata"))
    if isinstance(usage.get("tokens"), dict):  # Cohere
        usage = usage["tokens"]
    if "inputTokens" in usage:  # Bedrock
        cached, written = _number(usage.get("cacheReadInputTokens")), _number(usage.get("cacheWriteInputTokens"))
        whole = _number(usage.get("inputTokens")) + cached + written
        return Usage(whole, cached, written, _number(usage.get("outputTokens")))
    if "prompt_tokens" in usage:  # OpenAI chat and kin
        details = usage.get("prompt_tokens_details")
        cached = _number(details.get("cached_tokens")) if isinstance(details, dict) else 0
        return Usage(_number(usage.get("prompt_tokens")), cached, 0, _number(usage.get("completion_tokens")))
    if "input_tokens_details" in usage:
        return responses_usage.read_usage(usage)
    return anthropic_usage.usage_of(usage)


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 else 0
