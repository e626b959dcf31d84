"""Why a provider's prompt cache stops where it does: the first difference between two requests, and its name.

A break is there when the earlier request is not, as a whole, the beginning of the later one. What differs first is
what counts: a request is rendered as tools, system, messages, and the model and its settings stand above them all.

>>> goal, old, new = Block("goal", 100, "anchor"), Block("call 1", 40), Block("call 2", 60)
>>> mark = Block("1 earlier round was removed", 20, "tombstone")
>>> find_break(Request((goal, old)), Request((goal, old, new))) is None
True
>>> find_break(Request((goal, old, new)), Request((goal, mark, new)))
Break(cause='tombstone', part='blocks', at=1)
>>> find_break(Request((goal,), tools=(new, old)), Request((goal,), tools=(old, new)))
Break(cause='tool_order', part='tools', at=0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from trimscope.caching.prefix import Block, Kind, common_prefix

Cause = Literal[
    "model",
    "settings",
    "tool_order",
    "tools",
    "system",
    "clock",
    "tombstone",
    "stub",
    "cleared",
    "cut",
    "summary",
    "memory",
    "ledger",
    "dropped",
    "inserted",
    "changed",
    "epoch",
]
"""Why the beginning is not the same (the third source article's list of what breaks a prefix, and our own
decisions): each has words in trimscope/words/caching.py. `epoch`, the run's own compaction, is the replay's to give:
two requests do not show it."""

Part = Literal["model", "settings", "tools", "system", "blocks"]

_INSERTED: Mapping[Kind, Cause] = {
    "tombstone": "tombstone",
    "summary": "summary",
    "memory": "memory",
    "ledger": "ledger",
}
"""Kinds that trimming puts between messages: such a block coming, going or changing is the cause."""

_REWRITTEN: Mapping[Kind, Cause] = {"stub": "stub", "cleared": "cleared", "cut": "cut"}
"""Kinds that stand in a message's own place: one that is new there is the cause."""


@dataclass(frozen=True, slots=True)
class Request:
    """What of a request the cache looks at. `blocks`: its messages in order; `tools`: one block a tool
    definition, in order; `system`: the top-level system text where it is no message; `model`, `settings`: name of
    the model, and a hash over the settings that are rendered (output format, reasoning, parallel calls)."""

    blocks: Sequence[Block]
    tools: Sequence[Block] = ()
    system: Block | None = None
    model: str = ""
    settings: str = ""


class Break(NamedTuple):
    """The cause of a prefix break, the part of the request it stands in, and the index in that part."""

    cause: Cause
    part: Part
    at: int


def find_break(before: Request, after: Request) -> Break | None:
    """The first difference between two requests, or None where the earlier one is the beginning of the later."""
    at = common_prefix(before.blocks, after.blocks).blocks
    if at == len(before.blocks) and not _above(before, after):
        return None
    return cause(before, after, at)


def cause(before: Request, after: Request, at: int) -> Break:
    """The break of two requests whose blocks differ first at index `at`, which may be where one of them ends.

    For who knows the index already; the parts above the blocks are compared here.
    """
    return _above(before, after) or Break(_of_blocks(before.blocks, after.blocks, at), "blocks", at)


def _above(before: Request, after: Request) -> Break | None:
    """The first difference above the messages, in the order in which a request is rendered."""
    if before.model != after.model:
        return Break("model", "model", 0)
    if before.settings != after.settings:
        return Break("settings", "settings", 0)
    if [tool.hash for tool in before.tools] != [tool.hash for tool in after.tools]:
        at = common_prefix(before.tools, after.tools).blocks
        return Break("tool_order" if _reordered(before.tools, after.tools) else "tools", "tools", at)
    old, new = before.system, after.system
    if (old and old.hash) != (new and new.hash):
        return Break("clock" if old and new and _numbers_only(old, new) else "system", "system", 0)
    return None


def _reordered(before: Sequence[Block], after: Sequence[Block]) -> bool:
    """Whether the same tools stand there, each as often as before."""
    return _counted(before) == _counted(after)


def _counted(blocks: Sequence[Block]) -> dict[str | int | bytes, int]:
    counts: dict[str | int | bytes, int] = {}
    for block in blocks:
        counts[block.hash] = counts.get(block.hash, 0) + 1
    return counts


def between(old: Block, new: Block, *, stood: bool = False, stays: bool = False, swapped: bool = False) -> Cause:
    """The cause of a break at which block `new` stands where `old` stood.

    `stood`: the new block stood further on in the earlier request, so that what was before it is gone; `stays`: the
    old one stands further on in the later request; `swapped`: nothing but this one block is known to differ.
    """
    made = _INSERTED.get(new.kind) or _REWRITTEN.get(new.kind)
    if made is not None and not stood:
        return made
    if old.kind in _INSERTED:
        return _INSERTED[old.kind]
    if stood:
        return "dropped"
    if _numbers_only(old, new):
        return "clock"
    if stays:
        return "inserted"
    return "changed" if swapped else "dropped"


def _of_blocks(before: Sequence[Block], after: Sequence[Block], at: int) -> Cause:
    if at >= len(after):
        return "dropped"
    if at >= len(before):
        return "inserted"
    behind = at + 1
    alike = behind == len(before) or (behind < len(after) and before[behind].hash == after[behind].hash)
    stood, stays = _stands_in(after[at], before, behind), _stands_in(before[at], after, behind)
    return between(before[at], after[at], stood=stood, stays=stays, swapped=alike)


def _numbers_only(old: Block, new: Block) -> bool:
    """Whether two differing blocks are known to differ in their digits only: a time, a date, a counter."""
    return old.shape != "" and old.shape == new.shape


def _stands_in(block: Block, blocks: Sequence[Block], start: int) -> bool:
    return any(blocks[at].hash == block.hash for at in range(start, len(blocks)))
