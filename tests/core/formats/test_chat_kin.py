"""Mistral, Cohere and Ollama: OpenAI's shape, each with marks and rules of its own; and strict chat templates."""

import copy
import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, calls, codes, ring, rings, says, user


def mistral_call(*ids, arguments="{}"):
    function = {"name": "count_bin", "arguments": arguments}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": i, "function": function} for i in ids]}


def mistral_result(identity, text="ok"):
    return {"role": "tool", "tool_call_id": identity, "name": "count_bin", "content": text}


def ollama_call(*names):
    made = [{"function": {"name": name, "arguments": {"bin": n}}} for n, name in enumerate(names)]
    return {"role": "assistant", "content": "", "tool_calls": made}


def tool(text="ok", **more):
    return {"role": "tool", "content": text, **more}


def pairs(transcript):
    return [(pair.call, pair.result, pair.tool) for pair in ts.group(transcript).pairs]


def same_again(made):
    again = ts.load(copy.deepcopy(made.document), format=made.transcript.format)
    assert ts.count(again).total == made.tokens.sent
    assert ts.plan(again, made.policy).document == made.document


# which is which


@pytest.mark.parametrize(
    "document,format",
    [
        ({"model": "mistral-large-latest", "messages": [GOAL]}, "mistral-chat"),
        ([GOAL, {"role": "assistant", "content": "{", "prefix": True}], "mistral-chat"),
        ([GOAL, mistral_call("123456789"), mistral_result("123456789")], "mistral-chat"),
        ({"model": "gpt-4o", "messages": [GOAL, mistral_call("123456789")]}, "openai-chat"),
        ({"model": "mistralai/Mistral-7B-Instruct-v0.2", "messages": [GOAL]}, "openai-chat"),
        ({"model": "command-r-plus", "messages": [GOAL]}, "cohere-v2"),
        ([GOAL, calls("a") | {"tool_plan": "I will look."}], "cohere-v2"),
        ([GOAL, ollama_call("f"), tool()], "ollama-chat"),
        ({"model": "qwen3", "messages": [GOAL], "keep_alive": "5m"}, "ollama-chat"),
        ({"model": "llava", "messages": [GOAL | {"images": ["A" * 900]}]}, "ollama-chat"),
        ([SYSTEM, GOAL, *rings(1)], "openai-chat"),
    ],
)
def test_each_is_known_by_a_mark_of_its_own(document, format):
    transcript = ts.load(json.dumps(document))
    assert transcript.format == format and ts.plan(transcript).document is transcript.document


# Mistral


def test_an_id_repeated_in_one_message_pairs_in_order():
    messages = [GOAL, mistral_call("123456789", "123456789"), mistral_result("123456789"), mistral_result("123456789")]
    grouped = ts.group(ts.load(messages))
    assert len(grouped.pairs) == 2 and not grouped.refused
    assert codes(grouped.faults) == [("repeated_call_id", "warning", 1, "123456789")]
    short = ts.group(ts.load([*messages[:3], user("go on")]))
    assert {fault.code for fault in short.faults if fault.severity == "refused"} >= {"missing_result"}


def test_arguments_may_be_objects_and_reasoning_chunks_are_reasoning():
    chunks = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    message = mistral_call("a23456789", arguments={"bin": 7}) | {"content": [chunks, {"type": "text", "text": "So."}]}
    transcript = ts.load({"model": "magistral-medium", "messages": [GOAL, message]})
    kinds = [type(part).__name__ for part in transcript.messages[1].parts]
    assert kinds == ["Thinking", "Text", "ToolCall"] and transcript.messages[1].parts[0].text == "hm"
    assert transcript.messages[1].calls[0].arguments == '{"bin": 7}'


def test_a_user_directly_after_results_and_other_ids_are_refused():
    after = [GOAL, mistral_call("a23456789"), mistral_result("a23456789"), user("Thanks.")]
    assert codes(ts.group(ts.load(after)).faults) == [("user_after_tool", "refused", 3, None)]
    odd = {"model": "mistral-small", "messages": [GOAL, mistral_call("call_1"), mistral_result("call_1")]}
    assert codes(ts.group(ts.load(odd)).faults) == [("call_id_form", "refused", 1, "call_1")]


# Cohere


def test_the_plan_is_reasoning_and_documents_are_texts_that_are_cut_as_text_parts():
    data = {"hits": ["bolt"] * 100}
    content = [
        {"type": "document", "document": {"id": "0", "data": data}},
        {"type": "document", "document": {"data": "plain words"}},
    ]
    answer = {"role": "tool", "tool_call_id": "a", "content": content}
    document = {"model": "command-a", "messages": [GOAL, calls("a") | {"tool_plan": "I look."}, answer]}
    transcript = ts.load(document)
    assert type(transcript.messages[1].parts[0]).__name__ == "Thinking"
    texts = [text.text for text in transcript.messages[2].results[0].texts]
    assert texts == [json.dumps(data), "plain words"] and transcript.messages[2].results[0].media == ()
    made = ts.plan(transcript, ts.Policy(result_limit=120))
    kept = made.messages[2]["content"]
    assert kept[0]["type"] == "text" and sum(len(json.dumps(part)) for part in kept) < 400
    same_again(made)


# Ollama


def test_calls_and_results_without_ids_pair_by_order_and_by_name_where_there_is_one():
    messages = [GOAL, ollama_call("a", "b"), tool(tool_name="b"), tool(tool_name="a"), ollama_call("a"), tool()]
    grouped = ts.group(ts.load(messages))
    assert pairs(ts.load(messages)) == [(1, 2, "b"), (1, 3, "a"), (4, 5, "a")] and grouped.faults == ()
    alone = ts.group(ts.load([GOAL, tool(), ollama_call("a"), tool()]))
    assert codes(alone.faults) == [("orphan_result", "refused", 1, None)]


def test_pictures_beside_the_content_are_media_and_go_without_a_note():
    messages = [GOAL, says("ok"), user("see") | {"images": ["A" * 9000, "B" * 9000]}, says("I see."), user("And now?")]
    transcript = ts.load({"model": "llava", "messages": messages, "options": {}})
    assert ts.count(transcript).total > 2000 and transcript.messages[2].text == "see"
    made = ts.plan(transcript, ts.Policy(token_budget=500))
    assert made.messages[2] == user("see") | {"images": []} and made.status != "over_budget"
    assert ts.count(ts.load(copy.deepcopy(made.document), format="ollama-chat")).total == made.tokens.sent


def test_repair_names_the_tool_it_answers_for():
    broken = [GOAL, ollama_call("a", "b"), tool(tool_name="a"), user("go on")]
    made = ts.plan(ts.load(broken), ts.Policy(on_pairing_fault="repair"))
    assert made.status == "fine" and made.messages[2]["tool_name"] == "b"
    same_again(made)


# the six round trips of each


def trips(format):
    call, answer = {
        "mistral-chat": (mistral_call, mistral_result),
        "cohere-v2": (lambda *ids: calls(*ids) | {"tool_plan": "I look."}, lambda i: ring(i)[1]),
        "ollama-chat": (lambda *ids: ollama_call(*ids), lambda i: tool(tool_name=i)),
    }[format]

    def one(identity):
        return [call(identity), answer(identity)]

    return call, answer, one


@pytest.mark.parametrize("format", ["mistral-chat", "cohere-v2", "ollama-chat"])
def test_six_round_trips(format):
    call, answer, one = trips(format)
    a, b, c = "a00000001", "b00000002", "c00000003"

    def planned(*records, **keys):
        made = ts.plan(ts.load([GOAL, *records], format=format), ts.Policy(**keys))
        assert made.status == "fine"
        return made

    for whole in (one(a), [call(a, b), answer(a), answer(b)], [*one(a), says("Done."), user("And the rest?")]):
        made = planned(*whole)
        assert made.document is made.transcript.document and not ts.group(made.transcript).refused
    middle = planned(*one(a), *one(b), *one(c), keep_rounds=1)
    assert middle.messages[0] == GOAL and middle.messages[2:] == one(c) and middle.tombstone.rounds == 2
    same_again(middle)
    behind = planned(*one(a), *one(b), keep_rounds=1, tombstone={"style": "stable", "place": "append_to_goal"})
    assert len(behind.messages) == 3 and len(behind.messages[0]["content"]) == 2
    same_again(behind)
    for broken in ([call(a), says("hm"), user("go on")], [says("hm"), answer(a)]):
        with pytest.raises(ts.PairingError):
            ts.assemble(ts.load([GOAL, *broken], format=format))


# templates that want roles to alternate


def test_a_strict_template_gets_its_turns_whatever_is_trimmed():
    messages = [SYSTEM, GOAL, says("I begin."), user("Go on."), *rings(3), says("Done."), user("Thanks.")]
    transcript = ts.load(messages, provider="chat-template")
    assert ts.group(transcript).faults == () and transcript.provider == "chat-template"
    made = ts.plan(transcript, ts.Policy(keep_rounds=0, round_unit="turn"))
    assert [record["role"] for record in made.messages] == ["system", "user"] and made.status == "fine"
    again = ts.load(copy.deepcopy(made.document), provider="chat-template")
    assert ts.count(again).total == made.tokens.sent
    assert ts.plan(again, made.policy).document == made.document


def test_two_users_in_a_row_are_refused_by_a_strict_template_only():
    messages = [GOAL, user("And quickly."), *ring("a")]
    assert not ts.group(ts.load(messages)).refused
    transcript = ts.load(messages, provider="chat-template")
    assert codes(ts.group(transcript).faults) == [("same_role", "refused", 1, None)]
    made = ts.plan(transcript, ts.Policy(on_pairing_fault="repair"))
    assert made.status == "fine" and [record["role"] for record in made.messages] == ["user", "assistant", "tool"]


def test_an_unknown_provider_is_named():
    with pytest.raises(ts.LoadError, match="chat-template"):
        ts.load([GOAL], provider="nobody")
