"""SWE-agent, mini-swe-agent, ATIF and Moatless."""

import pytest

import trimscope as ts
from small import answer, calls
from trimscope.formats import load_all


def said(role, content, kind, **more):
    return {"role": role, "content": content, "agent": "main", "message_type": kind, **more}


HISTORY = [
    said("system", "Help.", "system_prompt"),
    said("user", "A demonstration.", "demonstration", is_demo=True),
    said("user", "Fix it.", "observation"),
    said("assistant", "```\nls\n```", "action", action="ls", thought="Look."),
    said("user", "README", "observation"),
]


def test_actions_in_text_stay_text_and_observations_are_typed_by_nobody():
    transcript = ts.load({"environment": "e", "trajectory": [], "history": HISTORY, "info": {}})
    assert transcript.format == "swe-agent-traj" and not any(m.calls for m in transcript.messages)
    assert [m.injected for m in transcript.messages] == [False, True, False, False, True]


def test_a_result_names_its_call_in_a_list():
    call = calls("a")["tool_calls"]
    history = [
        *HISTORY[:3],
        said("assistant", "Look.", "action", tool_calls=call, thinking_blocks=[{"thinking": "Hm."}]),
        said("tool", "README", "observation", tool_call_ids=["a"]),
    ]
    transcript = ts.load({"history": history})
    assert [len(m.calls) for m in transcript.messages][3] == 1 and not ts.group(transcript).faults


def test_agents_that_took_turns_are_conversations_of_their_own():
    other = [{**record, "agent": "reviewer"} for record in HISTORY]
    assert len(load_all({"history": [*HISTORY, *other], "trajectory": [], "info": {}})) == 2


BLOCK = {"role": "assistant", "content": "```mswea_bash_command\nls\n```"}


@pytest.mark.parametrize("wrap", [lambda m: m, lambda m: {"info": {"exit_status": "Submitted"}, "messages": m}])
def test_mini_reads_bare_lists_and_wrapped_ones(wrap):
    messages = [{"role": "user", "content": "Fix it."}, BLOCK, {"role": "user", "content": "<output>"}]
    transcript = ts.load(wrap(messages))
    assert transcript.format == "mini-swe-agent-traj"
    assert [m.injected for m in transcript.messages] == [False, False, True]


def test_mini_counts_a_call_once_and_sends_nobody_its_exit():
    extra = {"actions": [{"command": "ls"}], "response": {"model": "m", "usage": {"prompt_tokens": 7}}}
    messages = [
        {"role": "user", "content": "Fix it.", "extra": {}},
        {**calls("a"), "function_call": None, "extra": extra},
        {**answer("a"), "extra": {"raw_output": "ok"}},
        {"role": "exit", "content": "diff", "extra": {}},
    ]
    transcript = ts.load({"trajectory_format": "mini-swe-agent-1.1", "info": {}, "messages": messages})
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool"]
    assert sum(len(m.calls) for m in transcript.messages) == 1 and transcript.messages[1].usage.context == 7
    assert transcript.model == "m" and "extra" not in transcript.document["messages"][1]


def step(source, message, **more):
    return {"step_id": 1, "source": source, "message": message, **more}


def atif(*steps, **more):
    head = {"schema_version": "ATIF-v1.5", "session_id": "s", "agent": {"model_name": "m"}}
    return {**head, "steps": list(steps), **more}


def called(*ids):
    return [{"tool_call_id": each, "function_name": "run", "arguments": {"cmd": "ls"}} for each in ids]


def test_an_atif_step_is_an_answer_and_its_results():
    results = {"results": [{"source_call_id": "b", "content": "2"}, {"source_call_id": "a", "content": "1"}]}
    used = {"prompt_tokens": 50, "cached_tokens": 20, "completion_tokens": 3}
    answered = step("agent", "Hm.", tool_calls=called("a", "b"), observation=results, metrics=used)
    transcript = ts.load(atif(step("user", "Go."), answered))
    assert transcript.format == "atif-trajectory" and transcript.messages[1].usage == ts.transcript.Usage(50, 20, 0, 3)
    assert [m.results[0].call_id for m in transcript.messages if m.results] == ["b", "a"]


def test_results_without_names_answer_in_order_and_the_last_stands_for_the_rest():
    results = {"results": [{"content": "1"}]}
    answered = step("agent", "", tool_calls=called("a", "b"), observation=results)
    transcript = ts.load(atif(step("user", "Go."), answered))
    assert [m.results[0].chars for m in transcript.messages if m.results] == [1, 0]
    assert not ts.group(transcript).faults and "share one result" in transcript.notes[0]["en"]


def test_a_step_without_calls_hands_its_observation_in_as_a_message():
    compacted = {"context_management": {"type": "compaction"}}
    steps = [
        step("system", "Help."),
        step("user", "Go."),
        step("agent", '{"commands": []}', observation={"results": [{"content": "$ ls"}]}),
        step("system", "Summarized.", extra=compacted),
    ]
    transcript = ts.load(atif(*steps, continued_trajectory_ref="next.json"))
    assert [(m.role, m.injected) for m in transcript.messages][3:] == [("user", True), ("user", True)]
    assert transcript.epochs == (0, 4) and "next.json" in transcript.notes[0]["en"]


def node(number, parent, *, reward=None, terminal=False, response=None):
    action = {"scratch_pad": "Hm.", "query": f"q{number}", "action_args_class": "moatless.actions.find.FindArgs"}
    held = {"node_id": number, "parent_id": parent, "action": action, "reward": {"value": reward}}
    held["observation"] = {"message": f"seen {number}", "terminal": terminal}
    held["completions"] = {"build_action": {"response": response}} if response else {}
    return held


def moatless(*nodes, **more):
    root = {"node_id": 0, "parent_id": None, "message": "Fix it.", "completions": {}}
    agent = {"system_prompt": "Help.", "completion": {"model": "claude-x"}}
    return {"metadata": {}, "agent": agent, "nodes": [root, *nodes], **more}


def claude(identity):
    used = {"input_tokens": 5, "cache_read_input_tokens": 95, "output_tokens": 3}
    block = {"type": "tool_use", "id": identity, "name": "Find", "input": {"query": "q"}}
    return {"type": "message", "content": [{"type": "text", "text": "Hm."}, block], "usage": used}


def test_a_tree_gives_the_path_to_its_best_leaf_and_the_others_behind():
    found = load_all(moatless(node(1, 0), node(2, 1, reward=10), node(3, 1, reward=90), node(4, 1, terminal=True)))
    assert [each.messages[-1].results[0].texts[0].text for each in found] == ["seen 3", "seen 2", "seen 4"]
    assert all(not ts.group(each).faults for each in found) and found[0].format == "moatless-trajectory"
    assert [m.role for m in found[0].messages] == ["system", "user", "assistant", "tool", "assistant", "tool"]


def test_what_claude_said_stays_in_its_own_blocks():
    transcript = ts.load(moatless(node(1, 0, response=claude("toolu_1"))))
    assert transcript.dialect == "anthropic-messages" and transcript.system[0].text == "Help."
    assert transcript.messages[1].calls[0].id == "toolu_1" and transcript.messages[1].usage.context == 100
    assert transcript.messages[2].results[0].texts[0].text == "seen 1"


def test_nodes_inside_one_another_and_rings_of_parents_are_read():
    leaf = node(2, None)
    root = {"node_id": 0, "message": "Fix it.", "children": [{**node(1, None), "children": [leaf]}]}
    transcript = ts.load({"agent": {}, "root": root})
    assert len(transcript.messages) == 5
    assert ts.load(moatless(node(1, 2), node(2, 1))).messages
