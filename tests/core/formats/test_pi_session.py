"""Session files of the pi agent, and OpenClaw's telemetry, which keeps messages of the same kind."""

import json

import trimscope as ts
from trimscope.formats import load_all

USED = {"input": 3, "cacheRead": 90, "cacheWrite": 7, "output": 5}


def header(**more):
    return {"type": "session", "id": "s1", "timestamp": "2026-01-01", "cwd": "/w", **more}


def message(role, *content, **more):
    return {"type": "message", "message": {"role": role, "content": list(content), **more}}


def text(words):
    return {"type": "text", "text": words}


def call(identity):
    return {"type": "toolCall", "id": identity, "name": "read", "arguments": {"bin": identity}}


def asks(*blocks, api="anthropic-messages", **more):
    return message("assistant", *blocks, api=api, model="claude-x", usage=USED, stopReason="toolUse", **more)


def result(identity, words="12", **more):
    return message("toolResult", text(words), toolCallId=identity, toolName="read", **more)


def load(*lines, **how):
    return ts.load("\n".join(json.dumps(line) for line in (header(), *lines)), **how)


RING = [asks(text("On it."), call("a"), call("b")), result("a"), result("b", "no", isError=True)]


def test_a_session_becomes_a_request_of_the_api_it_spoke():
    transcript = load(message("user", text("Count.")), *RING, {"type": "thinking_level_change"})
    assert (transcript.format, transcript.dialect, transcript.model) == (
        "pi-session-jsonl",
        "anthropic-messages",
        "claude-x",
    )
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "tool"]
    assert transcript.messages[1].usage.context == 100 and transcript.messages[3].results[0].is_error
    assert transcript.messages[1].origin == ((2, "message"),) and not ts.group(transcript).faults


def test_another_api_becomes_openai_chat():
    thought = {"type": "thinking", "thinking": "hm", "thinkingSignature": "{}"}
    image = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    answer = message("toolResult", text("see"), image, toolCallId="a")
    transcript = load(message("user", text("Count.")), asks(thought, call("a"), api="openai-responses"), answer)
    assert transcript.dialect == "openai-chat"
    record = transcript.document["messages"][1]
    assert json.loads(record["tool_calls"][0]["function"]["arguments"]) == {"bin": "a"}
    assert record["reasoning_content"] == "hm"
    assert transcript.messages[2].results[0].media[0].kind == "image_url"


def test_calls_of_an_aborted_turn_that_never_ran_stay_without_result():
    transcript = load(message("user", text("Count.")), asks(call("a")), message("user", text("Stop.")))
    assert [fault.code for fault in ts.group(transcript).faults] == ["missing_result"]


def test_a_turn_aborted_before_a_word_is_left_out_with_a_note():
    transcript = load(message("user", text("Count.")), asks(), *RING)
    assert transcript.messages[1].calls and "1 assistant message" in transcript.notes[0]["en"]


def test_what_the_tool_put_in_is_injected():
    shell = {"type": "message", "message": {"role": "bashExecution", "command": "ls", "output": "a b"}}
    transcript = load(message("user", text("Count.")), shell, {"type": "branch_summary", "summary": "left"})
    assert [m.injected for m in transcript.messages] == [False, True, True]
    assert "ls" in transcript.messages[1].text and "a b" in transcript.messages[1].text


def test_a_compaction_stands_before_the_first_entry_it_kept():
    lines = [message("user", text("One.")), message("user", text("Two.")), message("user", text("Three."))]
    compaction = {"type": "compaction", "summary": "One was done.", "firstKeptEntryIndex": 3, "tokensBefore": 9}
    transcript = load(*lines, compaction, message("user", text("Four.")))
    assert [m.text for m in transcript.messages] == ["One.", "Two.", "One was done.", "Three.", "Four."]
    assert transcript.epochs == (0, 2) and transcript.messages[2].injected


def test_the_first_entry_kept_may_be_named_by_id_and_a_damaged_line_shifts_nothing():
    lines = [{**message("user", text(word)), "id": word} for word in ("One.", "Two.", "Three.")]
    named = {"type": "compaction", "summary": "so far", "firstKeptEntryId": "Two."}
    assert load(*lines, named).epochs == (0, 1)
    numbered = {"type": "compaction", "summary": "so far", "firstKeptEntryIndex": 3}
    text_of = "\n".join(
        [json.dumps(header()), json.dumps(lines[0]), '{"type": "mess', *map(json.dumps, [lines[2], numbered])]
    )
    assert ts.load(text_of).messages[1].text == "so far"


def test_branches_of_a_tree_are_conversations_the_last_one_first():
    def node(identity, parent, words):
        return {**message("user", text(words)), "id": identity, "parentId": parent}

    nodes = [node("a", None, "One."), node("b", "a", "Two."), node("c", "a", "Other."), node("d", "c", "More.")]
    found = load_all([header(), *nodes])
    assert [[m.text for m in each.messages] for each in found] == [["One.", "Other.", "More."], ["One.", "Two."]]


def started(session="agent:main:main", **more):
    return {"type": "agent.start", "sessionKey": session, "agentId": "main", **more}


def tool(kind, name="exec", session="agent:main:main", **more):
    return {"type": f"tool.{kind}", "toolName": name, "sessionKey": session, **more}


def test_telemetry_pairs_ends_with_starts_by_order():
    lines = [started(prompt="Count."), tool("start", params={"n": 1}), tool("start", params={"n": 2})]
    lines += [
        tool("end", success=True),
        tool("end", success=False),
        tool("start", name="read"),
        tool("end", name="read"),
    ]
    transcript = ts.load(lines)
    assert transcript.format == "openclaw-telemetry" and not ts.group(transcript).faults
    assert [len(m.calls) for m in transcript.messages] == [0, 2, 0, 0, 1, 0]
    assert "not what it returned" in transcript.notes[0]["en"]


def test_telemetry_with_a_kept_history_goes_on_from_it():
    history = [line["message"] for line in (message("user", text("Count.")), *RING)]
    history.append({"role": "custom", "content": "waiting", "customType": "note"})
    lines = [started(prompt="Count."), tool("start"), tool("end"), started(prompt="And now?", messages=history)]
    lines += [tool("start"), tool("end")]
    transcript = ts.load(lines)
    assert transcript.dialect == "anthropic-messages" and len(transcript.messages) == 8
    assert [m.injected for m in transcript.messages if m.role == "user"] == [False, True, False]


def test_sessions_of_telemetry_are_conversations_and_a_channel_has_its_prompt():
    lines = [
        {"type": "message.in", "content": "Hello"},
        started(prompt="Hello"),
        tool("start", session="tg"),
        tool("end", session="tg"),
    ]
    found = load_all(lines)
    assert [[m.role for m in each.messages] for each in found] == [["user", "assistant", "tool"], ["user"]]
