"""From a strategy's outcome to what a plan is made of: changes with their tokens, and insertions in their places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from trimscope import formats
from trimscope.characters import message_chars
from trimscope.planning.decision import Decision
from trimscope.planning.placing import Placed, record_position
from trimscope.planning.view import Change, Changes, View, drop
from trimscope.source.edits import Drop, Edit, Insert, Set
from trimscope.strategies.kept import Inserted, Kept, Rewritten
from trimscope.tokens import message_tokens
from trimscope.transcript import Media, Message, Part, Pointer, Text, Thinking, ToolCall, ToolResult, Transcript

WRAPPERS = ("function", "custom", "toolUse", "functionCall")
"""Keys below which a dialect keeps what a call is made of."""

ARGUMENTS = ("arguments", "input", "args")
"""Keys of a call's arguments, whatever the dialect."""


def changes(view: View, kept: Kept) -> Changes:
    """The changes of a strategy, by message index, ascending."""
    messages = view.transcript.messages
    found = {index: drop(messages[index], reason) for index, reason in kept.dropped.items()}
    for index, rewritten in kept.rewritten.items():
        if index not in found:
            found[index] = _change(view, messages[index], rewritten)
    return dict(sorted(found.items()))


def placements(view: View, kept: Kept) -> tuple[Placed, ...]:
    """What a strategy puts in, each in its place and with its price."""
    return tuple(_placement(view, each) for each in kept.inserted)


def _placement(view: View, new: Inserted) -> Placed:
    write = formats.model_record if new.role == "assistant" else formats.user_record
    record = write(view.transcript, new.text)
    edit = Insert(view.transcript.base, record_position(view, new.before), record)
    tokens = view.counts.profile.message + view.counts.profile.text(new.text)
    return Placed(Decision(None, "insert", new.reason, 0, tokens, new.before), edit, new.text, len(new.text))


def _change(view: View, message: Message, new: Rewritten) -> Change:
    parts = [_rewritten(part, new) for part in message.parts if part.at not in new.gone]
    left = replace(message, parts=tuple(part for part in parts if part is not None))
    if all(isinstance(part, Text) and not part.text for part in left.parts):
        return drop(message, new.reason)  # nothing is left to send: an empty message is refused
    edits: list[Edit] = [Drop(at) for at in _nodes(view.transcript, message, new.gone)]
    for call in message.calls:
        where = arguments_at(view.transcript, call) if call.at in new.emptied else None
        if where is not None:
            old = formats.at(view.transcript.document, where)
            edits.append(Set(where, "{}" if isinstance(old, str) else {}))
    tokens, chars = message_tokens(left, view.counts.profile), message_chars(left)
    return Change(new.action, new.reason, tokens, chars, dict(new.texts), tuple(edits))


def _rewritten(part: Part, new: Rewritten) -> Part | None:
    """The part as it is sent; None where its text was taken away."""
    if isinstance(part, Text):
        text = new.texts.get(part.at, part.text)
        return None if text is None else replace(part, text=text)
    if isinstance(part, ToolResult):
        return replace(part, texts=_texts(part, new.texts), media=_media(part, new.gone))
    if isinstance(part, ToolCall) and part.at in new.emptied:
        return replace(part, arguments="{}")
    return part


def _texts(result: ToolResult, new: Mapping[Pointer, str | None]) -> tuple[Text, ...]:
    now = ((text, new.get(text.at, text.text)) for text in result.texts)
    return tuple(replace(text, text=text_now) for text, text_now in now if text_now is not None)


def _media(result: ToolResult, gone: tuple[Pointer, ...]) -> tuple[Media, ...]:
    return tuple(part for part in result.media if part.at not in gone)


def _nodes(transcript: Transcript, message: Message, gone: tuple[Pointer, ...]) -> tuple[Pointer, ...]:
    """Nodes to drop: for reasoning the block it is the text of, and for calls their list itself where all of it goes,
    since an empty one is refused."""
    record = len(transcript.base) + 1
    thoughts = {part.at: _block(part.at, record) for part in message.parts if isinstance(part, Thinking)}
    lists = {at[:-1] for at in gone if len(at) > 1 and at[-2] == "tool_calls"}
    whole = [at for at in sorted(lists, key=repr) if all(c.at in gone for c in message.calls if c.at[:-1] == at)]
    return (*whole, *(thoughts.get(at, at) for at in gone if at[:-1] not in whole))


def _block(at: Pointer, record: int) -> Pointer:
    """The pointer up to the last position in a list below the record; where there is none, the field itself."""
    ends = [end for end in range(record + 1, len(at) + 1) if isinstance(at[end - 1], int)]
    return at[: ends[-1]] if ends else at


def arguments_at(transcript: Transcript, call: ToolCall) -> Pointer | None:
    """Pointer of a call's arguments in the document; None where the dialect keeps them elsewhere."""
    node: Any = formats.at(transcript.document, call.at)
    where = call.at
    for key in WRAPPERS:
        if isinstance(node, dict) and isinstance(node.get(key), dict):
            node, where = node[key], (*where, key)
    keys = [key for key in ARGUMENTS if isinstance(node, dict) and key in node]
    return (*where, keys[0]) if keys else None
