"""Events of the OpenHands SDK: each says its `kind`; calls of one model response share `llm_response_id`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries, openhands_stats
from trimscope.formats.logs.chat_records import ChatRecords, text
from trimscope.formats.logs.condensation import Condensations
from trimscope.formats.source import Conversation, Source
from trimscope.transcript import Pointer, Usage

NAME = "openhands-sdk-events"
TOLERANT = True

KINDS = (
    "SystemPromptEvent",
    "MessageEvent",
    "ActionEvent",
    "ObservationEvent",
    "AgentErrorEvent",
    "UserRejectObservation",
    "Condensation",
    "ConversationStateUpdateEvent",
)
ANSWERS = ("ObservationEvent", "AgentErrorEvent", "UserRejectObservation")
"""Kinds that answer a call, each in its own words."""

Event = Mapping[str, Any]


def detect(source: Source) -> str | None:
    """Why these are events of the OpenHands SDK, or None."""
    lines = [event for _, event in _events(source)]
    marked = [line for line in lines if line.get("kind") in KINDS and "source" in line and "timestamp" in line]
    return "events with 'kind' and 'source'" if marked and 2 * len(marked) > len(lines) else None


def _events(source: Source) -> list[tuple[Pointer, dict[str, Any]]]:
    if isinstance(source.top.get("events"), list):
        return [*entries.enumerate_objects(source.top["events"], ("events",))]
    return [*entries.objects(source)]


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation."""
    events = _events(source)
    chat = ChatRecords()
    condensed = Condensations([(event.get("id"), _condensed(event)) for _, event in events])
    usages = openhands_stats.usages(event for _, event in events)
    usage: Usage | None = None
    batch: list[tuple[Pointer, Event]] = []
    results: list[tuple[Pointer, Event]] = []
    for number, (at, event) in enumerate(events):
        kind = event.get("kind")
        acts = kind == "ActionEvent"
        answers = kind in ANSWERS and any(event.get("tool_call_id") == each.get("tool_call_id") for _, each in batch)
        alone = kind in (*ANSWERS, "SystemPromptEvent", "MessageEvent", "Condensation") and not answers
        more = acts and batch and batch[-1][1].get("llm_response_id") == event.get("llm_response_id")
        if alone or (acts and not more) or condensed.begins(number):
            _flush(chat, batch, results, usage)
            usage = None
        condensed.before(number, at, chat)
        if acts:
            usage = usage or usages.get(number)
            batch.append((at, event))
        elif answers:
            results.append((at, event))
        elif alone:
            _one(chat, at, event, usages.get(number))
    _flush(chat, batch, results, usage)
    return chat_records.found(chat.conversation("0"))


def _condensed(event: Event) -> tuple[list[Any], str] | None:
    ids = event.get("forgotten_event_ids")
    if event.get("kind") != "Condensation" or not isinstance(ids, list):
        return None
    return ids, text(event.get("summary"))


def _one(chat: ChatRecords, at: Pointer, event: Event, usage: Usage | None) -> None:
    """An event that is a record by itself."""
    kind = event["kind"]
    identity = text(event.get("id")) or None
    if kind == "SystemPromptEvent":
        chat.system(at, entries.text_of(_list(event.get("system_prompt"))), id=identity)
        tools = event.get("tools")
        chat.tools = [_tool(each) for each in tools if isinstance(each, dict)] if isinstance(tools, list) else []
    elif kind in ANSWERS:
        chat.result(at, str(event.get("tool_call_id") or ""), _observed(event), id=identity)
    elif kind == "MessageEvent":
        message = event.get("llm_message")
        message = message if isinstance(message, Mapping) else {}
        more = event.get("extended_content")
        content = [*_list(message.get("content")), *(_list(more) if more else ())]
        if message.get("role") == "assistant" or event.get("source") == "agent":
            thought = text(message.get("reasoning_content"))
            chat.answer(at, _parts(content), thinking=thought, usage=usage, id=identity)
        else:
            chat.say(at, _parts(content), injected=event.get("source") != "user", id=identity)


def _flush(
    chat: ChatRecords,
    batch: list[tuple[Pointer, Event]],
    results: list[tuple[Pointer, Event]],
    usage: Usage | None,
) -> None:
    """The calls of one response as one record, and what answered them behind it."""
    if batch:
        at, first = batch[0]
        thought = _parts(_list(first.get("thought")))
        calls = [_call(event) for _, event in batch]
        identity = text(first.get("id")) or None
        chat.answer(at, thought, calls, thinking=text(first.get("reasoning_content")), usage=usage, id=identity)
    for at, event in results:
        chat.result(at, str(event.get("tool_call_id") or ""), _observed(event), id=text(event.get("id")) or None)
    batch.clear()
    results.clear()


def _call(event: Event) -> dict[str, Any]:
    """The call as the model made it; else the action that the SDK read out of it."""
    made = event.get("tool_call")
    made = made if isinstance(made, Mapping) else {}
    inner = made.get("function")
    inner = inner if isinstance(inner, Mapping) else made
    arguments = inner.get("arguments", event.get("action"))
    return chat_records.call(event.get("tool_call_id"), inner.get("name") or event.get("tool_name"), arguments)


def _observed(event: Event) -> Any:
    observed = event.get("observation")
    if isinstance(observed, Mapping):
        told = next((observed[key] for key in ("content", "output", "result") if observed.get(key)), "")
        return _parts(_list(told)) or ""
    return text(event.get("error")) or text(event.get("rejection_reason")) or text(observed)


def _list(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return content if isinstance(content, list) else [content] if isinstance(content, dict) else []


def _parts(blocks: list[Any]) -> Any:
    """Blocks as content parts, one text alone as a string."""
    parts: list[dict[str, Any]] = []
    for block in blocks:
        if not isinstance(block, dict):
            continue
        urls = block.get("image_urls")
        if isinstance(block.get("text"), str):
            parts += [{"type": "text", "text": block["text"]}] if block["text"] else []
        elif isinstance(urls, list):
            parts += map(chat_records.picture, urls)
        else:
            parts.append(block)
    return parts[0]["text"] if len(parts) == 1 and "text" in parts[0] else parts


def _tool(tool: dict[str, Any]) -> dict[str, Any]:
    """A tool as the API takes it; the SDK also writes its own form of it."""
    if "function" in tool:
        return tool
    schema = tool.get("parameters") or tool.get("input_schema") or tool.get("inputSchema")
    return chat_records.tool(tool.get("name") or tool.get("title"), tool.get("description"), schema)
