"""Writing: edits made to a transcript's document, and the records and parts that a plan puts into it, all in the
transcript's own dialect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from trimscope.formats import joining
from trimscope.formats.registry import DIALECTS
from trimscope.source import edits
from trimscope.source.edits import Drop, Edit, Insert, Moved, Set
from trimscope.structure.providers import provider
from trimscope.transcript import Media, Message, Pointer, ToolCall, Transcript


def write(transcript: Transcript, changes: Iterable[Edit]) -> Any:
    """The transcript's document with edits made, as its dialect wants it; the same object without edits.

    Where the provider wants roles to alternate, neighbours of one role are joined.
    """
    dialect = DIALECTS[transcript.dialect]
    document = edits.apply(transcript.document, changes, dialect.hollow)
    settle = getattr(dialect, "settle", None)
    alternates = provider(transcript.provider).alternates
    if document is transcript.document or not (settle or alternates):
        return document
    records = at(document, transcript.base)
    if alternates:
        records = joining.join(dialect, records)
    return edits.apply(document, [Set(transcript.base, settle(records) if settle else records)])


def user_record(transcript: Transcript, text: str) -> dict[str, Any]:
    """A user message saying `text`, as the transcript's dialect writes one."""
    record: dict[str, Any] = DIALECTS[transcript.dialect].user_record(text)
    return record


def model_record(transcript: Transcript, text: str) -> dict[str, Any]:
    """An assistant message saying `text`, as the transcript's dialect writes one."""
    record = user_record(transcript, text)
    if record.get("kind") == "request":  # pydantic-ai keeps requests and responses apart
        return {"kind": "response", "parts": [{"part_kind": "text", "content": text}]}
    for key, role in (("from", "gpt"), ("role", "assistant"), ("type", "ai")):
        if key in record:
            return {**record, key: "model" if key == "role" and transcript.dialect == "gemini-contents" else role}
    return record


def moved_record(transcript: Transcript, nodes: Sequence[Moved]) -> dict[str, Any]:
    """A user message of some blocks that were taken out of another one."""
    dialect = DIALECTS[transcript.dialect]
    return {**dialect.user_record(""), _content_key(dialect): list(nodes)}


def result_record(transcript: Transcript, call: ToolCall, text: str) -> dict[str, Any]:
    """An error result for a call, as the transcript's dialect writes one: a record of its own."""
    dialect = DIALECTS[transcript.dialect]
    answer = getattr(dialect, "answer", None)  # optional: where the kind of call tells the kind of its result
    record: dict[str, Any] = (
        answer(at(transcript.document, call.at), text) if answer else dialect.result_record(call.id, text)
    )
    return record


def takes_text(transcript: Transcript, message: Message) -> bool:
    """Whether `append_text` can add a part to a message: it has content of its own, of which parts were read."""
    key = _content_key(DIALECTS[transcript.dialect])
    return any(key in part.at for part in message.parts)


def append_text(transcript: Transcript, message: Message, text: str) -> Edit:
    """The edit that adds a text part of its own behind a message's untouched content."""
    dialect = DIALECTS[transcript.dialect]
    key, depth = _content_key(dialect), len(transcript.base) + 1
    record = message.where[0][:depth]
    inside = next((part.at for part in message.parts if key in part.at[depth:]), (*record, key))
    where = inside[: inside.index(key, depth) + 1]  # below the record itself, or in a wrapper of it (LangChain)
    if message.where[0] != record:  # some blocks of a record that holds results as well
        return Insert(where, int(message.where[-1][-1]) + 1, dialect.text_part(text))
    content = at(transcript.document, where)
    parts = [dialect.text_part(content)] if isinstance(content, str) else list(content)
    return Set(where, [*parts, dialect.text_part(text)])


def replace_media(transcript: Transcript, media: Sequence[Media], note: str) -> tuple[tuple[Edit, ...], str]:
    """The edits that take media away, and the note that stands in the place of the first: none where they lie
    beside the content (Ollama's `images`)."""
    dialect = DIALECTS[transcript.dialect]
    if _content_key(dialect) not in media[0].at:
        return tuple(Drop(part.at) for part in media), ""
    return (Set(media[0].at, dialect.text_part(note)), *(Drop(part.at) for part in media[1:])), note


NOTES_IN_RESULTS = (
    "anthropic-messages", "bedrock-converse", "langchain", "mistral-chat", "openai-chat", "openai-responses",
)  # fmt: skip
"""Dialects whose results hold text parts of the form that messages have."""


def replace_result_media(
    transcript: Transcript, media: Sequence[Media], note: str
) -> tuple[tuple[Edit, ...], str]:
    """The edits that take media out of one tool result, and the note that stands in the place of the first: none
    where the dialect has no text parts there. No edits where the media are no parts of a list."""
    if not media or not all(isinstance(part.at[-1], int) for part in media):
        return (), ""
    if not note or transcript.dialect not in NOTES_IN_RESULTS:
        return tuple(Drop(part.at) for part in media), ""
    text = DIALECTS[transcript.dialect].text_part(note)
    return (Set(media[0].at, text), *(Drop(part.at) for part in media[1:])), note


def at(document: Any, where: Pointer) -> Any:
    """The node that a pointer names."""
    for step in where:
        document = document[step]
    return document


def _content_key(dialect: ModuleType) -> str:
    key: str = getattr(dialect, "CONTENT", "content")
    return key
