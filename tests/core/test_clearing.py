"""Clearing old results: at least so much or not at all, so much and no more, and the arguments with them."""

import copy
import json

import pytest

import trimscope as ts
from framework_histories import Langchain
from small import GOAL, SYSTEM, answer, calls, plan, result_ids, results, ring, rings, says, turns, uses
from trimscope.formats import arguments
from trimscope.texts import stub

LONG = "12 bolts in the left drawer, 7 in the right one; " * 20
CLEAR = {"old_rounds": "clear", "keep_rounds": 1, "profile": "patchcat"}


def history(count=4):
    return [SYSTEM, GOAL, *rings(count, LONG), says("so")]


def cleared(sent):
    return [stub.is_replacement(record["content"]) for record in sent.messages if record["role"] == "tool"]


def reasons(sent):
    return {d.reason for d in sent.decisions}


def freed(sent):
    return sent.tokens.saved


ONE = freed(plan(history(), **CLEAR)) // 3
"""Tokens that clearing one of the three old results frees."""


@pytest.mark.parametrize("how", ["clear", "compact"])
def test_clearing_that_frees_too_little_is_not_done_at_all(how):
    keys = CLEAR | {"old_rounds": how}
    all_of_it = freed(plan(history(), **keys))
    done = plan(history(), **keys, clear_at_least=all_of_it)
    assert cleared(done) == [True, True, True, False] and freed(done) == all_of_it
    not_done = plan(history(), **keys, clear_at_least=all_of_it + 1)
    assert not_done.messages == history() and "clears_too_little" in reasons(not_done)


def test_clearing_goes_beyond_the_target_until_it_frees_enough():
    total = ts.count(ts.load(history()), "patchcat").total
    keys = CLEAR | {"trigger": "watermark", "token_budget": total, "watermark": 0.9, "target": (total - ONE) / total}
    assert cleared(plan(history(), **keys)) == [True, True, False, False]
    assert cleared(plan(history(), **keys, clear_at_least=ONE * 5 // 2)) == [True, True, True, False]


def test_in_the_other_reading_clearing_stops_once_it_freed_that_much():
    keys = CLEAR | {"clear_at_least_mode": "langchain"}
    assert cleared(plan(history(), **keys, clear_at_least=1)) == [True, False, False, False]
    sent = plan(history(), **keys, clear_at_least=ONE + 1)
    assert cleared(sent) == [True, True, False, False] and "cleared_enough" in reasons(sent)
    assert cleared(plan(history(), **keys, clear_at_least=10**6)) == [True, True, True, False]


def test_what_was_cleared_at_an_earlier_call_stays_so_and_the_next_call_frees_as_much_again():
    keys = CLEAR | {"clear_at_least_mode": "langchain", "clear_at_least": 1, "history": "persisted"}
    transcript, policy = ts.load(history(5)), ts.Policy(**keys)
    before, seen = None, []
    for call in range(1, 7):
        before = ts.plan(transcript, policy, call=call, before=before)
        seen.append(sum(stub.is_replacement(m["content"]) for m in before.messages if m["role"] == "tool"))
    assert seen == [0, 0, 1, 2, 3, 4]


@pytest.mark.parametrize("key", ["clear_at_least", "clear_tool_inputs"])
def test_where_nothing_is_cleared_the_keys_of_clearing_are_noted(key):
    value = 5 if key == "clear_at_least" else True
    assert f"nothing_is_cleared:{key}" in plan(history(), **{key: value}).notes
    assert not plan(history(), **{key: value}, **CLEAR).notes


def test_include_and_exclude_hold_for_clearing():
    records = [SYSTEM, GOAL, *ring("a", LONG, "read"), *ring("b", LONG, "grep"), *ring("c"), says("so")]
    assert cleared(plan(records, **CLEAR, exclude_tools=("read",))) == [False, True, False]
    assert cleared(plan(records, **CLEAR, include_tools=("read",))) == [True, False, False]
    assert cleared(plan(records, **CLEAR, include_tools=("read",), exclude_tools=("read",))) == [False] * 3


def test_the_arguments_of_a_cleared_call_are_emptied_and_counted():
    records = [SYSTEM, GOAL, calls("a", path="/a/long/path/to/some/file"), answer("a", LONG), *ring("b"), says("so")]
    sent = plan(records, **CLEAR, clear_tool_inputs=True)
    assert sent.messages[2]["tool_calls"][0]["function"] == {"name": "count_bin", "arguments": "{}"}
    decision = next(d for d in sent.decisions if d.message == 2)
    assert (decision.action, decision.reason) == ("clear", "inputs_cleared") and decision.after < decision.before
    assert sent.tokens.sent == ts.count(ts.load(sent.messages), sent.policy.profile).total
    assert sent.chars.sent == sum(ts.count(ts.load(sent.messages)).chars)
    assert plan(sent.messages, **CLEAR, clear_tool_inputs=True).messages == sent.messages


def test_a_call_whose_result_stays_keeps_its_arguments():
    both = calls("a", "b", path="/a/long/path")
    records = [SYSTEM, GOAL, both, answer("a", LONG), answer("b", "ok"), *ring("c"), says("so")]
    sent = plan(records, **CLEAR, clear_tool_inputs=True)
    emptied = [call["function"]["arguments"] == "{}" for call in sent.messages[2]["tool_calls"]]
    assert emptied == [True, False] and result_ids(sent.messages) == ["a", "b", "c"]


def test_a_pinned_call_keeps_its_arguments():
    sent = plan(history(), **CLEAR, clear_tool_inputs=True, pins=("call:c1",))
    assert sent.messages[2:4] == history()[2:4]


CALL = {"path": "/a/long/path/to/some/file"}
DIALECTS = {
    "openai-chat": lambda: [GOAL, calls("a", **CALL), answer("a", LONG)],
    "anthropic-messages": lambda: {
        "max_tokens": 9,
        "messages": [
            GOAL,
            {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "read", "input": CALL}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": LONG}]},
        ],
    },
    "openai-responses": lambda: {
        "input": [
            GOAL,
            {"type": "function_call", "call_id": "a", "name": "read", "arguments": json.dumps(CALL)},
            {"type": "function_call_output", "call_id": "a", "output": LONG},
        ]
    },
    "gemini-contents": lambda: {
        "contents": [
            {"role": "user", "parts": [{"text": "go"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "read", "args": CALL}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": LONG}}}]},
        ]
    },
    "bedrock-converse": lambda: {
        "messages": [
            {"role": "user", "content": [{"text": "go"}]},
            {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "read", "input": CALL}}]},
            {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": LONG}]}}]},
        ]
    },
    "ollama-chat": lambda: {
        "messages": [
            GOAL,
            {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "read", "arguments": CALL}}]},
            {"role": "tool", "tool_name": "read", "content": LONG},
        ]
    },
    "langchain": lambda: [
        *Langchain().user("go"),
        {
            "type": "ai",
            "content": [{"type": "tool_use", "id": "a", "name": "read", "input": CALL}],
            "tool_calls": [{"name": "read", "args": CALL, "id": "a", "type": "tool_call"}],
            "additional_kwargs": {
                "tool_calls": [{"id": "a", "function": {"name": "read", "arguments": json.dumps(CALL)}}]
            },
        },
        *Langchain().results("a", text=LONG),
    ],
}


@pytest.mark.parametrize("format", DIALECTS)
def test_arguments_are_emptied_in_the_form_each_dialect_has(format):
    document = DIALECTS[format]()
    transcript = ts.load(document, format=format)
    assert [call.arguments for message in transcript.messages for call in message.calls] == [json.dumps(CALL)]
    keys = CLEAR | {"keep_rounds": 0, "clear_tool_inputs": True}
    closing = [{"type": "ai", "content": "done", "tool_calls": []}] if format == "langchain" else None
    records = (
        document if isinstance(document, list) else document[next(k for k in document if isinstance(document[k], list))]
    )
    role = {"gemini-contents": {"role": "model", "parts": [{"text": "done"}]},
            "bedrock-converse": {"role": "assistant", "content": [{"text": "done"}]}}  # fmt: skip
    records += closing or [role.get(format, says("done"))]
    sent = ts.plan(ts.load(document, format=format), ts.Policy(**keys))
    written = json.dumps(sent.document)
    assert "/a/long" not in written and "clear" in {d.action for d in sent.decisions}
    again = ts.load(copy.deepcopy(sent.document), format=format)
    assert [call.arguments for message in again.messages for call in message.calls] == ["{}"]
    assert ts.count(again, sent.policy.profile).total == sent.tokens.sent
    assert ts.plan(again, ts.Policy(**keys)).document == sent.document


def test_arguments_that_are_part_of_a_text_are_left_alone():
    document = {
        "conversations": [
            {"from": "human", "value": "go"},
            {"from": "function_call", "value": json.dumps({"name": "read", "arguments": CALL})},
            {"from": "observation", "value": LONG},
            {"from": "gpt", "value": "done"},
        ]
    }
    transcript = ts.load(document)
    call = next(call for message in transcript.messages for call in message.calls)
    assert arguments.emptied(transcript, call) == ()


def test_an_error_is_kept_by_what_is_sent_of_it_and_whatever_stands_beside_it():
    error = "Error: no such bin. " + "at line 7 of count.py " * 150
    records = [SYSTEM, GOAL, *ring("a", error), *ring("b"), says("so")]
    keys = {"keep_errors": 1, "keep_rounds": 1}
    assert result_ids(plan(records, **keys).messages) == ["b"]
    assert result_ids(plan(records, **keys, result_limit=1000).messages) == ["a", "b"]
    small, large = "Error: no such bin", "z" * 3900
    blocks = [
        {"type": "tool_result", "tool_use_id": identity, "content": text}
        for identity, text in (("a", large), ("b", small))
    ]
    document = turns(GOAL, uses("a", "b"), {"role": "user", "content": blocks}, uses("c"), results("c"), says("so"))
    sent = ts.plan(ts.load(document), ts.Policy(**keys))
    assert len(sent.messages) == len(document["messages"]) and "kept_error" in reasons(sent)


def test_a_result_that_is_worth_a_stub_only_once_it_is_cut_gets_it_at_once_and_says_its_own_size():
    text = (
        "word a9 a15 word word a72 HT-967285 a47 word a19 HT-841526 word word HT-903650 HT-167380 HT-684914 a57 a68 "
        "HT-346802 word word a97"
    )
    assert len(stub.compact(text, "read", "en")) > len(text)  # all six ids: longer than what they stand in
    policy = ts.Policy(keep_rounds=1, old_rounds="compact", result_limit=118, head=0.6, profile="patchcat")
    made = ts.plan(ts.load([SYSTEM, GOAL, *ring("c0", text, tool="read"), *rings(2)]), policy)
    new = made.messages[3]["content"]
    assert json.loads(new)["chars"] == len(text) and len(new) < 118
    assert ts.plan(ts.load(made.messages), policy).messages == made.messages
