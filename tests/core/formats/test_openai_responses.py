"""OpenAI Responses: items become messages, rings keep their reasoning, and what is written is what the API takes."""

import contextlib
import copy
import json

import pytest

import trimscope as ts
from small import codes, outside

GOAL = {"role": "user", "content": "Weigh every crate and report the sum."}
CODES = ("orphan_result", "missing_result", "lone_reasoning", "result_before_call")


def user(text):
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def says(text, identity="msg_1"):
    return {"id": identity, "type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def reasoning(identity, text="thinking it over"):
    summary = [{"type": "summary_text", "text": text}]
    return {"id": identity, "type": "reasoning", "summary": summary, "encrypted_content": "g" * 3000}


def call(identity, name="weigh", **more):
    item = {"type": "function_call", "id": f"fc_{identity}", "call_id": identity, "name": name, "arguments": "{}"}
    return item | more


def output(identity, text="12 kg"):
    return {"type": "function_call_output", "call_id": identity, "output": text}


def ring(identity, text="12 kg"):
    return [reasoning(f"rs_{identity}"), call(identity), output(identity, text)]


def request(*items, **more):
    return {"model": "gpt-5", "instructions": "You weigh crates.", "input": list(items), **more}


def shape_of(transcript):
    return [(m.role, tuple(type(part).__name__ for part in m.parts)) for m in transcript.messages]


def ids(plan):
    calls = [i["call_id"] for i in plan.messages if i.get("type") == "function_call"]
    return calls, [i["call_id"] for i in plan.messages if i.get("type") == "function_call_output"]


def kinds(plan):
    return [item.get("type", "message") for item in plan.messages]


# what is read


def test_neighbours_that_the_model_put_out_are_one_message_with_all_their_places():
    transcript = ts.load(
        request(GOAL, reasoning("rs_1"), says("I look."), call("a"), call("b"), output("a"), output("b"))
    )
    assert transcript.format == "openai-responses" and transcript.model == "gpt-5"
    assert shape_of(transcript) == [
        ("user", ("Text",)),
        ("assistant", ("Thinking", "Text", "ToolCall", "ToolCall")),
        ("tool", ("ToolResult",)),
        ("tool", ("ToolResult",)),
    ]
    assert transcript.messages[1].where == tuple(("input", n) for n in range(1, 5))
    assert [text.text for text in transcript.system] == ["You weigh crates."]


def test_encrypted_reasoning_is_no_text():
    short, long = reasoning("rs_1"), reasoning("rs_1") | {"encrypted_content": "g" * 90_000}
    totals = {ts.count(ts.load(request(GOAL, each, call("a"), output("a")))).total for each in (short, long)}
    assert len(totals) == 1


@pytest.mark.parametrize(
    "document, base",
    [
        (request(GOAL, *ring("a")), ("input",)),
        ([GOAL, *ring("a")], ()),
        ({"object": "list", "data": [user("Go."), *ring("a")], "has_more": False}, ("data",)),
        ({"method": "POST", "body": request(GOAL, *ring("a"))}, ("body", "input")),
        ({"id": "resp_1", "object": "response", "model": "gpt-5", "output": ring("a")[:2]}, ("output",)),
    ],
    ids=["request", "list", "conversation", "wrapped", "answer"],
)
def test_every_place_where_items_lie_is_found_and_comes_back_as_the_same_object(document, base):
    before = copy.deepcopy(document)
    transcript = ts.load(document)
    assert transcript.base == base and transcript.dialect == "openai-responses"
    plan = ts.plan(transcript, ts.Policy(keep_rounds=9))
    assert plan.document is document and document == before


def test_lines_of_items_are_one_conversation():
    text = "\n".join(json.dumps(item) for item in [user("Go."), *ring("a")])
    transcript = ts.load(text)
    assert transcript.format == "openai-responses" and transcript.layout == "jsonl" and len(transcript.messages) == 3


def test_a_single_text_is_a_list_of_one_message_and_a_note_says_so():
    transcript = ts.load({"model": "gpt-5", "input": "Weigh the crate."})
    assert transcript.messages[0].text == "Weigh the crate." and "single text" in transcript.notes[0]["en"]
    assert transcript.document["input"][0]["role"] == "user"


@pytest.mark.parametrize(
    "items", [[GOAL], [{"type": "message", **GOAL}], [GOAL, {"role": "assistant", "content": "Ok."}]]
)
def test_messages_in_input_need_no_model_beside_them(items):
    for request in ({"input": items}, {"input": items, "temperature": 0, "metadata": {}}, [{"input": items}] * 2):
        assert ts.load_all(request)[0].format == "openai-responses"
    sent = ts.plan(ts.load({"input": items})).document
    assert ts.load(sent).format == "openai-responses"


def test_a_single_text_in_input_needs_no_model_beside_it():
    assert ts.load({"input": "Weigh the crate."}).messages[0].text == "Weigh the crate."
    assert ts.load({"input": "Weigh.", "instructions": "Be brief."}).format == "openai-responses"


@pytest.mark.parametrize(
    "document",
    [
        {"input": "Weigh.", "target": "12 kg"},
        {"input": [GOAL], "expected_output": "12 kg"},
        {"input": ""},
        {"input": [{"role": "tool", "content": "12 kg"}]},
        {"input": [{"role": "user", "content": [{"type": "text", "text": "Weigh."}]}]},
        {"input": [{"role": "user", "parts": [{"text": "Weigh."}]}]},
    ],
)
def test_an_input_that_may_be_anybodys_is_not_taken_and_the_sentence_says_what_to_do(document):
    with pytest.raises(ts.LoadError, match="'input' or 'contents', was expected; --format names one"):
        ts.load(document)


def test_what_is_chat_stays_chat():
    assert ts.load({"model": "gpt-5", "messages": [GOAL]}).format == "openai-chat"
    assert ts.load([GOAL, {"role": "assistant", "content": "Done."}]).format == "openai-chat"


@pytest.mark.parametrize(
    "item, name, texts",
    [
        (
            {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"query": "crates"}},
            "web_search",
            [],
        ),
        (
            {"type": "mcp_call", "id": "m_1", "name": "find", "arguments": "{}", "output": "found it"},
            "find",
            ["found it"],
        ),
        (
            {
                "type": "file_search_call",
                "id": "f_1",
                "queries": ["x"],
                "results": [{"file_id": "1", "text": "a line"}],
            },
            "file_search",
            ["a line"],
        ),
        (
            {"type": "code_interpreter_call", "id": "c_1", "code": "1", "outputs": [{"type": "logs", "logs": "1"}]},
            "code_interpreter",
            ["1"],
        ),
        ({"type": "image_generation_call", "id": "i_1", "result": "A" * 9000}, "image_generation", []),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_provider_ran_is_a_closed_ring_in_one_item(item, name, texts):
    transcript = ts.load(request(GOAL, reasoning("rs_1"), item, says("Done."), user("Thanks.")))
    message = transcript.messages[1]
    assert [c.name for c in message.calls] == [name] and message.calls[0].server
    assert [text.text for result in message.results for text in result.texts] == texts
    assert not ts.group(transcript).faults and ts.count(transcript).total < 400


def test_calls_without_an_id_pair_in_order():
    search = {"type": "tool_search_call", "call_id": None, "execution": "server", "arguments": {"queries": ["x"]}}
    found = {"type": "tool_search_output", "call_id": None, "execution": "server", "tools": [{"name": "weigh"}]}
    transcript = ts.load(request(GOAL, search, found, call("a"), output("a")))
    assert shape_of(transcript)[1] == ("assistant", ("ToolCall", "ToolResult", "ToolCall"))
    assert not ts.group(transcript).faults


@pytest.mark.parametrize(
    "asked, answered",
    [
        ({"type": "custom_tool_call", "input": "*** patch"}, {"output": "ok"}),
        ({"type": "shell_call", "action": {"commands": ["ls"]}}, {"output": [{"stdout": "a", "stderr": "b"}]}),
        ({"type": "apply_patch_call", "operation": {"type": "delete_file", "path": "a"}}, {"status": "completed"}),
        ({"type": "computer_call", "action": {"type": "click"}}, {"output": {"type": "computer_screenshot"}}),
        ({"type": "local_shell_call", "action": {"command": ["ls"]}}, {"output": "ok"}),
        ({"type": "function_call", "arguments": "{}"}, {"output": [{"type": "input_text", "text": "ok"}]}),
    ],
    ids=lambda value: value.get("type", ""),
)
def test_every_kind_of_call_pairs_with_its_output_and_gets_one_of_its_own_kind_when_it_has_none(asked, answered):
    asked = {"call_id": "a", "name": "do"} | asked
    answered = {"type": f"{asked['type']}_output", "call_id": "a"} | answered
    assert not ts.group(ts.load(request(GOAL, asked, answered, user("Go on.")))).faults
    broken = ts.load(request(GOAL, asked, user("Go on.")))
    plan = ts.plan(broken, ts.Policy(on_pairing_fault="repair"))
    assert plan.status == "fine" and plan.messages[2]["type"] == answered["type"]
    assert not ts.group(ts.load(plan.document)).refused


def test_a_local_shell_output_names_the_item_of_its_call():
    asked = {"type": "local_shell_call", "id": "lsh_1", "call_id": "a", "action": {"command": ["ls"]}}
    answered = {"type": "local_shell_call_output", "id": "lsh_1", "output": "ok"}
    assert not ts.group(ts.load(request(GOAL, asked, answered))).faults


def test_an_approval_pairs_with_its_request_and_one_never_given_is_no_fault():
    asked = {"type": "mcp_approval_request", "id": "mr_1", "name": "pay", "arguments": "{}", "server_label": "bank"}
    given = {"type": "mcp_approval_response", "approval_request_id": "mr_1", "approve": False, "reason": "too much"}
    answered = ts.load(request(GOAL, asked, given))
    assert not ts.group(answered).faults and answered.messages[2].results[0].is_error
    assert codes(ts.group(ts.load(request(GOAL, asked))).faults) == [("pending_call", "info", 1, "mr_1")]
    assert not ts.group(ts.load(request(GOAL, asked, user("Never mind.")))).faults


def test_a_failed_command_is_an_error_however_it_says_so():
    said = [
        json.dumps({"output": "no such file", "metadata": {"exit_code": 1, "duration_seconds": 0.1}}),
        "Exit code: 127\nWall time: 0.1 seconds\nOutput:\nnot found",
        [{"stdout": "", "stderr": "x", "outcome": {"type": "exit", "exit_code": 2}}],
    ]
    for text in said:
        assert ts.load(request(GOAL, call("a"), output("a", text))).messages[2].results[0].is_error
    fine = json.dumps({"output": "ok", "metadata": {"exit_code": 0, "duration_seconds": 0.1}})
    assert not ts.load(request(GOAL, call("a"), output("a", fine))).messages[2].results[0].is_error


def test_usage_of_an_answer_is_kept_with_what_the_model_put_out():
    usage = {"input_tokens": 90, "input_tokens_details": {"cached_tokens": 64}, "output_tokens": 7}
    transcript = ts.load({"object": "response", "output": [says("Done.")], "usage": usage})
    assert transcript.format == "openai-responses-response"
    reported = transcript.messages[0].usage
    assert (reported.context, reported.cached, reported.output) == (90, 64, 7)


@pytest.mark.parametrize(
    "items, place",
    [
        (["text", GOAL], "Item 0"),
        ([GOAL, {"id": "x"}], "Item 1"),
        ([GOAL, {"type": "message", "role": "owner", "content": "x"}], "Item 1"),
        ([GOAL, {"type": "message", "role": "user", "content": 3}], "Item 1"),
        ([GOAL, {"type": "message", "role": "user", "content": [3]}], "Item 1"),
    ],
)
def test_an_item_that_cannot_be_read_is_named(items, place):
    with pytest.raises(ts.LoadError, match=place):
        ts.load(request(*items), format="openai-responses")


@pytest.mark.parametrize("odd", [[1], {"a": 1}, 7, None, True])
def test_odd_values_in_any_field_raise_nothing_but_the_project_error(odd):
    for items in (ring("a"), [call("a", environment=odd)], [says("x")]):
        for number, item in enumerate(items):
            for key in item:
                changed = copy.deepcopy(items)
                changed[number][key] = odd
                with contextlib.suppress(ts.LoadError):
                    ts.group(ts.load(request(GOAL, *changed), format="openai-responses"))


# history that lies elsewhere, or was compacted


def test_a_continued_conversation_is_said_and_its_results_are_no_orphans():
    for more in ({"previous_response_id": "resp_0"}, {"conversation": {"id": "conv_1"}}):
        transcript = ts.load(request(output("a"), user("Go on."), **more))
        assert transcript.continued and "server" in transcript.notes[0]["en"]
        assert codes(ts.group(transcript).faults) == [("unknown_call", "info", 0, "a")]


def test_history_held_twice_is_flagged():
    twice = ts.load(request(GOAL, *ring("a"), user("Go on."), previous_response_id="resp_0"))
    assert any("twice" in note["en"] for note in twice.notes)
    assert not any("twice" in note["en"] for note in ts.load(request(GOAL, *ring("a"))).notes)


def test_a_reference_stands_for_an_item_on_the_server():
    items = [GOAL, {"type": "item_reference", "id": "rs_1"}, {"type": "item_reference", "id": "fc_1"}, output("a")]
    transcript = ts.load(request(*items))
    assert transcript.continued and not ts.group(transcript).refused


COMPACTED = {"type": "compaction", "id": "cmp_1", "encrypted_content": "g" * 5000}


def test_a_compaction_begins_a_new_epoch_and_never_goes():
    transcript = ts.load(request(GOAL, *ring("a"), says("Half."), COMPACTED, *ring("b"), user("Go on."), *ring("c")))
    assert transcript.epochs == (0, 4) and any("summary" in note["en"] for note in transcript.notes)
    plan = ts.plan(transcript, ts.Policy(token_budget=1, on_over_budget="extreme_then_fail", keep_rounds=1))
    assert plan.messages[0] == COMPACTED and "a" not in json.dumps([i.get("call_id") for i in plan.messages])


def test_messages_kept_beside_a_compaction_belong_to_its_window():
    transcript = ts.load(request(GOAL, COMPACTED, *ring("b"), *ring("c")))
    assert transcript.epochs == (0,)
    plan = ts.plan(transcript, ts.Policy(keep_rounds=1))
    assert plan.messages[0] == GOAL and COMPACTED in plan.messages and ids(plan) == (["c"], ["c"])


def test_a_listing_with_the_newest_first_is_told():
    listing = {"object": "list", "data": [output("a"), call("a"), user("Go.")]}
    assert any("order=asc" in note["en"] for note in ts.load(listing).notes)


# the six round trips


def test_one_call_stays_whole():
    transcript = ts.load(request(GOAL, *ring("a")))
    plan = ts.plan(transcript, ts.Policy(keep_rounds=1))
    assert plan.messages == [GOAL, *ring("a")] and plan.status == "fine"


def test_two_parallel_calls_go_or_stay_together():
    both = [reasoning("rs_1"), call("a"), call("b"), output("b"), output("a")]
    for keep, left in ((2, (["a", "b"], ["b", "a"])), (1, ([], []))):
        plan = ts.plan(ts.load(request(GOAL, *both, *ring("z"))), ts.Policy(keep_rounds=keep))
        calls, results = ids(plan)
        assert ([c for c in calls if c != "z"], [r for r in results if r != "z"]) == left
        assert ("rs_1" in [item.get("id") for item in plan.messages]) == bool(left[0])


def test_a_user_message_after_results_stays_where_it_is():
    items = [GOAL, *ring("a"), user("And the red one?"), *ring("b"), says("Done.")]
    plan = ts.plan(ts.load(request(*items)), ts.Policy(keep_rounds=9))
    assert plan.messages == items and plan.status == "fine"


def test_a_ring_in_the_middle_goes_with_its_reasoning():
    document = request(GOAL, *ring("a"), *ring("b"), *ring("c"), store=False)
    plan = ts.plan(ts.load(document), ts.Policy(keep_rounds=1, tombstone={"place": "append_to_goal"}))
    assert ids(plan) == (["c"], ["c"])
    assert [item["id"] for item in plan.messages if item.get("type") == "reasoning"] == ["rs_c"]
    assert plan.document["store"] is False and list(plan.document) == list(document)
    assert not ts.group(ts.load(plan.document)).faults


def test_a_tombstone_stands_for_the_middle_and_is_read_again():
    plan = ts.plan(ts.load(request(GOAL, *ring("a"), *ring("b"), *ring("c"))), ts.Policy(keep_rounds=1))
    assert plan.messages[1]["role"] == "user" and plan.tombstone.rounds == 2
    again = ts.load(plan.document)
    assert ts.count(again).total == plan.tokens.sent
    assert ts.plan(again, ts.Policy(keep_rounds=1)).document is plan.document


@pytest.mark.parametrize(
    "items, code, identity",
    [
        ([GOAL, call("a"), user("Go on.")], "missing_result", "a"),
        ([GOAL, output("a")], "orphan_result", "a"),
        ([GOAL, reasoning("rs_1"), user("Go on.")], "lone_reasoning", "rs_1"),
        ([GOAL, reasoning("rs_1"), {"role": "assistant", "content": "42"}, user("And?")], "lone_reasoning", "rs_1"),
    ],
)
def test_what_does_not_pair_is_refused_and_mended_only_on_request(items, code, identity):
    transcript = ts.load(request(*items))
    assert (code, "refused", identity) in {(f.code, f.severity, f.call_id) for f in ts.group(transcript).faults}
    assert ts.plan(transcript).status == "refused"
    mended = ts.plan(transcript, ts.Policy(on_pairing_fault="repair"))
    assert mended.status == "fine" and mended.messages and not ts.group(ts.load(mended.document)).refused
    again = ts.load(mended.document)
    assert ts.count(again).total == mended.tokens.sent


# rules of the provider


def test_position_is_free_but_not_for_deepseek():
    items = [GOAL, call("a"), says("I look."), call("b"), output("b"), output("a"), user("Go on.")]
    assert not ts.group(ts.load(request(*items))).refused
    strict = ts.load(request(*items, model="deepseek-v4-flash") | {"model": "deepseek-v4-flash"})
    assert strict.provider == "deepseek-responses"
    assert ("interleaved_call", "refused", 1, "a") in codes(ts.group(strict).faults)


def test_reasoning_without_an_id_needs_no_follower():
    bare = {key: value for key, value in reasoning("x").items() if key != "id"}
    assert not ts.group(ts.load(request(GOAL, bare, user("Go on."), *ring("a")))).faults


def test_a_synthesised_result_never_parts_reasoning_from_its_call():
    transcript = ts.load(request(GOAL, reasoning("rs_1"), call("a"), call("b"), output("b"), user("Go on.")))
    plan = ts.plan(transcript, ts.Policy(on_pairing_fault="repair"))
    assert kinds(plan)[1:5] == ["reasoning", "function_call", "function_call", "function_call_output"]
    assert plan.status == "fine" and sorted(ids(plan)[1]) == ["a", "b"]


@pytest.mark.parametrize("limit", [0, 1, 40, 400])
def test_results_are_cut_in_whatever_form_they_have(limit):
    long = "line of output\n" * 100
    forms = [
        output("a", long),
        output("a", [{"type": "input_text", "text": long}, {"type": "input_text", "text": long}]),
        {"type": "shell_call_output", "call_id": "a", "output": [{"stdout": long, "stderr": long}]},
    ]
    for form in forms:
        asked = call("a") | {"type": form["type"].removesuffix("_output")}
        plan = ts.plan(ts.load(request(GOAL, asked, form, says("Done."))), ts.Policy(result_limit=limit))
        again = ts.load(plan.document)
        assert again.messages[2].results[0].chars <= limit
        assert ts.count(again).total == plan.tokens.sent
        if form["type"] == "shell_call_output":
            assert set(plan.messages[2]["output"][0]) == {"stdout", "stderr"}


@pytest.mark.parametrize("how", ["compact", "clear"])
def test_old_results_are_replaced_in_their_own_field(how):
    transcript = ts.load(request(GOAL, *ring("a", "much output " * 200), *ring("b")))
    plan = ts.plan(transcript, ts.Policy(keep_rounds=1, old_rounds=how))
    assert len(plan.messages) == 7 and isinstance(plan.messages[3]["output"], str)
    assert len(plan.messages[3]["output"]) < 300 and plan.messages[1:3] == ring("a")[:2]
    assert ts.count(ts.load(plan.document)).total == plan.tokens.sent


# public reports


def case(number):
    data = json.loads(next(outside("cases").glob(f"{number}-*.json")).read_text(encoding="utf-8"))
    return data, ts.load(copy.deepcopy(data["items"]))


def test_case_07_reasoning_goes_with_the_call_it_stands_before():
    data, transcript = case("07")
    plan = ts.plan(transcript, ts.Policy(on_pairing_fault="drop_ring"))
    assert not {"reasoning", "function_call"} & set(kinds(plan)) and plan.status == "fine"
    assert [item for item in plan.messages if item in data["items"]] == [data["items"][0], data["items"][-1]]


def test_case_09_a_healthy_parallel_batch_is_left_alone():
    data, transcript = case("09")
    assert not ts.group(transcript).faults
    plan = ts.plan(transcript, ts.Policy(on_pairing_fault="repair"))
    assert plan.document is transcript.document and plan.messages == data["items"]


def test_outputs_that_become_neighbours_are_counted_as_the_one_message_they_are_read_as():
    items = [GOAL, says("First."), output("lost"), *ring("a"), says("Done.", "msg_2")]
    plan = ts.plan(ts.load(request(*items)), ts.Policy(on_pairing_fault="repair", keep_rounds=3))
    again = ts.load(plan.document)
    assert plan.status == "fine" and len(again.messages) == len(ts.load(request(*items)).messages) - 2
    assert ts.count(again).total == plan.tokens.sent
