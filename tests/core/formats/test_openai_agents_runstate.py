"""Saved runs of the OpenAI Agents SDK: each item once, in order, as a Responses request."""

import trimscope as ts

CALL = {"type": "function_call", "id": "fc_1", "call_id": "a", "name": "pay", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "a", "output": "paid"}


def entry(kind, raw):
    return {"type": kind, "agent": {"name": "clerk"}, "raw_item": raw}


def state(*items, **more):
    usage = {"input_tokens": 40, "input_tokens_details": [{"cached_tokens": 8}], "output_tokens": 5}
    return {
        "$schemaVersion": "1.13",
        "original_input": "Pay the bill.",
        "generated_items": list(items),
        "session_items": list(items),
        "model_responses": [{"output": [CALL], "usage": usage}],
        "last_model_response": {"output": [CALL]},
        **more,
    }


def test_a_call_that_waits_for_approval_is_one_pending_call():
    transcript = ts.load(state(entry("tool_call_item", CALL), entry("tool_approval_item", CALL)))
    assert transcript.format == "openai-agents-runstate" and transcript.dialect == "openai-responses"
    assert [m.role for m in transcript.messages] == ["user", "assistant"]
    assert [f.code for f in ts.group(transcript).faults] == ["pending_call"]
    assert transcript.messages[0].text == "Pay the bill."


def test_an_approval_without_its_call_is_the_call():
    transcript = ts.load(state(entry("tool_approval_item", CALL)))
    assert [c.id for m in transcript.messages for c in m.calls] == ["a"]


def test_items_keep_their_places_and_usage():
    transcript = ts.load(state(entry("tool_call_item", CALL), entry("tool_call_output_item", OUTPUT)))
    assert not ts.group(transcript).faults
    assert [m.origin for m in transcript.messages][1:] == [
        (("generated_items", 0, "raw_item"),),
        (("generated_items", 1, "raw_item"),),
    ]
    assert (transcript.messages[1].usage.context, transcript.messages[1].usage.cached) == (40, 8)
    assert transcript.document["input"][1] is not None and ts.plan(transcript).document is transcript.document


def test_an_input_of_items_comes_first():
    given = [
        {"role": "user", "content": "Pay."},
        {"role": "assistant", "content": "How?"},
        {"role": "user", "content": "Now."},
    ]
    transcript = ts.load(state(entry("tool_call_item", CALL), original_input=given))
    assert [m.role for m in transcript.messages] == ["user", "assistant", "user", "assistant"]


def test_a_state_that_goes_on_from_the_server_says_so():
    transcript = ts.load(state(entry("tool_call_output_item", OUTPUT), previous_response_id="resp_1"))
    assert transcript.continued and not ts.group(transcript).refused


def test_the_other_sdk_spells_the_same_in_camel_case():
    call = {"type": "function_call", "callId": "a", "name": "pay", "arguments": "{}"}
    result = {"type": "function_call_result", "callId": "a", "name": "pay", "output": {"type": "text", "text": "paid"}}
    document = {
        "$schemaVersion": "1.0",
        "originalInput": "Pay the bill.",
        "generatedItems": [
            {"type": "tool_call_item", "rawItem": call},
            {"type": "tool_call_output_item", "rawItem": result},
        ],
    }
    transcript = ts.load(document)
    assert not ts.group(transcript).faults and transcript.messages[2].results[0].texts[0].text == "paid"
