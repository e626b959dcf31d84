"""pydantic-ai-harness: the sliding window.

Read from pydantic-ai-harness 0.62.0 (`compaction/_sliding_window_compaction.py`, `_shared.py`). One request holds all
results of a turn; a system prompt and the user message behind it are one request too. The cut moves back until no pair
is split. The newest question is not protected.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Flag
from trimscope.strategies.blocks import Block, indexes, is_system, tool_parts
from trimscope.strategies.declared import Strategy, both, param
from trimscope.strategies.kept import NOTHING, Inserted, Kept
from trimscope.strategies.sizes import count_param
from trimscope.transcript import Message

if TYPE_CHECKING:
    from trimscope.planning.view import View

RECEIPT = (
    "[History before this point ({messages} messages, ~{tokens} tokens) was dropped by the harness. That context is no "
    "longer in the window; re-verify critical facts against primary sources.]"
)
"""The system's own note, with the number of dropped messages and their tokens."""


def sliding_window(view: View, params: Mapping[str, Any]) -> Kept:
    """Over `max_messages`, everything before a cut that splits no pair goes; the first question may stay."""
    blocks = requests(view.messages)
    keep = max(1, params["keep_messages"])
    if len(blocks) <= params["max_messages"] or len(blocks) <= keep:
        return NOTHING
    if params["receipts"] and keep > 1:
        keep -= 1  # the receipt takes a slot
    cut = _safe_cut(blocks, len(blocks) - keep)
    first = next((at for at, block in enumerate(blocks) if any(m.role == "user" for m in block)), None)
    gone = [b for at, b in enumerate(blocks[:cut]) if not (params["preserve_first_user_message"] and at == first)]
    dropped = dict.fromkeys(indexes(gone), "outside_window")
    if not params["receipts"] or not dropped:
        return Kept(dropped)
    tokens = sum(view.counts.messages[index] for index in dropped)
    before = min(index for index in view.history if index not in dropped)
    return Kept(dropped, {}, (Inserted(before, RECEIPT.format(messages=len(gone), tokens=tokens), "receipt"),))


def requests(messages: tuple[Message, ...]) -> list[Block]:
    """Blocks as requests and responses: what is not of the model, up to its next answer, is one request.

    A user message behind results starts a request of its own, as the agent that stores it does."""
    blocks: list[Block] = []
    for message in messages:
        last = blocks[-1][-1] if blocks else None
        joins = last is not None and (
            (is_system(last) and message.role in ("system", "developer", "user"))
            or (last.role == "tool" and message.role == "tool")
        )
        if joins:
            blocks[-1] = (*blocks[-1], message)
        else:
            blocks.append((message,))
    return blocks


def _safe_cut(blocks: list[Block], wanted: int) -> int:
    """The nearest position at or before `wanted` at which no call and result are parted."""
    reach: dict[str, list[int]] = {}
    for at, block in enumerate(blocks):
        for message in block:
            for part in tool_parts(message):
                reach.setdefault(part.key, []).append(at)
    steps = [0] * (len(blocks) + 1)
    for places in reach.values():
        steps[places[0] + 1] += 1
        steps[places[-1] + 1] -= 1
    parted = list(accumulate(steps))
    """for each position how many calls and results a cut there would part"""
    return next((cut for cut in range(wanted, 0, -1) if not parted[cut]), 0)


STRATEGIES = (
    Strategy(
        "harness_window",
        both(
            "pydantic-ai-harness SlidingWindowCompaction: over max_messages, the newest keep_messages and the first "
            "question. Keeps pairs by moving the cut back.",
            "pydantic-ai-harness SlidingWindowCompaction：超过 max_messages 时保留最新的 keep_messages "
            "条与第一个问题。切点前移以保持配对。",
        ),
        {
            "max_messages": count_param(
                80,
                "messages over which it trims; a request with all its results is one",
                "超过多少条才裁剪；一次请求及其全部结果算一条",
            ),
            "keep_messages": count_param(40, "newest messages that stay", "保留的最新消息条数", 0),
            "preserve_first_user_message": param(Flag(), True, "the first question stays", "保留第一个问题"),
            "receipts": param(
                Flag(), False, "a note says what was dropped, and takes a slot", "写一条说明并占用一个名额"
            ),
        },
        sliding_window,
    ),
)
