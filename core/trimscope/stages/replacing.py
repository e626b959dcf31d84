"""Compact and clear: an old ring's results give way to a stub or a one-line placeholder; the ring stays."""

from __future__ import annotations

from functools import partial

from trimscope import stub
from trimscope.rings import Round
from trimscope.transcript import Message, Pointer, ToolResult
from trimscope.view import Change, Changes, View


def replace_results(view: View, each: Round, how: str, tools: dict[tuple[int, int], str]) -> Changes:
    """A change for every message of the round: results replaced, everything else kept as it is.

    `how` is compact or clear. A result that is already shorter than its replacement stays.
    """
    changes: dict[int, Change] = {}
    for index in each.messages:
        message = view.transcript.messages[index]
        if message.results and not view.is_protected(index):
            changes[index] = _message(view, message, how, tools)
        else:
            changes[index] = _kept(view, index, "structure_kept")
    return changes


def _kept(view: View, index: int, reason: str) -> Change:
    return Change("keep", reason, view.counts.messages[index], view.counts.chars[index])


def _message(view: View, message: Message, how: str, tools: dict[tuple[int, int], str]) -> Change:
    pricing, lang = view.counts.profile, view.policy.tombstone["lang"]
    tokens, chars = view.counts.messages[message.index], view.counts.chars[message.index]
    texts: dict[Pointer, str | None] = {}
    for position, result in enumerate(message.parts):
        if not isinstance(result, ToolResult) or not result.texts:
            continue
        tool = tools.get((message.index, position)) or result.name or "tool"
        key = (how, message.index, position, lang)
        old = "".join(text.text for text in result.texts)
        if stub.is_stub(old):
            continue
        new = view.counts.remembered(key, (), partial(_write, how, old, tool, lang))
        if len(new) >= len(old) or pricing.text(new) >= pricing.text(old):
            continue
        texts |= {text.at: None for text in result.texts}
        texts[result.texts[0].at] = new
        tokens += pricing.text(new) - sum(pricing.text(text.text) for text in result.texts)
        chars += len(new) - len(old)
    if not texts:
        return _kept(view, message.index, "already_short")
    return Change(how, "old_round", tokens, chars, texts)


def _write(how: str, old: str, tool: str, lang: str) -> str:
    return stub.compact(old, tool, lang) if how == "compact" else stub.clear(old, tool, lang)
