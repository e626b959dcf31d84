"""Codex sessions: both layouts become one Responses request, with what the log knows about every item."""

import contextlib
import json

import pytest

import trimscope as ts


def line(kind, **payload):
    return {"timestamp": "2026-01-02T03:04:05Z", "type": kind, "payload": payload}


def item(**payload):
    return line("response_item", **payload)


def message(text, role="user"):
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def call(identity):
    return {"type": "function_call", "call_id": identity, "name": "shell", "arguments": '{"command":["ls"]}'}


def output(identity, text="ok", code=0):
    said = json.dumps({"output": text, "metadata": {"exit_code": code, "duration_seconds": 0.1}})
    return {"type": "function_call_output", "call_id": identity, "output": said}


def tokens(total, last, cached=0):
    usage = {"input_tokens": last, "cached_input_tokens": cached, "output_tokens": 3}
    return line(
        "event_msg", type="token_count", info={"total_token_usage": {"total": total}, "last_token_usage": usage}
    )


META = line("session_meta", id="0199-run", cwd="/x", instructions="project notes")
ENVIRONMENT = item(**message("<environment_context>\n  <cwd>/x</cwd>\n</environment_context>"))
TYPED = item(**message("Fix the build."))
SAID = line("event_msg", type="user_message", message="Fix the build.\n")
REASONING = item(type="reasoning", summary=[{"type": "summary_text", "text": "look"}], encrypted_content="g" * 900)


def load(*lines):
    return ts.load("\n".join(json.dumps(each) for each in lines))


def test_a_session_is_a_responses_request_and_events_are_not_counted_twice():
    transcript = load(
        META,
        ENVIRONMENT,
        TYPED,
        SAID,
        line("turn_context", model="gpt-5-codex"),
        REASONING,
        item(**call("a")),
        line("event_msg", type="agent_reasoning", text="look"),
        item(**output("a")),
        item(**message("Done.", "assistant")),
    )
    assert transcript.format == "codex-rollout" and transcript.dialect == "openai-responses"
    assert transcript.model == "gpt-5-codex" and not transcript.system
    assert [m.role for m in transcript.messages] == ["user", "user", "assistant", "tool", "assistant"]
    assert transcript.messages[2].origin == ((5, "payload"), (6, "payload"))
    assert not ts.group(transcript).faults


def test_what_the_tool_puts_in_is_no_goal():
    notes = item(**message("# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nbe brief\n</INSTRUCTIONS>"))
    transcript = load(META, notes, ENVIRONMENT, TYPED, SAID)
    assert [m.injected for m in transcript.messages] == [True, True, False]
    quoted = "<environment_context> is what?"
    asked = load(META, item(**message(quoted)), line("event_msg", type="user_message", message=quoted))
    assert not asked.messages[0].injected


def test_base_instructions_are_the_system_prompt():
    transcript = load(line("session_meta", id="x", base_instructions={"text": "You are Codex."}), TYPED)
    assert [text.text for text in transcript.system] == ["You are Codex."]


@pytest.mark.parametrize("first", [True, False], ids=["counts before the items", "counts behind them"])
def test_each_token_count_goes_to_its_own_model_call_once(first):
    def turn(identity, total, last):
        items = [REASONING, item(**call(identity))]
        count = [tokens(total, last, 10), tokens(total, last, 10)]  # the same event is written again
        return [*(count + items if first else items + count), item(**output(identity))]

    transcript = load(META, TYPED, *turn("a", 100, 100), *turn("b", 250, 150), *turn("c", 450, 200))
    usage = [m.usage for m in transcript.messages if m.role == "assistant"]
    assert [(each.context, each.cached, each.output) for each in usage] == [(100, 10, 3), (150, 10, 3), (200, 10, 3)]


def test_a_count_without_figures_changes_nothing():
    empty = line("event_msg", type="token_count", info=None)
    transcript = load(META, TYPED, empty, item(**message("Done.", "assistant")), empty)
    assert transcript.messages[1].usage is None


def test_a_compaction_begins_a_new_epoch_with_what_replaced_the_history():
    kept = [message("Fix the build."), message("Another language model started to solve this problem and produced a "
            "summary of its thinking process: all is well")]  # fmt: skip
    done = [item(**call("a")), item(**output("a"))]
    transcript = load(META, TYPED, *done, line("compacted", message="", replacement_history=kept), *done)
    assert transcript.epochs == (0, 3)
    assert [m.injected for m in transcript.messages[3:5]] == [False, True]
    assert transcript.messages[4].origin == ((4, "payload", "replacement_history", 1),)
    plan = ts.plan(transcript)
    assert plan.messages[:2] == kept and len(plan.messages) == 4
    bare = load(META, TYPED, *done, line("compacted", message="all is well"), *done)
    assert bare.epochs == (0, 3) and bare.messages[3].injected and bare.messages[3].text == "all is well"


def test_the_old_layout_has_the_items_as_lines():
    first = {"id": "run-1", "timestamp": "2025-06-01T00:00:00Z", "instructions": "notes", "git": {}}
    state = {"record_type": "state"}
    transcript = load(first, message("Fix the build."), state, call("a"), state, output("a", code=1), state)
    assert transcript.format == "codex-rollout" and len(transcript.messages) == 3
    assert transcript.messages[2].results[0].is_error and transcript.messages[1].origin == ((3,),)


def test_one_line_alone_is_still_a_rollout_and_its_result_an_orphan():
    transcript = ts.load(json.dumps(item(**output("a")), indent=1))
    assert transcript.format == "codex-rollout"
    assert [f.code for f in ts.group(transcript).faults] == ["orphan_result"]


def test_a_session_without_items_is_refused_with_one_sentence():
    with pytest.raises(ts.LoadError, match="no conversation"):
        load(line("turn_context", model="gpt-5"), tokens(1, 1))


def test_a_half_written_last_line_is_named_and_left_out():
    text = "\n".join(
        json.dumps(each) for each in [META, ENVIRONMENT, TYPED, SAID, item(**call("a")), item(**output("a"))]
    )
    transcript = ts.load(text + '\n{"timestamp": "2026-01-02T03:0')
    assert len(transcript.messages) == 4 and "7" in transcript.notes[0]["en"]


def test_snapshots_are_never_sent():
    assert len(load(META, TYPED, item(type="ghost_snapshot", ghost_commit={"id": "x"})).messages) == 1


@pytest.mark.parametrize("odd", [[1], {"a": 1}, 7, None, "x", True])
def test_odd_values_raise_nothing_but_the_project_error(odd):
    lines = [
        META,
        TYPED,
        tokens(1, 2),
        REASONING,
        item(**call("a")),
        line("compacted", message="x", replacement_history=[]),
    ]
    for number, each in enumerate(lines):
        for changed in (
            {**each, "payload": odd},
            *({**each, "payload": {**each["payload"], k: odd}} for k in each["payload"]),
        ):
            with contextlib.suppress(ts.LoadError):
                load(*lines[:number], changed, *lines[number + 1 :])
