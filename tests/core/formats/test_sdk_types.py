"""What is sent is what the providers' own SDK types accept: untrimmed and trimmed, walked to the leaves."""

import json

import pytest

import trimscope as ts
from trimscope.source.edits import Drop

checks = pytest.importorskip("sdk_checks", reason="the providers' SDKs (extra `sdk`) are not installed; CI has them")
RECORDS, refused = checks.RECORDS, checks.refused

LONG = "12 bolts in the left drawer, 7 in the right one; " * 60
SCHEMA = {"type": "object", "properties": {"bin": {"type": "integer"}}}
PICTURE = "iVBORw0KGgo="

POLICIES = {
    "untrimmed": {"old_rounds": "keep", "result_limit": None},
    "default": {},
    "drop": {"keep_rounds": 1},
    "note on the goal": {"keep_rounds": 1, "tombstone": {"place": "append_to_goal"}},
    "cut": {"keep_rounds": 9, "result_limit": 60},
    "emptied": {"keep_rounds": 0, "result_limit": 0},
    "compact": {"old_rounds": "compact", "keep_rounds": 1, "result_limit": 500},
    "clear": {"old_rounds": "clear", "keep_rounds": 1},
    "watermark": {"trigger": "watermark", "token_budget": 4000, "keep_rounds": 1},
    "by turn": {"keep_rounds": 1, "round_unit": "turn", "old_rounds": "compact"},
}


def chat(number):
    function = {"name": "count_bin", "arguments": json.dumps({"bin": number})}
    calls = [{"id": f"c{number}{side}", "type": "function", "function": function} for side in "ab"]
    parts = [{"type": "text", "text": LONG}, {"type": "text", "text": "and a half"}]
    return [
        {"role": "assistant", "content": None if number % 2 else "I count.", "tool_calls": calls, "refusal": None},
        {"role": "tool", "tool_call_id": f"c{number}a", "content": f"{number}: {LONG}"},
        {"role": "tool", "tool_call_id": f"c{number}b", "content": parts},
    ]


def chat_document():
    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PICTURE}"}}
    goal = {"role": "user", "content": [{"type": "text", "text": "Count the bolts."}, picture]}
    legacy = [
        {"role": "assistant", "content": None, "function_call": {"name": "count_bin", "arguments": "{}"}},
        {"role": "function", "name": "count_bin", "content": LONG},
    ]
    records = [{"role": "system", "content": "You count."}, goal, *legacy]
    records += [record for number in range(5) for record in chat(number)]
    function = {"name": "count_bin", "parameters": SCHEMA}
    tools = [{"type": "function", "function": function}]
    return {"model": "gpt-4o", "messages": [*records, {"role": "user", "content": "And now?"}], "tools": tools}


def items(number):
    asked = {
        "type": "function_call",
        "name": "count_bin",
        "arguments": "{}",
        "id": f"fc_{number}",
        "call_id": f"c{number}",
    }
    patch = {"type": "custom_tool_call", "name": "patch", "input": "***", "id": f"ct_{number}", "call_id": f"p{number}"}
    parts = [{"type": "input_text", "text": LONG}] * 2
    thought = {"type": "reasoning", "id": f"rs_{number}", "summary": [{"type": "summary_text", "text": "count it"}]}
    shell = {"commands": ["ls"], "timeout_ms": None, "max_output_length": None}
    run = {"type": "shell_call", "id": f"sh_{number}", "call_id": f"s{number}", "status": "completed", "action": shell}
    piece = {"stdout": LONG, "stderr": "much ado " * 90, "outcome": {"type": "exit", "exit_code": 0}}
    return [
        thought,
        {**asked, "status": "completed"},
        {"type": "function_call_output", "call_id": f"c{number}", "output": parts if number % 2 else LONG},
        {**patch, "status": "completed"},
        {"type": "custom_tool_call_output", "call_id": f"p{number}", "output": LONG},
        run,
        {"type": "shell_call_output", "call_id": f"s{number}", "output": [piece]},
    ]


def responses_document():
    goal = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Weigh every crate."}]}
    records = [goal, *[item for number in range(4) for item in items(number)], {"role": "user", "content": "And now?"}]
    tools = [{"type": "function", "name": "count_bin", "parameters": SCHEMA, "strict": False}]
    return {"model": "gpt-5", "input": records, "tools": tools}


def turns(number):
    uses = [
        {"type": "tool_use", "id": f"c{number}{side}", "name": "count_bin", "input": {"bin": number}} for side in "ab"
    ]
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PICTURE}}
    results = [
        {"type": "tool_result", "tool_use_id": f"c{number}a", "content": LONG, "is_error": False},
        {"type": "tool_result", "tool_use_id": f"c{number}b", "content": [{"type": "text", "text": LONG}, image]},
    ]
    thinking = {"type": "thinking", "thinking": "the left drawer first", "signature": "c2ln"}
    return [{"role": "assistant", "content": [thinking, *uses]}, {"role": "user", "content": results}]


def anthropic_document():
    records = [{"role": "user", "content": "Count the bolts."}]
    records += [record for number in range(5) for record in turns(number)]
    records[-1]["content"].append({"type": "text", "text": "And now?"})
    tools = [{"name": "count_bin", "input_schema": SCHEMA}]
    system = [{"type": "text", "text": "You count.", "cache_control": {"type": "ephemeral"}}]
    return {"model": "claude-sonnet-4-5", "max_tokens": 100, "system": system, "messages": records, "tools": tools}


def langchain_messages():
    records = [{"type": "system", "content": "You count."}, {"type": "human", "content": "Count the bolts."}]
    for number in range(5):
        calls = [{"name": "count_bin", "args": {"bin": number}, "id": f"c{number}", "type": "tool_call"}]
        records.append({"type": "ai", "content": "", "tool_calls": calls, "id": f"run-{number}"})
        content = [{"type": "text", "text": LONG}] if number % 2 else LONG
        records.append({"type": "tool", "content": content, "tool_call_id": f"c{number}", "status": "success"})
    return [*records, {"type": "human", "content": "And now?"}]


def langchain_document():
    return {"messages": langchain_messages()}


def langchain_dicts():
    return [{"type": record["type"], "data": record} for record in langchain_messages()]


def langchain_classes():
    names = {"system": "SystemMessage", "human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}
    path = ["langchain", "schema", "messages"]
    return [
        {"lc": 1, "type": "constructor", "id": [*path, names[record["type"]]], "kwargs": record}
        for record in langchain_messages()
    ]


def pydantic_ai_document():
    prompts = [
        {"part_kind": "system-prompt", "content": "You count."},
        {"part_kind": "user-prompt", "content": "Count."},
    ]
    records = [{"kind": "request", "parts": prompts}]
    for number in range(5):
        call = {
            "part_kind": "tool-call",
            "tool_name": "count_bin",
            "args": {"bin": number},
            "tool_call_id": f"c{number}",
        }
        content = {"counted": LONG} if number % 2 else LONG
        result = {
            "part_kind": "tool-return",
            "tool_name": "count_bin",
            "content": content,
            "tool_call_id": f"c{number}",
        }
        records.append({"kind": "response", "parts": [call], "model_name": "m"})
        records.append({"kind": "request", "parts": [{**result, "timestamp": "2026-01-01T00:00:00Z"}]})
    return [*records, {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "And now?"}]}]


DOCUMENTS = {
    "openai-chat": chat_document,
    "openai-responses": responses_document,
    "anthropic-messages": anthropic_document,
    "langchain": langchain_document,
    "langchain, dicts": langchain_dicts,
    "langchain, classes": langchain_classes,
    "pydantic-ai-messages": pydantic_ai_document,
}
"""By dialect, and by spelling where a dialect has several."""

documents = pytest.mark.parametrize("name", DOCUMENTS)


@documents
@pytest.mark.parametrize("policy", POLICIES)
def test_what_is_sent_is_accepted(name, policy):
    transcript = ts.load(DOCUMENTS[name]())
    assert transcript.dialect == name.partition(",")[0]
    plan = ts.plan(transcript, ts.Policy(**POLICIES[policy]))
    assert plan.status != "refused" and plan.messages
    assert (plan.document is transcript.document) == (policy == "untrimmed")
    assert refused(transcript.dialect, plan.messages, plan.document) == []


@documents
def test_made_up_results_are_accepted(name):
    transcript = ts.load(DOCUMENTS[name]())
    # a legacy `function_call` has no id to answer to: it keeps its result
    answers = [m for m in transcript.messages if m.results and all(result.call_id for result in m.results)]
    gone = [Drop(at) for message in answers for at in message.where]
    unanswered = ts.load(ts.formats.write(transcript, gone), format=transcript.format)
    plan = ts.plan(unanswered, ts.Policy(on_pairing_fault="repair", keep_rounds=9))
    assert plan.status == "fine"
    assert sum(d.reason == "synthesised_result" for d in plan.decisions) == sum(len(m.results) for m in answers) > 3
    assert refused(transcript.dialect, plan.messages, plan.document) == []


BROKEN = {
    "openai-chat": [
        {"role": "tool", "tool_call_id": 3, "content": "x"},
        {"role": "user", "content": [{"type": "text", "text": 3}]},
        {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f"}}]},
    ],
    "openai-responses": [
        {"type": "function_call_output", "call_id": 3, "output": "x"},
        {"type": "message", "role": "user", "content": [{"type": "input_text"}]},
    ],
    "anthropic-messages": [
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": [{"type": "text"}]}]},
        {"role": "tool", "content": "x"},
    ],
    "langchain": [
        {"type": "tool", "content": "x"},
        {"type": "ai", "content": "", "tool_calls": [{"name": 3, "args": [], "id": "c"}]},
        {"type": "tool", "data": {"content": "x", "type": "tool"}},
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "ToolMessage"], "kwargs": {}},
    ],
    "pydantic-ai-messages": [
        {"kind": "request", "parts": [{"part_kind": "tool-return", "content": "x"}]},
        {"kind": "response", "parts": [{"part_kind": "tool-call", "args": 3, "tool_name": "f"}]},
    ],
}


@pytest.mark.parametrize("dialect", RECORDS)
def test_the_check_sees_what_is_wrong_however_deep(dialect):
    assert [record for record in BROKEN[dialect] if RECORDS[dialect](record)] == []
