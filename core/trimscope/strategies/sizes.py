"""What a limit of another system counts in: messages or tokens, and the longest tail that stays within it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trimscope.policies.settings import Choice, Count
from trimscope.strategies.declared import MOST, Param, param
from trimscope.transcript import Message

if TYPE_CHECKING:
    from trimscope.planning.view import View

Size = Callable[[Message], int]


def size_of(view: View, unit: str) -> Size:
    """How much a message counts: 1 (`messages`), or its tokens under the view's estimator (`tokens`)."""
    return (lambda message: 1) if unit == "messages" else (lambda message: view.counts.messages[message.index])


def newest(messages: Sequence[Message], limit: int, size: Size) -> int:
    """Position in the list at which the longest tail begins whose sizes add up to at most `limit`."""
    start = len(messages)
    while start > 0 and size(messages[start - 1]) <= limit:
        start -= 1
        limit -= size(messages[start])
    return start


def unit_param() -> Param:
    """The choice between messages and tokens."""
    return param(
        Choice("messages", "tokens"),
        "messages",
        "what the limit counts: messages, or tokens of this page's estimator",
        "上限的单位：消息条数，或本页估算器的 token 数",
    )


def count_param(default: int, en: str, zh: str, low: int = 1) -> Param:
    """A whole number of something."""
    return param(Count(low, MOST), default, en, zh)


def share(whole: int, ratio: float) -> int:
    """A share (to the thousandth) of a whole number, rounded down, without arithmetic in floats."""
    return whole * round(ratio * 1000) // 1000
