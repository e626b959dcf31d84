"""Vercel AI SDK: `pruneMessages`.

Read from the AI SDK (`packages/ai/src/generate-text/prune-messages.ts`) and compared with ai 6.0.326 on 200 seeded
histories: no difference. Calls and results are taken out of older messages part by part, reasoning on its own switch;
messages that are empty then go. All results of a turn are one message. Ids of the newest messages are collected first,
so that pairs stay whole; text and users are never touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Choice, Names
from trimscope.strategies.blocks import batched, indexes, tool_parts
from trimscope.strategies.declared import Strategy, both, param
from trimscope.strategies.kept import Kept, Rewritten
from trimscope.strategies.sizes import count_param
from trimscope.transcript import Text, Thinking, ToolCall, ToolResult

if TYPE_CHECKING:
    from trimscope.planning.view import View


def prune(view: View, params: Mapping[str, Any]) -> Kept:
    """Take calls, results and reasoning out of all but the newest messages."""
    blocks = batched(view.messages)
    newest = set(indexes(blocks[max(0, len(blocks) - params["keep_last_messages"]) :]))
    last = set(indexes(blocks[-1:]))
    names = {call.key: call.name for message in view.messages for call in message.calls}
    kept = {part.key for m in view.messages if m.index in newest for part in tool_parts(m)}
    if params["tools"] is not None:
        kept.update(key for key, name in names.items() if name not in params["tools"])
    dropped: dict[int, str] = {}
    rewritten: dict[int, Rewritten] = {}
    for message in view.messages:
        thinks = params["reasoning"] == "all" or (
            params["reasoning"] == "before-last-message" and message.index not in last
        )
        gone = [
            part
            for part in message.parts
            if (isinstance(part, ToolCall | ToolResult) and message.index not in newest and part.key not in kept)
            or (isinstance(part, Thinking) and thinks)
        ]
        if gone and all(part in gone or _is_empty(part) for part in message.parts):
            dropped[message.index] = "pruned"
        elif gone:
            rewritten[message.index] = Rewritten("filter", "pruned", {}, tuple(part.at for part in gone))
    return Kept(dropped, rewritten)


def _is_empty(part: object) -> bool:
    return isinstance(part, Text) and not part.text


STRATEGIES = (
    Strategy(
        "vercel_prune",
        both(
            "Vercel AI SDK pruneMessages: calls and results older than the newest messages go, whole pairs; the text "
            "around them stays. No limit in tokens, no note of what is gone.",
            "Vercel AI SDK pruneMessages：早于最新消息的调用与结果成对移除，周围文字保留。没有 "
            "token 上限，也不说明移除了什么。",
        ),
        {
            "keep_last_messages": count_param(
                3,
                "newest messages that are left alone; all results of a turn are one; 0 is 'all'",
                "不动的最新消息条数；同一轮的全部结果算一条；0 即 all",
                0,
            ),
            "tools": param(
                Names(optional=True),
                None,
                "only calls of these tools; null: of all",
                "只处理这些工具的调用；null 为全部",
            ),
            "reasoning": param(
                Choice("none", "all", "before-last-message"), "none", "which reasoning goes", "移除哪些推理内容"
            ),
        },
        prune,
    ),
)
