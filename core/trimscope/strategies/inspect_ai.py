"""Inspect: `trim_messages`.

Read from inspect_ai 0.3.285 (`model/_trim.py`). System messages and everything up to the first question stay; of the
rest the newest share stays, by number of messages. Then results without their call go, single calls without their
result go, and a trailing assistant message goes. The start of the share is computed in whole thousandths here, in
floats there: where its product just misses a whole number (0.8 of 10 messages), one message more stays there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Ratio
from trimscope.strategies.blocks import talk
from trimscope.strategies.declared import Strategy, both, param
from trimscope.strategies.kept import Kept, Rewritten
from trimscope.strategies.sizes import share
from trimscope.transcript import Message

if TYPE_CHECKING:
    from trimscope.planning.view import View


def trim(view: View, params: Mapping[str, Any]) -> Kept:
    """Drop the oldest share of the conversation and what lost its partner."""
    _, others = talk(view.messages)
    first = next((at for at, m in enumerate(others) if m.role == "user"), len(others) - 1)
    conversation = others[first + 1 :]
    start = share(len(conversation), 1 - params["preserve"])
    dropped = {m.index: "outside_share" for m in conversation[:start]}
    left = _with_calls(conversation[start:], dropped)
    answered = {result.key for m in left for result in m.results}
    rewritten: dict[int, Rewritten] = {}
    for message in left:
        gone = tuple(call.at for call in message.calls if call.key not in answered)
        if gone:
            rewritten[message.index] = Rewritten("filter", "unanswered_call", {}, gone)
    if left and left[-1].role == "assistant":
        rewritten.pop(left[-1].index, None)
        dropped[left[-1].index] = "trailing_answer"
    return Kept(dict(sorted(dropped.items())), rewritten)


def _with_calls(messages: Sequence[Message], dropped: dict[int, str]) -> list[Message]:
    """The messages without results whose call is not in the nearest assistant message before them."""
    left: list[Message] = []
    asked: set[str] = set()
    for message in messages:
        if message.role == "assistant":
            asked = {call.key for call in message.calls}
        elif message.role == "user":
            asked = set()
        elif not all(result.key in asked for result in message.results):
            dropped[message.index] = "leading_result"
            continue
        left.append(message)
    return left


STRATEGIES = (
    Strategy(
        "inspect_trim",
        both(
            "Inspect trim_messages: the prompt, everything up to the first question, and the "
            "newest share of the rest, by "
            "number of messages. What lost its partner goes too, also single calls of a ring.",
            "Inspect trim_messages：保留系统提示、第一个问题及其之前的内容，以及其余消息中最新的一定比例（按条数）。"
            "失去配对的也移除，包括环中的单个调用。",
        ),
        {
            "preserve": param(
                Ratio(),
                0.7,
                "share of the later messages that stays; a result is a message",
                "后续消息保留的比例；一条结果算一条消息",
            )
        },
        trim,
    ),
)
