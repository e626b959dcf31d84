"""Cline and its kin: the SDK's sessions, and histories with calls and results as text or as blocks."""

import trimscope as ts

ENVIRONMENT = "<environment_details>\n# Time\nnoon\n</environment_details>"


def text(words):
    return {"type": "text", "text": words}


def said(role, *blocks, ts=1, **more):
    return {"role": role, "content": list(blocks), "ts": ts, **more}


def use(identity, name="read_file"):
    return {"type": "tool_use", "id": identity, "name": name, "input": {"path": identity}}


TASK = said("user", text("<task>\nCount the bolts.\n</task>"), text(ENVIRONMENT))


def test_calls_as_text_stay_rounds_of_plain_messages():
    xml = said("assistant", text("<read_file><path>a.ts</path></read_file>"))
    answer = said("user", text("[read_file for 'a.ts'] Result:"), text("12 bolts"), text(ENVIRONMENT))
    transcript = ts.load([TASK, xml, answer, said("assistant", text("Twelve."))])
    assert (transcript.format, transcript.dialect) == ("cline-api-history", "anthropic-messages")
    assert not any(m.calls or m.results for m in transcript.messages) and len(transcript.messages) == 4
    assert [m.injected for m in transcript.messages] == [False, False, True, False]


def test_what_a_person_answers_to_a_tool_is_theirs():
    asked = said(
        "user", text("[attempt_completion] Result:"), text("<feedback>\nAgain.\n</feedback>"), text(ENVIRONMENT)
    )
    assert not ts.load([TASK, said("assistant", text("Done.")), asked]).messages[2].injected


def test_results_as_text_answer_native_calls_by_tool_and_order():
    calls = said("assistant", use("a"), use("b"), use("c", "list_files"))
    answer = said(
        "user",
        text("[read_file for 'a'] Result:"),
        text("12 bolts"),
        text("[list_files for '.'] Result:"),
        text("a b"),
        text("Tool [read_file] was not executed because a tool has already been used in this message."),
        text(ENVIRONMENT),
    )
    transcript = ts.load([TASK, calls, answer])
    assert not ts.group(transcript).faults
    _, _, results, rest = transcript.messages
    assert [(r.call_id, len(r.texts)) for r in results.results] == [("a", 2), ("c", 2), ("b", 1)]
    assert rest.injected and rest.role == "user"


def test_native_calls_and_results_are_kept_as_they_are():
    answer = said("user", {"type": "tool_result", "tool_use_id": "a", "content": "12"}, text(ENVIRONMENT))
    transcript = ts.load([TASK, said("assistant", use("a")), answer])
    assert transcript.document["messages"][2]["content"] == answer["content"] and not ts.group(transcript).faults


def test_a_condensed_summary_begins_an_epoch_and_cut_records_are_told():
    lines = [
        TASK,
        said("assistant", text("On it."), truncationParent="x"),
        said("assistant", text("so far"), isSummary=True),
    ]
    transcript = ts.load([*lines, said("user", text("Go on."))])
    assert transcript.epochs == (0, 2) and "1 record" in transcript.notes[0]["en"]


def test_a_plain_anthropic_chat_is_no_history_of_these_tools():
    records = [{"role": "user", "content": [text("Count.")]}, {"role": "assistant", "content": [use("a")]}]
    assert ts.load(records).format == "anthropic-messages"


def session(*messages):
    return {
        "version": 1,
        "updated_at": "t",
        "agent": "lead",
        "sessionId": "x",
        "messages": list(messages),
        "system_prompt": "You count.",
    }


def test_a_session_of_the_sdk_is_read_with_system_prompt_model_and_usage():
    metrics = {"inputTokens": 900, "cacheReadTokens": 800, "outputTokens": 5, "cacheWriteTokens": 0}
    answer = said("assistant", use("a"), id="m2", modelInfo={"id": "anthropic/claude-x"}, metrics=metrics)
    result = {
        "type": "tool_result",
        "tool_use_id": "a",
        "name": "read_files",
        "content": [{"query": "a", "result": "12"}],
    }
    file = {"type": "file", "path": "/w/a.ts", "content": "let a = 1"}
    transcript = ts.load(session(said("user", text("Count."), file), answer, said("user", result)))
    assert transcript.format == "cline-sdk-messages" and transcript.model == "anthropic/claude-x"
    assert transcript.system[0].text == "You count." and transcript.messages[1].usage.context == 900
    assert transcript.messages[0].parts[1].text == "let a = 1"
    assert transcript.messages[2].results[0].texts[0].text == '{"query": "a", "result": "12"}'


def test_a_compaction_of_the_sdk_is_injected_and_priced_like_any_text():
    summary = said("user", text("Context summary: so far"), metadata={"kind": "compaction_summary"})
    transcript = ts.load(session(said("user", text("Count.")), summary, said("user", text("Go on."))))
    assert transcript.epochs == (0, 1) and [m.injected for m in transcript.messages] == [False, True, False]
