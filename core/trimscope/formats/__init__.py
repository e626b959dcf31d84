"""The registry of transcript formats, and `load`.

One module a format. Each has `NAME`, `detect(request) -> why | None`, `parse(...) -> Transcript`, the
`user_record(text)` its dialect writes, and `hollow(pointer)`: which emptied lists take their record along.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from trimscope import edits, reading
from trimscope.edits import Edit, Insert, Set
from trimscope.errors import LoadError
from trimscope.formats import anthropic_messages, openai_chat
from trimscope.formats.shape import Conversation, conversations
from trimscope.transcript import Message, Transcript

FORMATS: tuple[ModuleType, ...] = (anthropic_messages, openai_chat)
"""In the order they are tried: Anthropic's marks are sure, OpenAI chat is what remains."""


def names() -> tuple[str, ...]:
    """Names of all formats, as `--format` takes them."""
    return tuple(module.NAME for module in FORMATS)


def load(
    source: bytes | str | list[Any] | dict[str, Any],
    *,
    format: str | None = None,
    select: int | str | None = None,
) -> Transcript:
    """Read a transcript from bytes, text (JSON or JSON Lines) or an already parsed value.

    `format` overrides the detection. `select` chooses among several conversations of one file by name or by
    position from 0; without it the first is taken and a note says that there are others.
    Raises LoadError with one sentence that names the place.
    """
    if isinstance(source, bytes | str):
        document, layout = reading.read(source)
    else:
        reading.check_value(source)
        document, layout = source, "json"
    found = conversations(document, layout)
    chosen = _select(found, select)
    module = _module(format) if format else None
    why = None
    for candidate in (module,) if module else FORMATS:
        why = candidate.detect(chosen.request)
        if why:
            return _parse(candidate, chosen, found, why)
    if module is not None:
        return _parse(module, chosen, found, "chosen by hand")
    raise LoadError(
        "This is JSON, but no transcript of a known format: a list of messages with 'role', or an object with "
        f"'messages', was expected ({', '.join(names())})."
    )


def write(transcript: Transcript, changes: Iterable[Edit]) -> Any:
    """The transcript's document with edits made, as its format wants it; the same object without edits."""
    return edits.apply(transcript.document, changes, _module(transcript.format).hollow)


def user_record(transcript: Transcript, text: str) -> dict[str, Any]:
    """A user message saying `text`, as the transcript's dialect writes one."""
    record: dict[str, Any] = _module(transcript.format).user_record(text)
    return record


def result_record(transcript: Transcript, call_id: str | None, text: str) -> dict[str, Any]:
    """An error result for a call, as the transcript's dialect writes one: a record of its own."""
    record: dict[str, Any] = _module(transcript.format).result_record(call_id, text)
    return record


def append_text(transcript: Transcript, message: Message, text: str) -> Edit:
    """The edit that adds a text part of its own behind a message's untouched content."""
    record = message.where[0][: len(transcript.base) + 1]
    at = (*record, "content")
    if message.where[0] != record:  # some blocks of a record that holds results as well
        return Insert(at, int(message.where[-1][-1]) + 1, {"type": "text", "text": text})
    content: Any = transcript.document
    for step in at:
        content = content[step]
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
    return Set(at, [*parts, {"type": "text", "text": text}])


def reload(transcript: Transcript, changes: Iterable[Edit]) -> Transcript:
    """The transcript as it reads with edits made: what a provider would see."""
    document = write(transcript, changes)
    request: Any = document
    for step in transcript.base[:-1]:
        request = request[step]
    request = request if transcript.base else {"messages": request}
    conversation = Conversation("0", document, transcript.layout, transcript.base, request)
    again: Transcript = _module(transcript.format).parse(conversation, transcript.why, ())
    return again


def _parse(module: ModuleType, chosen: Conversation, found: tuple[Conversation, ...], why: str) -> Transcript:
    transcript: Transcript = module.parse(chosen, why, tuple(each.name for each in found) if len(found) > 1 else ())
    return transcript


def _module(name: str) -> ModuleType:
    for module in FORMATS:
        if name == module.NAME:
            return module
    raise LoadError(f"The format '{name}' is not known: choose one of {', '.join(names())}.")


def _select(found: tuple[Conversation, ...], select: int | str | None) -> Conversation:
    if select is None:
        return found[0]
    for conversation in found:
        if select == conversation.name:
            return conversation
    try:
        position = int(select)
    except ValueError:
        position = -1
    if 0 <= position < len(found):
        return found[position]
    raise LoadError(f"There is no conversation '{select}': the file holds {len(found)}, numbered from 0.")
