"""Anthropic beyond one request: batches, responses, recordings, session events, compaction, reported usage."""

import json

import pytest

import trimscope as ts
from small import results, turns, uses
from trimscope.formats import load_all

ASK = {"role": "user", "content": "Count the bolts in bin 7."}
USED = {"input_tokens": 10, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 5, "output_tokens": 7}


def response(*blocks, **more):
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": list(blocks) or [{"type": "text", "text": "Twelve."}],
        "stop_reason": "end_turn",
        "usage": USED,
        **more,
    }


def test_a_batch_holds_conversations_by_custom_id_and_is_written_whole():
    batch = {"requests": [{"custom_id": name, "params": turns(ASK, model="claude-x")} for name in ("first", "second")]}
    transcript = ts.load(batch, select="second")
    assert transcript.conversations == ("first", "second") and transcript.format == "anthropic-messages"
    assert transcript.base == ("requests", 1, "params", "messages") and transcript.model == "claude-x"
    assert ts.plan(transcript).document is batch


def test_a_trimmed_batch_keeps_its_other_requests():
    rings = [record for n in range(9) for record in (uses(f"c{n}"), results(f"c{n}", text="bolt " * 300))]
    batch = {"requests": [{"custom_id": "a", "params": turns(ASK)}, {"custom_id": "b", "params": turns(ASK, *rings)}]}
    plan = ts.plan(ts.load(batch, select="b"), ts.Policy(token_budget=900, keep_rounds=1))
    assert plan.document["requests"][0] is batch["requests"][0]
    assert len(plan.document["requests"][1]["params"]["messages"]) < len(rings)


def test_reported_usage_of_a_record_is_the_whole_context():
    answered = turns(ASK, {"role": "assistant", "content": "Twelve.", "usage": USED})
    usage = ts.load(answered).messages[1].usage
    assert (usage.context, usage.cached, usage.cache_write, usage.output) == (115, 100, 5, 7)


def test_several_passes_in_one_call_report_the_context_of_the_last():
    passes = [
        {"type": "message", "input_tokens": 40, "output_tokens": 1},
        {"type": "advisor_message", "input_tokens": 900, "output_tokens": 50},
        {"type": "message", "input_tokens": 60, "output_tokens": 2},
    ]
    transcript = ts.load(response(usage={**USED, "input_tokens": 100, "iterations": passes}))
    assert transcript.messages[0].usage.context == 60


def test_a_compaction_block_begins_a_new_epoch_and_is_priced_as_its_summary():
    compacted = {"role": "assistant", "content": [{"type": "compaction", "content": "Bins 1 to 6 hold 40 bolts."}]}
    transcript = ts.load(turns(ASK, {"role": "assistant", "content": "On it."}, ASK, compacted, ASK))
    assert transcript.epochs == (0, 3) and "summary" in transcript.notes[0]["en"]
    (part,) = transcript.messages[3].parts
    assert part.text == "Bins 1 to 6 hold 40 bolts."


def test_a_compaction_that_failed_changes_nothing():
    failed = {"role": "assistant", "content": [{"type": "compaction", "content": None}, {"type": "text", "text": "x"}]}
    assert ts.load(turns(ASK, failed)).epochs == (0,)


def test_a_document_of_plain_text_is_priced_as_text_and_one_of_bytes_is_not():
    def document(source):
        content = [{"type": "document", "source": source}, {"type": "text", "text": "Count."}]
        return ts.load(turns({"role": "user", "content": content})).messages[0].parts[0].text

    assert document({"type": "text", "media_type": "text/plain", "data": "bin 7: 12"}) == "bin 7: 12"
    assert document({"type": "base64", "media_type": "application/pdf", "data": "JVBERi0"}) == ""


def test_a_response_by_itself_is_one_message_and_says_that_its_request_is_missing():
    transcript = ts.load(response({"type": "tool_use", "id": "t1", "name": "count_bin", "input": {}}))
    assert (transcript.format, transcript.dialect) == ("anthropic-response", "anthropic-messages")
    assert transcript.document["messages"][0].keys() == {"role", "content"} and transcript.notes[0]["zh"]
    assert transcript.messages[0].usage.context == 115
    assert [fault.code for fault in ts.group(transcript).faults] == ["pending_call"]


def test_batch_results_are_a_conversation_a_line():
    lines = [{"custom_id": n, "result": {"type": "succeeded", "message": response()}} for n in ("a", "b")]
    lines.append({"custom_id": "c", "result": {"type": "expired"}})
    transcript = ts.load("\n".join(json.dumps(line) for line in lines), select="b")
    assert transcript.format == "anthropic-response" and len(transcript.conversations) == 2
    assert transcript.messages[0].origin == ((1, "result", "message"),)


def exchange(messages, answer):
    body = {"model": "claude-x", "max_tokens": 9, "messages": messages}
    return {"request": {"method": "POST", "url": "/v1/messages", "body": body}, "response": {"body": answer}}


def test_a_recording_is_read_once_from_its_fullest_exchange():
    call = {"type": "tool_use", "id": "t1", "name": "count_bin", "input": {}}
    history = [ASK, {"role": "assistant", "content": [{**call, "caller": None}]}, results("t1")]
    transcript = ts.load([exchange([ASK], response(call)), exchange(history, response())])
    assert transcript.format == "anthropic-snapshot" and transcript.conversations == ()
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "assistant"]
    assert transcript.messages[0].origin == ((1, "request", "body", "messages", 0),)


def test_exchanges_that_do_not_go_on_with_each_other_are_conversations_of_their_own():
    other = {"role": "user", "content": "Summarise."}
    assert len(load_all([exchange([ASK], response()), exchange([ASK, other], response())])) == 2


def test_recorded_exchanges_with_streamed_answers_are_known_by_their_address():
    body = {"type": "json", "value": {"model": "claude-x", "messages": [ASK]}}
    request = {"url": "https://api.example.com/v1/messages?beta=true", "body": body}
    transcript = ts.load({"exchanges": [{"request": request, "response": {"status": 200, "body": "event: x"}}]})
    assert transcript.format == "anthropic-snapshot" and [m.role for m in transcript.messages] == ["user"]
    assert transcript.messages[0].origin == (("exchanges", 0, "request", "body", "value", "messages", 0),)


def test_a_program_that_calls_tools_has_its_own_result_in_a_later_turn():
    program = {"type": "server_tool_use", "id": "srv", "name": "code_execution", "input": {}}
    call = {"type": "tool_use", "id": "t1", "name": "count_bin", "input": {}, "caller": {"tool_id": "srv"}}
    done = {"type": "code_execution_tool_result", "tool_use_id": "srv", "content": {"stdout": "12"}}
    asked, answered = ({"role": "assistant", "content": blocks} for blocks in ([program, call], [done]))
    rings = ts.group(ts.load(turns(ASK, asked, results("t1"), answered)))
    assert not rings.faults and rings.rounds[1].messages == (1, 2, 3)


def event(kind, number, method="stream", **more):
    return [f"client.beta.sessions.events.{method}", {"type": kind, "id": f"e{number}", **more}]


def sent(*events):
    return ["client.beta.sessions.events.send", ["s1", {"events": list(events)}]]


SAID = {"type": "user.message", "content": [{"type": "text", "text": "Count bin 7."}]}
AGENT = {"agent": {"system": "You count.", "model": {"id": "claude-x"}, "tools": [{"name": "count_bin"}]}}
EVENTS = [
    ["client.beta.sessions.create", AGENT],
    sent(SAID),
    event("user.message", 1, content=SAID["content"]),
    event("agent.thinking", 2),
    event("agent.tool_use", 3, name="count_bin", input={"bin": 7}),
    event("agent.custom_tool_use", 4, name="count_bin", input={"bin": 8}),
    event("span.model_request_end", 5, model_usage=USED),
    event("agent.tool_result", 6, tool_use_id="e3", content=[{"type": "text", "text": "12"}]),
    sent({"type": "user.custom_tool_result", "custom_tool_use_id": "e4", "content": "3"}),
    event("agent.message", 7, content=[{"type": "text", "text": "Fifteen."}]),
]


def test_session_events_are_read_once_though_the_client_sent_some_of_them():
    transcript = ts.load("\n".join(json.dumps(line) for line in EVENTS))
    assert transcript.format == "anthropic-managed-agent-events" and transcript.model == "claude-x"
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "assistant"]
    assert len(transcript.messages[1].calls) == 2 and transcript.messages[1].usage.context == 115
    assert transcript.system[0].text == "You count." and transcript.tools[0].name == "count_bin"
    assert not ts.group(transcript).faults


def test_a_call_that_was_not_allowed_has_an_error_for_its_result():
    lines = [*EVENTS[:5], event("user.tool_confirmation", 8, tool_use_id="e3", result="deny", deny_message="No.")]
    (result,) = ts.load(lines).messages[-1].results
    assert result.is_error and result.texts[0].text == "No."


@pytest.mark.parametrize(
    "junk", [{"requests": [1]}, {"requests": []}, [["client.beta", 1]], [{"request": {"body": 1}}]]
)
def test_what_only_looks_alike_is_not_taken(junk):
    with pytest.raises(ts.LoadError):
        ts.load(junk)
