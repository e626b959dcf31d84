"""Reading: which format, what becomes what, and that nothing is lost."""

import copy
import json

import pytest
from hypothesis import given

import trimscope as ts
from histories import FORMATS, documents
from small import GOAL, SYSTEM, call_ids, calls, plan, results, ring, rings, says, turns, uses

SHAPES = [
    ([SYSTEM, GOAL], "openai-chat", ()),
    ({"messages": [SYSTEM, GOAL]}, "openai-chat", ("messages",)),
    ({"request": {"model": "gpt-4o", "messages": [SYSTEM, GOAL]}}, "openai-chat", ("request", "messages")),
    ({"body": {"messages": [GOAL]}, "url": "/v1/chat"}, "openai-chat", ("body", "messages")),
    (turns(GOAL), "anthropic-messages", ("messages",)),
    ([GOAL, uses("a"), results("a")], "anthropic-messages", ()),
    ({"anthropic_version": "2023-06-01", "messages": [GOAL]}, "anthropic-messages", ("messages",)),
]


@pytest.mark.parametrize("document,format,base", SHAPES)
def test_the_format_is_detected_and_the_reason_given(document, format, base):
    transcript = ts.load(json.dumps(document))
    assert (transcript.format, transcript.base) == (format, base) and transcript.why
    assert transcript.document == document


def test_json_lines_of_messages_are_one_conversation():
    transcript = ts.load("\n".join(json.dumps(m) for m in [SYSTEM, GOAL, *rings(2)]))
    assert transcript.layout == "jsonl" and len(transcript.messages) == 6


def test_json_lines_of_conversations_are_several_and_one_is_chosen_by_number_or_name():
    lines = [{"id": "first", "messages": [GOAL]}, {"messages": [SYSTEM, GOAL]}]
    text = "\n".join(json.dumps(line) for line in lines)
    assert ts.load(text).conversations == ("first", "1") and ts.load(text).notes[0]["zh"]
    assert len(ts.load(text, select=1).messages) == 2 == len(ts.load(text, select="1").messages)
    assert len(ts.load(text, select="first").messages) == 1
    assert ts.plan(ts.load(text, select=1)).document is not None


def test_tools_and_model_of_the_request_are_read_and_counted():
    tool = {"type": "function", "function": {"name": "grep", "parameters": {}}}
    transcript = ts.load({"model": "gpt-4o", "messages": [GOAL], "tools": [tool]})
    assert (transcript.model, transcript.tools[0].name) == ("gpt-4o", "grep")
    assert ts.count(transcript).tools > 0 and ts.count(transcript).by_role["tools"] == ts.count(transcript).tools


def test_an_anthropic_system_prompt_is_no_message_but_counts():
    transcript = ts.load(turns(GOAL))
    assert len(transcript.messages) == 1 and transcript.system[0].text == SYSTEM["content"]
    assert ts.count(transcript, "patchcat").fixed == 4 + ts.count_tokens(SYSTEM["content"], "patchcat")


def test_the_estimator_is_the_articles():
    texts = {"": 0, "x": 1, "Book a room": 3, "订一间房": 5, "한국어": 4}
    assert {text: ts.count_tokens(text, "patchcat") for text in texts} == texts
    records = [GOAL, calls("a", tool="f"), {"role": "tool", "tool_call_id": "a", "content": "ok"}]
    counts = ts.count(ts.load(records), "patchcat")
    text = ts.count_tokens(GOAL["content"], "patchcat")
    assert counts.messages == (4 + text, 4 + 4 + 1 + 1, 4 + 2 + 1) and counts.frame == 0


def test_arguments_given_as_an_object_count_as_their_json():
    record = calls("a")
    record["tool_calls"][0]["function"]["arguments"] = {"bin": 7}
    assert ts.load([GOAL, record]).messages[1].calls[0].arguments == '{"bin": 7}'


def test_base64_costs_no_text():
    big = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 90_000}}
    counts = ts.count(ts.load([{"role": "user", "content": [{"type": "text", "text": "see"}, big]}]))
    assert counts.total < 1100 and counts.chars == (3,)


def test_a_result_of_several_parts_has_one_cap_over_all_of_them():
    parts = [{"type": "text", "text": letter * 300} for letter in "abc"]
    sent = plan([GOAL, *ring("a", parts)], result_limit=400)
    assert sum(len(part["text"]) for part in sent.messages[2]["content"]) <= 400


@pytest.mark.parametrize("limit", [0, 1])
@pytest.mark.parametrize("unit", ["chars", "tokens", "lines"])
def test_a_result_cut_to_nothing_is_still_a_result(limit, unit):
    parts = [{"type": "text", "text": "a\n" * 300}, {"type": "text", "text": "b\n" * 300}]
    for sent in (
        plan([GOAL, *ring("a", parts)], result_limit=limit, limit_unit=unit),
        plan(turns(GOAL, uses("a"), results("a", text=parts)), result_limit=limit, limit_unit=unit),
    ):
        assert sent.status == "fine" and len(sent.messages) == 3
        assert '"text": ""' not in json.dumps(sent.messages) and '"content": []' not in json.dumps(sent.messages)


def test_unknown_fields_and_the_order_of_keys_survive_a_trim():
    records = [m | {"zz": 1, "aa": {"n": None}} for m in [SYSTEM, GOAL, *rings(6)]]
    sent = plan({"temperature": 0.2, "messages": records, "logit_bias": {}}, keep_rounds=1)
    assert list(sent.document) == ["temperature", "messages", "logit_bias"]
    assert [m for m in sent.messages if "zz" in m] == [*records[:2], *records[-2:]]


def test_a_request_wrapped_in_a_log_is_written_back_where_it_was():
    sent = plan({"request": {"messages": [SYSTEM, GOAL, *rings(3)]}, "n": 1}, keep_rounds=1)
    assert sent.document["n"] == 1 and call_ids(sent.document["request"]["messages"]) == ["c3"]


@pytest.mark.parametrize("format", FORMATS)
def test_an_untrimmed_document_comes_back_equal_byte_for_byte(format):
    @given(documents(format))
    def holds(document):
        if not document["messages"]:
            return
        before = json.dumps(document)
        policy = ts.Policy(old_rounds="keep", result_limit=None, token_budget=10_000_000)
        sent = ts.plan(ts.load(copy.deepcopy(document), format=format), policy)
        assert json.dumps(sent.document) == before

    holds()


def test_a_dialect_of_thinking_is_dropped_with_its_message_only():
    thought = says("so") | {"reasoning_content": "hmm " * 50}
    sent = plan([GOAL, *rings(3), thought], keep_rounds=1)
    assert thought in sent.messages


def test_a_file_of_lines_says_what_a_line_is():
    message, conversation = '{"role": "user", "content": "Hi"}', '{"messages": [{"role": "user", "content": "Hi"}]}'
    assert ts.load(f"{message}\n{message}\n").why.endswith("one message a line")
    assert ts.load(f"{conversation}\n{conversation}\n").why.endswith("one conversation a line")
    assert "a line" not in ts.load(conversation).why
