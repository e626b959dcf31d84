"""Which texts of a stored message are in a request, in the form in which it is sent there."""

from __future__ import annotations

from collections.abc import Iterator

from trimscope.planning.decision import GONE
from trimscope.planning.view import Change
from trimscope.source.edits import Drop, Edit, Set
from trimscope.texts.stub import json_of
from trimscope.transcript import Media, Message, Pointer, Text, Thinking, ToolCall, ToolResult
from trimscope.values.leaf_values import leaves

REWRITTEN = ("truncate", "filter", "dedupe", "compact", "clear", "frame", "keep")
"""Actions whose edits take something of a message's own parts away. Others move it, or put something behind it."""


def texts_of(message: Message, change: Change | None = None) -> Iterator[str]:
    """The texts of a message: what it says and thinks, names and arguments of its calls, its results.

    With a `change`, what of them is sent. Of arguments the values are given one by one as well, as they read without
    the escapes of JSON.
    """
    if change is not None and change.action in GONE:
        return
    edits = change.edits if change is not None and change.action in REWRITTEN else ()
    new = change.texts if change is not None else {}
    for part in message.parts:
        if edits and _is_dropped(part.at, edits):
            continue
        if isinstance(part, Text):
            text = new.get(part.at, part.text)
            if text:
                yield text
        elif isinstance(part, Thinking | Media):
            yield part.text
        elif isinstance(part, ToolCall):
            yield part.name
            if not (edits and _is_emptied(part, edits)):
                yield from _arguments(part)
        elif isinstance(part, ToolResult):
            for each in part.texts:
                text = new.get(each.at, each.text)
                if text and not (edits and _is_dropped(each.at, edits)):
                    yield text
            yield from (media.text for media in part.media if not (edits and _is_dropped(media.at, edits)))


def _arguments(call: ToolCall) -> Iterator[str]:
    yield call.arguments
    if "\\" in call.arguments:
        yield from (leaf for leaf in leaves(json_of(call.arguments)) if isinstance(leaf, str))


def _is_dropped(at: Pointer, edits: tuple[Edit, ...]) -> bool:
    """Whether an edit takes the node away, or one that holds it."""
    return any(isinstance(edit, Drop) and at[: len(edit.at)] == edit.at for edit in edits)


def _is_emptied(call: ToolCall, edits: tuple[Edit, ...]) -> bool:
    """Whether an edit writes other arguments into a call."""
    return any(isinstance(edit, Set) and edit.at[: len(call.at)] == call.at for edit in edits)
