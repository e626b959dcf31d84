"""Messages that say nothing at all: which records a provider refuses as empty, and whether the last one may be.

What counts as empty differs, and neutral messages do not tell null from an empty text: so the record itself is looked
at, and only where nothing but reasoning was read from it. Sources: the providers' API references and the texts of
HTTP 400 answers that are quoted below. For a provider without an entry nothing is known, and nothing is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trimscope.structure.providers import Provider
from trimscope.transcript import Message, Pointer, Role, Thinking

CODE = "empty_message"

SAYS = ("tool_calls", "function_call", "refusal", "audio")
"""Fields of a chat record that say something where its content is null (OpenAI's API reference)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What one provider refuses as empty."""

    is_empty: Callable[[Mapping[str, Any]], bool]
    """whether a record of which nothing but reasoning was read is refused"""
    roles: tuple[Role, ...] = ("user", "assistant")
    may_end: bool = False
    """the last message may be empty where it is the assistant's: the beginning of its answer"""


def check(rules: Provider, document: Any, messages: Sequence[Message]) -> Iterator[tuple[str, int, None]]:
    """The messages of a request that a provider refuses as empty, in order, as (code, message index, no call id)."""
    rule = RULES.get(rules.name)
    for message in messages if rule is not None and CODE in rules.checks else ():
        silent = all(isinstance(part, Thinking) for part in message.parts)
        if rule is None or not silent or message.role not in rule.roles:
            continue
        if rule.may_end and message is messages[-1] and message.role == "assistant":
            continue
        record = _record(document, message.where[0])
        if isinstance(record, Mapping) and rule.is_empty(record):
            yield CODE, message.index, None


def _record(document: Any, at: Pointer) -> Any:
    """The record a pointer leads to or into: the element of the first list on its way."""
    node = document
    for step in at:
        node = node[step]
        if isinstance(step, int):
            break
    return node


def _no_value(record: Mapping[str, Any]) -> bool:
    """OpenAI: "Invalid value for 'content': expected a string, got null." An empty text or list is taken."""
    return record.get("content") is None and not any(record.get(field) for field in SAYS)


def _no_content(record: Mapping[str, Any]) -> bool:
    """Anthropic: "all messages must have non-empty content except for the optional final assistant message".
    Bedrock: "The content field in the Message object at messages.1 is empty."
    Mistral: "Assistant message must have either content or tool_calls, but not none." (its calls are parts)
    """
    return not record.get("content")


def _no_parts(record: Mapping[str, Any]) -> bool:
    """Gemini: "contents.parts must not be empty". A part with an empty text is taken (recorded requests)."""
    return not record.get("parts", record.get("content"))


RULES: Mapping[str, Rule] = {
    "openai-chat": Rule(_no_value),
    "anthropic": Rule(_no_content, may_end=True),
    "bedrock": Rule(_no_content),
    "gemini": Rule(_no_parts),
    "mistral": Rule(_no_content, roles=("assistant",)),
}
"""By provider. Mistral's sentence is of the assistant's messages alone."""
