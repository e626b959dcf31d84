"""Compact and clear: an old ring's results give way to a stub or a one-line placeholder; the ring stays."""

from __future__ import annotations

from functools import partial

from trimscope import stub
from trimscope.edits import Drop, Set
from trimscope.rings import Round
from trimscope.tokens import Profile
from trimscope.transcript import Message, Pointer, ToolResult
from trimscope.view import Change, Changes, View, content_of


def replace_results(
    view: View, each: Round, how: str, tools: dict[tuple[int, int], str], so_far: Changes
) -> Changes:
    """Changes for the messages of the round: results replaced, everything else kept as it is.

    `how` is compact or clear; `so_far` are the changes of earlier stages. A result that is already shorter than
    its replacement stays as those left it: a truncated one stays truncated.
    """
    changes: dict[int, Change] = {}
    for index in each.messages:
        message = view.transcript.messages[index]
        if message.results and not view.is_protected(index):
            new = _message(view, message, how, tools, so_far.get(index))
        else:
            new = None if index in so_far else _kept(view, index, "structure_kept")
        if new is not None:
            changes[index] = new
    return changes


def _kept(view: View, index: int, reason: str) -> Change:
    return Change("keep", reason, view.counts.messages[index], view.counts.chars[index])


def _message(
    view: View, message: Message, how: str, tools: dict[tuple[int, int], str], earlier: Change | None
) -> Change | None:
    pricing, lang = view.counts.profile, view.policy.tombstone["lang"]
    tokens, chars = view.counts.messages[message.index], view.counts.chars[message.index]
    texts: dict[Pointer, str | None] = {}
    edits: tuple[Set, ...] = ()
    if earlier is not None:
        tokens, chars, texts = earlier.tokens, earlier.chars, dict(earlier.texts)
        edits = tuple(edit for edit in earlier.edits if isinstance(edit, Set))
    gone = {edit.at for edit in earlier.edits if isinstance(edit, Drop)} if earlier is not None else set()
    """results that a repair took away"""
    rewritten: set[Pointer] = set()
    for position, result in enumerate(message.parts):
        if not isinstance(result, ToolResult) or not result.texts or result.at in gone:
            continue
        tool = tools.get((message.index, position)) or result.name or "tool"
        key = (how, message.index, position, lang)
        new = view.counts.remembered(key, (), partial(_write, how, result, tool, lang, pricing))
        if new is None:
            continue
        now = [texts.get(text.at, text.text) or "" for text in result.texts]
        texts |= {text.at: None for text in result.texts}
        texts[result.texts[0].at] = new
        rewritten.add(content_of(result))
        tokens += pricing.text(new) - sum(pricing.text(text) for text in now)
        chars += len(new) - sum(len(text) for text in now)
    if not rewritten:
        return None if earlier is not None else _kept(view, message.index, "already_short")
    edits = tuple(edit for edit in edits if edit.at not in rewritten)
    return Change(how, "old_round", tokens, chars, texts, edits)


def _write(how: str, result: ToolResult, tool: str, lang: str, pricing: Profile) -> str | None:
    """The replacement of a result; None where that saves nothing, or the result is one already."""
    old = "".join(text.text for text in result.texts)
    if stub.is_stub(old):
        return None
    new = stub.compact(old, tool, lang) if how == "compact" else stub.clear(old, tool, lang)
    return None if len(new) >= len(old) or pricing.text(new) >= pricing.text(old) else new
