"""Compact and clear: an old ring's results give way to a stub or a one-line placeholder; the ring stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from trimscope.formats import arguments
from trimscope.planning.view import Change, Changes, View, content_of
from trimscope.source.edits import Drop, Edit, Set
from trimscope.stages import filtering
from trimscope.stages.account import REPAIRS
from trimscope.stages.deduping import Place, Tools, tool_of
from trimscope.structure.rings import Round
from trimscope.texts import stub
from trimscope.transcript import Message, Pointer, ToolResult

_WRITERS: Mapping[str, Callable[[str, str, str, int | None], str]] = {
    "compact": stub.compact,
    "clear": stub.clear,
    "retrieve": stub.evidence,
}
"""What writes the text that takes a result's place: of the result's text, its tool, the language, and the characters it
had before a limit cut it (None: as many as it has)."""


def replace_results(view: View, each: Round, how: str, tools: Tools, so_far: Changes) -> Changes:
    """Changes for the messages of the round: results replaced, everything else kept as it is.

    `how` is compact, clear or retrieve; `so_far` are the changes of earlier stages. A result that is shorter than its
    replacement stays as those left it. With `clear_tool_inputs` the calls whose results are gone lose their arguments.
    """
    changes: dict[int, Change] = {}
    for index in each.messages:
        message = view.transcript.messages[index]
        if message.results and not view.is_protected(index):
            earlier = so_far.get(index)
            new = _message(view, message, how, tools, earlier) if earlier else _stored(view, message, how, tools)
        else:
            new = None if index in so_far else _kept(view, index, "structure_kept")
        if new is not None:
            changes[index] = new
    if view.policy.clear_tool_inputs:
        changes |= _without_inputs(view, each, how, {**_of(each, so_far), **changes})
    return changes


def takes_place(view: View, message: Message, how: str, tools: Tools) -> bool:
    """Whether every result of a message, as it is stored, gives way to a text of ours: nothing of it is sent."""
    change = _stored(view, message, how, tools)
    if change is None or change.action != how:
        return False
    return all(result.texts[0].at in change.texts for result in message.results if result.texts)


def _stored(view: View, message: Message, how: str, tools: Tools) -> Change | None:
    """The change of a message that no earlier stage changed; made once for the same settings and tools."""
    policy = view.policy
    mine = tuple([tool_of(tools, message, n) for n, part in enumerate(message.parts) if isinstance(part, ToolResult)])
    key = (policy.tombstone["lang"], policy.observations, tuple(policy.field_whitelist.items()), mine)
    name = ("stored", how, message.index)
    return view.counts.remembered(name, key, partial(_message, view, message, how, tools, None))


def _of(each: Round, so_far: Changes) -> Changes:
    return {index: so_far[index] for index in each.messages if index in so_far}


def _kept(view: View, index: int, reason: str) -> Change:
    return Change("keep", reason, view.counts.messages[index], view.counts.chars[index])


@dataclass(frozen=True, slots=True)
class _Stub:
    """What stands for a result, and its size in tokens."""

    text: str
    tokens: int


def _message(view: View, message: Message, how: str, tools: Tools, earlier: Change | None) -> Change | None:
    tokens, chars = view.counts.messages[message.index], view.counts.chars[message.index]
    texts: dict[Pointer, str | None] = {}
    edits: tuple[Edit, ...] = ()
    if earlier is not None:
        tokens, chars, texts, edits = earlier.tokens, earlier.chars, dict(earlier.texts), _own_edits(earlier)
    gone = {edit.at for edit in earlier.edits if isinstance(edit, Drop)} if earlier is not None else set()
    """results that a repair took away"""
    rewritten: set[Pointer] = set()
    deduped = False
    for position, result in enumerate(message.parts):
        if not isinstance(result, ToolResult) or not result.texts or result.at in gone:
            continue
        now = tuple(texts.get(text.at, text.text) for text in result.texts)
        if any(text.at in texts for text in result.texts) and stub.is_stub(_joined(now)):
            deduped = True  # the line that stands for a copy says less than any stub, and names the text
            continue
        tool = tool_of(tools, message, position)
        new = _stub(view, how, message, position, tool)
        if new is None and any(text.at in texts for text in result.texts):
            new = _of_what_is_left(view, how, message, position, tool, _joined(now))
        if new is None:
            continue
        if earlier is None:
            before = sum(view.counts.text(text.text) for text in result.texts)
        else:
            before = tokens_of(view, (message.index, position), now)
        texts |= {text.at: None for text in result.texts}
        texts[result.texts[0].at] = new.text
        rewritten.add(content_of(result))
        tokens += new.tokens - before
        chars += len(new.text) - len(_joined(now))
    if not rewritten and not deduped:
        return None if earlier is not None else _kept(view, message.index, "already_short")
    edits = tuple(edit for edit in edits if not isinstance(edit, Set) or edit.at not in rewritten)
    return Change(how, "old_round", tokens, chars, texts, edits)


def _own_edits(earlier: Change) -> tuple[Edit, ...]:
    """The edits of a change that go on with it: a repair keeps its own by itself (`view.both`)."""
    return tuple(edit for edit in earlier.edits if isinstance(edit, Set) or earlier.reason not in REPAIRS)


def _joined(texts: filtering.Texts) -> str:
    return (texts[0] or "") if len(texts) == 1 else "".join(text or "" for text in texts)


def tokens_of(view: View, place: Place, texts: filtering.Texts) -> int:
    """Tokens of a result's texts as they stand now; counted once for the same texts."""
    counts = view.counts
    return counts.remembered(("now", place), texts, lambda: sum(counts.text(text or "") for text in texts))


def _stub(view: View, how: str, message: Message, position: int, tool: str) -> _Stub | None:
    """The replacement of a result, made of what the whitelist keeps of it and whole where the limit cut it; None where
    that saves nothing, or the result is one already."""
    lang = view.policy.tombstone["lang"]
    read = filtering.read(view, message.index, position, tool)
    name = ("stub", how, message.index, position, lang)
    return view.counts.remembered(name, (read.texts, tool), partial(_write, view, how, read.whole, tool))


def _of_what_is_left(view: View, how: str, message: Message, position: int, tool: str, now: str) -> _Stub | None:
    """The replacement of a result that is worth none as it was stored, and is worth one once the limit has cut it: what
    was cut away is what the stub would have to name. A second trim would find just that. In a frame it is left."""
    if view.policy.observations:
        return None
    stored = filtering.read(view, message.index, position, tool).whole
    return None if now == stored else _write(view, how, now, tool, len(stored))


def _write(view: View, how: str, old: str, tool: str, chars: int | None = None) -> _Stub | None:
    lang = view.policy.tombstone["lang"]
    if stub.is_stub(old):
        return None
    new = _WRITERS[how](old, tool, lang, chars)
    tokens = view.counts.text(new)
    return None if len(new) >= len(old) or tokens >= view.counts.text(old) else _Stub(new, tokens)


def _without_inputs(view: View, each: Round, how: str, so_far: Changes) -> Changes:
    """Changes for messages whose calls lose their arguments: those of which every result is cleared or compacted."""
    messages = [view.transcript.messages[index] for index in each.messages]
    gone: set[str] = set()
    kept: set[str] = set()
    for message in messages:
        change = so_far.get(message.index)
        for result in message.results:
            new = change.texts if change is not None else {}
            text = _joined(tuple(new.get(text.at, text.text) for text in result.texts))
            (gone if stub.is_replacement(text) else kept).add(result.key)
    changes: dict[int, Change] = {}
    for message in messages:
        calls = [call for call in message.calls if call.key in gone - kept and not call.server]
        emptied = [(call, arguments.emptied(view.transcript, call)) for call in calls]
        lighter = [call for call, edits in emptied if edits]
        if not lighter or view.is_protected(message.index):
            continue
        base = so_far.get(message.index) or _kept(view, message.index, "structure_kept")
        pricing = view.counts.profile
        empty = pricing.text(arguments.EMPTY)
        saved = sum(pricing.text(call.arguments) - empty for call in lighter)
        chars = sum(len(call.arguments) - len(arguments.EMPTY) for call in lighter)
        edits = (*_own_edits(base), *(edit for _, found in emptied for edit in found))
        changes[message.index] = replace(
            base, action=how, reason="inputs_cleared", tokens=base.tokens - saved, chars=base.chars - chars, edits=edits
        )
    return changes
