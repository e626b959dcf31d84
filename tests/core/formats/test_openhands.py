"""OpenHands before and with its SDK: one record a model response, results by cause, condensed history."""

import json

import pytest

import trimscope as ts
from trimscope.formats import load_all


def response(identity, *ids, content="I look."):
    calls = [{"id": each, "type": "function", "function": {"name": "bash", "arguments": "{}"}} for each in ids]
    usage = {"prompt_tokens": 100, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 60}}
    message = {"role": "assistant", "content": content, "tool_calls": calls}
    return {"id": identity, "model": "claude-x", "choices": [{"message": message}], "usage": usage}


def acts(number, call, said, action="run"):
    metadata = {"function_name": "bash", "tool_call_id": call, "model_response": said}
    return {"id": number, "source": "agent", "action": action, "args": {"thought": ""}, "tool_call_metadata": metadata}


def observes(number, cause, content, **more):
    return {"id": number, "source": "agent", "observation": "run", "cause": cause, "content": content, **more}


def asks(number, words):
    return {"id": number, "source": "user", "action": "message", "args": {"content": words}}


BOTH = response("r1", "a", "b")
EVENTS = [
    {"id": 0, "source": "agent", "action": "system", "args": {"content": "Help.", "tools": [{"name": "bash"}]}},
    asks(1, "Count the bolts."),
    {"id": 2, "source": "environment", "action": "recall", "args": {"query": "Count"}},
    {"id": 3, "source": "environment", "observation": "recall", "cause": 2, "content": "Added context"},
    acts(4, "a", BOTH),
    observes(5, 4, "12"),
    acts(6, "b", BOTH),
    observes(7, 6, "13"),
    {"id": 8, "source": "environment", "observation": "agent_state_changed", "content": "", "extras": {}},
]


def roles(transcript):
    return [message.role for message in transcript.messages]


def test_parallel_calls_of_one_response_are_one_message_with_its_usage_once():
    transcript = ts.load(EVENTS)
    assert transcript.format == "openhands-trajectory" and transcript.model == "claude-x"
    assert roles(transcript) == ["system", "user", "assistant", "tool", "tool"]
    assert [call.id for call in transcript.messages[2].calls] == ["a", "b"]
    assert [m.usage for m in transcript.messages if m.usage] == [ts.transcript.Usage(100, 60, 0, 9)]
    assert not ts.group(transcript).faults and transcript.tools


def test_a_result_goes_by_its_cause_not_by_the_repeated_metadata():
    late = [*EVENTS[:5], acts(6, "b", BOTH), observes(7, 6, "13"), observes(9, 4, "12")]
    assert [m.results[0].call_id for m in ts.load(late).messages if m.results] == ["b", "a"]


def test_an_error_that_answers_no_call_is_a_message_nobody_typed():
    error = {"id": 9, "source": "agent", "observation": "error", "cause": 88, "content": "Loop detected"}
    last = ts.load([*EVENTS, error]).messages[-1]
    assert last.role == "user" and last.injected and last.text == "Loop detected"


def test_old_rows_without_ids_pair_in_order():
    history = [
        {"action": "message", "content": "Add a licence.", "wait_for_response": False},
        {"action": "run", "command": "ls", "thought": "Look.", "keep_prompt": True},
        {"observation": "run", "content": "README", "command": "ls", "exit_code": 0},
        {"action": "finish", "outputs": {}, "thought": "Done."},
    ]
    rows = [{"issue": {"owner": "o", "repo": "r", "number": n}, "history": history} for n in (1, 2)]
    found = load_all("\n".join(map(json.dumps, rows)))
    assert found[0].conversations == ("Add a licence.", "Add a licence.")
    assert roles(found[0]) == ["user", "assistant", "tool", "assistant"]
    assert found[0].format == "openhands-output-jsonl"
    assert json.loads(found[0].messages[1].calls[0].arguments) == {"command": "ls"}
    assert found[0].messages[3].text == "Done." and not ts.group(found[0]).faults


def test_pairs_of_action_and_observation_are_read_flat():
    pair = [acts(4, "a", response("r", "a")), observes(5, 4, "12")]
    transcript = ts.load({"instance_id": "x", "history": [[asks(1, "Go"), observes(2, 1, "")], pair]})
    assert roles(transcript)[-2:] == ["assistant", "tool"]


@pytest.mark.parametrize(
    "args",
    [
        {"forgotten_event_ids": [4, 5]},
        {"forgotten_events_start_id": 4, "forgotten_events_end_id": 5},
    ],
)
def test_a_condensation_begins_an_epoch_with_what_was_kept_and_the_summary(args):
    events = [
        asks(1, "Count the bolts."),
        acts(4, "a", response("r1", "a")),
        observes(5, 4, "12"),
        acts(6, "b", response("r2", "b")),
        observes(7, 6, "13"),
        {"id": 8, "source": "agent", "action": "condensation", "args": {**args, "summary": "Bin a has 12."}},
        acts(9, "c", response("r3", "c")),
    ]
    transcript = ts.load(events)
    begin = transcript.epochs[-1]
    assert [m.text or m.role for m in transcript.messages[begin:]][:2] == ["Count the bolts.", "Bin a has 12."]
    assert roles(transcript)[begin + 2 :] == ["assistant", "tool", "assistant"]
    assert sum(len(m.calls) for m in transcript.messages) == 3


def sdk(kind, number, **more):
    source = "user" if kind == "MessageEvent" else "agent"
    return {"id": f"e{number}", "timestamp": "2026", "source": source, "kind": kind, **more}


def sdk_call(number, call, answer):
    made = {"id": call, "name": "terminal", "arguments": '{"command": "ls"}'}
    thought = [{"type": "text", "text": "I look."}]
    more = {"tool_call_id": call, "tool_call": made, "llm_response_id": answer, "thought": thought}
    return sdk("ActionEvent", number, tool_name="terminal", reasoning_content="Hm.", **more)


def sdk_result(number, call, words, **more):
    observation = {"content": [{"type": "text", "text": words}], "is_error": False}
    return sdk("ObservationEvent", number, tool_call_id=call, observation=observation, **more)


SDK = [
    sdk("SystemPromptEvent", 0, system_prompt={"type": "text", "text": "Help."}, tools=[{"name": "terminal"}]),
    sdk("MessageEvent", 1, llm_message={"role": "user", "content": [{"type": "text", "text": "Count."}]}),
    sdk_call(2, "a", "r1"),
    sdk_call(3, "b", "r1"),
    sdk_result(4, "a", "12"),
    sdk("AgentErrorEvent", 5, tool_call_id="b", error="no such bin"),
    sdk("ConversationStateUpdateEvent", 6, key="stats", value={}),
    sdk_call(7, "c", "r2"),
]


def test_sdk_calls_of_one_response_are_one_message():
    transcript = ts.load("\n".join(map(json.dumps, SDK)))
    assert transcript.format == "openhands-sdk-events"
    assert roles(transcript) == ["system", "user", "assistant", "tool", "tool", "assistant"]
    assert [call.id for call in transcript.messages[2].calls] == ["a", "b"]
    assert transcript.messages[4].results[0].texts[0].text == "no such bin"
    assert [fault.code for fault in ts.group(transcript).faults] == ["pending_call"]


def test_an_sdk_condensation_begins_an_epoch():
    told = {"forgotten_event_ids": ["e2", "e3", "e4", "e5"], "summary": "Bin a has 12."}
    events = [*SDK, sdk_result(8, "c", "14"), sdk("Condensation", 9, **told)]
    transcript = ts.load({"events": events})
    begin = transcript.epochs[-1]
    assert [m.role for m in transcript.messages[begin:]] == ["system", "user", "user", "assistant", "tool"]


def test_a_damaged_line_of_an_event_log_is_left_out_with_a_note():
    lines = [*map(json.dumps, SDK), '{"id": "e8", "ki']
    assert "line 9" in ts.load("\n".join(lines)).notes[0]["en"]


def test_a_logged_completion_ends_with_the_open_call_of_its_response():
    request = [{"role": "user", "content": "Count."}]
    logged = {"messages": request, "response": response("r", "a"), "kwargs": {"tools": [{"name": "t"}]}, "cost": 0.1}
    transcript = ts.load(logged)
    assert transcript.format == "openhands-llm-completion" and transcript.tools
    assert roles(transcript) == ["user", "assistant"] and transcript.messages[1].usage
    assert [fault.code for fault in ts.group(transcript).faults] == ["pending_call"]


def test_of_a_completion_without_tool_calling_the_messages_with_real_calls_are_read():
    twin = [{"role": "user", "content": "Count."}]
    asked = [{"role": "user", "content": "Count. <long manual>"}]
    logged = {"messages": asked, "raw_messages": twin, "response": response("r", "a"), "args": {}, "cost": 0}
    transcript = ts.load(logged)
    assert transcript.messages[0].text == "Count." and "as text" in transcript.notes[0]["en"]
