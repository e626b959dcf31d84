"""Google ADK: `ContextFilterPlugin`.

Read from google-adk 2.13.0 (`plugins/context_filter_plugin.py`). It counts invocations: user messages that follow each
other and everything up to the next. The instruction is outside of the list; nothing protects the goal. The cut moves
back until no result is without its call. Its `custom_filter` is a function of whoever uses it, and left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from trimscope.strategies.blocks import talk, tool_parts
from trimscope.strategies.declared import Strategy, both
from trimscope.strategies.kept import NOTHING, Kept
from trimscope.strategies.sizes import count_param
from trimscope.transcript import Message, ToolCall

if TYPE_CHECKING:
    from trimscope.planning.view import View


def context_filter(view: View, params: Mapping[str, Any]) -> Kept:
    """Once there are as many invocations as are kept and removed together, everything before the newest goes."""
    messages = talk(view.messages)[1]
    keep: int = params["num_invocations_to_keep"]
    starts = [at for at, (before, here) in enumerate(pairwise((None, *messages))) if _starts(before, here)]
    if len(starts) < keep + params["remove_amount"]:
        return NOTHING
    cut = with_calls(messages, starts[-keep])
    return Kept(dict.fromkeys((message.index for message in messages[:cut]), "outside_window"))


def _starts(before: Message | None, here: Message | None) -> bool:
    """Whether a user message opens an invocation."""
    return here is not None and here.role == "user" and (before is None or before.role != "user")


def with_calls(messages: Sequence[Message], split: int) -> int:
    """The newest position at or before the split from which on every result has its call; 0 where there is none."""
    open_results: set[str] = set()
    for at in range(len(messages) - 1, -1, -1):
        for part in reversed(tool_parts(messages[at])):
            if isinstance(part, ToolCall):
                open_results.discard(part.key)
            else:
                open_results.add(part.key)
        if at <= split and not open_results:
            return at
    return 0


STRATEGIES = (
    Strategy(
        "adk_context_filter",
        both(
            "Google ADK ContextFilterPlugin: the newest invocations, each a user's messages and all up to the next. "
            "Keeps pairs; the goal is lost.",
            "Google ADK ContextFilterPlugin：最新若干次 invocation，每次为用户消息及其后的全部。保持配对；目标会丢失。",
        ),
        {
            "num_invocations_to_keep": count_param(
                5, "newest invocations that stay: a user's messages and all up to the next", "保留的最新 invocation 数"
            ),
            "remove_amount": count_param(
                1,
                "invocations above that number before any goes: then the cut comes more rarely",
                "超出多少个 invocation 才开始移除：数值大则裁剪次数少",
            ),
        },
        context_filter,
    ),
)
