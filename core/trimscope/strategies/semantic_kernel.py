"""Semantic Kernel's `ChatHistoryTruncationReducer`.

Read from semantic-kernel 1.45.0 (`contents/history_reducer/`). The first system or developer message takes one of the
slots. The cut walks back over a run of calls and results to its beginning, so that no pair is split; with a threshold
it prefers to begin at a user message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trimscope.strategies.blocks import is_system
from trimscope.strategies.declared import Strategy, both
from trimscope.strategies.kept import NOTHING, Kept
from trimscope.strategies.sizes import count_param
from trimscope.transcript import Message

if TYPE_CHECKING:
    from trimscope.planning.view import View


def truncate_history(view: View, params: Mapping[str, Any]) -> Kept:
    """The newest messages from a safe cut on, and the system message."""
    messages = view.messages
    target, threshold = params["target_count"], params["threshold_count"]
    if len(messages) <= target + threshold:
        return NOTHING
    system = next((position for position, m in enumerate(messages) if is_system(m)), None)
    outside = system is not None and system < len(messages) - target
    cut = len(messages) if outside and target == 1 else _cut(messages, target - outside, threshold)
    if cut is None:
        return NOTHING
    return Kept({m.index: "outside_window" for position, m in enumerate(messages[:cut]) if position != system})


def _cut(messages: Sequence[Message], target: int, threshold: int) -> int | None:
    """Position at which the reduced history begins; None: it stays as it is."""
    earliest = len(messages) - threshold - target
    if earliest <= 0:
        return None
    cut = len(messages) - target
    while _is_tool_work(messages[cut]) and cut > 0 and _is_tool_work(messages[cut - 1]):
        cut -= 1
    for position in range(cut, earliest - 1, -1):
        if messages[position].role == "user":
            return position
    return cut


def _is_tool_work(message: Message) -> bool:
    return message.role == "tool" or bool(message.calls or message.results)


STRATEGIES = (
    Strategy(
        "semantic_kernel_truncation",
        both(
            "Semantic Kernel ChatHistoryTruncationReducer: the newest messages and the first system message. Keeps "
            "pairs by walking back to the start of a whole run of calls; the goal is lost.",
            "Semantic Kernel ChatHistoryTruncationReducer：保留最新消息与第一条系统消息。"
            "切点退回到整段调用的开头以保持配对；目标会丢失。",
        ),
        {
            "target_count": count_param(
                10,
                "messages that stay, the system message among them, results one by one",
                "保留的消息条数，含系统消息，结果逐条计数",
            ),
            "threshold_count": count_param(
                0, "messages over the target before anything is cut", "超过目标多少条才开始裁剪", 0
            ),
        },
        truncate_history,
    ),
)
