"""Sessions of the Gemini CLI, of Qwen Code and of the ADK, as Gemini requests."""

import json

import pytest

import trimscope as ts
from trimscope.transcript import Usage

TIME = "2026-01-01T00:00:00Z"
HEAD = {"sessionId": "s-1", "projectHash": "beef", "startTime": TIME, "kind": "main"}


def lines(*items):
    return "\n".join(json.dumps(item) for item in items)


def shape_of(transcript):
    return [(m.role, tuple(type(part).__name__ for part in m.parts)) for m in transcript.messages]


# Gemini CLI


def said(kind, content, identity, **more):
    return {"id": identity, "timestamp": TIME, "type": kind, "content": content, **more}


def tool_call(identity="c1", status="success", result=True, **response):
    body = {"functionResponse": {"id": identity, "name": "ls", "response": response or {"output": "a.txt"}}}
    return {"id": identity, "name": "ls", "args": {"path": "."}, "status": status, "result": [body] if result else None}


TOKENS = {"input": 50, "output": 5, "cached": 20, "thoughts": 7, "tool": 0, "total": 62}
MESSAGES = [
    said("user", "List the files.", "m1"),
    said("info", "a new version is out", "m2"),
    said(
        "gemini", "I look.", "m3", toolCalls=[tool_call("c1"), tool_call("c2")], tokens=TOKENS, model="gemini-2.5-pro"
    ),
    said("gemini", "", "m4", toolCalls=[tool_call("c3", "cancelled", error="[Operation Cancelled]")]),
    said("user", [{"text": "Thanks."}], "m5"),
    said("gemini", "Done.", "m6", thoughts=[{"subject": "Finishing", "description": "all is done"}]),
]
SHAPE = [
    ("user", ("Text",)),
    ("assistant", ("Text", "ToolCall", "ToolCall")),
    ("tool", ("ToolResult", "ToolResult")),
    ("assistant", ("ToolCall",)),
    ("tool", ("ToolResult",)),
    ("user", ("Text",)),
    ("assistant", ("Text",)),
]


def test_a_cli_session_holds_calls_with_their_results():
    transcript = ts.load({**HEAD, "lastUpdated": TIME, "messages": MESSAGES})
    assert (transcript.format, transcript.dialect) == ("gemini-cli-session", "gemini-contents")
    assert shape_of(transcript) == SHAPE and not ts.group(transcript).faults
    assert transcript.messages[4].results[0].is_error and transcript.model == "gemini-2.5-pro"
    assert transcript.messages[1].usage == Usage(50, cached=20, output=12)
    assert transcript.messages[2].origin == (("messages", 2),) and transcript.messages[5].id == "m5"


def test_the_json_lines_variant_replaces_rewinds_and_updates():
    early = said("gemini", "I lo", "m3")
    log = lines(
        HEAD, MESSAGES[0], MESSAGES[1], early, MESSAGES[2], {"$set": {"lastUpdated": TIME}},
        said("user", "wrong turn", "m9"), said("gemini", "lost", "m10"), {"$rewindTo": "m9"}, *MESSAGES[3:],
    )  # fmt: skip
    transcript = ts.load(log)
    assert transcript.format == "gemini-cli-session" and shape_of(transcript) == SHAPE
    assert transcript.messages[1].origin == ((4,),)
    rewritten = ts.load(lines(HEAD, MESSAGES[0], {"$set": {"messages": MESSAGES[4:]}}))
    assert [message.text for message in rewritten.messages] == ["Thanks.", "Done."]


def test_a_single_message_and_a_call_that_never_ended_are_read():
    alone = ts.load(said("gemini", "I look.", "m1", toolCalls=[tool_call(result=False)]))
    assert shape_of(alone) == [("assistant", ("Text", "ToolCall"))]
    open_ = ts.load({**HEAD, "messages": [MESSAGES[0], said("gemini", "", "m2", toolCalls=[tool_call(result=False)])]})
    assert [fault.code for fault in ts.group(open_).faults] == ["pending_call"]


def test_a_result_of_plain_text_becomes_a_response():
    call = {"id": "c", "name": "ls", "args": {}, "status": "success", "result": [{"text": "a"}, {"text": "b"}]}
    transcript = ts.load({**HEAD, "messages": [MESSAGES[0], said("gemini", "", "m2", toolCalls=[call])]})
    assert transcript.messages[2].results[0].texts[0].text == "a\nb" and not ts.group(transcript).refused


# Qwen Code


def line(uuid, parent, kind, *parts, session="q-1", **more):
    role = "model" if kind == "assistant" else "user"
    message = {"message": {"role": role, "parts": list(parts)}} if parts else {}
    return {
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": session,
        "timestamp": TIME,
        "type": kind,
        **message,
        **more,
    }


CALL = {"functionCall": {"id": "c1", "name": "ls", "args": {}}}
RESPONSE = {"functionResponse": {"id": "c1", "name": "ls", "response": {"error": "no such folder"}}}
USAGE = {"promptTokenCount": 500, "candidatesTokenCount": 20, "thoughtsTokenCount": 4, "cachedContentTokenCount": 9}


def test_a_qwen_session_is_the_chain_of_its_parents():
    log = [
        line("1", None, "user", {"text": "List the files."}),
        line("2", "1", "system", subtype="ui_telemetry"),
        line("x", "2", "assistant", {"text": "a branch that was left"}),
        line("3", "2", "assistant", {"text": "I look."}, model="qwen3-coder"),
        line("3", "2", "assistant", CALL, usageMetadata=USAGE),
        line("4", "3", "tool_result", RESPONSE),
        line("5", "4", "assistant", {"text": "There is no such folder."}),
    ]
    transcript = ts.load(lines(*log))
    assert (transcript.format, transcript.dialect, transcript.model) == (
        "qwen-code-jsonl", "gemini-contents", "qwen3-coder",
    )  # fmt: skip
    kinds = [
        ("user", ("Text",)),
        ("assistant", ("Text", "ToolCall")),
        ("tool", ("ToolResult",)),
        ("assistant", ("Text",)),
    ]
    assert shape_of(transcript) == kinds and not ts.group(transcript).faults
    assert transcript.messages[1].usage == Usage(500, cached=9, output=24)
    assert transcript.messages[1].origin == ((3,), (4,)) and transcript.messages[2].results[0].is_error
    broken_chain = ts.load(lines(log[0], *log[3:6], line("6", "gone", "user", {"text": "Hm."})))
    assert len(broken_chain.messages) == 4


def test_a_compression_begins_an_epoch_and_sessions_are_conversations():
    summary = {"role": "user", "parts": [{"text": "<state_snapshot>all before</state_snapshot>"}]}
    compression = line("3", "2", "system", subtype="chat_compression", systemPayload={"compressedHistory": [
        summary, {"role": "model", "parts": [{"text": "Got it."}]}]})  # fmt: skip
    log = [
        line("1", None, "user", {"text": "Begin."}),
        line("2", "1", "assistant", {"text": "Begun."}),
        compression,
        line("4", "3", "user", {"text": "Go on."}),
    ]
    transcript = ts.load(lines(*log))
    assert transcript.epochs == (0, 2) and transcript.messages[2].injected and not transcript.messages[4].injected
    assert ts.plan(transcript).messages[0] == summary
    two = ts.load(lines(*log, line("9", None, "user", {"text": "Another."}, session="q-2")), select="q-2")
    assert two.conversations == ("Begin.", "Another.") and two.messages[0].text == "Another."


# ADK


def event(role, *parts, author="agent", **more):
    return {"id": f"e{len(parts)}", "author": author, "content": {"role": role, "parts": list(parts)}, **more}


def test_an_adk_session_is_its_events_with_content():
    use = {"function_call": {"name": "search", "args": {"q": "skirt"}}, "text": None}
    answer = {"function_response": {"name": "search", "response": {"result": "3 found"}}}
    events = [
        {"id": "e0", "author": "agent", "actions": {"state_delta": {}}},
        event("user", {"text": "Find a skirt."}, author="user"),
        event("model", {"text": "Fi"}, partial=True),
        event("model", use, usage_metadata={"prompt_token_count": 80, "candidates_token_count": 6}),
        event("user", answer),
        event("model", {"text": "Three were found."}),
    ]
    transcript = ts.load({"id": "s", "app_name": "shop", "user_id": "u", "state": {}, "events": events})
    assert transcript.format == "google-adk-session" and not ts.group(transcript).faults
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "assistant"]
    assert transcript.messages[1].usage == Usage(80, output=6) and transcript.messages[0].origin == (("events", 1),)
    summary = {"compacted_content": {"role": "model", "parts": [{"text": "They want a skirt."}]}}
    events.insert(5, {"id": "k", "author": "user", "actions": {"compaction": summary}})
    compacted = ts.load({"id": "s", "app_name": "shop", "events": events})
    assert compacted.epochs == (0, 3) and compacted.messages[3].injected


def turn(asked, answered, tools=(), responses=()):
    said_ = {"user_content": {"parts": [{"text": asked}], "role": "user"}}
    data = {"tool_uses": list(tools), "tool_responses": list(responses)}
    return {**said_, "final_response": {"parts": [{"text": answered}]}, "intermediate_data": data}


def test_an_evaluation_set_holds_a_conversation_a_case():
    bare = [turn("monitor", "All is well.", [{"name": "check", "args": {}}])]
    full = [
        turn("monitor", "All is well.", [{"name": "check", "args": {}}], [{"name": "check", "response": {"ok": 1}}])
    ]
    cases = [{"eval_id": "one", "conversation": bare}, {"eval_id": "two", "conversation": full}]
    first = ts.load({"eval_set_id": "set", "eval_cases": cases})
    assert first.format == "google-adk-session" and [m.role for m in first.messages] == ["user", "assistant"]
    assert any("expects" in note["en"] for note in first.notes)
    second = ts.load({"eval_set_id": "set", "eval_cases": cases}, select="two")
    assert [m.role for m in second.messages] == ["user", "assistant", "tool", "assistant"]
    assert not ts.group(second).faults and not any("expects" in note["en"] for note in second.notes)
    old = ts.load([{"query": "hi", "expected_tool_use": [], "reference": "hello"}])
    assert [m.text for m in old.messages] == ["hi", "hello"]


@pytest.mark.parametrize(
    "document",
    [
        {**HEAD, "messages": []},
        {"id": "s", "app_name": "shop", "events": []},
        {"eval_cases": [{"conversation": 7}]},
        {"eval_cases": ["x"]},
        {**HEAD, "messages": [7, {"type": "gemini", "toolCalls": [3, {"result": 5}]}]},
    ],
)
def test_what_holds_nothing_is_refused_with_one_sentence(document):
    try:
        assert ts.load(document).messages
    except ts.LoadError as error:
        assert str(error).endswith(".")
