"""Kimi's session files."""

import json

import trimscope as ts


def said(words, kind="user", role="user", **more):
    message = {"role": role, "content": [{"type": "text", "text": words}], "toolCalls": [], "origin": {"kind": kind}}
    return {"type": "context.append_message", "message": {**message, **more}}


def event(kind, **more):
    return {"type": "context.append_loop_event", "event": {"type": kind, **more}}


def part(kind, words, step="s1"):
    return event("content.part", stepUuid=step, part={"type": kind, kind: words})


def called(identity, args, step="s1"):
    return event("tool.call", stepUuid=step, toolCallId=identity, name="Read", args=args)


USED = {"inputOther": 10, "inputCacheRead": 90, "inputCacheCreation": 0, "output": 4}
HEAD = [
    {"type": "metadata", "protocol_version": "1.4"},
    {"type": "config.update", "systemPrompt": "You count."},
    {"type": "llm.tools_snapshot", "hash": "h", "tools": [{"name": "Read", "parameters": {}}]},
    {"type": "llm.request", "model": "kimi-k2"},
    {"type": "turn.prompt", "input": [{"type": "text", "text": "Count."}], "origin": {"kind": "user"}},
    said("Count."),
]
STEP = [
    event("step.begin", uuid="s1"),
    part("think", "hm"),
    part("text", "On "),
    part("text", "it."),
    called("a", {"bin": 7}),
    called("b", '{"bin": 8}'),
    event("step.end", uuid="s1", usage=USED),
    event("tool.result", toolCallId="a", result={"output": "12"}),
    event("tool.result", toolCallId="b", result={"output": [{"type": "text", "text": "3"}], "isError": True}),
]


def test_a_step_is_one_assistant_message_with_its_parallel_calls():
    transcript = ts.load("\n".join(json.dumps(line) for line in [*HEAD, *STEP]))
    assert (transcript.format, transcript.dialect, transcript.model) == ("kimi-wire-jsonl", "openai-chat", "kimi-k2")
    assert [m.role for m in transcript.messages] == ["system", "user", "assistant", "tool", "tool"]
    step = transcript.messages[2]
    assert step.text == "On it." and len(step.calls) == 2 and step.usage.context == 100
    assert transcript.tools[0].name == "Read" and not ts.group(transcript).faults
    assert transcript.document["messages"][2]["reasoning_content"] == "hm"


def test_what_no_person_wrote_is_injected():
    lines = [*HEAD, said("<x>", kind="injection"), said("ran", kind="hook_result")]
    assert [m.injected for m in ts.load(lines).messages] == [False, False, True, True]


def test_prompts_count_where_no_message_tells_them():
    transcript = ts.load([*HEAD[:5], event("content.part", part={"type": "text", "text": "Twelve."})])
    assert [m.role for m in transcript.messages] == ["system", "user", "assistant"]


def test_a_compaction_begins_an_epoch_with_its_summary():
    lines = [*HEAD, *STEP, {"type": "full_compaction.begin"}, {"type": "context.apply_compaction", "summary": "so far"}]
    transcript = ts.load([*lines, {"type": "full_compaction.complete"}, said("Go on.")])
    assert transcript.epochs == (0, 5) and transcript.messages[5].injected


def test_messages_of_assistant_and_tool_are_read_as_they_are():
    call = {"type": "function", "id": "t1", "function": {"name": "Read", "arguments": "{}"}}
    lines = [
        HEAD[0],
        said("Count."),
        said("", role="assistant", toolCalls=[call]),
        said("12", role="tool", toolCallId="t1"),
    ]
    transcript = ts.load(lines)
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool"] and not ts.group(transcript).faults


def test_a_result_without_output_is_its_message():
    lines = [*HEAD, *STEP[:5], event("tool.result", toolCallId="a", result={"output": "", "message": "not found"})]
    assert ts.load(lines).messages[-1].results[0].texts[0].text == "not found"
