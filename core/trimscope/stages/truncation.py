"""Tool results longer than their limit are cut to head, banner and tail. Always, whatever the trigger."""

from __future__ import annotations

from trimscope.planning.view import View
from trimscope.policies.policy import Policy
from trimscope.texts.stub import is_stub
from trimscope.texts.truncate import Cut, truncate_parts

REASONS = {"full": "over_limit", "short": "over_limit_short_banner", "plain": "over_limit_plain_cut"}
"""Which form of banner fitted, by the kind of cut."""


def cut_texts(view: View, texts: list[str], tool: str) -> tuple[Cut, tuple[str | None, ...]]:
    """The cut of a result's texts together, and the new text of each (None: it goes)."""
    policy = view.policy
    return truncate_parts(
        texts,
        policy.limit_for(tool),
        count=view.counts.text,
        head=policy.head,
        unit=policy.limit_unit,
        banner=policy.banner,
        tool=tool,
        keep=policy.keep_matching,
        lang=policy.tombstone["lang"],
    )


def shortened(view: View, texts: tuple[str | None, ...], tool: str) -> tuple[tuple[str | None, ...], str]:
    """A result's texts within the limit of its tool, and the code of what was done ("" where they fit)."""
    limit = view.policy.limit_for(tool)
    kept = [text for text in texts if text is not None]
    if limit is None or (view.policy.limit_unit == "chars" and sum(map(len, kept)) <= limit):
        return texts, ""
    if is_stub("".join(kept)):
        return texts, ""  # no result any more: cut, it would no longer say what it stands for
    cut, parts = cut_texts(view, kept, tool)
    if cut.kind == "none":
        return texts, ""
    left = iter(parts)
    new = tuple(None if text is None else next(left) for text in texts)
    return (tuple(text or None for text in new) if len(texts) > 1 else new), REASONS[cut.kind]


def settings(policy: Policy) -> tuple[object, ...]:
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
