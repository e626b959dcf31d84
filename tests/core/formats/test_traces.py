"""Traces: of all calls that hold the same history the fullest is the conversation, and each call's usage finds it."""

import json

import pytest

import trimscope as ts

J = json.dumps


def seen(transcript):
    return [
        (m.role, m.text, [c.name for c in m.calls], m.usage.context if m.usage else None) for m in transcript.messages
    ]


WHOLE = [
    ("user", "Go.", [], None),
    ("assistant", "", ["look"], 10),
    ("tool", "", [], None),
    ("assistant", "Done.", [], 20),
]
"""What every trace below holds: two calls of the model, the first with a tool call."""


def one_result(transcript):
    results = [r for m in transcript.messages for r in m.results]
    return len(results) == 1 and not ts.group(transcript).faults


# the same two calls, as everybody writes them


def otel_part(kind, **more):
    return {"type": kind, **more}


def conventions(given, output, tokens):
    names = {"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": tokens, "gen_ai.request.model": "gpt-5"}
    return {**names, "gen_ai.input.messages": J(given), "gen_ai.output.messages": J(output)}


OTEL_GOAL = {"role": "user", "parts": [otel_part("text", content="Go.")]}
OTEL_CALL = {"role": "assistant", "parts": [otel_part("tool_call", id="c", name="look", arguments={"x": 1})]}
OTEL_BACK = {"role": "tool", "parts": [otel_part("tool_call_response", id="c", response={"n": 3})]}
OTEL_DONE = {"role": "assistant", "parts": [otel_part("text", content="Done.")]}
OTEL = (
    conventions([OTEL_GOAL], [{**OTEL_CALL, "finish_reason": "tool_call"}], 10),
    conventions([OTEL_GOAL, OTEL_CALL, OTEL_BACK], [OTEL_DONE], 20),
)

CALL = {"id": "c", "type": "function", "function": {"name": "look", "arguments": '{"x": 1}'}}
CHAT_GOAL = {"role": "user", "content": "Go."}
CHAT_CALL = {"role": "assistant", "content": None, "tool_calls": [CALL]}
CHAT_BACK = {"role": "tool", "tool_call_id": "c", "content": '{"n": 3}'}
CHAT_DONE = {"role": "assistant", "content": "Done."}


def flat(prefix, messages):
    """OpenInference's flat keys."""
    found = {}
    for number, message in enumerate(messages):
        at = f"{prefix}.{number}.message"
        for key in ("role", "content", "tool_call_id"):
            if message.get(key) is not None:
                found[f"{at}.{key}"] = message[key]
        for n, call in enumerate(message.get("tool_calls", ())):
            call_at = f"{at}.tool_calls.{n}.tool_call"
            found |= {f"{call_at}.id": call["id"], f"{call_at}.function.name": call["function"]["name"]}
            found[f"{call_at}.function.arguments"] = call["function"]["arguments"]
    return found


def inference(given, output, tokens):
    kind = {"openinference.span.kind": "LLM", "llm.token_count.prompt": tokens, "llm.model_name": "gpt-5"}
    return {**kind, **flat("llm.input_messages", given), **flat("llm.output_messages", [output])}


INFERENCE = (
    inference([CHAT_GOAL], CHAT_CALL, 10),
    inference([CHAT_GOAL, CHAT_CALL, CHAT_BACK], CHAT_DONE, 20),
)


def llmetry(given, output, tokens):
    """OpenLLMetry's flat keys."""
    found = {"gen_ai.usage.prompt_tokens": tokens, "gen_ai.request.model": "gpt-5"}
    for prefix, messages in (("gen_ai.prompt", given), ("gen_ai.completion", [output])):
        for number, message in enumerate(messages):
            for key in ("role", "content", "tool_call_id"):
                if message.get(key) is not None:
                    found[f"{prefix}.{number}.{key}"] = message[key]
            for n, call in enumerate(message.get("tool_calls", ())):
                fields = {"id": call["id"], **call["function"]}
                found |= {f"{prefix}.{number}.tool_calls.{n}.{key}": value for key, value in fields.items()}
    return found


LLMETRY = (llmetry([CHAT_GOAL], CHAT_CALL, 10), llmetry([CHAT_GOAL, CHAT_CALL, CHAT_BACK], CHAT_DONE, 20))


def dump(spans):
    """An SDK's console dump."""
    return [{"name": "chat", "context": {"trace_id": "t"}, "attributes": each} for each in spans]


def otlp(spans):
    """OTLP JSON: typed values, numbers as text."""

    def value(each):
        return {"intValue": str(each)} if isinstance(each, int) else {"stringValue": each}

    listed = [
        {"name": "chat", "spanId": str(n), "attributes": [{"key": k, "value": value(v)} for k, v in each.items()]}
        for n, each in enumerate(spans)
    ]
    return {"resourceSpans": [{"scopeSpans": [{"spans": listed}]}]}


@pytest.mark.parametrize("shape", [dump, otlp], ids=["dump", "otlp"])
@pytest.mark.parametrize("spans", [OTEL, INFERENCE, LLMETRY], ids=["conventions", "openinference", "openllmetry"])
def test_telemetry_of_every_convention_is_the_same_conversation(spans, shape):
    transcript = ts.load(shape(spans))
    assert transcript.format == "otel-genai-span" and transcript.dialect == "openai-chat"
    assert seen(transcript) == WHOLE and one_result(transcript) and transcript.model == "gpt-5"
    assert len(ts.formats.load_all(shape(spans))) == 1


def test_messages_as_events_of_a_span_are_read():
    events = [
        {"name": "gen_ai.user.message", "attributes": {"content": "Go."}},
        {"name": "gen_ai.choice", "attributes": {"message": J(CHAT_CALL)}},
    ]
    span = {"name": "chat", "context": {"trace_id": "t"}, "attributes": {"gen_ai.system": "openai"}, "events": events}
    assert [m.role for m in ts.load([span]).messages] == ["user", "assistant"]


def test_spans_of_the_ai_sdk_keep_its_own_dialect():
    call = {"toolCallId": "c", "toolName": "look", "args": '{"x":1}'}
    attributes = {
        "ai.operationId": "ai.generateText.doGenerate",
        "ai.prompt.messages": J([{"role": "user", "content": [{"type": "text", "text": "Go."}]}]),
        "ai.prompt.tools": [J({"type": "function", "name": "look"})],
        "ai.response.toolCalls": J([call]),
        "ai.usage.promptTokens": 10,
    }
    transcript = ts.load(dump([attributes]))
    assert transcript.dialect == "vercel-model-messages" and [t.name for t in transcript.tools] == ["look"]
    assert transcript.messages[1].calls[0].arguments == '{"x": 1}' and transcript.messages[1].usage.context == 10


def test_bare_messages_of_the_conventions_are_read():
    transcript = ts.load([OTEL_GOAL, OTEL_CALL, OTEL_BACK, OTEL_DONE])
    assert transcript.format == "otel-genai-span" and one_result(transcript)


def observation(given, output, tokens, kind="GENERATION", start="1"):
    usage = {"usageDetails": {"input": tokens, "output": 1}, "model": "gpt-5"}
    return {"type": kind, "traceId": "t", "startTime": start, "input": given, "output": output, **usage}


def langfuse(*observations):
    return {"trace": {"id": "t", "input": None, "output": None}, "observations": list(observations)}


@pytest.mark.parametrize("text", [False, True], ids=["values", "text"])
def test_generations_of_langfuse_are_one_conversation(text):
    write = J if text else (lambda value: value)
    first = observation(write([CHAT_GOAL]), write(CHAT_CALL), 10, start="1")
    second = observation(write({"messages": [CHAT_GOAL, CHAT_CALL, CHAT_BACK]}), write(CHAT_DONE), 20, start="2")
    transcript = ts.load(langfuse(second, first))
    assert transcript.format == "langfuse-trace" and seen(transcript) == WHOLE and one_result(transcript)


def test_an_agent_s_observation_may_be_the_only_whole_one():
    first = observation([OTEL_GOAL], [OTEL_CALL], 10)
    second = observation([OTEL_BACK], [OTEL_DONE], 20, start="2")  # only what is new went in
    agent = observation([OTEL_GOAL], [OTEL_CALL, OTEL_BACK, OTEL_DONE], 99, kind="AGENT")
    transcript = ts.load(langfuse(first, second, agent))
    assert seen(transcript) == WHOLE and len(ts.formats.load_all(langfuse(first, second, agent))) == 1


def test_two_agents_of_a_trace_are_two_conversations_the_longest_first():
    long = observation([CHAT_GOAL, CHAT_CALL, CHAT_BACK], CHAT_DONE, 20)
    other = observation([{"role": "user", "content": "Rate it."}], {"role": "assistant", "content": "4."}, 5)
    found = ts.formats.load_all(langfuse(other, long))
    assert [len(each.messages) for each in found] == [4, 2] and found[0].conversations == ("Go.", "Rate it.")


def test_what_is_nearly_chat_is_put_right():
    bare = {"function": {"name": "look", "arguments": "{}"}}
    tools = {"role": "tool", "content": {"type": "function", "function": {"name": "look", "parameters": {}}}}
    given = [CHAT_GOAL, {"role": "tool", "content": J([bare])}, {"role": "look", "content": "3"}, tools]
    transcript = ts.load(langfuse(observation(given, "Done.", 20)))
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "assistant"]
    assert not ts.group(transcript).faults and [t.name for t in transcript.tools] == ["look"]


def test_gemini_in_a_trace_stays_gemini():
    given = {"model": "projects/p/models/gemini-2.5-flash", "contents": "Go."}
    output = {"candidates": [{"content": {"role": "model", "parts": [{"text": "Done."}]}}]}
    transcript = ts.load(langfuse(observation(given, output, 3)))
    assert transcript.dialect == "gemini-contents" and transcript.model == "gemini-2.5-flash"
    assert [m.text for m in transcript.messages] == ["Go.", "Done."]


def lc(name, **fields):
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", name], "kwargs": fields}


def run(identity, inputs, outputs=None, **more):
    return {"id": identity, "run_type": "llm", "dotted_order": identity, "inputs": inputs, "outputs": outputs, **more}


def test_runs_of_langsmith_with_langchain_messages_stay_langchain():
    call = {"name": "look", "args": {}, "id": "c"}
    said = lc("AIMessage", content="", tool_calls=[call], usage_metadata={"input_tokens": 10, "output_tokens": 1})
    given = {"messages": [[lc("HumanMessage", content="Go.")]]}
    runs = [run("1", given, {"generations": [[{"text": "", "message": said}]]}), {"id": "0", "run_type": "chain"}]
    transcript = ts.load(runs)
    assert transcript.format == "langsmith-run" and transcript.dialect == "langchain"
    assert seen(transcript) == [*WHOLE[:2]]


def test_the_two_halves_of_a_run_are_one():
    whole = {"choices": [{"message": CHAT_DONE}], "usage_metadata": {"input_tokens": 20, "output_tokens": 1}}
    lines = [run("1", {"messages": [CHAT_GOAL], "model": "gpt-5"}), run("1", {}, whole)]
    transcript = ts.load("\n".join(map(J, lines)))
    assert seen(transcript) == [WHOLE[0], WHOLE[3]] and transcript.model == "gpt-5"
    assert ts.load({"post": lines[:1], "patch": lines[1:]}).messages[1].usage.context == 20


def test_a_trace_of_mlflow_is_read():
    attributes = {
        "mlflow.spanType": J("CHAT_MODEL"),
        "mlflow.spanInputs": J({"messages": [CHAT_GOAL, CHAT_CALL, CHAT_BACK], "model": "gpt-5"}),
        "mlflow.spanOutputs": J({"choices": [{"message": CHAT_DONE}]}),
        "mlflow.chat.tokenUsage": J({"input_tokens": 20, "output_tokens": 1}),
    }
    span = {"name": "m", "span_id": "s", "trace_id": "t", "attributes": attributes}
    transcript = ts.load({"info": {"trace_id": "t"}, "data": {"spans": [span]}})
    assert transcript.format == "mlflow-trace" and one_result(transcript)
    assert transcript.messages[3].usage.context == 20


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, [[]], "[", {"messages": 3}, {"messages": [[]]}, [3], [{}]])
def test_odd_values_in_a_trace_are_one_sentence_at_most(value):
    for document in (
        langfuse(observation(value, value, value)),
        [run("1", value, value)],
        dump([{"gen_ai.input.messages": value, "gen_ai.output.messages": value, "gen_ai.prompt.0.role": value}]),
        {"info": {}, "data": {"spans": [{"name": "m", "span_id": "s", "attributes": {"mlflow.spanInputs": value}}]}},
    ):
        try:
            ts.load(document)
        except ts.LoadError as error:
            assert str(error).endswith(".")
