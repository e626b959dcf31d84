"""tau-bench, tau2, BFCL, AgentBench, FunctionChat and Tarko's event streams."""

import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, ring
from trimscope.formats import load_all


def lines(*rows):
    return "\n".join(map(json.dumps, rows))


def test_runs_of_tau_bench_are_named_by_task_and_trial():
    rows = [
        {"task_id": task, "trial": trial, "traj": [SYSTEM, GOAL, *ring("c")]} for task in (0, 1) for trial in (0, 1)
    ]
    assert [each.format for each in load_all(rows)] == ["tau-bench-results"] * 4
    assert ts.load(rows, select="1/0").messages[1].origin == ((2, "traj", 1),)
    assert ts.load(lines(*rows)).format == "tau-bench-results"


def tau2(*messages, **more):
    simulation = {"id": "s", "task_id": "t", "trial": 0, "termination_reason": "user_stop", "messages": list(messages)}
    return {"info": {}, "tasks": [], "simulations": [simulation], **more}


def asks(role, identity):
    call = {"id": identity, "name": "check", "arguments": {"line": 1}, "requestor": role}
    return {"role": role, "content": None, "tool_calls": [call]}


def told(role, identity):
    return {"role": "tool", "id": identity, "content": "ok", "requestor": role, "error": False}


def test_both_sides_of_tau2_have_their_own_conversation():
    found = load_all(
        tau2(
            {"role": "assistant", "content": "Hi!", "usage": {"prompt_tokens": 10, "completion_tokens": 2}},
            {"role": "user", "content": "My phone is dead."},
            asks("assistant", "a"),
            told("assistant", "a"),
            {"role": "assistant", "content": "Restart it."},
            asks("user", "u"),
            told("user", "u"),
            {"role": "user", "content": "It works."},
        )
    )
    assert [[m.role for m in each.messages] for each in found] == [
        ["assistant", "user", "assistant", "tool", "assistant", "user"],
        ["user", "assistant", "user", "assistant", "tool", "assistant"],
    ]
    assert all(not ts.group(each).refused for each in found) and found[0].messages[0].usage.context == 10
    assert "system prompt" in found[0].notes[-1]["en"]


def test_one_simulation_in_a_file_of_its_own_is_read():
    assert ts.load(tau2(GOAL)["simulations"][0]).format == "tau2-results"


def test_a_voice_run_with_words_in_its_ticks_is_read_and_one_without_says_so():
    head = {"task_id": "t", "termination_reason": "user_stop"}
    tick = {"tick_id": 1, "user_chunk": {"role": "user", "content": "Hello?"}, "agent_chunk": {"role": "assistant"}}
    transcript = ts.load({**head, "ticks": [tick]})
    assert [m.text for m in transcript.messages] == ["Hello?"]
    assert transcript.messages[0].origin == (("ticks", 0, "user_chunk"),)
    with pytest.raises(ts.LoadError, match="sound, not text"):
        ts.load({**head, "ticks": [{"tick_id": 1, "user_chunk": {"role": "user"}}]})


def test_a_bfcl_row_of_many_turns_is_a_conversation_with_ids_from_its_order():
    step = [
        {"role": "inference_input", "content": ""},
        {"role": "assistant", "content": [{"cd": '{"folder": "a"}'}, {"ls": "{}"}]},
        {"role": "handler_log", "content": "ok"},
        {"role": "tool", "content": "in a"},
        {"role": "tool", "content": "b.txt"},
    ]
    turn = {"begin_of_turn_query": [{"role": "user", "content": "List a."}], "step_0": step}
    turn["step_1"] = [{"role": "assistant", "content": "b.txt"}]
    row = {"id": "multi_0", "result": [[[{"cd": "{}"}], "b.txt"]], "inference_log": [[{"role": "state_info"}], turn]}
    row |= {"input_token_count": [[100, 120.0]], "output_token_count": [[9, 4]], "latency": [[1.0, 1.0]]}
    transcript = ts.load(lines(row, row))
    assert transcript.format == "bfcl-result" and not ts.group(transcript).faults
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "tool", "assistant"]
    assert [m.usage.context for m in transcript.messages if m.usage] == [100, 120]


def test_a_bfcl_row_of_one_turn_holds_the_answer_only_and_says_so():
    row = {"id": "simple_0", "result": [{"area": '{"base": 3}'}], "latency": 1.0, "input_token_count": 50}
    transcript = ts.load(row)
    assert transcript.messages[0].calls[0].name == "area" and "answers only" in transcript.notes[0]["en"]
    assert ts.load({**row, "result": "[area(base=3)]"}).messages[0].text == "[area(base=3)]"


def test_in_agentbench_all_after_the_first_answer_is_observed():
    history = [{"role": role, "content": role} for role in ("user", "agent", "user", "agent")]
    transcript = ts.load(lines(*[{"index": n, "output": {"status": "ok", "history": history}} for n in (1, 2)]))
    assert transcript.format == "agentbench-runs"
    assert [(m.role, m.injected) for m in transcript.messages][2] == ("user", True)


def test_of_a_dialogue_the_last_turn_is_the_conversation():
    query = [GOAL, *ring("random_id"), {"role": "user", "content": "More?"}]
    row = {"dialog_num": 3, "tools": [{"type": "function", "function": {"name": "f"}}]}
    row["turns"] = [{"query": query[:1], "ground_truth": {}}, {"query": query, "ground_truth": {}}]
    transcript = ts.load(row)
    assert transcript.format == "function-chat-bench" and len(transcript.messages) == 4 and transcript.tools
    wrapped = {"input_messages": query, "input_tools": row["tools"], "ground_truth": {}}
    assert len(ts.load(lines(wrapped, wrapped)).messages) == 4


def happens(kind, number, **more):
    return {"id": f"e{number}", "type": kind, "timestamp": number, **more}


def test_a_tarko_call_is_counted_once_and_screenshots_are_typed_by_nobody():
    call = {"id": "c", "type": "function", "function": {"name": "click", "arguments": "{}"}}
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    stream = [
        happens("agent_run_start", 0, sessionId="s", model="m"),
        happens("user_message", 1, content="Find it."),
        happens("user_message", 2, content=[{"type": "text", "text": "Current browser:"}, picture]),
        happens("assistant_message", 3, content='<tool_call>{"name": "click"}</tool_call>', toolCalls=[call]),
        happens("tool_call", 4, toolCallId="c", name="click", arguments={}),
        happens("tool_call", 5, toolCallId="d", name="type", arguments={"text": "a"}),
        happens("tool_result", 6, toolCallId="c", content={"status": "ok"}),
        happens("tool_result", 7, toolCallId="d", content=[], error="failed"),
        happens("environment_input", 8, content=[picture]),
    ]
    transcript = ts.load(stream)
    assert transcript.format == "tarko-event-stream" and transcript.model == "m"
    assert [m.injected for m in transcript.messages] == [False, True, False, False, False, True]
    assert [each.id for each in transcript.messages[2].calls] == ["c", "d"] and not ts.group(transcript).faults
    assert [m.results[0].texts[0].text for m in transcript.messages if m.results] == ['{"status": "ok"}', "failed"]


def test_a_request_beside_provider_and_address_is_a_request():
    request = {"model": "m", "messages": [GOAL, *ring("c")]}
    transcript = ts.load({"provider": "openai", "request": request, "baseURL": "x"})
    assert transcript.format == "openai-chat" and transcript.base == ("request", "messages")
