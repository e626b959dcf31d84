"""A transcript as a scenario holds it: its document as it stands, and what of it only the loaded file told.

A request is read again as any file is. A log was turned into a request when it was loaded, and its marks (what nobody
typed, what was reported, where the history begins anew) are in that request no more: they stand beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from trimscope import formats
from trimscope.errors import LoadError
from trimscope.planning import digest
from trimscope.scenarios.scenario import ScenarioError
from trimscope.source import canonical
from trimscope.structure.providers import PROVIDERS
from trimscope.transcript import Message, Transcript, Usage

READING = ("format", "select", "provider")
"""Keys beside a document that is read as any file is: as in `trimscope.load`."""


def sha256_of(transcript: Transcript) -> str:
    """Hex SHA-256 over the canonical JSON of a transcript's document; for a log, of the request it was turned into."""
    return canonical.sha256(transcript.document)


def stored(transcript: Transcript) -> dict[str, Any]:
    """A transcript as JSON values. Raises ScenarioError where it would not read the same."""
    plain: dict[str, Any] = {"format": transcript.format, "inline": transcript.document}
    try:
        if transcript.format == transcript.dialect:
            again = formats.load(transcript.document, format=transcript.format, provider=transcript.provider)
            if facts_of(again) == facts_of(transcript) and is_same(again, transcript):
                own = formats.DIALECTS[transcript.dialect].PROVIDER
                return plain if transcript.provider == own else plain | {"provider": transcript.provider}
    except LoadError:
        pass  # one of several conversations, say: then as a log is stored
    whole = facts_of(transcript) | {"inline": transcript.document}
    if not is_same(restored(whole), transcript):
        raise ScenarioError("transcript: written into a scenario it would not read the same; give it by its hash.")
    return whole


def restored(mapping: Mapping[str, Any]) -> Transcript:
    """The transcript of an `inline` mapping. Raises LoadError or ScenarioError, naming the place."""
    if "dialect" in mapping:
        return placed(mapping, mapping["inline"])
    given = {key: mapping[key] for key in READING if mapping.get(key) is not None}
    for key, value in given.items():
        if not isinstance(value, str) and not (key == "select" and isinstance(value, int)):
            raise ScenarioError(f"transcript.{key}: a text was expected.")
    inline = mapping["inline"]
    if not isinstance(inline, str | list | dict):
        raise ScenarioError("transcript.inline: a document (an object, a list, or its text) was expected.")
    return formats.load(inline, **given)


def facts_of(transcript: Transcript) -> dict[str, Any]:
    """What is known of a transcript beside its document, by message index where it is of a message."""
    messages = transcript.messages
    found: dict[str, Any] = {
        "format": transcript.format,
        "dialect": transcript.dialect,
        "provider": transcript.provider,
        "layout": transcript.layout,
        "base": list(transcript.base),
        "model": transcript.model,
        "continued": transcript.continued,
        "epochs": list(transcript.epochs),
        "injected": [message.index for message in messages if message.injected],
        "ids": {str(message.index): message.id for message in messages if message.id is not None},
        "usage": {str(message.index): _usage(message.usage) for message in messages if message.usage is not None},
    }
    return {key: value for key, value in found.items() if value not in (None, False, {}, []) or key == "base"}


def placed(facts: Mapping[str, Any], document: Any) -> Transcript:
    """The transcript of a request document, with the facts about it. Raises ScenarioError for what is none."""
    dialect, base = str(facts.get("dialect")), facts.get("base")
    if dialect not in formats.DIALECTS:
        raise ScenarioError(f"transcript.dialect: choose one of {', '.join(formats.DIALECTS)}.")
    if not isinstance(base, list) or not all(isinstance(step, str | int) for step in base):
        raise ScenarioError("transcript.base: a list of keys and positions was expected.")
    provider = facts.get("provider", formats.DIALECTS[dialect].PROVIDER)
    if provider not in PROVIDERS:
        raise ScenarioError(f"transcript.provider: choose one of {', '.join(PROVIDERS)}.")
    layout: Literal["json", "jsonl"] = "jsonl" if facts.get("layout") == "jsonl" else "json"
    bare = Transcript(dialect, "a scenario holds it", dialect, provider, document, layout, tuple(base), ())
    try:
        read = formats.reload(bare, ())
        told = replace(
            read,
            format=str(facts.get("format", dialect)),
            model=facts.get("model"),
            continued=bool(facts.get("continued")),
            epochs=tuple(int(index) for index in facts.get("epochs", (0,))),
            messages=tuple(_told(message, facts) for message in read.messages),
        )
    except LoadError as error:
        raise ScenarioError(f"transcript: {error}") from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise ScenarioError(f"transcript: its document is no {dialect} request at the place it names.") from None
    return told


def is_same(one: Transcript, other: Transcript) -> bool:
    """Whether two transcripts read the same: messages, system prompt, tools, and what is known of them."""
    if len(one.messages) != len(other.messages) or facts_of(one) != facts_of(other):
        return False
    if [text.text for text in one.system] != [text.text for text in other.system] or one.tools != other.tools:
        return False
    pairs = zip(one.messages, other.messages, strict=True)
    return all(a.author == b.author and digest.of_message(a) == digest.of_message(b) for a, b in pairs)


def _told(message: Message, facts: Mapping[str, Any]) -> Message:
    at = str(message.index)
    usage = facts.get("usage", {}).get(at)
    return replace(
        message,
        injected=message.index in facts.get("injected", ()),
        id=facts.get("ids", {}).get(at),
        usage=None if usage is None else Usage(*(int(number) for number in usage)),
    )


def _usage(usage: Usage) -> list[int]:
    return [usage.context, usage.cached, usage.cache_write, usage.output]
