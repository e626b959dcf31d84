"""Chats that VS Code Copilot exports: `requests`, each with the rounds of tool calls that answered it.

What the model saw stands in each request's metadata (rendered prompts, `toolCallRounds`, `toolCallResults`); the
`response` parts are for the screen and serve only where there are no rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.formats.logs import entries
from trimscope.formats.source import Conversation, Mark, Source, made
from trimscope.source import canonical
from trimscope.transcript import Pointer

NAME = "vscode-copilot-chat"


def detect(source: Source) -> str | None:
    """Why this is a Copilot chat, or None."""
    if not isinstance(source.top.get("requests"), list) or "responderUsername" not in source.top:
        return None
    return "'requests' beside 'responderUsername'" if _requests(source) else None


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The one conversation of the chat."""
    records: list[dict[str, Any]] = []
    marks: dict[int, Mark] = {}
    model: str | None = None
    for at, request in _requests(source):
        if isinstance(request.get("modelId"), str):
            model = request["modelId"].rsplit("/", 1)[-1]
        for place, record, injected in _records(at, request):
            marks[len(records)] = Mark(((*at, *place),), injected=injected)
            records.append(record)
    if not records:
        return ()
    title = source.top.get("customTitle")
    body = {"model": model, "messages": records}
    return (made("openai-chat", "0", body, marks, title=title if isinstance(title, str) else ""),)


def _requests(source: Source) -> list[tuple[Pointer, dict[str, Any]]]:
    found = entries.enumerate_objects(source.top.get("requests"), ("requests",))
    return [(at, request) for at, request in found if isinstance(request.get("message"), dict)]


Found = tuple[Pointer, dict[str, Any], bool | None]
"""Where a record came from (below the request), the record, whether nobody typed it."""


def _records(at: Pointer, request: Mapping[str, Any]) -> Iterator[Found]:
    below: Pointer = ("result", "metadata")
    result = request.get("result")
    metadata = result.get("metadata") if isinstance(result, dict) else None
    metadata = metadata if isinstance(metadata, dict) else {}
    shared = _rendered(metadata.get("renderedGlobalContext"))
    if shared:
        yield (*below, "renderedGlobalContext"), {"role": "user", "content": shared}, True
    rendered = _rendered(metadata.get("renderedUserMessage"))
    if rendered:
        yield (*below, "renderedUserMessage"), {"role": "user", "content": rendered}, False
    elif isinstance(request["message"].get("text"), str) and request["message"]["text"]:
        yield ("message",), {"role": "user", "content": request["message"]["text"]}, None
    rounds = [*entries.enumerate_objects(metadata.get("toolCallRounds"), (*below, "toolCallRounds"))]
    for place, each in rounds:
        yield from _round(place, each, metadata.get("toolCallResults"))
    if not rounds:
        parts = (part.get("value") for _, part in entries.enumerate_objects(request.get("response")))
        text = "".join(part for part in parts if isinstance(part, str))
        if text:
            yield ("response",), {"role": "assistant", "content": text}, None


def _round(place: Pointer, each: Mapping[str, Any], results: Any) -> Iterator[Found]:
    record: dict[str, Any] = {"role": "assistant", "content": each.get("response")}
    thinking = each.get("thinking")
    if isinstance(thinking, dict) and isinstance(thinking.get("text"), str):
        record["reasoning_content"] = thinking["text"]
    calls = [call for _, call in entries.enumerate_objects(each.get("toolCalls"))]
    if calls:
        record["tool_calls"] = [_call(call) for call in calls]
    if calls or record["content"]:
        yield place, record, None
    for call in calls:
        identity = call.get("id")
        result = results.get(identity) if isinstance(results, dict) and isinstance(identity, str) else None
        if isinstance(result, dict):
            answer = {"role": "tool", "tool_call_id": identity, "content": _result_text(result)}
            yield (*place[:2], "toolCallResults", str(identity)), answer, None


def _call(call: Mapping[str, Any]) -> dict[str, Any]:
    arguments = call.get("arguments")
    text = arguments if isinstance(arguments, str) else canonical.readable(arguments)
    return {"id": call.get("id"), "type": "function", "function": {"name": call.get("name"), "arguments": text}}


def _rendered(parts: Any) -> Any:
    """A rendered prompt's texts and pictures as content; None where there is none."""
    found: list[dict[str, Any]] = []
    for _, part in entries.enumerate_objects(parts):
        image = part.get("imageUrl")
        if isinstance(part.get("text"), str) and part["text"]:
            found.append({"type": "text", "text": part["text"]})
        elif isinstance(image, dict):
            found.append({"type": "image_url", "image_url": image})
    if len(found) == 1 and found[0]["type"] == "text":
        return found[0]["text"]
    return found or None


def _result_text(result: Mapping[str, Any]) -> str:
    """The text of a result: strings as they are, the texts of prompt trees in order."""
    pieces: list[str] = []
    for _, part in entries.enumerate_objects(result.get("content")):
        value = part.get("value")
        if isinstance(value, str):
            pieces.append(value)
        elif isinstance(value, dict):
            _collect(value.get("node"), pieces)
    return "".join(pieces)


def _collect(node: Any, pieces: list[str]) -> None:
    """Texts of a tree in document order, without recursion; some begin a line of their own."""
    stack = [node]
    while stack:
        each = stack.pop()
        if not isinstance(each, dict):
            continue
        text, children = each.get("text"), each.get("children")
        if isinstance(text, str):
            pieces.append("\n" + text if each.get("lineBreakBefore") is True and pieces else text)
        if isinstance(children, list):
            stack.extend(reversed(children))
