"""A document without its texts: each stands as a number, and is filled with private characters when it is read.

Default is to hide: a string stays only where it is a word of the dialect (`"role": "user"`), an id, or a tool's name.
What is no text of a message (data of pictures, signatures, metadata) is blanked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from trimscope.scenarios.recorded import MOST_TEXTS, letter
from trimscope.scenarios.scenario import ScenarioError
from trimscope.source import canonical
from trimscope.texts import tombstone
from trimscope.transcript import Media, Text, Thinking, ToolCall, ToolResult, Transcript

TEXT, OBJECT = "=", "{"
"""How a stand-in begins in a shape: `"=12"` a text, `"{12"` a text that is a JSON object, `{"{12": true}` an object."""

BLANK = "-"
"""What stands for a string that is no text of a message: not empty, which some dialects take for a thing left out."""

WORD_KEYS = frozenset((
    "role", "type", "from", "kind", "part_kind", "status", "state", "phase", "object", "media_type", "mediaType",
    "mime_type", "mimeType", "mimetype", "format", "detail", "finish_reason", "stop_reason",
))  # fmt: skip
"""Keys whose values are words of a dialect."""

ID_KEYS = frozenset((
    "id", "call_id", "tool_call_id", "tool_use_id", "toolCallId", "toolUseId", "tool_id", "item_id", "message_id",
    "parent_id",
))  # fmt: skip
"""Keys whose values are ids."""

_WORD = re.compile(r"[A-Za-z][A-Za-z_./-]{0,29}(?:[0-9]{8})?")
_ID = re.compile(r"[A-Za-z0-9_.:|-]{1,120}")
_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$.-]{0,39}")
_FRAME = len('{"": 0}')
"""Characters of an object stand-in beside its key."""


def whole(number: int, size: list[Any]) -> str:
    """The stand-in of a text: `size` is its characters, tokens, and the lengths of its lines where they matter."""
    half = (size[0] + 1) // 2
    text = letter(number) * half + letter(number, second=True) * (size[0] - half)
    ends = list(accumulate(length + 1 for length in size[2][:-1])) if len(size) > 2 else []
    starts = [0, *ends]
    pieces = (text[start : end - 1] for start, end in zip(starts, [*ends, len(text) + 1], strict=True))
    return "\n".join(pieces)


def _object(number: int, size: list[Any]) -> dict[str, Any]:
    """A JSON object whose text is about as long."""
    return {letter(number) * max(1, size[0] - _FRAME): 0}


def object_text(number: int, size: list[Any]) -> str:
    """The same as text, as long as the original unless that is shorter than any."""
    return canonical.readable(_object(number, size))


@dataclass
class Texts:
    """The different texts of a transcript, numbered as they are met."""

    numbers: dict[str, int] = field(default_factory=dict)

    def meet(self, text: str) -> None:
        """Take a text in, unless it stays as it is: one of blanks, an empty object, an earlier trim's note."""
        if text.strip(" \t\r\n") and text != "{}" and tombstone.read(text) is None:
            self.numbers.setdefault(text, len(self.numbers))
        if len(self.numbers) > MOST_TEXTS:
            raise ScenarioError(f"shape: the transcript has more than {MOST_TEXTS:,} different texts.")

    def marked(self, text: str) -> str:
        """A text as it stands in a shape outside the document."""
        return f"{TEXT}{self.numbers[text]}" if text in self.numbers else text


def media_of(transcript: Transcript) -> Iterator[Media]:
    """All media of a transcript's messages in order, those inside results as well."""
    for message in transcript.messages:
        for part in message.parts:
            if isinstance(part, Media):
                yield part
            elif isinstance(part, ToolResult):
                yield from part.media


def texts_of(transcript: Transcript) -> Texts:
    """Every text that has a price, each once."""
    found = Texts()
    for text in transcript.system:
        found.meet(text.text)
    for message in transcript.messages:
        found.meet(message.author)
        for part in message.parts:
            if isinstance(part, Text | Thinking):
                found.meet(part.text)
            elif isinstance(part, ToolCall):
                found.meet(part.arguments)
            elif isinstance(part, ToolResult):
                for text in part.texts:
                    found.meet(text.text)
    for media in media_of(transcript):
        found.meet(media.text)
    return found


def hidden(transcript: Transcript, texts: Texts) -> Any:
    """The document with every text as its stand-in, and nothing else that could be one."""
    names = {call.name for message in transcript.messages for call in message.calls}
    names |= {part.name for message in transcript.messages for part in message.results if part.name}
    arguments = {call.arguments for message in transcript.messages for call in message.calls}
    tools = transcript.tools_at

    def hide(node: Any, key: str, where: tuple[str | int, ...]) -> Any:
        if tools is not None and where == tools:
            return []
        if isinstance(node, str):
            return hide_text(node, key)
        if isinstance(node, dict | list):
            number = texts.numbers.get(canonical.readable(node)) if node else None
            if number is not None:
                return {f"{OBJECT}{number}": True}
            if isinstance(node, list):
                return [hide(item, key, (*where, at)) for at, item in enumerate(node)]
            pairs = ((name if _KEY.fullmatch(name) else f"key{at}", name) for at, name in enumerate(node))
            return {shown: hide(node[name], shown, (*where, name)) for shown, name in pairs}
        return node if node is None or isinstance(node, bool) else 0

    def hide_text(text: str, key: str) -> str:
        words = key in WORD_KEYS and _WORD.fullmatch(text)
        if words or (key in ID_KEYS and _ID.fullmatch(text)) or (text in names and key not in ("text", "content")):
            return text
        if text in texts.numbers:
            is_object = text in arguments and text.startswith("{") and text.endswith("}")
            return f"{OBJECT if is_object else TEXT}{texts.numbers[text]}"
        return text if not text.strip(" \t\r\n") or text == "{}" or tombstone.read(text) is not None else BLANK

    return hide(transcript.document, "", ())


def filled(node: Any, sizes: list[list[Any]]) -> Any:
    """A hidden document with its stand-ins at their lengths. Raises ScenarioError for a number that is not there."""
    if isinstance(node, str):
        return filled_text(node, sizes)
    if isinstance(node, list):
        return [filled(item, sizes) for item in node]
    if isinstance(node, dict):
        if len(node) == 1:
            marker = next(iter(node))
            if marker.startswith(OBJECT):
                number = _number(marker, sizes)
                return _object(number, sizes[number])
        return {key: filled(value, sizes) for key, value in node.items()}
    return node


def filled_text(text: str, sizes: list[list[Any]]) -> str:
    """One string of a shape with what it stands for."""
    if text.startswith(TEXT):
        number = _number(text, sizes)
        return whole(number, sizes[number])
    if text.startswith(OBJECT) and text != "{}":
        number = _number(text, sizes)
        return object_text(number, sizes[number])
    return text


def _number(marker: str, sizes: list[list[Any]]) -> int:
    digits = marker[1:]
    if not re.fullmatch("[0-9]{1,6}", digits) or int(digits) >= len(sizes):
        raise ScenarioError(f"shape.document: {marker[:20]} stands for no text of shape.texts.")
    return int(digits)
