"""Gemini contents: pairing without trust in ids, responses as text and as JSON, what is written back."""

import contextlib
import copy
import json
from random import Random

import pytest

import histories
import renderings
import trimscope as ts
from small import codes

SYSTEM = {"parts": [{"text": "You run a greenhouse."}]}


def user(*texts):
    return {"role": "user", "parts": [{"text": text} for text in texts]}


def model(*parts):
    return {"role": "model", "parts": list(parts)}


def call(name="water", identity=None, **args):
    return {"functionCall": ({"id": identity} if identity else {}) | {"name": name, "args": args}}


def response(name="water", identity=None, value="done", key="output"):
    body = ({"id": identity} if identity else {}) | {"name": name}
    return {"functionResponse": body | {"response": {key: value} if key else value}}


def answers(*parts):
    return {"role": "user", "parts": list(parts)}


GOAL = user("Water every bed and report the litres.")


def request(*contents):
    return {"contents": [GOAL, *contents], "systemInstruction": SYSTEM}


def load(*contents):
    return ts.load(request(*contents))


def plan(*contents, **keys):
    return ts.plan(load(*contents), ts.Policy(**keys))


def pairs(transcript):
    return [(pair.call, pair.result, pair.tool) for pair in ts.group(transcript).pairs]


def rings(count):
    return [part for n in range(count) for part in (model(call(bed=n)), answers(response(value=f"bed {n}: 4 l")))]


@pytest.mark.parametrize(
    "document,base",
    [
        (request(), ("contents",)),
        ({"request": request()}, ("request", "contents")),
        ([GOAL, model({"text": "Yes."})], ()),
        ({"error": {"message": "429"}, "context": [GOAL]}, ("context",)),
        ({"contents": [{"parts": [{"text": "no role is the user's"}]}]}, ("contents",)),
    ],
)
def test_requests_saved_chats_and_error_reports_are_read(document, base):
    transcript = ts.load(json.dumps(document))
    assert (transcript.format, transcript.base, transcript.provider) == ("gemini-contents", base, "gemini")
    assert ts.plan(transcript).document is transcript.document


@pytest.mark.parametrize("other", [{"type": "text", "text": "a UI message"}, {"content": "nothing of Gemini's"}])
def test_parts_of_another_dialect_are_not_taken_for_geminis(other):
    with contextlib.suppress(ts.LoadError):
        assert ts.load([{"role": "user", "parts": [other]}]).format != "gemini-contents"


def test_snake_case_twins_read_the_same_and_keys_without_value_are_none():
    camel = load(model(call(identity="a", bed=1)), answers(response(identity="a")))
    snake = json.loads(
        json.dumps(camel.document)
        .replace("functionCall", "function_call")
        .replace("functionResponse", "function_response")
        .replace("systemInstruction", "system_instruction")
    )
    for content in snake["contents"]:
        for part in content["parts"]:
            part |= {"inline_data": None, "thought": None, "text": part.get("text")}
    other = ts.load(snake)
    assert ts.count(other).total == ts.count(camel).total and pairs(other) == pairs(camel) == [(1, 2, "water")]
    assert other.system[0].text == camel.system[0].text


def test_tools_are_counted_one_by_one_and_model_and_system_are_read():
    tools = [{"functionDeclarations": [{"name": "water"}, {"name": "prune"}]}, {"googleSearch": {}}]
    transcript = ts.load(request() | {"tools": tools, "model": "models/gemini-2.5-pro"})
    assert [tool.name for tool in transcript.tools] == ["water", "prune", "googleSearch"]
    assert transcript.model == "gemini-2.5-pro" and transcript.system[0].at[-1] == "text"
    inner = ts.load({"contents": [GOAL], "config": {"tools": tools, "systemInstruction": "Be brief."}})
    assert len(inner.tools) == 3 and inner.system[0].at == ("config", "systemInstruction")


def test_thoughts_media_code_and_server_tools_are_what_they_are():
    parts = [
        {"text": "hm", "thought": True},
        {"inlineData": {"mimeType": "image/png", "data": "A" * 9000}},
        {"executableCode": {"language": "PYTHON", "code": "print(1)"}},
        {"toolCall": {"toolType": "GOOGLE_SEARCH", "args": {"q": "frost"}, "id": "s"}},
        {"toolResponse": {"toolType": "GOOGLE_SEARCH", "response": {"hits": 2}, "id": "s"}},
        {"text": "", "thoughtSignature": "c2ln"},
    ]
    transcript = load(model(*parts))
    kinds = [type(part).__name__ for part in transcript.messages[1].parts]
    assert kinds == ["Thinking", "Media", "Media", "ToolCall", "ToolResult"]
    assert transcript.messages[1].parts[1].text == "" and not ts.group(transcript).refused
    assert pairs(transcript) == [(1, 1, "GOOGLE_SEARCH")]


# pairing


def test_calls_without_ids_pair_with_results_that_have_some():
    transcript = load(
        model(call("read", bed=1), call("read", bed=2), call("weigh")),
        answers(response("read", "read_1"), response("read", "read_2"), response("weigh", "weigh_1")),
        model(call("read", bed=3)),
        answers(response("read", "read_3")),
    )
    assert ts.group(transcript).faults == () and len(pairs(transcript)) == 4
    keys = [part.key for part in (*transcript.messages[1].calls, *transcript.messages[2].results)]
    assert keys[:3] == keys[3:] and len(set(keys)) == 3


def test_ids_decide_where_both_sides_know_them_and_the_order_differs():
    transcript = load(
        model(call("read", "a", bed=1), call("read", "b", bed=2)),
        answers(response("read", "b"), response("read", "a")),
    )
    calls, results = transcript.messages[1].calls, transcript.messages[2].results
    assert [part.key for part in calls] == [part.key for part in reversed(results)]


def test_one_turn_may_be_spread_over_several_contents():
    transcript = load(
        model(call("a"), call("b")), answers(response("a")), answers(response("b")), user("And now the summary.")
    )
    assert ts.group(transcript).faults == () and [len(r.messages) for r in ts.group(transcript).rounds] == [1, 3, 1]


def test_a_response_whose_call_fell_out_is_an_orphan_and_takes_no_others_call():
    faults = ts.group(load(answers(response("prune")), model(call("water")), answers(response("water")))).faults
    assert codes(faults) == [("orphan_result", "refused", 1, None)]
    named = ts.group(load(model(call("water")), answers(response("prune"), response("water")))).faults
    assert codes(named) == [("orphan_result", "refused", 2, None)]


def test_counts_that_differ_are_refused():
    missing = ts.group(load(model(call(bed=1), call(bed=2)), answers(response()), user("go on"))).faults
    assert codes(missing) == [("missing_result", "refused", 1, None)]
    late = ts.group(load(model(call(identity="a")), user("wait"), answers(response(identity="a")))).faults
    assert codes(late) == [("displaced_result", "refused", 3, "a")]
    twice = ts.group(load(model(call(identity="a")), answers(response(identity="a"), response(identity="a")))).faults
    assert codes(twice) == [("duplicate_result", "refused", 2, "a")]
    early = ts.group(load(answers(response(identity="a")), model(call(identity="a")))).faults
    assert ("result_before_call", "refused", 1, "a") in codes(early)


def test_the_first_content_must_not_be_the_models():
    greeting = ts.load({"contents": [model({"text": "Hello!"}), GOAL]})
    assert codes(ts.group(greeting).faults) == [("first_role", "refused", 0, None)]
    assert ts.plan(greeting).status == "refused"


@pytest.mark.parametrize("ids", ["both", "results", "none"])
def test_ids_or_none_the_pairs_are_the_same(ids):
    for seed in range(40):
        events = histories.events(Random(seed), healthy=True)
        for event in events:  # without ids only the order tells equal names apart
            if event["is"] == "results":
                event["results"].sort(key=lambda result: int(result["id"][1:]))
        document = renderings.gemini(events, ids)
        if not document["contents"]:
            continue
        transcript = ts.load(document)
        calls = sum(len(m.calls) for m in transcript.messages)
        pending = sum(f.code == "pending_call" for f in ts.group(transcript).faults)
        assert len(pairs(transcript)) == calls - pending


# what is written


def test_a_response_of_one_string_is_cut_in_its_place_and_json_as_text():
    long = "litre " * 400
    for key in ("output", "result", "error"):
        sent = plan(model(call()), answers(response(value=long, key=key)), result_limit=200).messages[2]
        text = sent["parts"][0]["functionResponse"]["response"]
        assert list(text) == [key] and len(text[key]) <= 200
    for value, key in (({"beds": [long, 2], "ok": True}, "output"), ({"error": long, "code": 5}, "error")):
        transcript = load(model(call()), answers(response(value=value, key=None)))
        result = transcript.messages[2].results[0]
        assert result.texts[0].text == json.dumps(value) and result.is_error == (key == "error")
        sent = ts.plan(transcript, ts.Policy(result_limit=200))
        assert list(sent.messages[2]["parts"][0]["functionResponse"]["response"]) == [key]
        assert ts.count(ts.load(copy.deepcopy(sent.document))).total == sent.tokens.sent


def test_other_keys_of_a_single_string_stay():
    for key in ("text", "content", "stdout"):
        sent = plan(model(call()), answers(response(value="x" * 900, key=key)), result_limit=0).messages[2]
        assert sent["parts"][0]["functionResponse"]["response"] == {key: ""}


def test_the_tombstone_is_a_content_of_its_own_or_a_part_behind_the_goal():
    own = plan(*rings(4), keep_rounds=1)
    assert own.messages[1]["parts"][0]["text"].startswith("[trim note: 3 earlier rounds") and len(own.messages) == 4
    place = {"style": "counted", "lang": "en", "place": "append_to_goal"}
    behind = plan(*rings(4), keep_rounds=1, tombstone=place)
    assert [part["text"][:10] for part in behind.messages[0]["parts"]] == ["Water ever", "[trim note"]
    for made in (own, behind):
        assert ts.plan(ts.load(copy.deepcopy(made.document)), made.policy).document == made.document


def test_repair_answers_an_open_call_by_its_name_and_moves_what_came_late():
    made = plan(
        model(call("water"), call("weigh")), answers(response("water")), user("go on"), on_pairing_fault="repair"
    )
    body = made.messages[2]["parts"][0]["functionResponse"]
    assert body["name"] == "weigh" and "error" in body["response"] and made.status == "fine"
    late = [
        model(call(identity="a")),
        user("wait"),
        {"role": "user", "parts": [response(identity="a"), {"text": "and?"}]},
    ]
    moved = plan(*late, on_pairing_fault="repair")
    assert moved.status == "fine" and moved.messages[2] == {"role": "user", "parts": [response(identity="a")]}
    assert ts.count(ts.load(copy.deepcopy(moved.document))).total == moved.tokens.sent


def test_an_orphan_without_an_id_goes_and_the_good_answer_beside_it_stays():
    made = plan(model(call("water")), answers(response("prune"), response("water")), on_pairing_fault="repair")
    left = [part["functionResponse"]["name"] for part in made.messages[2]["parts"]]
    assert left == ["water"] and made.status == "fine"


def test_old_pictures_give_way_to_a_text_part():
    picture = {"inlineData": {"mimeType": "image/png", "data": "A" * 9000}}
    shot = {"role": "user", "parts": [{"text": "see"}, picture, copy.deepcopy(picture)]}
    made = plan(shot, model({"text": "ok"}), user("now?"), token_budget=900, protect_first_user=False)
    assert {"text": "[media removed to fit the budget]"} in made.messages[1]["parts"] or len(made.messages) < 4


@pytest.mark.parametrize(
    "contents",
    [
        [GOAL, {"role": "assistant", "parts": [{"text": "wrong role"}]}],
        [GOAL, {"role": "model", "parts": "text"}],
        [GOAL, {"role": "model", "parts": [7]}],
        [GOAL, {"role": "model", "parts": [{"functionCall": "f"}]}],
        [GOAL, "content"],
    ],
)
def test_what_cannot_be_read_is_named(contents):
    with pytest.raises(ts.LoadError, match="Message 1"):
        ts.load({"contents": contents}, format="gemini-contents")


# the six round trips


def test_one_call_two_parallel_and_a_user_message_after_results_stay_whole():
    for middle in (
        [model(call()), answers(response())],
        [model(call("a"), call("b")), answers(response("a"), response("b"))],
        [model(call()), {"role": "user", "parts": [response(), {"text": "And the roof?"}]}],
    ):
        made = plan(*middle)
        assert made.status == "fine" and made.document is made.transcript.document
        assert not ts.group(made.transcript).faults


def test_a_ring_from_the_middle_goes_whole_and_broken_pairing_is_refused():
    made = plan(*rings(3), keep_rounds=1)
    assert made.status == "fine" and made.messages[2:] == request(*rings(3))["contents"][5:]
    with pytest.raises(ts.PairingError):
        ts.assemble(load(model(call()), user("go on")))
