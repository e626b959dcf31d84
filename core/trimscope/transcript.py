"""The neutral transcript: frozen messages made of parts, each remembering its place in the source document.

A format module (`trimscope.formats`) reads a document into these values; nothing here ever changes the
document. Edits address nodes of it by pointer (`trimscope.source.edits`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from trimscope.errors import PolicyError

Pointer = tuple[str | int, ...]
"""Keys and positions from the root of the document to a node, e.g. `("messages", 3, "content")`."""

Role = Literal["system", "developer", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text and the pointer of the string it is."""

    text: str
    at: Pointer
    frame: tuple[tuple[str, str | None], ...] = ()
    """how a new text is written when the node is no string: an object of these keys, None being the text"""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens a provider reported for one call. `context` is the whole input, cached parts included."""

    context: int
    cached: int = 0
    cache_write: int = 0
    output: int = 0


@dataclass(frozen=True, slots=True)
class Thinking:
    """Reasoning text of the model; never edited (providers sign it), only dropped with its message."""

    text: str
    at: Pointer
    lone: str | None = None
    """its id where it must stand before an item of the same output, and that item is not there"""


@dataclass(frozen=True, slots=True)
class Held:
    """What a block that is no text holds, as far as it can be told (`trimscope.pictures.holding`)."""

    kind: str
    """picture, pdf, audio, video, text (a file of it), or file"""
    pixels: tuple[int, int] | None = None
    """width and height of a picture; None where they are not known"""
    octets: int = 0
    """bytes of the data in the document; 0 where it lies elsewhere"""
    low: bool = False
    """a picture that the request asks to be looked at in low detail"""


@dataclass(frozen=True, slots=True)
class Media:
    """Anything that is no text: image, file, audio, an opaque block. `text` is what of it is priced as text
    (never base64); `size` is the number of characters it takes in the document."""

    kind: str
    size: int
    text: str
    at: Pointer
    held: Held | None = None
    """what it holds, where its price does not come from text"""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool call. `key` pairs it with its results (the id where there is one), `arguments` is JSON text."""

    key: str
    id: str | None
    name: str
    arguments: str
    at: Pointer
    server: bool = False
    """run by the provider itself: its result stands in the same assistant message"""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """One tool result: its text parts in order, and what of it is no text."""

    key: str
    call_id: str | None
    name: str | None
    texts: tuple[Text, ...]
    media: tuple[Media, ...]
    is_error: bool
    at: Pointer

    @property
    def chars(self) -> int:
        """Length of all text parts together, in characters (code points)."""
        return sum(len(text.text) for text in self.texts)


Part = Text | Thinking | ToolCall | ToolResult | Media


@dataclass(frozen=True, slots=True)
class Message:
    """One entry of the transcript."""

    index: int
    role: Role
    parts: tuple[Part, ...]
    where: tuple[Pointer, ...]
    """the nodes of the document that are this message: a record, or some blocks of one"""
    injected: bool = False
    """nobody typed it (a wrapper, a screenshot, a tombstone)"""
    id: str | None = None
    usage: Usage | None = None
    """what the provider reported for the call that produced it"""
    origin: tuple[Pointer, ...] = ()
    """for a log: its places in the file as it was loaded (line or record); `where` is in the request made of it"""
    author: str = ""
    """the name of who speaks, where the request gives one beside the role (OpenAI's `name`)"""

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        return tuple([part for part in self.parts if isinstance(part, ToolCall)])

    @property
    def results(self) -> tuple[ToolResult, ...]:
        return tuple([part for part in self.parts if isinstance(part, ToolResult)])

    @property
    def text(self) -> str:
        """The message's own plain text, its text parts joined by nothing."""
        return "".join(part.text for part in self.parts if isinstance(part, Text))


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """One tool definition of the request; `text` is its canonical JSON."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """The full stored history of a run, and the document it was read from. Never modified."""

    format: str
    why: str
    """what in the document told the format, in one clause"""
    dialect: str
    """the request dialect `document` is written in: the format itself, or what a log was turned into"""
    provider: str
    document: Any
    layout: Literal["json", "jsonl"]
    base: Pointer
    """pointer of the list of records"""
    messages: tuple[Message, ...]
    system: tuple[Text, ...] = ()
    """a top-level system prompt that is no message (Anthropic)"""
    tools: tuple[ToolSpec, ...] = ()
    tools_at: Pointer | None = None
    model: str | None = None
    notes: tuple[Mapping[str, str], ...] = ()
    """what a user should know about the reading: one sentence each, keyed by language (en, zh)"""
    conversations: tuple[str, ...] = ()
    """names of all conversations of the file, when it holds several"""
    epochs: tuple[int, ...] = (0,)
    """indexes of the messages at which the history was begun anew (the run's own compaction); the first is 0"""
    continued: bool = False
    """an earlier part of the history lies on the provider's server: a result may have its call there"""
    times: tuple[str | None, ...] = ()
    """when each message was written, as the file says it; empty where it says it of none"""

    @property
    def call_indexes(self) -> tuple[int, ...]:
        """Indexes of the assistant messages, one a model call; call number k (from 1) is entry k - 1."""
        return tuple(message.index for message in self.messages if message.role == "assistant")


def loaded(given: Transcript) -> Transcript:
    """What was given, if it is a transcript; said where messages come as they are, the likeliest slip.

    Raises PolicyError.
    """
    if not isinstance(given, Transcript):
        raise PolicyError("transcript: messages were given as they are; load them first with ts.load.")
    return given
