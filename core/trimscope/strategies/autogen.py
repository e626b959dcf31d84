"""AutoGen's model contexts: buffered, head and tail, token limited.

Read from autogen-core 0.7.5 (`model_context/`). One message holds all results of a turn there, so three parallel calls
and their results are two messages. Repair looks at the ends only: the middle pop of the token-limited context leaves
calls without results and results without calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Flag
from trimscope.strategies.blocks import Block, batched, indexes, talk
from trimscope.strategies.declared import Param, Strategy, both, param
from trimscope.strategies.kept import NOTHING, Inserted, Kept
from trimscope.strategies.sizes import count_param

if TYPE_CHECKING:
    from trimscope.planning.view import View


def buffered(view: View, params: Mapping[str, Any]) -> Kept:
    """The newest messages; a leading result message goes too."""
    blocks = _blocks(view, params)
    start = max(0, len(blocks) - params["buffer_size"])
    dropped = dict.fromkeys(indexes(blocks[:start]), "outside_window")
    return Kept(dropped | _leading_result(blocks[start:]))


def head_and_tail(view: View, params: Mapping[str, Any]) -> Kept:
    """The first and the newest messages, and a user message that says how many are skipped."""
    blocks = _blocks(view, params)
    skipped = len(blocks) - params["head_size"] - params["tail_size"]
    if skipped <= 0:
        return NOTHING
    head, tail = blocks[: params["head_size"]], blocks[-params["tail_size"] :]
    dropped = dict.fromkeys(indexes(blocks[len(head) : -len(tail)]), "outside_window")
    if head[-1][0].calls:
        dropped |= dict.fromkeys(indexes(head[-1:]), "unanswered_call")
    # the count is the system's own: what was repaired away above and below is not in it
    note = Inserted(tail[0][0].index, f"Skipped {skipped} messages.", "skip_note")
    return Kept(dropped | _leading_result(tail), {}, (note,))


def token_limited(view: View, params: Mapping[str, Any]) -> Kept:
    """The middle message goes, again and again, until the rest fits; a leading result message goes too."""
    blocks = _blocks(view, params)
    tokens = [sum(view.counts.messages[m.index] for m in block) for block in blocks]
    left, total = list(range(len(blocks))), sum(tokens)
    dropped: dict[int, str] = {}
    while left and total > params["token_limit"]:
        gone = left.pop(len(left) // 2)
        total -= tokens[gone]
        dropped |= dict.fromkeys(indexes(blocks[gone : gone + 1]), "popped_from_middle")
    return Kept(dropped | _leading_result([blocks[position] for position in left]))


def _blocks(view: View, params: Mapping[str, Any]) -> list[Block]:
    return batched(view.messages if params["system_in_list"] else talk(view.messages)[1])


def _leading_result(blocks: list[Block]) -> dict[int, str]:
    if blocks and blocks[0][0].role == "tool":
        return dict.fromkeys(indexes(blocks[:1]), "leading_result")
    return {}


def _system() -> Param:
    return param(
        Flag(),
        False,
        "the system prompt is a message of the list, and can go (its own agents keep it outside)",
        "系统提示在消息列表内，可能被移除（其自带的 agent 把它放在列表之外）",
    )


def _messages(default: int, en: str, zh: str) -> Param:
    return count_param(default, f"{en}; all results of one turn are one message", f"{zh}；同一轮的全部结果算一条")


STRATEGIES = (
    Strategy(
        "autogen_buffered",
        both(
            "AutoGen BufferedChatCompletionContext: the newest messages. The goal and the newest question go when they "
            "are older than that.",
            "AutoGen BufferedChatCompletionContext：只留最新消息。更早的目标和最新提问会丢失。",
        ),
        {"buffer_size": _messages(10, "newest messages that stay", "保留的最新消息条数"), "system_in_list": _system()},
        buffered,
    ),
    Strategy(
        "autogen_head_and_tail",
        both(
            "AutoGen HeadAndTailChatCompletionContext: the first and the newest messages, between them 'Skipped N "
            "messages.' (a number that leaves out what its repair removed).",
            "AutoGen HeadAndTailChatCompletionContext：保留最前与最新的消息，中间写 “Skipped N "
            "messages.”（N 不含修复时移除的）。",
        ),
        {
            "head_size": _messages(1, "first messages that stay", "保留的开头消息条数"),
            "tail_size": _messages(10, "newest messages that stay", "保留的最新消息条数"),
            "system_in_list": _system(),
        },
        head_and_tail,
    ),
    Strategy(
        "autogen_token_limited",
        both(
            "AutoGen TokenLimitedChatCompletionContext: takes the middle message away until "
            "the rest fits. Splits rings: "
            "calls stay without results, results without calls.",
            "AutoGen TokenLimitedChatCompletionContext：反复移除正中间的消息直到放得下。会拆散工具环："
            "留下没有结果的调用与没有调用的结果。",
        ),
        {
            "token_limit": count_param(
                4000,
                "tokens of the list (this page's estimate, tools not counted)",
                "消息列表的 token 数（按本页估算，不含工具定义）",
                0,
            ),
            "system_in_list": _system(),
        },
        token_limited,
    ),
)
