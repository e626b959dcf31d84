"""Strands: the sliding window of its conversation manager.

Read from strands-agents 1.62.0 (`agent/conversation_manager/`). All results of a turn are one message, the system
prompt is none. The cut moves forward to a message a person typed, or else to a call whose results follow directly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from trimscope.strategies.blocks import Block, batched, indexes, talk, tool_parts
from trimscope.strategies.declared import Strategy, both
from trimscope.strategies.kept import NOTHING, Kept
from trimscope.strategies.sizes import count_param

if TYPE_CHECKING:
    from trimscope.planning.view import View


def sliding_window(view: View, params: Mapping[str, Any]) -> Kept:
    """Over the window size, everything before a cut goes that a provider accepts; pinned messages stay."""
    blocks = batched(talk(view.messages)[1])
    if len(blocks) <= params["window_size"]:
        return NOTHING
    cut = _cut(blocks, len(blocks) - params["window_size"]) if params["window_size"] else len(blocks)
    if cut is None:
        return NOTHING
    gone = [block for at, block in enumerate(blocks[:cut]) if not _is_pinned(blocks, at, params["pin_first"])]
    return Kept(dict.fromkeys(indexes(gone), "outside_window"))


def _cut(blocks: list[Block], start: int) -> int | None:
    """Position of the first typed message from `start` on, else of the first call with its results; None: nowhere."""
    for at in range(start, len(blocks)):
        if blocks[at][0].role == "user":
            return at
    for at in range(start, len(blocks) - 1):
        if blocks[at][0].calls and blocks[at + 1][0].role == "tool":
            return at
    return None


def _is_pinned(blocks: list[Block], at: int, count: int) -> bool:
    """Whether a message is among the first `count`, or shares a call with a neighbour that is."""
    if at < count:
        return True
    return at == count and bool(_keys(blocks[at - 1]) & _keys(blocks[at])) if count else False


def _keys(block: Block) -> set[str]:
    return {part.key for message in block for part in tool_parts(message)}


STRATEGIES = (
    Strategy(
        "strands_window",
        both(
            "Strands SlidingWindowConversationManager: the newest messages from a typed "
            "message or a whole ring on. Keeps "
            "pairs; without pin_first the goal is lost.",
            "Strands SlidingWindowConversationManager：从用户输入或完整工具环起保留最新消息。"
            "保持配对；不设 pin_first 会丢失目标。",
        ),
        {
            "window_size": count_param(
                40,
                "newest messages that stay; all results of a turn are one message",
                "保留的最新消息条数；同一轮的全部结果算一条",
                0,
            ),
            "pin_first": count_param(0, "first messages that always stay", "始终保留的开头消息条数", 0),
        },
        sliding_window,
    ),
)
