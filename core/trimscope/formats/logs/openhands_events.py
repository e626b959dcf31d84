"""Events of OpenHands before its SDK: actions and observations, paired by `cause`, with the model's own response.

`tool_call_metadata.model_response` is what the model said, text and all calls of it; every action and observation
of that response repeats it, so it becomes one record. Events without it (old resolver output) still tell what was
done: an action is a call, the next observation its result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.logs import chat_records, entries
from trimscope.formats.logs.chat_records import ChatRecords, text
from trimscope.formats.logs.condensation import Condensations
from trimscope.formats.source import Conversation
from trimscope.transcript import Pointer

SILENT = ("change_agent_state", "recall", "null", "pause", "resume", "stop", "condensation", "condensation_request")
"""Actions that are the harness's own and that no model made or saw."""
NOISE = ("agent_state_changed", "recall", "null", "condense")
"""Observations that no model saw."""
SAID = ("message", "finish", "reject")
"""Actions that are words to the user where no tool call carries them."""

Event = Mapping[str, Any]


def is_event(value: Any) -> bool:
    """An action or an observation."""
    if not isinstance(value, Mapping):
        return False
    kinds = [value.get("action"), value.get("observation")]
    return sum(isinstance(kind, str) for kind in kinds) == 1 and bool(
        {"args", "extras", "thought", "content", "source", "cause", "outputs"} & set(value)
    )


def conversation(events: Any, at: Pointer, name: str, title: str = "") -> Conversation | None:
    """The conversation of a list of events that stands at a pointer."""
    reader = _Reader()
    listed = [*entries.enumerate_objects(events, at)]
    reader.condensed = Condensations([(event.get("id"), _condensed(event)) for _, event in listed])
    for number, (place, event) in enumerate(listed):
        reader.condensed.before(number, place, reader.chat)
        if isinstance(event.get("action"), str):
            reader.action(place, event)
        elif isinstance(event.get("observation"), str):
            reader.observation(place, event)
    return reader.chat.conversation(name, title=title)


def _condensed(event: Event) -> tuple[list[Any], str] | None:
    """The ids a condensation forgets and its summary."""
    if event.get("action") != "condensation":
        return None
    args = _mapping(event.get("args"))
    ids = args.get("forgotten_event_ids")
    first, last = args.get("forgotten_events_start_id"), args.get("forgotten_events_end_id")
    forgotten: list[Any] = ids if isinstance(ids, list) else []
    if not forgotten and isinstance(first, int) and isinstance(last, int) and 0 <= last - first < MOST_FORGOTTEN:
        forgotten = [*range(first, last + 1)]
    return forgotten, text(args.get("summary"))


MOST_FORGOTTEN = 100_000
"""Events that one condensation may name by a range: far above any real run, so that a damaged number cannot hang."""


class _Reader:
    def __init__(self) -> None:
        self.chat = ChatRecords()
        self.condensed = Condensations([])
        self.responses: set[str] = set()
        self.calls: dict[int | str, str] = {}
        """call of an action, by the event's id"""
        self.open: str | None = None
        """call of the newest action that has no id: the next observation is its result"""

    def action(self, at: Pointer, event: Event) -> None:
        kind, args = event["action"], _mapping(event.get("args")) or event
        if kind in SILENT:
            return
        source = event.get("source") or ("agent" if self.chat.records and kind != "message" else None)
        if kind == "system":
            self.chat.system(at, text(args.get("content")))
            tools = args.get("tools")
            self.chat.tools = tools if isinstance(tools, list) else []
        elif "tool_call_metadata" in event:
            self._called(at, event, args)
        elif kind == "message" and source != "agent" and not (source is None and args.get("wait_for_response")):
            self.chat.say(at, _message(args), injected=source not in ("user", None))
        elif kind in SAID:
            self.chat.answer(at, _message(args) or text(args.get("thought")) or text(event.get("message")))
        elif source != "user":
            self._done(at, event, args, kind)

    def _called(self, at: Pointer, event: Event, args: Event) -> None:
        """An action that a model's tool call made: the whole response, once."""
        metadata = _mapping(event.get("tool_call_metadata"))
        identity = str(metadata.get("tool_call_id") or "")
        self._know(event, identity)
        response = _mapping(metadata.get("model_response"))
        said = _mapping(_mapping(_first(response.get("choices"))).get("message"))
        key = text(response.get("id"))
        if key and key in self.responses:
            return
        self.responses.add(key)
        model = response.get("model")
        self.chat.model = model if isinstance(model, str) else self.chat.model
        calls = said.get("tool_calls")
        asked = [each for each in calls if isinstance(each, dict)] if isinstance(calls, list) else []
        content = said.get("content")
        if not asked:
            asked = [chat_records.call(identity, metadata.get("function_name"), _arguments(args))]
            content = args.get("thought")
        usage = chat_records.usage_of(response.get("usage"))
        self.chat.answer(at, content, asked, thinking=text(said.get("reasoning_content")), usage=usage)

    def _done(self, at: Pointer, event: Event, args: Event, kind: str) -> None:
        """An action without the response that made it."""
        identity = f"call_{len(self.chat.records)}"
        self._know(event, identity)
        self.open = identity
        self.chat.answer(at, text(args.get("thought")), [chat_records.call(identity, kind, _arguments(args))])

    def _know(self, event: Event, call: str) -> None:
        number = event.get("id")
        if isinstance(number, int | str):
            self.calls[number] = call

    def observation(self, at: Pointer, event: Event) -> None:
        kind = event["observation"]
        cause = event.get("cause")
        identity = self.calls.get(cause) if isinstance(cause, int | str) else None
        if identity is None and "tool_call_metadata" in event:
            identity = text(_mapping(event["tool_call_metadata"]).get("tool_call_id")) or None
        if identity is None and kind in NOISE:
            return
        content = _observed(event)
        if identity is None and "cause" not in event and kind != "error":
            identity, self.open = self.open, None
        if identity is None:
            self.chat.say(at, content, injected=True)  # an error of the agent, or a command the user ran
        else:
            self.chat.result(at, identity, content)


def _observed(event: Event) -> str:
    return text(event.get("content")) or text(event.get("message") if event["observation"] == "error" else "")


def _arguments(args: Event) -> dict[str, Any]:
    """What an action was asked to do: its fields without the thought and the harness's own."""
    own = ("thought", "action", "action_risk", "is_confirmed", "confirmation_state", "keep_prompt", "kernel_init_code")
    return {key: value for key, value in args.items() if key not in own}


def _message(args: Event) -> Any:
    """The content of a message action: its text, with the pictures behind it."""
    said, urls = text(args.get("content")), args.get("image_urls") or args.get("images_urls")
    if not isinstance(urls, list) or not urls:
        return said
    return [*([{"type": "text", "text": said}] if said else []), *map(chat_records.picture, urls)]


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
