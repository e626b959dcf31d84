"""What a memory block costs beside its tokens: a block in the system prompt that changes ends the provider's cache of
the request's prefix, from there on everything is processed anew. As the last message it stands behind all that is
cached (third source article, 8.3: a stable prefix, a dynamic suffix)."""

from __future__ import annotations

from trimscope.planning.result import Plan


def rewritten(before: Plan, after: Plan) -> bool:
    """Whether the memory block changed from one call's request to the next in a place that history stands behind."""
    return recomputed(before, after) > 0


def recomputed(before: Plan, after: Plan) -> int:
    """Tokens of the next call's request that stand at or behind a memory block which changed since the call before:
    what a changed block alone keeps from being read from the cache. 0 where it did not change or stands last.
    """
    old, new = _block(before), _block(after)
    if old == new:
        return 0
    early = [each[0] for plan, each in ((before, old), (after, new)) if each is not None and not _is_last(plan, each)]
    if not early:
        return 0
    ahead = sum(d.after for d in after.decisions if d.message is not None and d.message < min(early))
    return after.tokens.sent - after.view.counts.tools - after.view.counts.frame - ahead


def _is_last(plan: Plan, block: tuple[int, str]) -> bool:
    return block[0] > max(plan.view.history, default=0)


def _block(plan: Plan) -> tuple[int, str] | None:
    """Where the block of a plan's request stands (index of its message, or of the one it stands before), and its text
    from the block on."""
    for each in plan.written:
        if each.reason.startswith("memory"):
            return each.at, each.text
    standing = plan.view.anchors.notices.get("memory")
    if standing is None:
        return None
    return (standing.index or 0), standing.part.text
