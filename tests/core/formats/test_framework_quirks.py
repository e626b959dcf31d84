"""What the histories of agent frameworks hold besides calls and results."""

import json

import pytest

import trimscope as ts

LONG = "a line about a bolt " * 60


def parts(message):
    return [type(part).__name__ for part in message.parts]


# LangChain and LangGraph


def human(text, **more):
    return {"type": "human", "content": text, **more}


def ai(*ids, **more):
    calls = [{"name": "look", "args": {}, "id": each, "type": "tool_call"} for each in ids]
    return {"type": "ai", "content": "", "tool_calls": calls, **more}


def tool(identity, text="fine", **more):
    return {"type": "tool", "content": text, "tool_call_id": identity, **more}


def test_a_call_kept_as_a_block_and_as_a_call_is_one_call():
    block = {"type": "tool_use", "id": "a", "name": "look", "input": "{}"}
    transcript = ts.load([human("Go."), ai("a", content=[{"type": "text", "text": "Hm."}, block]), tool("a")])
    assert parts(transcript.messages[1]) == ["Text", "ToolCall"]


def test_older_dumps_keep_calls_and_reasoning_with_the_provider_s_fields():
    function = {"name": "look", "arguments": "{}"}
    extra = {"tool_calls": [{"id": "a", "function": function}], "reasoning_content": "I should look."}
    transcript = ts.load([human("Go."), {"type": "ai", "content": "", "additional_kwargs": extra}, tool("a")])
    assert parts(transcript.messages[1]) == ["Thinking", "ToolCall"] and not ts.group(transcript).faults


def test_a_call_that_could_not_be_parsed_is_a_call():
    bad = {"name": "look", "args": "{broken", "id": "a", "error": "no JSON"}
    transcript = ts.load([human("Go."), ai(invalid_tool_calls=[bad]), tool("a", status="error")])
    assert transcript.messages[1].calls[0].arguments == "{broken"
    assert transcript.messages[2].results[0].is_error and not ts.group(transcript).faults


def test_what_a_remove_message_names_is_left_out_and_stays_in_the_document():
    removed = {"type": "remove", "content": "", "id": "h1"}
    records = [human("Old.", id="h1"), human("New.", id="h2"), removed, ai(content="Yes.")]
    transcript = ts.load(records)
    assert [m.text for m in transcript.messages] == ["New.", "Yes."] and "RemoveMessage" in transcript.notes[0]["en"]
    assert ts.plan(transcript, ts.Policy()).document is records


def test_removing_all_begins_the_history_anew():
    records = [human("Old.", id="h1"), {"type": "remove", "content": "", "id": "__remove_all__"}, human("New.")]
    transcript = ts.load(records)
    assert transcript.epochs == (0, 1) and len(transcript.messages) == 2


def test_reported_usage_and_the_model_are_read():
    usage = {"input_tokens": 90, "output_tokens": 7, "input_token_details": {"cache_read": 40, "cache_creation": 5}}
    answer = ai(content="Yes.", usage_metadata=usage, response_metadata={"model_name": "gpt-5"})
    transcript = ts.load([human("Go."), answer])
    assert transcript.model == "gpt-5"
    reported = transcript.messages[1].usage
    assert (reported.context, reported.cached, reported.cache_write, reported.output) == (90, 40, 5, 7)


def test_a_thread_state_is_written_back_in_place():
    state = {"values": {"messages": [human("Go."), ai("a"), tool("a", LONG), ai(content="Done.")], "title": "t"}}
    state |= {"next": [], "checkpoint": {"thread_id": "1"}}
    transcript = ts.load(state)
    assert transcript.format == "langgraph-thread-state" and transcript.dialect == "langchain"
    document = ts.plan(transcript, ts.Policy(result_limit=100)).document
    assert document["checkpoint"] == {"thread_id": "1"} and len(document["values"]["messages"][2]["content"]) <= 100


# pydantic-ai


def request(*found, **more):
    return {"kind": "request", "parts": list(found), **more}


def response(*found, **more):
    return {"kind": "response", "parts": list(found), **more}


PROMPT = {"part_kind": "user-prompt", "content": "Go."}
CALL = {"part_kind": "tool-call", "tool_name": "look", "args": '{"x":1}', "tool_call_id": "a"}


def test_one_request_may_be_system_results_and_a_prompt():
    back = {"part_kind": "tool-return", "tool_name": "look", "content": {"rows": [1, 2]}, "tool_call_id": "a"}
    system = {"part_kind": "system-prompt", "content": "You look."}
    records = [request(system, PROMPT), response(CALL), request(back, {**PROMPT, "content": "And now?"})]
    transcript = ts.load(records)
    assert [m.role for m in transcript.messages] == ["system", "user", "assistant", "tool", "user"]
    assert transcript.messages[3].results[0].texts[0].text == '{"rows": [1, 2]}'
    assert transcript.messages[3].where == ((2, "parts", 0),)


def test_a_retry_prompt_answers_a_call_only_where_it_names_a_tool():
    retry = {"part_kind": "retry-prompt", "content": "Wrong.", "tool_name": "look", "tool_call_id": "a"}
    plain = {"part_kind": "retry-prompt", "content": "Say it as JSON."}
    transcript = ts.load([request(PROMPT), response(CALL), request(retry), response(), request(plain)])
    assert transcript.messages[2].results[0].is_error
    assert transcript.messages[4].role == "user" and transcript.messages[4].injected
    assert not ts.group(transcript).faults


def test_instructions_usage_and_pictures_are_read():
    picture = {"kind": "binary", "data": "A" * 5000, "media_type": "image/png"}
    usage = {"input_tokens": 12, "cache_read_tokens": 4, "output_tokens": 3}
    records = [request({**PROMPT, "content": ["See:", picture]}, instructions="Be short."), response(usage=usage)]
    transcript = ts.load(records)
    assert [text.text for text in transcript.system] == ["Be short."]
    assert parts(transcript.messages[0]) == ["Text", "Media"] and transcript.messages[0].parts[1].text == ""
    assert transcript.messages[1].usage.context == 12 and transcript.messages[1].usage.cached == 4


def test_notes_of_newer_versions_are_no_messages_and_go_with_what_stands_before_them():
    note = {"part_kind": "tool-availability-delta", "tools_added": []}
    feedback = {"part_kind": "retry-feedback", "content": "Say it as JSON.", "retry": {"cause": "text"}}
    back = {"part_kind": "tool-return", "tool_name": "look", "content": "3", "tool_call_id": "a", "outcome": "retried"}
    marked = {**PROMPT, "content": ["Go.", {"kind": "cache-point", "ttl": "5m"}]}
    records = [request(note, marked), response(CALL), request(back, note, feedback)]
    transcript = ts.load(records)
    assert [(m.role, m.injected) for m in transcript.messages[2:]] == [("tool", False), ("user", True)]
    assert transcript.messages[2].where == ((2, "parts", 0), (2, "parts", 1))
    assert transcript.messages[2].results[0].is_error and parts(transcript.messages[0]) == ["Text"]


def test_a_tool_the_provider_runs_itself_pairs_inside_the_response():
    found = [
        {"part_kind": "builtin-tool-call", "tool_name": "search", "args": {}, "tool_call_id": "s"},
        {"part_kind": "builtin-tool-return", "tool_name": "search", "content": [], "tool_call_id": "s"},
    ]
    transcript = ts.load([request(PROMPT), response(*found)])
    assert transcript.messages[1].calls[0].server and not ts.group(transcript).faults


# The AI SDK


@pytest.mark.parametrize(
    "output, texts, failed",
    [
        ({"type": "text", "value": "fine"}, ["fine"], False),
        ({"type": "json", "value": {"n": 1}}, ['{"n": 1}'], False),
        ({"type": "error-text", "value": "bad"}, ["bad"], True),
        ({"type": "error-json", "value": {"e": 1}}, ['{"e": 1}'], True),
        ({"type": "execution-denied", "reason": "no"}, ["no"], True),
        ({"type": "content", "value": [{"type": "text", "text": "a"}, {"type": "media", "data": "x"}]}, ["a"], False),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_every_kind_of_output_of_the_ai_sdk_is_read(output, texts, failed):
    call = {"type": "tool-call", "toolCallId": "a", "toolName": "look", "input": {}}
    result = {"type": "tool-result", "toolCallId": "a", "toolName": "look", "output": output}
    records = [{"role": "assistant", "content": [call]}, {"role": "tool", "content": [result]}]
    found = ts.load(records).messages[1].results[0]
    assert [text.text for text in found.texts] == texts and found.is_error is failed


def test_a_json_output_that_is_cut_becomes_a_text_output():
    call = {"type": "tool-call", "toolCallId": "a", "toolName": "look", "input": {}}
    result = {"type": "tool-result", "toolCallId": "a", "toolName": "look", "output": {"type": "json", "value": [LONG]}}
    records = [{"role": "user", "content": "Go."}, {"role": "assistant", "content": [call]}]
    plan = ts.plan(ts.load([*records, {"role": "tool", "content": [result]}]), ts.Policy(result_limit=200))
    output = plan.document[2]["content"][0]["output"]
    assert output["type"] == "text" and len(output["value"]) <= 200


def ui(*found, role="assistant", **more):
    return {"id": "m", "role": role, "parts": list(found), **more}


def part(identity, state="output-available", **more):
    body = {"output": LONG} if state == "output-available" else {}
    return {"type": "tool-look", "toolCallId": identity, "state": state, "input": {}, **body, **more}


START = {"type": "step-start"}


def test_the_steps_of_a_ui_message_are_model_calls_of_their_own():
    text = {"type": "text", "text": "Done."}
    goal = ui({"type": "text", "text": "Go."}, role="user")
    records = [goal, ui(START, part("a"), START, part("b"), START, text, {"type": "data-x", "data": {}})]
    transcript = ts.load(records)
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "assistant", "tool", "assistant"]
    plan = ts.plan(transcript, ts.Policy(keep_rounds=1, tombstone={"style": "off"}))
    kept = [each.get("toolCallId", each["type"]) for each in plan.document[1]["parts"]]
    assert kept == ["step-start", "b", "step-start", "text", "data-x"]


def test_version_4_keeps_its_copies_in_step():
    call = {"state": "result", "toolCallId": "a", "toolName": "look", "args": {}, "result": LONG}
    parts_4 = [{"type": "tool-invocation", "toolInvocation": call}, START, {"type": "text", "text": "Done."}]
    goal = ui({"type": "text", "text": "Go."}, role="user", content="Go.")
    records = [goal, ui(*parts_4, content="Done.", toolInvocations=[call])]
    cut = ts.plan(ts.load(records), ts.Policy(result_limit=100)).document[1]
    assert (
        cut["toolInvocations"] == [cut["parts"][0]["toolInvocation"]]
        and len(cut["toolInvocations"][0]["result"]) <= 100
    )
    gone = ts.plan(ts.load(records), ts.Policy(keep_rounds=0)).document[-1]
    assert gone["toolInvocations"] == [] and gone["content"] == "Done."


@pytest.mark.parametrize("state", ["input-streaming", "input-available", "approval-requested", "partial-call"])
def test_a_part_without_output_yet_is_a_pending_call(state):
    transcript = ts.load([ui({"type": "text", "text": "Go."}, role="user"), ui(part("a", state))])
    assert [fault.code for fault in ts.group(transcript).faults] == ["pending_call"]


def test_a_failed_or_denied_part_is_an_error_result():
    error = part("a", "output-error", errorText="no such bin")
    transcript = ts.load([ui({"type": "text", "text": "Go."}, role="user"), ui(error, part("b", "output-denied"))])
    assert [r.is_error for r in transcript.messages[2].results] == [True, True]


# ShareGPT


def turn(said, value):
    return {"from": said, "value": value}


CALL_TEXT = json.dumps({"name": "look", "arguments": {"bin": 1}})


def test_a_file_of_samples_offers_every_one_and_reads_the_chosen():
    samples = [{"id": f"s{n}", "conversations": [turn("human", f"Go {n}."), turn("gpt", "Done.")]} for n in range(300)]
    transcript = ts.load(samples, select="s7")
    assert transcript.messages[0].text == "Go 7." and len(transcript.conversations) == 300
    assert len(ts.formats.load_all(samples)) == 300


def test_system_and_tools_stand_beside_the_turns_and_tools_are_json_text():
    tools = json.dumps([{"name": "look", "parameters": {}}])
    sample = {"system": "You look.", "tools": tools, "conversations": [turn("human", "Go."), turn("gpt", "Done.")]}
    transcript = ts.load(sample)
    assert [t.name for t in transcript.tools] == ["look"] and transcript.system[0].text == "You look."
    broken = ts.load({**sample, "tools": "[{"})
    assert broken.tools[0].text == "[{"


def test_one_observation_may_answer_several_calls():
    turns = [turn("human", "Go."), turn("function_call", f"[{CALL_TEXT}, {CALL_TEXT}]"), turn("observation", "1, 2")]
    transcript = ts.load([*turns, turn("gpt", "Done.")])
    assert not ts.group(transcript).faults and len(ts.group(transcript).pairs) == 2


def test_calls_in_tags_are_calls():
    said = f"I look. <tool_call>{CALL_TEXT}</tool_call>"
    transcript = ts.load([turn("human", "Go."), turn("gpt", said), turn("tool", "<tool_response>3</tool_response>")])
    assert transcript.messages[1].calls[0].name == "look" and transcript.messages[1].text == said
    assert not ts.group(transcript).faults


def test_a_call_that_is_no_json_is_a_call_without_a_name():
    transcript = ts.load([turn("human", "Go."), turn("function_call", "look(1)"), turn("observation", "3")])
    assert (transcript.messages[1].calls[0].name, transcript.messages[1].calls[0].arguments) == ("?", "look(1)")


@pytest.mark.parametrize(
    "records, format",
    [
        ([{"from": "alien", "value": "x"}], "sharegpt"),
        ([{"type": "ai", "content": 3}], "langchain"),
        ([{"kind": "request", "parts": 3}], "pydantic-ai-messages"),
        ([{"role": "user", "content": [3]}], "vercel-model-messages"),
        ([{"role": "user", "parts": [3]}], "vercel-ui-messages"),
        ([{"role": "assistant", "toolInvocations": 3}], "vercel-ui-messages"),
    ],
)
def test_what_cannot_be_read_is_one_sentence_that_names_the_message(records, format):
    with pytest.raises(ts.LoadError, match=r"Message 0: .*\.$|is no .* transcript"):
        ts.load(records, format=format)
