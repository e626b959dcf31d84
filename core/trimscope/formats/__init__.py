"""The registry of transcript formats, and `load`.

One module a format, listed in `registry`. Every module has

    NAME                        what `--format` and the page call it
    detect(source)              why the file is of this format, or None; cheap, sure, never raises
    conversations(source)       the conversations in it, in order, at least one where `detect` said yes

and a *dialect* (what a provider's API takes) has besides

    PROVIDER                    whose rules hold (`trimscope.structure.providers`)
    parse(conversation)         neutral messages with pointers; LoadError names the message that cannot be read
    user_record(text)           a user message; result_record(call_id, text) an error result, as records
    text_part(text)             a text part of a message's content
    hollow(pointer)             which emptied lists take their record along
    answer(call, text)          optional: an error result for a call's own node, where kinds of calls differ
    settle(request)             optional: what the dialect's structure needs after edits (roles that alternate)

A *log* module may say TOLERANT = True: it reads a file some lines of which are damaged (None in their place).
It turns each conversation into a request of a dialect (`source.made`); see `source`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

from trimscope.errors import LoadError
from trimscope.formats import common, provider_usage, times
from trimscope.formats.finding import find, names
from trimscope.formats.registry import DIALECTS, FORMATS
from trimscope.formats.source import NO_MARK, Conversation, Mark
from trimscope.formats.writing import (
    append_text,
    at,
    model_record,
    moved_record,
    replace_media,
    replace_result_media,
    result_record,
    takes_text,
    user_record,
    write,
)
from trimscope.source.edits import Edit
from trimscope.structure import injected
from trimscope.structure.providers import PROVIDERS
from trimscope.transcript import Message, Transcript

__all__ = [
    "DIALECTS",
    "FORMATS",
    "append_text",
    "at",
    "each",
    "load",
    "load_all",
    "model_record",
    "moved_record",
    "names",
    "reload",
    "replace_media",
    "replace_result_media",
    "result_record",
    "takes_text",
    "user_record",
    "write",
]


def load(
    source: bytes | str | list[Any] | dict[str, Any],
    *,
    format: str | None = None,
    select: int | str | None = None,
    provider: str | None = None,
) -> Transcript:
    """Read a transcript from bytes, text (JSON or JSON Lines) or an already parsed value.

    `format` overrides the detection. `select` chooses among several conversations of one file by name or by
    position from 0; without it the first is taken and a note says that there are others. `provider` holds the
    transcript to another provider's rules than its format's own (`structure.providers`), such as those of a chat
    template in which roles must alternate.
    Raises LoadError with one sentence that names the place.
    """
    module, why, found = find(source, format)
    return _held_to(provider, _parse(module, why, found, _select(found, select)))


def load_all(
    source: bytes | str | list[Any] | dict[str, Any], *, format: str | None = None, provider: str | None = None
) -> tuple[Transcript, ...]:
    """Every conversation of a file. Raises LoadError as `load` does."""
    module, why, found = find(source, format)
    return tuple(_held_to(provider, _parse(module, why, found, each)) for each in found)


def each(
    source: bytes | str | list[Any] | dict[str, Any], *, format: str | None = None
) -> Iterator[tuple[str, str, Callable[[], Transcript]]]:
    """Name, title, and a function that reads it, of every conversation of a file. Raises LoadError as `load` does
    for the file as a whole; the function does for its conversation."""
    module, why, found = find(source, format)
    for one in found:
        yield one.name, one.title, partial(_parse, module, why, found, one)


def _held_to(provider: str | None, transcript: Transcript) -> Transcript:
    if provider is None:
        return transcript
    if provider not in PROVIDERS:
        raise LoadError(f"The provider '{provider}' is not known: choose one of {', '.join(PROVIDERS)}.")
    return replace(transcript, provider=provider)


def reload(transcript: Transcript, changes: Iterable[Edit]) -> Transcript:
    """The transcript as it reads with edits made: what a provider would see."""
    document = write(transcript, changes)
    request = at(document, transcript.base[:-1]) if transcript.base else {"messages": document}
    records = at(document, transcript.base)
    conversation = Conversation("0", document, transcript.layout, transcript.base, request, records)
    read = _parse(DIALECTS[transcript.dialect], transcript.why, (conversation,), conversation)
    return replace(read, provider=transcript.provider)


def _parse(module: ModuleType, why: str, found: tuple[Conversation, ...], chosen: Conversation) -> Transcript:
    dialect = DIALECTS[chosen.dialect or module.NAME]
    parsed = dialect.parse(chosen)
    if not parsed.messages:
        raise LoadError("The conversation has no messages: a transcript needs at least one.")
    depth = len(chosen.base)
    messages: list[Message] = []
    epochs = [0]
    for message in parsed.messages:
        mark = _mark(chosen, message) if chosen.marks else NO_MARK
        previous = messages[-1] if messages else None
        wrapped = mark.injected if message.role == "user" else False
        if wrapped is None:
            wrapped = message.injected or injected.is_injected(message.role, message.parts, previous)
        begins = mark.epoch or message.index in parsed.epochs
        if begins and message.index and not (previous and previous.where[0][depth] == message.where[0][depth]):
            epochs.append(message.index)
        told = mark is NO_MARK or message.origin is mark.origin  # or by the dialect, which saves making it twice
        if not told or wrapped != message.injected:
            message = Message(
                message.index,
                message.role,
                message.parts,
                message.where,
                wrapped,
                mark.id or message.id,
                mark.usage or message.usage,
                mark.origin,
            )
        messages.append(message)
    several = (common.several_note(len(found)),) if len(found) > 1 else ()
    return Transcript(
        format=module.NAME,
        why=why,
        dialect=dialect.NAME,
        provider=parsed.provider or dialect.PROVIDER,
        document=chosen.document,
        layout=chosen.layout,
        base=chosen.base,
        messages=provider_usage.with_usage(messages, chosen.records, depth),
        system=parsed.system,
        tools=parsed.tools,
        tools_at=parsed.tools_at,
        model=parsed.model,
        notes=(*several, *chosen.notes, *parsed.notes),
        conversations=tuple(each.title or each.name for each in found) if len(found) > 1 else (),
        epochs=tuple(epochs),
        continued=chosen.continued or parsed.continued,
        times=times.of(module.NAME, chosen.loaded, messages),
    )


def _mark(chosen: Conversation, message: Message) -> Mark:
    """What a log knows of a message: of all its records together, where it was read from several."""
    depth = len(chosen.base)
    if len(message.where) == 1:
        return chosen.marks.get(int(message.where[0][depth]), NO_MARK)
    records = dict.fromkeys(int(at[depth]) for at in message.where)
    marks = [chosen.marks[record] for record in records if record in chosen.marks]
    if len(marks) < 2:
        return marks[0] if marks else NO_MARK
    return replace(
        marks[0],
        origin=tuple(dict.fromkeys(at for mark in marks for at in mark.origin)),
        usage=next((mark.usage for mark in reversed(marks) if mark.usage), None),
    )


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
