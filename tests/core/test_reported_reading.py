"""Usage that formats keep in places of their own: one of each call, cached parts inside the input."""

import pytest

import trimscope as ts
from trimscope.transcript import Usage

ASK = {"role": "user", "content": "How many bins?"}
SAID = {"role": "assistant", "content": "Twelve."}


def _usages(document, **options):
    return [message.usage for message in ts.load(document, **options).messages if message.role == "assistant"]


@pytest.mark.parametrize(
    ("document", "usage"),
    [
        ([ASK, SAID | {"usage": {"prompt_tokens": 90, "completion_tokens": 3}}], Usage(90, 0, 0, 3)),
        (
            [ASK, SAID | {"usage": {"prompt_tokens": 90, "prompt_cache_hit_tokens": 64, "completion_tokens": 3}}],
            Usage(90, 64, 0, 3),
        ),
        ([ASK, SAID | {"usage": {"input_tokens": 9, "cache_read_input_tokens": 80}}], Usage(89, 80, 0, 0)),
        ([ASK, SAID | {"prompt_eval_count": 26, "eval_count": 8}], Usage(26, 0, 0, 8)),
        (
            {
                "contents": [
                    {"role": "user", "parts": [{"text": "How many?"}]},
                    {
                        "role": "model",
                        "parts": [{"text": "Twelve."}],
                        "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 2, "thoughtsTokenCount": 5},
                    },
                ]
            },
            Usage(7, 0, 0, 7),
        ),
        (
            [
                {"role": "user", "parts": [{"type": "text", "text": "How many?"}]},
                {
                    "role": "assistant",
                    "parts": [{"type": "text", "text": "Twelve."}],
                    "metadata": {"usage": {"inputTokens": 50, "cachedInputTokens": 40, "outputTokens": 2}},
                },
            ],
            Usage(50, 40, 0, 2),
        ),
    ],
)
def test_usage_that_stands_in_the_record_is_the_answers(document, usage):
    assert _usages(document) == [usage]


@pytest.mark.parametrize("usage", [None, "90", {}, {"prompt_tokens": "90"}, {"prompt_tokens": -4}, [90]])
def test_what_is_no_usage_is_none(usage):
    assert _usages([ASK, SAID | {"usage": usage}]) == [None]


def test_usage_of_several_answers_together_is_none_of_theirs():
    steps = [{"type": "step-start"}, {"type": "text", "text": "One."}, {"type": "step-start"}]
    parts = [*steps, {"type": "text", "text": "Two."}]
    told = {"usage": {"inputTokens": 50, "outputTokens": 2}}
    asked = {"role": "user", "parts": [{"type": "text", "text": "How many?"}]}
    usages = _usages([asked, {"role": "assistant", "parts": parts, "metadata": told}])
    assert usages == [None, None]


def _event(kind, source="agent", **more):
    return {"kind": kind, "source": source, "timestamp": "2026-01-01", **more}


def _stats(prompt, output, cached=0, turn=None):
    total = {"prompt_tokens": prompt, "completion_tokens": output, "cache_read_tokens": cached, "per_turn_token": turn}
    others = {"condenser": {"accumulated_token_usage": {"prompt_tokens": 5, "per_turn_token": 5}}}
    value = {"usage_to_metrics": {"default": {"accumulated_token_usage": total}, **others}}
    return _event("ConversationStateUpdateEvent", "environment", key="stats", value=value)


def _acts(call, response):
    return _event("ActionEvent", tool_name="ls", tool_call_id=call, action={}, llm_response_id=response, id=call)


def _observed(call):
    return _event("ObservationEvent", "environment", tool_call_id=call, observation={"content": "a.txt"})


START = _event("MessageEvent", "user", llm_message={"role": "user", "content": [{"type": "text", "text": "Look."}]})


def test_a_running_total_is_taken_apart_into_its_calls():
    events = [
        START,
        _stats(100, 10, turn=110),
        _acts("a", "r1"),
        _acts("b", "r1"),
        _observed("a"),
        _observed("b"),
        _stats(250, 15, cached=90, turn=155),
        _acts("c", "r2"),
        _observed("c"),
    ]
    assert _usages(events) == [Usage(100, 0, 0, 10), Usage(150, 90, 0, 5)]


def test_a_total_that_took_several_calls_in_is_left_out():
    events = [START, _stats(100, 10, turn=60), _acts("a", "r1"), _observed("a"), _stats(250, 15, turn=155)]
    events += [_acts("c", "r2"), _observed("c")]
    assert _usages(events) == [None, Usage(150, 0, 0, 5)]


def _trace(usage):
    generation = {"type": "GENERATION", "traceId": "t", "startTime": "1", "model": "gpt-5", "usageDetails": usage}
    return {"trace": {"id": "t"}, "observations": [{**generation, "input": [ASK], "output": SAID}]}


@pytest.mark.parametrize(
    ("details", "usage"),
    [
        ({"input": 179, "output": 35, "total": 278, "output_reasoning": 64}, Usage(179, 0, 0, 99)),
        ({"input": 6, "output": 2055, "total": 2061, "completion_details.reasoning": 1104}, Usage(6, 0, 0, 2055)),
        ({"input": 10, "input_cache_read": 90, "output": 5, "total": 105}, Usage(100, 90, 0, 5)),
        ({"input": 10, "output": 5}, Usage(10, 0, 0, 5)),
    ],
)
def test_what_was_thought_is_output_wherever_a_trace_files_it(details, usage):
    assert _usages(_trace(details)) == [usage]
