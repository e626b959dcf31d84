"""From the model calls of a trace to conversations: every call holds the history so far, the fullest is taken.

A trace stores the same messages once a call. A call whose input stands, record for record, in a longer one is a
part of it: it only gives its usage. What is left are the conversations, the longest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from trimscope.formats.logs import carried, entries
from trimscope.formats.source import RECORDS, Conversation, Mark, made
from trimscope.source import canonical
from trimscope.transcript import Pointer, Usage

OUTPUTS = ("assistant", "model", "ai", "reasoning", "function_call", "custom_tool_call")
"""Roles and types of records that a model put out."""


@dataclass(frozen=True, slots=True)
class Call:
    """One model call of a trace: what went in, what came out, as the trace keeps them."""

    origin: Pointer
    input: Any
    output: Any
    model: str | None = None
    tools: Any = None
    usage: Usage | None = None
    name: str = ""
    dialect: str = ""
    """where it is known: the input is then a whole request in it"""


@dataclass(slots=True)
class _Kept:
    """A call as a request."""

    call: Call
    request: dict[str, Any]
    dialect: str
    given: int
    """how many records went in; those behind came out"""
    prints: tuple[str, ...]
    """a hash of each record"""
    marks: dict[int, Mark]

    @property
    def records(self) -> list[Any]:
        records: list[Any] = self.request[RECORDS.get(self.dialect, "messages")]
        return records


def conversations(calls: Sequence[Call]) -> tuple[Conversation, ...]:
    """The conversations of a trace; calls in which no messages are found are left out."""
    read = [each for each in map(_read, calls) if each is not None]
    order = {id(each.call): number for number, each in enumerate(read)}
    kept: list[_Kept] = []
    # the longest first; of two with the same records the later one, which the provider's last answer belongs to
    for each in sorted(read, key=lambda each: (-len(each.prints), -each.given, -order[id(each.call)])):
        owner = next((other for other in kept if _part_of(each, other)), None)
        if owner is None:
            kept.append(each)
        elif each.call.usage is not None:
            _book(owner, each)
    rest = sorted(kept[1:], key=lambda each: order[id(each.call)])
    return tuple(_made(each, number) for number, each in enumerate((*kept[:1], *rest)))


def _read(call: Call) -> _Kept | None:
    if call.dialect:
        found = carried.of_request(call.dialect, call.input, call.output)
    else:
        found = carried.read(call.input, call.output)
    if found is None:
        return None
    request = found.request
    key = "modelId" if found.dialect == "bedrock-converse" else "model"
    if call.model and key not in request:
        request = {key: call.model.rsplit("/models/", 1)[-1], **request}
    if call.tools and not request.get("tools"):
        request = {**request, "tools": call.tools}
    records = request[RECORDS.get(found.dialect, "messages")]
    marks = {number: Mark(origin=(call.origin,)) for number in range(len(records))}
    if found.given < len(records) and call.usage is not None:
        marks[found.given] = Mark(origin=(call.origin,), usage=call.usage)
    prints = tuple(canonical.sha256(record) for record in records)
    return _Kept(call, request, found.dialect, found.given, prints, marks)


def _part_of(each: _Kept, other: _Kept) -> bool:
    """Whether the input of a call stands in another one's records as a whole."""
    return each.dialect == other.dialect and _place(each, other) is not None


def _place(each: _Kept, other: _Kept) -> int | None:
    """At which record of the other the input of a call begins; its start is tried first."""
    wanted = each.prints[: each.given]
    if not wanted:
        return None
    if other.prints[: each.given] == wanted:
        return 0
    for start, first in enumerate(other.prints):
        if first == wanted[0] and other.prints[start : start + each.given] == wanted:
            return start
    return None


def _book(owner: _Kept, each: _Kept) -> None:
    """The usage of a call that is a part of another, put on the record it answered with there."""
    start = _place(each, owner) or 0
    position = start + each.given
    if position < len(owner.records) and position in owner.marks and owner.marks[position].usage is None:
        record = owner.records[position]
        said = record.get("role", record.get("type")) if isinstance(record, dict) else None
        if said in OUTPUTS:
            owner.marks[position] = Mark(origin=owner.marks[position].origin, usage=each.call.usage)


def _made(each: _Kept, number: int) -> Conversation:
    title = next((text for text in map(_user_text, each.records) if text), "") or each.call.name
    return made(each.dialect, str(number), each.request, each.marks, title=entries.title_of(title))


def _user_text(record: Any) -> str:
    if not isinstance(record, dict) or record.get("role", record.get("type")) not in ("user", "human"):
        return ""
    return entries.text_of(record.get("content", record.get("parts")))
