"""Stage 1: tool results longer than their limit are cut to head, banner and tail. Always, whatever the trigger."""

from __future__ import annotations

from trimscope.edits import Edit, Set
from trimscope.policy import Policy
from trimscope.stub import is_stub
from trimscope.transcript import Message, Pointer, ToolResult
from trimscope.truncate import Cut, truncate_parts
from trimscope.view import Change, Changes, View, content_of, takes_block

REASONS = {"full": "over_limit", "short": "over_limit_short_banner", "plain": "over_limit_plain_cut"}
"""Which form of banner fitted, by the kind of cut."""


def run(view: View) -> Changes:
    """A change for every message with a result over its limit; anchors and pins are left alone."""
    if view.policy.result_limit is None and not view.policy.tool_limits:
        return {}
    changes = view.counts.remembered("truncation", (view.history, _settings(view.policy)), lambda: _all(view))
    return {index: change for index, change in changes.items() if not view.is_protected(index)}


def cut_result(view: View, result: ToolResult, tool: str) -> tuple[Cut, tuple[str | None, ...]]:
    """The cut of one result's text parts together, and the new text of each part (None: it goes)."""
    policy, pricing = view.policy, view.counts.profile
    return truncate_parts(
        [text.text for text in result.texts],
        policy.limit_for(tool),
        count=pricing.text,
        head=policy.head,
        unit=policy.limit_unit,
        banner=policy.banner,
        tool=tool,
        keep=policy.keep_matching,
        lang=policy.tombstone["lang"],
    )


def _settings(policy: Policy) -> tuple[object, ...]:
    """Everything of a policy that a cut depends on."""
    return (
        policy.result_limit,
        policy.limit_unit,
        policy.head,
        policy.banner,
        tuple(policy.tool_limits.items()),
        policy.keep_matching,
        policy.tombstone["lang"],
    )


def _all(view: View) -> Changes:
    tools = view.tool_names()
    found = ((m.index, _message(view, m, tools)) for m in view.messages if m.results)
    return {index: change for index, change in found if change is not None}


def _message(view: View, message: Message, tools: dict[tuple[int, int], str]) -> Change | None:
    texts: dict[Pointer, str | None] = {}
    emptied: list[Edit] = []
    saved_tokens = saved_chars = 0
    kind = ""
    for position, result in enumerate(message.parts):
        if not isinstance(result, ToolResult) or not result.texts:
            continue
        tool = tools.get((message.index, position)) or result.name or "tool"
        limit = view.policy.limit_for(tool)
        if limit is None or (view.policy.limit_unit == "chars" and result.chars <= limit):
            continue
        if is_stub("".join(text.text for text in result.texts)):
            continue  # no result any more: cut, it would no longer say what it stands for
        cut, parts = cut_result(view, result, tool)
        if cut.kind == "none":
            continue
        kind = kind or cut.kind
        if not any(parts) and not result.media and takes_block(result.texts[0].at):
            # nothing is left: no empty list or part, which some providers refuse, and never a result less
            emptied.append(Set(content_of(result), ""))
        for old, new in zip(result.texts, parts, strict=True):
            if new is not old.text:
                new = new or None if len(parts) > 1 else new
                texts[old.at] = new
                saved_tokens += view.counts.profile.text(old.text) - view.counts.profile.text(new or "")
                saved_chars += len(old.text) - len(new or "")
    if not texts:
        return None
    before = view.counts.messages[message.index], view.counts.chars[message.index]
    return Change(
        "truncate", REASONS[kind], before[0] - saved_tokens, before[1] - saved_chars, texts, tuple(emptied)
    )
