"""The usage that stands in a provider's answer, or in a record that a program kept of it, whoever wrote it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from trimscope.formats import anthropic_usage, responses_usage
from trimscope.formats.logs import chat_records, gemini_usage
from trimscope.formats.logs.chat_records import count
from trimscope.transcript import Message, Usage

NAMES = ("usage", "usageMetadata", "usage_metadata", "prompt_eval_count", "metadata")
"""Keys that tell of usage. A record without any of them is not looked at further, which keeps loading fast."""


def usage_in(answer: Any) -> Usage | None:
    """The usage of one answer, or None where it says nothing of it. Context and output in tokens; the context is
    the whole input, cached parts included, whichever way the provider adds them up (provider documentation)."""
    if not isinstance(answer, Mapping) or not any(name in answer for name in NAMES):
        return None
    usage = answer.get("usage")
    if not isinstance(usage, Mapping):
        usage = answer.get("metadata")
        usage = usage.get("usage") if isinstance(usage, Mapping) else None
    if isinstance(usage, Mapping):
        return _named(usage)
    if "prompt_eval_count" in answer:  # Ollama: beside the message, not in an object of its own
        context = count(answer.get("prompt_eval_count"))
        return Usage(context, output=count(answer.get("eval_count"))) if context else None
    return gemini_usage.usage_of(answer.get("usageMetadata") or answer.get("usage_metadata"))


def _named(usage: Mapping[str, Any]) -> Usage | None:
    """Usage by the names its keys have."""
    if isinstance(usage.get("tokens"), Mapping):  # Cohere; what it bills stands beside it
        usage = usage["tokens"]
    if "inputTokens" in usage or "promptTokens" in usage:
        return _camel(usage)
    if "prompt_tokens" in usage:
        return chat_records.usage_of(usage)
    if "input_tokens_details" in usage:
        return responses_usage.read_usage(usage)
    return anthropic_usage.usage_of(dict(usage))


def _camel(usage: Mapping[str, Any]) -> Usage | None:
    """Bedrock leaves what was cached out of its input; the Vercel SDK (`cachedInputTokens`) has it inside."""
    cached, written = count(usage.get("cacheReadInputTokens")), count(usage.get("cacheWriteInputTokens"))
    context = count(usage.get("inputTokens", usage.get("promptTokens"))) + cached + written
    output = count(usage.get("outputTokens", usage.get("completionTokens")))
    return Usage(context, cached or count(usage.get("cachedInputTokens")), written, output) if context else None


def with_usage(messages: Sequence[Message], records: Sequence[Any], depth: int) -> tuple[Message, ...]:
    """The messages, each answer with the usage that its own record tells where nothing else told it.

    `depth` is where in a message's pointers the position of its record stands. A record that holds several answers
    tells the usage of all together, which is none of theirs: they get none.
    """
    found: dict[int | None, Usage] = {}
    for position, record in enumerate(records):
        usage = usage_in(record)
        if usage is not None:
            found[position] = usage
    if not found:
        return tuple(messages)
    places = {message.index: _record(message, depth) for message in messages if message.role == "assistant"}
    answers = Counter(places.values())
    told = {index: found[at] for index, at in places.items() if at in found and answers[at] == 1}
    return tuple(
        replace(message, usage=told[message.index]) if message.usage is None and message.index in told else message
        for message in messages
    )


def _record(message: Message, depth: int) -> int | None:
    at = message.where[0] if message.where else ()
    position = at[depth] if len(at) > depth else None
    return position if isinstance(position, int) else None
