"""OpenAI Agents SDK: a saved RunState -> OpenAI Responses.

An item stands in the state up to nine times (responses, session, interruptions). What would be sent is
`original_input` and the raw items of `generated_items`, in order.
Source: the SDK's own saved states; the TypeScript SDK writes the same in camelCase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.formats import openai_responses, responses_usage
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.transcript import Pointer, Usage

NAME = "openai-agents-runstate"


def detect(source: Source) -> str | None:
    """Why this is a saved run of the Agents SDK, or None."""
    top = source.top
    if "$schemaVersion" in top and isinstance(_get(top, "generated_items"), list):
        return "'$schemaVersion' and 'generated_items'"
    return None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation of a state: empty where it holds no item."""
    top = source.top
    found = list(_items(top))
    if not found:
        return ()
    reported = dict(_reported(top))
    marks: dict[int, Mark] = {}
    for number, (item, at) in enumerate(found):
        marks[number] = Mark(origin=(at,), usage=reported.pop(_identity(item), None))
    request: dict[str, Any] = {}
    for key, name in (("previous_response_id", "previous_response_id"), ("conversation", "conversation_id")):
        if _get(top, name):
            request[key] = _get(top, name)
    request["input"] = [item for item, _ in found]
    return (made(openai_responses.NAME, "0", request, marks),)


def _items(top: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], Pointer]]:
    """The items in order, each once, with their places."""
    key, given = _named(top, "original_input")
    if isinstance(given, str):
        yield openai_responses.user_record(given), (key,)
    for number, item in enumerate(given if isinstance(given, list) else ()):
        if isinstance(item, dict):
            yield _item(item), (key, number)
    key, made_up = _named(top, "generated_items")
    known: set[str] = set()
    for number, entry in enumerate(made_up if isinstance(made_up, list) else ()):
        raw_key, raw = _named(entry, "raw_item") if isinstance(entry, dict) else ("", None)
        if not isinstance(raw, dict) or not isinstance(raw.get("type") or raw.get("role"), str):
            continue
        item = _item(raw)
        if entry.get("type") == "tool_approval_item" and _identity(item) in known:
            continue  # the call that waits for approval stands there already
        if not str(item.get("type")).endswith("_output"):
            known.add(_identity(item))
        yield item, (key, number, raw_key)


def _item(raw: dict[str, Any]) -> dict[str, Any]:
    """A raw item as the API takes it: the TypeScript SDK's own names put back."""
    if "callId" not in raw:
        return raw
    item = {"call_id" if key == "callId" else key: value for key, value in raw.items()}
    if item.get("type") == "function_call_result":
        item["type"] = "function_call_output"
        output = item.get("output")
        if isinstance(output, dict) and isinstance(output.get("text"), str):
            item["output"] = output["text"]
    return item


def _reported(top: Mapping[str, Any]) -> Iterator[tuple[str, Usage]]:
    """The usage of each response, by the identity of its first item."""
    responses = _get(top, "model_responses")
    for response in responses if isinstance(responses, list) else ():
        output = response.get("output") if isinstance(response, dict) else None
        first = output[0] if isinstance(output, list) and output else None
        usage = responses_usage.read_usage(response.get("usage")) if isinstance(response, dict) else None
        if isinstance(first, dict) and usage is not None:
            yield _identity(_item(first)), usage


def _identity(item: Mapping[str, Any]) -> str:
    return str(item.get("call_id") or item.get("id"))


def _get(top: Mapping[str, Any], name: str) -> Any:
    return _named(top, name)[1]


def _named(top: Mapping[str, Any], name: str) -> tuple[str, Any]:
    """A field by its name in either SDK's spelling."""
    first, *rest = name.split("_")
    camel = first + "".join(word.capitalize() for word in rest)
    return (name, top[name]) if name in top else (camel, top.get(camel))
