"""OpenAI Responses: a list of items (messages, reasoning, calls, outputs) in `input`, paired by `call_id`.

All neighbouring items that the model put out are one neutral message, so that reasoning stays with the item it
belongs to. An item list may be a request's `input`, a bare list, or a Conversation's `{object: list, data}`.
Source: OpenAI's API reference and recorded requests; the rules about reasoning from recorded HTTP 400 answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from trimscope.formats import common, responses_items, responses_notes, responses_usage, shape
from trimscope.formats.responses_reader import Reader
from trimscope.formats.source import Conversation, Parsed, Source
from trimscope.transcript import Message, Pointer, Text

NAME = "openai-responses"
PROVIDER = "openai-responses"

MARKS = ("reasoning", "item_reference", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response")
TEXTS = ("input_text", "output_text", "input_image", "input_file")
REQUEST = ("model", "instructions", "previous_response_id", "conversation", "tools")
"""Keys beside `input` that make a request of an object whose items could be another dialect's messages."""

SETTINGS = (
    *("background", "context_management", "include", "max_output_tokens", "max_tool_calls", "metadata"),
    *("parallel_tool_calls", "prompt", "prompt_cache_key", "prompt_cache_retention", "reasoning"),
    *("safety_identifier", "service_tier", "store", "stream", "stream_options", "temperature", "text"),
    *("tool_choice", "top_logprobs", "top_p", "truncation", "user"),
)
"""The request's further keys (OpenAI's API reference). Without one of `REQUEST`, `input` is taken for a request's
only where nothing but these stands beside it: data sets have an `input` too, beside keys of their own."""

hollow = common.hollow


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of a file: a request with `input`, an item list, a Conversation's list, lines of these."""
    top = source.top
    if isinstance(top.get("input"), str):
        record = {"type": "message", "role": "user", "content": top["input"]}
        request = {key: [record] if key == "input" else value for key, value in top.items()}
        notes = (responses_notes.SINGLE_TEXT,)
        return (Conversation("0", request, "json", ("input",), request, request["input"], notes=notes),)
    return shape.requests(source, "data" if top.get("object") == "list" else "input")


def detect(source: Source) -> str | None:
    """Why this is Responses, or None: items of its types, or messages under `input` of a request."""
    top = source.top
    if isinstance(top.get("messages"), list):
        return None
    if isinstance(top.get("input"), str):
        if isinstance(top.get("model"), str):
            return "a text in 'input' beside 'model'"
        return "a text in 'input' and no key of another format" if top["input"] and _is_bare(top) else None
    return next((_detect(each) for each in conversations(source)), None)


def _detect(conversation: Conversation) -> str | None:
    request, found = conversation.request, None
    if isinstance(request.get("messages"), list):
        return None
    for item in conversation.records:
        kind = responses_items.kind_of(item) if isinstance(item, dict) and "parts" not in item else None
        if kind is None or item.get("tool_calls") or item.get("role") in ("tool", "function"):
            return None
        if kind == "message" and not isinstance(item.get("role"), str):
            return None
        found = found or _mark(item, kind)
    inside = conversation.base[-1:] == ("input",) and (
        any(request.get(key) for key in REQUEST)
        or (_is_bare(request) and all(_is_plain(item) for item in conversation.records))
    )
    only = all(responses_items.kind_of(item) == "message" for item in conversation.records)
    return found or ("messages in 'input'" if inside and only and conversation.records else None)


def _is_bare(request: Mapping[str, Any]) -> bool:
    """Whether nothing but keys of this API's requests stands beside `input`."""
    return all(key == "input" or key in REQUEST or key in SETTINGS for key in request)


def _is_plain(item: Mapping[str, Any]) -> bool:
    """Whether a message says a text, with a role of this dialect: parts are told by their types instead."""
    return item.get("role") in responses_items.ROLES and isinstance(item.get("content"), str)


def _mark(item: Mapping[str, Any], kind: str) -> str | None:
    if kind in MARKS or kind in responses_items.COMPACTIONS:
        return f"an item of type '{kind}'"
    if kind.endswith(("_call", "_call_output")) and ("call_id" in item or "status" in item):
        return f"an item of type '{kind}'"
    content = item.get("content")
    for part in content if kind == "message" and isinstance(content, list) else ():
        if isinstance(part, dict) and part.get("type") in TEXTS:
            return f"a content part of type '{part['type']}'"
    return None


def user_record(text: str) -> dict[str, Any]:
    """A user message."""
    return {"type": "message", "role": "user", "content": text}


def text_part(text: str) -> dict[str, Any]:
    """A text part of a user message's content."""
    return {"type": "input_text", "text": text}


def result_record(call_id: str | None, text: str) -> dict[str, Any]:
    """A result for a function call. The dialect has no error flag, so the text itself says so."""
    return {"type": "function_call_output", "call_id": call_id or "", "output": text}


def answer(call: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A result for this call, in the form its kind takes."""
    kind = str(call.get("type"))
    if kind == "mcp_approval_request":
        identity = call.get("id")
        return {
            "type": "mcp_approval_response",
            "approval_request_id": identity,
            "approve": False,
            "reason": text,
        }
    record = result_record(call.get("call_id"), text) | {"type": f"{kind}_output"}
    if kind == "shell_call":
        outcome = {"type": "exit", "exit_code": 1}
        record["output"] = [{"stdout": "", "stderr": text, "outcome": outcome}]
    elif kind == "apply_patch_call":
        record["status"] = "failed"
    return record


def parse(conversation: Conversation) -> Parsed:
    """Read the conversation. Raises LoadError naming the item that cannot be read."""
    request, base = conversation.request, conversation.base
    reader = Reader(conversation)
    for number, item in enumerate(conversation.records):
        reader.take(number, responses_notes.item_at(item, number))
    reader.close()
    messages = _with_usage(reader.messages, request.get("usage"))
    model = request.get("model")
    model = model if isinstance(model, str) else None
    continued = responses_notes.is_continued(request, reader.kinds)
    return Parsed(
        tuple(messages),
        system=_instructions(request.get("instructions"), conversation.key("instructions")) if base else (),
        tools=common.tool_specs(request.get("tools")),
        tools_at=conversation.key("tools") if base and request.get("tools") else None,
        model=model,
        continued=continued,
        notes=responses_notes.notes(conversation, messages, reader.kinds, continued),
        epochs=frozenset(reader.epochs),
        provider="deepseek-responses" if model and model.startswith("deepseek") else "",
    )


def _instructions(value: Any, at: Pointer) -> tuple[Text, ...]:
    if not isinstance(value, list):
        return common.strings_of(value, at)
    found: list[Any] = []
    for number, item in enumerate(value):
        if isinstance(item, dict):
            found += responses_items.texts_of(item.get("content"), (*at, number, "content"), number)
    return tuple(part for part in found if isinstance(part, Text))


def _with_usage(messages: list[Message], usage: Any) -> list[Message]:
    """The usage of an answer goes to the last thing the model put out."""
    reported = responses_usage.read_usage(usage)
    last = max((message.index for message in messages if message.role == "assistant"), default=-1)
    if reported is None or last < 0:
        return messages
    return [replace(message, usage=reported) if message.index == last else message for message in messages]
