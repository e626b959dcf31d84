"""What summarising managers hand to a model and what they keep: Strands, the OpenHands SDK, Google ADK.

Which messages go and where the summary stands is a rule; the text is a model's. In its place stands the policy's own
summary text where it has one (`summary.text`), else a placeholder that says so: its size is not known, and nothing of
it is judged. Triggers are left out unless a parameter names one: a cut is shown as if it had just fired.

Read from strands-agents (`summarizing_conversation_manager.py`), the OpenHands SDK (`llm_summarizing_condenser.py`)
and google-adk 2.13.0 (`apps/compaction.py`). Not taken over: ADK's dead calls that count as closed, and its comparison
with what the last summary cost; it gives the summary to the model, here a user message holds it. LiteLLM's `compress`
is not here: which texts it drops is a ranking of relevance in floating-point numbers, which no other machine is sure
to repeat to the digit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Ratio
from trimscope.strategies.blocks import batched, indexes, talk
from trimscope.strategies.declared import Strategy, both, param
from trimscope.strategies.google_adk import with_calls
from trimscope.strategies.kept import NOTHING, Inserted, Kept
from trimscope.strategies.openhands import events_of
from trimscope.strategies.sizes import count_param, share

if TYPE_CHECKING:
    from trimscope.planning.view import View

PLACE = "[a model would write a summary of {count} messages here]"
"""What stands in the summary's place where nobody has written one."""

LEAST_PROGRESS = 0.1
"""Share of the events that the OpenHands SDK's condenser has to forget, else it does nothing (its own default)."""


def written(view: View, count: int, heading: str = "") -> str:
    """The text in a summary's place: the policy's, else the placeholder for so many messages."""
    section = view.policy.summary
    text = section["text"] if section is not None else None
    return heading + (text if isinstance(text, str) else PLACE.format(count=count))


def replaced(view: View, gone: Sequence[int], heading: str = "") -> Kept:
    """The outcome in which a summary stands where the first of these messages (by index, ascending) stood."""
    if not gone:
        return NOTHING
    summary = Inserted(gone[0], written(view, len(gone), heading), "summary_place")
    return Kept(dict.fromkeys(gone, "summarised"), {}, (summary,))


def strands_summary(view: View, params: Mapping[str, Any]) -> Kept:
    """Strands: a share of the messages, oldest first, never into the newest ones; the cut moves on behind results."""
    blocks = batched(talk(view.messages)[1])
    count = min(max(1, share(len(blocks), params["summary_ratio"])), len(blocks) - params["preserve_recent_messages"])
    if count <= 0:
        return NOTHING
    while count < len(blocks):
        answered = count + 1 == len(blocks) or blocks[count + 1][0].role == "tool"
        if blocks[count][0].role != "tool" and (not blocks[count][0].calls or answered):
            return replaced(view, indexes(blocks[:count]))
        count += 1
    return NOTHING  # there it raises: nowhere behind the share may a history begin


def openhands_summary(view: View, params: Mapping[str, Any]) -> Kept:
    """OpenHands SDK: over `max_size` events the first and the newest stay, half of it in all with the summary; both
    ends of what goes move on to the next place where no pair is split."""
    events = events_of(view)
    newest = params["max_size"] // 2 - params["keep_first"] - 1
    if len(events) <= params["max_size"] or newest <= 0:
        return NOTHING
    place_of = {event.message.index: place for place, event in reversed(list(enumerate(events)))}
    cuts = [*(place_of[index] for index in view.rings.cuts), len(events)]
    start = next(cut for cut in cuts if cut >= params["keep_first"])
    end = next(cut for cut in cuts if cut >= len(events) - newest)
    if (end - start) < share(len(events), LEAST_PROGRESS):
        return NOTHING
    return replaced(view, list(dict.fromkeys(event.message.index for event in events[start:end])))


def adk_compaction(view: View, params: Mapping[str, Any]) -> Kept:
    """Google ADK: over the threshold all but the newest events; the cut moves back until no result is without its
    call."""
    total = view.fixed + sum(view.counts.messages[index] for index in view.history)
    messages = talk(view.messages)[1]
    split = len(messages) - params["event_retention_size"]
    if total <= params["token_threshold"] or split <= 0:
        return NOTHING
    return replaced(view, [message.index for message in messages[: with_calls(messages, split)]])


STRATEGIES = (
    Strategy(
        "strands_summary",
        both(
            "Strands SummarizingConversationManager: the oldest share of the messages becomes one summary (its place "
            "is shown, its text is a model's). Keeps pairs; the goal is summarised away.",
            "Strands SummarizingConversationManager：最旧的一部分消息变成一条摘要（此处只显示位置，文字由模型写）。"
            "保持配对；目标会被摘要掉。",
        ),
        {
            "summary_ratio": param(Ratio(), 0.3, "share of the messages that is summarised", "被摘要的消息占比"),
            "preserve_recent_messages": count_param(
                10, "newest messages that stay; all results of a turn are one", "保留的最新消息条数；同轮结果算一条", 0
            ),
        },
        strands_summary,
    ),
    Strategy(
        "openhands_summary",
        both(
            "OpenHands SDK LLMSummarizingCondenser: over the size, the first events and the newest stay, half of it in "
            "all; one summary stands for the rest (its text is a model's). Keeps pairs.",
            "OpenHands SDK LLMSummarizingCondenser：超过上限时保留最前与最新事件，共为其一半；其余由一条摘要代替"
            "（文字由模型写）。保持配对。",
        ),
        {
            "max_size": count_param(
                240, "events up to which nothing happens; calls and results are one each", "不超过此事件数时不做任何事"
            ),
            "keep_first": count_param(2, "first events that stay, the prompt included", "保留的最前事件数，含提示", 0),
        },
        openhands_summary,
    ),
    Strategy(
        "adk_compaction",
        both(
            "Google ADK events compaction: over the threshold all but the newest events become one summary (its text "
            "is a model's). Keeps pairs; the goal is summarised away.",
            "Google ADK 事件压缩：超过阈值时，除最新事件外全部变成一条摘要（文字由模型写）。保持配对；目标会被摘要掉。",
        ),
        {
            "token_threshold": count_param(
                100_000, "tokens up to which nothing happens (this page's estimate)", "不超过此 token 数时不做任何事", 0
            ),
            "event_retention_size": count_param(
                10, "newest events that stay; results are one each", "保留的最新事件数；结果逐条计数", 0
            ),
        },
        adk_compaction,
    ),
)
