"""OpenTelemetry traces of model calls: the GenAI conventions old and new, OpenInference, OpenLLMetry, the AI SDK.

Each of them puts the whole history of a call into its span, under names of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from trimscope.formats.logs import carried, otel_flat, otel_parts, otel_spans, trace_calls
from trimscope.formats.logs.otel_spans import Span, whole
from trimscope.formats.logs.trace_calls import Call
from trimscope.formats.source import Conversation, Source, made
from trimscope.transcript import Usage

NAME = "otel-genai-span"

MARKS = ("gen_ai.", "llm.", "ai.prompt", "openinference.", "ai.operationId", "traceloop.", "pydantic_ai.")
"""Beginnings of attribute names that only spans of model calls have."""


def detect(source: Source) -> str | None:
    """Why these are spans of model calls, or bare messages of the conventions, or None."""
    if otel_parts.are_messages(source.lines) and len(source.lines) == len(_listed(source)):
        return "messages with typed 'parts' and texts under 'content'"
    for span in otel_spans.of_file(source):
        name = next((key for key in span.attributes if key.startswith(MARKS)), None)
        if name is not None:
            return f"spans with '{name}'"
    return None


def _listed(source: Source) -> list[Any]:
    return source.document if isinstance(source.document, list) else [source.document]


def conversations(source: Source) -> tuple[Conversation, ...]:
    """The conversations of the trace, the longest first."""
    if otel_parts.are_messages(source.lines):
        return (made("openai-chat", "0", {"messages": otel_parts.chat(source.lines)}),)
    return trace_calls.conversations(calls_of(otel_spans.of_file(source)))


def calls_of(spans: list[Span]) -> list[Call]:
    """The model calls among the spans."""
    found = (next((call for read in READERS if (call := read(span)) is not None), None) for span in spans)
    return [call for call in found if call is not None]


def _conventions(span: Span) -> Call | None:
    """The current conventions: messages with parts, as JSON text."""
    a = span.attributes
    given = carried.decoded(a.get("gen_ai.input.messages", a.get("pydantic_ai.all_messages")))
    if not isinstance(given, list) or a.get("gen_ai.operation.name") == "execute_tool":
        return None
    system = carried.decoded(a.get("gen_ai.system_instructions"))
    if isinstance(system, list) and system and not any(_role(each) == "system" for each in given):
        given = [{"role": "system", "parts": system}, *given]
    return _call(span, given, a.get("gen_ai.output.messages"), a.get("gen_ai.tool.definitions"))


def _role(message: Any) -> Any:
    return message.get("role") if isinstance(message, dict) else None


def _sdk(span: Span) -> Call | None:
    """The AI SDK's own attributes; the outer span of a call only repeats what the inner one says."""
    a = span.attributes
    given = carried.decoded(a.get("ai.prompt.messages"))
    if not isinstance(given, list):
        return None
    content: list[Any] = []
    if isinstance(a.get("ai.response.text"), str) and a["ai.response.text"]:
        content.append({"type": "text", "text": a["ai.response.text"]})
    elif a.get("ai.response.object"):
        content.append({"type": "text", "text": str(a["ai.response.object"])})
    tool_calls = carried.decoded(a.get("ai.response.toolCalls"))
    for call in tool_calls if isinstance(tool_calls, list) else ():
        if isinstance(call, dict):
            arguments = carried.decoded(call.get("input", call.get("args")))
            content.append({**call, "type": "tool-call", "input": arguments})
    output = {"role": "assistant", "content": content} if content else None
    tools = a.get("ai.prompt.tools")
    return _call(span, given, output, [carried.decoded(t) for t in tools] if isinstance(tools, list) else tools)


def _flat(span: Span) -> Call | None:
    """OpenInference and OpenLLMetry: one attribute a field."""
    for given, output in (("llm.input_messages", "llm.output_messages"), ("gen_ai.prompt", "gen_ai.completion")):
        messages = otel_flat.messages(span.attributes, given)
        if messages:
            answers = otel_flat.messages(span.attributes, output)
            return _call(span, messages, answers[:1], otel_flat.tools(span.attributes))
    return None


_EVENTS = {f"gen_ai.{role}.message": role for role in ("system", "user", "assistant", "tool")}


def _events(span: Span) -> Call | None:
    """The older conventions: an event for each message."""
    given: list[Any] = []
    output: Any = None
    for name, attributes in span.events:
        body = carried.decoded(attributes.get("body")) or attributes
        body = body if isinstance(body, dict) else attributes
        message: dict[str, Any] = {"content": body.get("content", attributes.get("content"))}
        calls = carried.decoded(body.get("tool_calls"))
        if isinstance(calls, list):
            message["tool_calls"] = calls
        if name in _EVENTS:
            message["role"] = _EVENTS[name]
            if message["role"] == "tool" and isinstance(body.get("id"), str):
                message["tool_call_id"] = body["id"]
            given.append(message)
        elif name == "gen_ai.choice":
            inner = carried.decoded(body.get("message"))
            output = inner if isinstance(inner, dict) else message
    return _call(span, given, output, None) if given else None


def _values(span: Span) -> Call | None:
    """OpenInference's plain input and output, where a model's span has nothing better."""
    a = span.attributes
    if a.get("openinference.span.kind") != "LLM" or "input.value" not in a:
        return None
    return _call(span, a["input.value"], a.get("output.value"), None)


READERS: tuple[Callable[[Span], Call | None], ...] = (_conventions, _sdk, _flat, _events, _values)


def _call(span: Span, given: Any, output: Any, tools: Any) -> Call:
    a = span.attributes
    models = (a.get(f"{key}") for key in ("gen_ai.response.model", "gen_ai.request.model", "llm.model_name"))
    model = next((name for name in (*models, a.get("ai.model.id")) if isinstance(name, str) and name), None)
    tools = carried.decoded(tools)
    return Call(span.at, given, output, model, tools if isinstance(tools, list) else None, usage_of(a), span.name)


_INPUT = (
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.token_count.prompt",
    "ai.usage.inputTokens",
    "ai.usage.promptTokens",
)
_OUTPUT = (
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "ai.usage.outputTokens",
    "ai.usage.completionTokens",
)
_CACHED = (
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.details.cache_read_tokens",
    "llm.token_count.prompt_details.cache_read",
    "ai.usage.cachedInputTokens",
)
_WRITTEN = (
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "gen_ai.usage.details.cache_write_tokens",
    "llm.token_count.prompt_details.cache_write",
)


def usage_of(attributes: Mapping[str, Any]) -> Usage | None:
    """What the span says was used. Its input holds what was cached (semantic conventions)."""
    numbers = [
        next((n for key in keys if (n := whole(attributes.get(key))) is not None), None)
        for keys in (_INPUT, _CACHED, _WRITTEN, _OUTPUT)
    ]
    return None if numbers[0] is None else Usage(numbers[0], *(number or 0 for number in numbers[1:]))
