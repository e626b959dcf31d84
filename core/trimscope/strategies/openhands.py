"""OpenHands: four condensers that need no model: masking, recent events, amortized forgetting, conversation window.

Read from OpenHands (`memory/condenser/impl/`, `memory/conversation_memory.py`). What is counted are events: every
tool call, every result, and every other message is one, the system prompt the first of them. Behind the condenser its
memory puts the prompt and the first question back and takes out calls without results, and results without calls.
Not taken over: a history shorter than `max_events` has its first events twice there (head and tail overlap).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trimscope.policies.settings import Count
from trimscope.strategies.blocks import is_system, tool_parts
from trimscope.strategies.declared import Strategy, both, param
from trimscope.strategies.kept import Kept, Rewritten
from trimscope.strategies.sizes import count_param
from trimscope.transcript import Message, Pointer, ToolCall, ToolResult

if TYPE_CHECKING:
    from trimscope.planning.view import View

MASK = "<MASKED>"
"""What stands in an old observation's place."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event: a call, a result, or (`part` None) a message without either."""

    message: Message
    part: ToolCall | ToolResult | None


def events_of(view: View) -> list[Event]:
    """The events of a view, in order."""
    events: list[Event] = []
    for message in view.messages:
        events += [Event(message, part) for part in tool_parts(message)] or [Event(message, None)]
    return events


def mask_observations(view: View, params: Mapping[str, Any]) -> Kept:
    """Results outside of the newest events are masked."""
    events = events_of(view)
    texts: dict[int, dict[Pointer, str | None]] = {}
    media: dict[int, tuple[Pointer, ...]] = {}
    for event in events[: max(0, len(events) - params["attention_window"])]:
        if isinstance(event.part, ToolResult) and event.part.texts:
            new = texts.setdefault(event.message.index, {})
            new |= {text.at: None for text in event.part.texts}
            new[event.part.texts[0].at] = MASK
            earlier = media.get(event.message.index, ())
            media[event.message.index] = (*earlier, *(part.at for part in event.part.media))
    return Kept(rewritten={i: Rewritten("clear", "masked", new, media[i]) for i, new in texts.items()})


def recent_events(view: View, params: Mapping[str, Any]) -> Kept:
    """The first events and the newest."""
    events = events_of(view)
    head = min(params["keep_first"], params["max_events"])
    tail = params["max_events"] - head
    kept = events if len(events) <= params["max_events"] else [*events[:head], *events[len(events) - tail :]]
    return _remembered(view, events, kept)


def amortized_forgetting(view: View, params: Mapping[str, Any]) -> Kept:
    """Over the size, the first events and the newest up to half of it: so the next cut is half a size away."""
    events = events_of(view)
    if len(events) <= params["max_size"]:
        return _remembered(view, events, events)
    head = events[: params["keep_first"]]
    tail = max(0, params["max_size"] // 2 - len(head))
    return _remembered(view, events, [*head, *events[len(events) - tail :]])


def conversation_window(view: View, params: Mapping[str, Any]) -> Kept:
    """The prompt, the first question and the newer half of the rest, without results at its beginning."""
    events = events_of(view)
    first = [event for event in (_prompt(events), _question(events)) if event is not None]
    newest = max(1, (len(events) - len(first)) * params["per_cent"] // 100)
    start = max(0, len(events) - newest)
    while start < len(events) and isinstance(events[start].part, ToolResult):
        start += 1
    return _remembered(view, events, [*first, *events[start:]])


def _prompt(events: Sequence[Event]) -> Event | None:
    return next((event for event in events if is_system(event.message)), None)


def _question(events: Sequence[Event]) -> Event | None:
    return next((event for event in events if event.message.role == "user" and event.part is None), None)


def _remembered(view: View, events: Sequence[Event], kept: Sequence[Event]) -> Kept:
    """What the memory behind a condenser makes of the events it kept: the prompt and the first question come back,
    calls and results that lost each other go."""
    back = [event for event in (_prompt(events), _question(events)) if event is not None]
    whole = {event.message.index for event in (*kept, *back) if event.part is None}
    calls = {event.part.key for event in kept if isinstance(event.part, ToolCall)}
    answered = calls & {event.part.key for event in kept if isinstance(event.part, ToolResult)}
    parts = {event.part.at for event in kept if event.part is not None and event.part.key in answered}
    dropped: dict[int, str] = {}
    rewritten: dict[int, Rewritten] = {}
    for message in view.messages:
        own = tool_parts(message)
        gone = tuple(part.at for part in own if part.at not in parts)
        if (own and len(gone) == len(own)) or (not own and message.index not in whole):
            dropped[message.index] = "outside_window"
        elif gone:
            rewritten[message.index] = Rewritten("filter", "unanswered_call", {}, gone)
    return Kept(dropped, rewritten)


STRATEGIES = (
    Strategy(
        "openhands_masking",
        both(
            "OpenHands ObservationMaskingCondenser: results outside of the newest events read <MASKED>; nothing else "
            "changes.",
            "OpenHands ObservationMaskingCondenser：最近事件之外的结果显示为 <MASKED>，其余不变。",
        ),
        {
            "attention_window": count_param(
                100,
                "newest events that stay; every call, every result and every other message is one",
                "保留的最新事件数；每个调用、每个结果、每条其他消息各算一个",
                0,
            )
        },
        mask_observations,
    ),
    Strategy(
        "openhands_recent",
        both(
            "OpenHands RecentEventsCondenser: the first events and the newest ones. Its memory then puts the first "
            "question back and takes out whatever lost its partner, also single calls of a ring.",
            "OpenHands RecentEventsCondenser：保留最前与最新的事件。随后其记忆会放回第一个问题，"
            "并移除失去配对的部分，包括环中的单个调用。",
        ),
        {
            "keep_first": count_param(
                1, "first events that stay; the system prompt is the first", "保留的最前事件数；系统提示是第一个", 0
            ),
            "max_events": count_param(100, "events in all", "事件总数"),
        },
        recent_events,
    ),
    Strategy(
        "openhands_forgetting",
        both(
            "OpenHands AmortizedForgettingCondenser: over the size, the first events and the newest stay, half of it "
            "in all. Its memory then puts the first question back and takes out whatever lost its partner.",
            "OpenHands AmortizedForgettingCondenser：超过上限时保留最前与最新事件，共为其一半。"
            "随后其记忆会放回第一个问题，并移除失去配对的部分。",
        ),
        {
            "max_size": count_param(100, "events up to which nothing happens", "不超过此事件数时不做任何事"),
            "keep_first": count_param(
                1, "first events that stay; the system prompt is the first", "保留的最前事件数；系统提示是第一个", 0
            ),
        },
        amortized_forgetting,
    ),
    Strategy(
        "openhands_window",
        both(
            "OpenHands ConversationWindowCondenser: the prompt, the first question and the newer half of the events; "
            "there once the window has overflowed, here as if it just had.",
            "OpenHands ConversationWindowCondenser：保留系统提示、第一个问题与较新的一半事件；"
            "原系统在窗口溢出后进行，此处按刚刚溢出显示。",
        ),
        {
            "per_cent": param(
                Count(0, 100),
                50,
                "per cent of the other events that stay, the newest",
                "其余事件中保留的最新部分（百分数）",
            )
        },
        conversation_window,
    ),
)
