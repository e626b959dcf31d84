"""Naive slices, for teaching: what many a first version of an agent does, and what breaks.

`messages[-6:]` forgets the system prompt and the goal and begins with a result whose call is gone.
`[messages[0]] + messages[-6:]` saves the system prompt and breaks the rest. `content.slice(0, 4000)` keeps pairing
but always loses the end of a result, where logs and tests have their verdict, and says nothing about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from trimscope.strategies.declared import Strategy, both
from trimscope.strategies.kept import Kept, Rewritten
from trimscope.strategies.sizes import count_param
from trimscope.transcript import Pointer, ToolResult

if TYPE_CHECKING:
    from trimscope.planning.view import View


def last_messages(view: View, params: Mapping[str, Any]) -> Kept:
    """Only the newest `n` messages."""
    return Kept({m.index: "outside_slice" for m in view.messages[: -params["n"]]})


def first_and_last(view: View, params: Mapping[str, Any]) -> Kept:
    """The first message and the newest `n`."""
    return Kept({m.index: "outside_slice" for m in view.messages[1 : -params["n"]]})


def cut_results(view: View, params: Mapping[str, Any]) -> Kept:
    """The first `chars` characters of each result, without a word about what is gone."""
    rewritten = {}
    for message in view.messages:
        texts: dict[Pointer, str | None] = {}
        for result in message.results:
            texts |= _cut(result, params["chars"])
        if texts:
            rewritten[message.index] = Rewritten("truncate", "sliced_text", texts)
    return Kept(rewritten=rewritten)


def _cut(result: ToolResult, left: int) -> dict[Pointer, str | None]:
    """New texts of a result whose parts together are longer than `left` characters; the first part always stays."""
    texts: dict[Pointer, str | None] = {}
    for position, text in enumerate(result.texts):
        if len(text.text) > left:
            texts[text.at] = text.text[:left] if left or position == 0 else None
        left = max(0, left - len(text.text))
    return texts


N = count_param(
    6, "newest messages that stay, one a record (a result is a message)", "保留的最新消息条数（一条结果也算一条）"
)

STRATEGIES = (
    Strategy(
        "last_messages",
        both(
            "messages[-n:] - the newest n messages and nothing else. Loses the system prompt and the goal, and mostly "
            "begins with a result whose call is gone.",
            "messages[-n:]——只留最新 n 条消息。会丢失系统提示与目标，且开头常是调用已不在的结果。",
        ),
        {"n": N},
        last_messages,
    ),
    Strategy(
        "first_and_last",
        both(
            "[messages[0]] + messages[-n:] - the system prompt and the newest n messages. Loses the goal and splits "
            "rings.",
            "[messages[0]] + messages[-n:]——系统提示加最新 n 条消息。会丢失目标并拆散工具环。",
        ),
        {"n": N},
        first_and_last,
    ),
    Strategy(
        "slice_results",
        both(
            "content.slice(0, chars) on every result - keeps pairing, but the end of a long result, where the verdict "
            "stands, is always lost, JSON is cut in the middle, and no banner says so.",
            "对每个结果做 content.slice(0, chars)——不破坏配对，但长结果的结尾（结论所在）总会丢失，"
            "JSON 被拦腰截断，且没有任何提示。",
        ),
        {
            "chars": count_param(
                4000, "characters of a result that stay, all from its front", "结果保留的字符数，全部取自开头", 0
            )
        },
        cut_results,
    ),
)
