"""A parsed file, and the conversations a format module finds in it.

A *dialect* module reads and writes what a provider's API takes. A *log* module never writes: it turns each
conversation of a log, trace or container into a request in the dialect its provider speaks, with marks that say
where every record came from, and that dialect reads it. So everything behind (pairing, plans, edits) knows
dialects only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeVar

from trimscope.source.reading import Broken
from trimscope.transcript import Message, Pointer, Text, ToolSpec, Usage

Layout = Literal["json", "jsonl"]
T = TypeVar("T")


@dataclass(frozen=True)
class Source:
    """A parsed file: one JSON value, or the list of a JSON Lines file's values."""

    document: Any
    layout: Layout
    broken: Broken = field(default_factory=dict)
    """damaged lines of a JSON Lines file (None stands in their place); only a module that says TOLERANT reads it"""

    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what `once` found: many formats look for the same things before one of them knows the file"""

    def once(self, name: str, look: Callable[[], T]) -> T:
        """What `look` finds in this file, looked for the first time only."""
        if name not in self.memo:
            self.memo[name] = look()
        found: T = self.memo[name]
        return found

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        """The objects of a JSON Lines file, or of a list; a single object is a list of one."""
        whole = self.document if isinstance(self.document, list) else [self.document]
        return [line for line in whole if isinstance(line, dict)]

    @cached_property
    def top(self) -> Mapping[str, Any]:
        """The document when it is one object, else an empty one."""
        return self.document if isinstance(self.document, dict) else {}


@dataclass(frozen=True, slots=True)
class Mark:
    """What a log knows of one record beyond the request made of it."""

    origin: tuple[Pointer, ...] = ()
    """places in the loaded file"""
    injected: bool | None = None
    """True or False where the log says so; None leaves it to the text"""
    usage: Usage | None = None
    id: str | None = None
    epoch: bool = False
    """the history was begun anew with this record (a compaction summary, or what follows a boundary)"""


NO_MARK = Mark()
"""Of a record of which no log knows anything."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation: a request in some dialect, and its list of records."""

    name: str
    document: Any
    layout: Layout
    base: Pointer
    """pointer of the list of records, in `document`"""
    request: Mapping[str, Any]
    """the object that holds the list of records and the request's other keys"""
    records: list[Any]
    dialect: str = ""
    """the dialect it is written in; empty: that of the format itself"""
    marks: Mapping[int, Mark] = field(default_factory=dict)
    """by position of the record"""
    notes: tuple[Mapping[str, str], ...] = ()
    continued: bool = False
    title: str = ""
    """what a person would know it by, for the chooser"""
    loaded: Any = None
    """the value of the file it was found in, into which the marks' origins point"""

    def key(self, name: str) -> Pointer:
        """Pointer of another key of the request, e.g. its tools."""
        return (*self.base[:-1], name)


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a dialect reads out of a conversation."""

    messages: tuple[Message, ...]
    system: tuple[Text, ...] = ()
    tools: tuple[ToolSpec, ...] = ()
    tools_at: Pointer | None = None
    model: str | None = None
    continued: bool = False
    notes: tuple[Mapping[str, str], ...] = ()
    epochs: frozenset[int] = frozenset()
    """indexes of messages with which the history begins anew (the provider's own compaction)"""
    provider: str = ""
    """whose rules hold, where the request itself tells another provider than the dialect's own"""


RECORDS: Mapping[str, str] = {"openai-responses": "input", "gemini-contents": "contents"}
"""The key of the list of records, by dialect; `messages` in all others."""


def made(
    dialect: str, name: str, request: dict[str, Any], marks: Mapping[int, Mark] | None = None, **more: Any
) -> Conversation:
    """A conversation that a log module made: a whole request body in a dialect, with a mark for each record.

    A model that the log does not name is left out of the request.
    """
    if request.get("model", "") is None:
        del request["model"]
    key = RECORDS.get(dialect, "messages")
    return Conversation(name, request, "json", (key,), request, request[key], dialect, marks or {}, **more)
