"""LangChain: `trim_messages` (strategy "last") and the cut of its summarising middleware.

Read from langchain-core 1.8.3 (`messages/utils.py`) and langchain 1.5.2 (`agents/middleware/summarization.py`).
`trim_messages` knows no pairing. Only `start_on="human"` makes its output valid, and that takes away everything when
no user message is within the limit. The middleware keeps pairs, but the first thing the user asked is summarised away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Flag
from trimscope.strategies.blocks import is_system, talk
from trimscope.strategies.declared import Strategy, both, param
from trimscope.strategies.kept import NOTHING, Kept
from trimscope.strategies.sizes import count_param, newest, size_of, unit_param
from trimscope.strategies.summarised import replaced
from trimscope.transcript import Message

if TYPE_CHECKING:
    from trimscope.planning.view import View

HEADING = "Here is a summary of the conversation to date:\n\n"
"""The middleware's own; what a model would write below it is not known here (`strategies.summarised`)."""


def trim_last(view: View, params: Mapping[str, Any]) -> Kept:
    """The newest messages within the limit; then, if asked for, from the first user message on."""
    messages = list(view.messages)
    size, limit = size_of(view, params["unit"]), params["max_tokens"]
    if params["include_system"] and messages and is_system(messages[0]):
        limit = max(0, limit - size(messages.pop(0)))
    start = newest(messages, limit, size)
    dropped = {m.index: "outside_size" for m in messages[:start]}
    if params["start_on_human"]:
        for message in messages[start:]:
            if message.role == "user":
                break
            dropped[message.index] = "before_first_user"
    return Kept(dropped)


def summary_cut(view: View, params: Mapping[str, Any]) -> Kept:
    """The messages before the cut give way to a summary; a cut among results moves back to their call."""
    _, messages = talk(view.messages)
    if len(messages) <= params["keep"]:
        return NOTHING
    cut = _safe(messages, len(messages) - params["keep"])
    if cut <= 0:
        return NOTHING
    return replaced(view, [message.index for message in messages[:cut]], HEADING)


def _safe(messages: Sequence[Message], cut: int) -> int:
    """Position of the nearest earlier call that any of the results at the cut answers; else behind those results."""
    end, keys = cut, set[str]()
    while end < len(messages) and messages[end].role == "tool":
        keys.update(result.key for result in messages[end].results)
        end += 1
    if end == cut:
        return cut
    for position in range(cut - 1, -1, -1):
        if any(call.key in keys for call in messages[position].calls):
            return position
    return end


STRATEGIES = (
    Strategy(
        "langchain_trim",
        both(
            "LangChain trim_messages, strategy 'last': the newest messages that fit. It knows no pairing, so results "
            "stay without their call; with start_on human it begins at a user message, or keeps nothing.",
            "LangChain trim_messages（strategy='last'）：保留放得下的最新消息。不认识配对，会留下没有调用的结果；"
            "设为从 human 开始时从用户消息起，可能什么都不剩。",
        ),
        {
            "max_tokens": count_param(
                20, "the limit, in `unit`; every record is a message", "上限，单位见 unit；每条记录算一条消息", 0
            ),
            "unit": unit_param(),
            "include_system": param(Flag(), False, "a leading system message stays", "保留开头的系统消息"),
            "start_on_human": param(Flag(), False, "begins at the first user message", "从第一条用户消息开始"),
        },
        trim_last,
    ),
    Strategy(
        "langchain_summary",
        both(
            "LangChain SummarizationMiddleware: all but the newest messages become one summary (its place is shown, "
            "its text is a model's). Keeps pairs; the goal and the newest question may be summarised away. The trigger "
            "is left out: the cut is shown as if it had just fired.",
            "LangChain SummarizationMiddleware："
            "除最新消息外全部变成一条摘要（此处只显示位置，文字由模型写）。保持配对；"
            "目标与最新提问可能被摘要掉。不含触发条件：按刚刚触发显示。",
        ),
        {
            "keep": count_param(
                20, "newest messages that stay, results counted one by one", "保留的最新消息条数，结果逐条计数"
            )
        },
        summary_cut,
    ),
)
