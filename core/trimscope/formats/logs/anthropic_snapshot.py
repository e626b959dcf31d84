"""Recorded exchanges with Anthropic's API: a list of requests, each with its response.

Every later request of a run repeats the history. So a conversation is an exchange that no later one goes on with:
its request, and the answer as the last record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trimscope.formats.anthropic_usage import usage_of
from trimscope.formats.logs import entries
from trimscope.formats.logs.anthropic_response import is_response, record
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.source import canonical
from trimscope.transcript import Pointer

NAME = "anthropic-snapshot"

PATH = "/v1/messages"
"""Of the API: tells a request where the response is a stream or is missing."""


def detect(source: Source) -> str | None:
    """Why this is a recording, or None."""
    found = _exchanges(source)
    if any(answer for _, _, answer in found):
        return "recorded requests with responses of type 'message'"
    return f"recorded requests to '{PATH}'" if any(_is_sent_here(source, at) for at, _, _ in found) else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The exchanges that no later one goes on with, in the order of the file."""
    exchanges = _exchanges(source)
    histories = [[_likeness(each) for each in _records(request, answer)] for _, request, answer in exchanges]
    found: list[Conversation] = []
    for number, (at, request, answer) in enumerate(exchanges):
        mine = histories[number]
        if any(later[: len(mine)] == mine for later in histories[number + 1 :]):
            continue
        records = _records(request, answer)
        marks: dict[int, Mark] = {}
        below = _body_at(source, at)
        for position in range(len(request["messages"])):
            marks[position] = Mark(((*at, "request", *below, "messages", position),))
        if answer:
            origin: Pointer = (*at, "response", "body")
            marks[len(records) - 1] = Mark((origin,), usage=usage_of(answer.get("usage")))
        body = {**request, "messages": records}
        found.append(made("anthropic-messages", str(number), body, marks, title=_title(request)))
    return tuple(found)


Exchange = tuple[Pointer, Mapping[str, Any], Mapping[str, Any] | None]
"""Pointer of the exchange, the request's body, the response's body where it is a message."""


def _exchanges(source: Source) -> list[Exchange]:
    found: list[Exchange] = []
    items = source.document if isinstance(source.document, list) else source.top.get("exchanges")
    base: Pointer = () if isinstance(source.document, list) else ("exchanges",)
    for at, item in entries.enumerate_objects(items, base):
        request, answer = (_body(item.get(side)) for side in ("request", "response"))
        if not isinstance(request, Mapping) or not isinstance(request.get("messages"), list):
            continue
        found.append((at, request, answer if is_response(answer) else None))
    return found


def _body(side: Any) -> Any:
    """The body of a request or response; some recorders wrap it with its type."""
    body = side.get("body") if isinstance(side, Mapping) else None
    return body["value"] if isinstance(body, Mapping) and body.keys() == {"type", "value"} else body


def _body_at(source: Source, at: Pointer) -> Pointer:
    """Pointer of the request's body, below the request."""
    body = _item(source, at)["request"]["body"]
    return ("body", "value") if body.keys() == {"type", "value"} else ("body",)


def _is_sent_here(source: Source, at: Pointer) -> bool:
    url = _item(source, at)["request"].get("url")
    return isinstance(url, str) and url.split("?")[0].endswith(PATH)


def _item(source: Source, at: Pointer) -> Any:
    item: Any = source.document
    for step in at:
        item = item[step]
    return item


def _records(request: Mapping[str, Any], answer: Mapping[str, Any] | None) -> list[Any]:
    return [*request["messages"], *([record(answer)] if answer else [])]


def _likeness(each: Any) -> str:
    """What must agree for two records to be one message: role, texts and ids, not what a client adds or drops."""
    if not isinstance(each, Mapping):
        return canonical.dumps(each)
    content = each.get("content")
    blocks = [block for block in content if isinstance(block, Mapping)] if isinstance(content, list) else [content]
    keys = ("type", "text", "id", "tool_use_id")
    parts = [[block.get(key) for key in keys] if isinstance(block, Mapping) else ["text", block] for block in blocks]
    return canonical.dumps([each.get("role"), parts])


def _title(request: Mapping[str, Any]) -> str:
    last = request["messages"][-1] if request["messages"] else None
    return entries.title_of(entries.text_of(last.get("content"))) if isinstance(last, Mapping) else ""
