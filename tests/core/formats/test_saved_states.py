"""Saved agents and answers: each conversation of a container becomes an OpenAI chat request."""

import json

import pytest

import trimscope as ts


def seen(transcript):
    return [
        (m.role, m.text, [c.arguments for c in m.calls], [r.texts[0].text for r in m.results if r.texts])
        for m in transcript.messages
    ]


def test_every_agent_of_an_autogen_team_is_a_conversation():
    messages = [
        {"type": "SystemMessage", "content": "You look."},
        {"type": "UserMessage", "content": "Go.", "source": "user"},
        {"type": "AssistantMessage", "content": [{"id": "c", "name": "look", "arguments": "{}"}], "thought": "Hm."},
        {"type": "FunctionExecutionResultMessage", "content": [{"call_id": "c", "name": "look", "content": "3"}]},
        {"type": "AssistantMessage", "content": "Done.", "source": "looker"},
    ]

    def agent(found):
        return {"type": "ChatAgentContainerState", "agent_state": {"type": "A", "llm_context": {"messages": found}}}

    team = {"type": "TeamState", "agent_states": {"other/1": agent(messages[:2]), "looker/1": agent(messages)}}
    transcript = ts.load(team)
    assert transcript.format == "autogen-state" and transcript.conversations == ("looker", "other")
    assert seen(transcript) == [
        ("system", "You look.", [], []),
        ("user", "Go.", [], []),
        ("assistant", "Hm.", ["{}"], []),
        ("tool", "", [], ["3"]),
        ("assistant", "Done.", [], []),
    ]
    assert not ts.group(transcript).faults and ts.load(team, select="other").messages[1].text == "Go."


def test_a_team_s_thread_is_read_where_no_agent_has_a_context():
    thread = [
        {"type": "TextMessage", "source": "user", "content": "Go."},
        {"type": "ToolCallRequestEvent", "source": "a", "content": [{"id": "c", "name": "look", "arguments": "{}"}]},
        {"type": "ToolCallExecutionEvent", "source": "a", "content": [{"call_id": "c", "content": "3"}]},
        {"type": "ToolCallSummaryMessage", "source": "a", "content": "3"},
    ]
    state = {"type": "TeamState", "agent_states": {"group_chat_manager/1": {"type": "M", "message_thread": thread}}}
    assert [m.role for m in ts.load(state).messages] == ["user", "assistant", "tool", "assistant"]


AGENT = {
    "name": "looker",
    "system": "You look.",
    "llm_config": {"model": "gpt-4o"},
    "tool_ids": ["tool-0"],
    "in_context_message_ids": ["m0", "m2", "m3"],
    "messages": [
        {"id": "m0", "role": "system", "content": [{"type": "text", "text": "You look."}]},
        {"id": "m1", "role": "user", "content": "Long ago."},
        {"id": "m2", "role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "look", "arguments": "{}"}}]},
        {"id": "m3", "role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "3"}]},
    ],
}
FILE = {"agents": [AGENT], "blocks": [], "tools": [{"id": "tool-0", "json_schema": {"name": "look"}}]}


def test_a_letta_file_may_be_json_in_json_and_its_context_begins_where_it_says():
    for document in (FILE, json.dumps(json.dumps(FILE))):
        transcript = ts.load(document)
        assert transcript.format == "letta-agent-file" and transcript.model == "gpt-4o"
        assert transcript.epochs == (0, 2) and [t.name for t in transcript.tools] == ["look"]
        assert not ts.group(transcript).faults


def test_a_letta_agent_without_messages_has_its_system_prompt():
    transcript = ts.load({**FILE, "agents": [{**AGENT, "messages": []}]})
    assert [(m.role, m.text) for m in transcript.messages] == [("system", "You look.")]


STEP = {"step_number": 1, "model_output": "I look.", "observations": "3", "error": None}
RUN = {"id": "c", "type": "function", "function": {"name": "python_interpreter", "arguments": "look()"}}


def test_every_row_of_a_smolagents_benchmark_is_a_conversation():
    failed = {**STEP, "tool_calls": None, "observations": None, "error": {"type": "E", "message": "no parse"}}
    rows = [
        {"task_id": "t1", "question": "How many?", "intermediate_steps": [{**STEP, "tool_calls": [RUN]}, failed]},
        {"task_id": "t2", "question": "And now?", "intermediate_steps": [{"role": "assistant", "content": "4"}]},
    ]
    transcript = ts.load("\n".join(map(json.dumps, rows)))
    assert transcript.format == "smolagents" and len(transcript.conversations) == 2
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "assistant", "user"]
    assert transcript.messages[4].injected and not ts.group(transcript).faults
    assert ts.load(rows, select="t2").messages[1].text == "4"


def test_the_steps_of_a_smolagents_memory_are_one_conversation():
    memory = [{"system_prompt": "You look."}, {"task": "How many?"}, {**STEP, "tool_calls": [RUN]}]
    assert [m.role for m in ts.load(memory).messages] == ["system", "user", "assistant", "tool"]


def test_a_memory_of_camel_keeps_python_arguments_as_they_are():
    def line(role, **message):
        return {"message": {"__class__": "M", **message}, "role_at_backend": role, "agent_id": "a"}

    lines = [
        line("system", content="You look."),
        line("user", content="Go."),
        line("assistant", content="", func_name="look", args="{'bin': 1}", tool_call_id="c"),
        line("function", content="", func_name="look", result={"n": 3}, tool_call_id="c"),
    ]
    transcript = ts.load("\n".join(map(json.dumps, lines)))
    assert transcript.format == "camel-memory" and not ts.group(transcript).faults
    assert seen(transcript)[2:] == [("assistant", "", ["{'bin': 1}"], []), ("tool", "", [], ['{"n": 3}'])]


def test_what_the_browser_shows_is_no_goal():
    messages = [
        {"role": "user", "content": "Find the price.", "cache": True},
        {"role": "user", "content": "[Current state starts here] a page", "cache": False},
    ]
    transcript = ts.load({"messages": messages})
    assert transcript.format == "browser-use" and [m.injected for m in transcript.messages] == [False, True]


def test_the_last_snapshot_of_a_toolbench_answer_is_the_path():
    path = [{"role": "system", "content": "You look."}, {"role": "user", "content": "How many?"}]
    call = {"role": "assistant", "content": None, "function_call": {"name": "look", "arguments": "{}"}}
    back = {"role": "function", "name": "look", "content": "3"}
    lists = [[*path, call], [*path, call, back, call]]
    answer = {"query": "How many?", "function": [{"name": "look"}], "train_messages": lists}
    transcript = ts.load({"win": True, "answer_generation": answer, "tree": {}})
    assert transcript.format == "toolbench-answer" and [t.name for t in transcript.tools] == ["look"]
    assert [fault.code for fault in ts.group(transcript).faults] == ["pending_call"]
    assert transcript.messages[3].origin == (("answer_generation", "train_messages", 1, 3),)
    bare = ts.load({"answer_generation": {"query": "How many?", "train_messages": []}})
    assert [m.text for m in bare.messages] == ["How many?"]


def interaction(uri, request, response, code=200):
    body = response if isinstance(response, str) else json.dumps(response)
    answer = {"status": {"code": code, "message": ""}, "body": {"string": body}}
    return {"request": {"method": "POST", "uri": uri, "body": json.dumps(request)}, "response": answer}


CHAT = "https://api.openai.com/v1/chat/completions"
GOAL = {"role": "user", "content": "Go."}
CALLED = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "c", "function": {"name": "look", "arguments": "{}"}}],
}
BACK = {"role": "tool", "tool_call_id": "c", "content": "3"}


def recorded():
    done = {"choices": [{"message": {"role": "assistant", "content": "Done."}}], "usage": {"prompt_tokens": 20}}
    first = {"choices": [{"message": CALLED}], "usage": {"prompt_tokens": 10}}
    return [
        interaction(CHAT, {"model": "gpt-5", "messages": [GOAL]}, first),
        interaction(CHAT, {"model": "gpt-5", "messages": [GOAL, CALLED, BACK], "seed": 1}, done),
    ]


def test_the_last_request_of_a_recording_and_its_answer_are_the_conversation():
    transcript = ts.load({"interactions": recorded(), "version": 1})
    assert transcript.format == "vcr-cassette" and transcript.dialect == "openai-chat"
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "assistant"]
    assert [m.usage.context for m in transcript.messages if m.usage] == [10, 20]
    assert transcript.document["seed"] == 1 and transcript.messages[0].origin == (("interactions", 1, "request"),)


def test_a_refused_request_has_no_answer():
    refused = interaction(CHAT, {"messages": [GOAL]}, {"error": {"message": "no"}}, code=400)
    assert [m.role for m in ts.load({"interactions": [refused]}).messages] == ["user"]


def test_a_streamed_answer_is_put_together():
    def piece(**delta):
        return "data: " + json.dumps({"choices": [{"delta": delta}]})

    call = {"index": 0, "id": "c", "function": {"name": "look", "arguments": '{"x"'}}
    rest = {"index": 0, "function": {"arguments": ": 1}"}}
    stream = "\n\n".join(
        [piece(content="I "), piece(content="look."), piece(tool_calls=[call]), piece(tool_calls=[rest])]
    )
    transcript = ts.load({"interactions": [interaction(CHAT, {"messages": [GOAL]}, stream + "\n\ndata: [DONE]")]})
    assert transcript.messages[1].text == "I look." and transcript.messages[1].calls[0].arguments == '{"x": 1}'


@pytest.mark.parametrize(
    "uri, request_, response, dialect, model",
    [
        (
            "https://api.anthropic.com/v1/messages",
            {"model": "claude", "messages": [GOAL]},
            {"role": "assistant", "content": [{"type": "text", "text": "Done."}], "usage": {"input_tokens": 4}},
            "anthropic-messages",
            "claude",
        ),
        (
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-v1%3A0/converse",
            {"messages": [{"role": "user", "content": [{"text": "Go."}]}]},
            {"output": {"message": {"role": "assistant", "content": [{"text": "Done."}]}}, "usage": {"inputTokens": 4}},
            "bedrock-converse",
            "us.anthropic.claude-v1:0",
        ),
        (
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-flash:generateContent",
            {"contents": [{"role": "user", "parts": [{"text": "Go."}]}]},
            {"candidates": [{"content": {"parts": [{"text": "Done."}]}}], "usageMetadata": {"promptTokenCount": 4}},
            "gemini-contents",
            "gemini-3-flash",
        ),
        (
            "https://api.openai.com/v1/responses",
            {"model": "gpt-5", "input": "Go."},
            {
                "output": [
                    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]}
                ],
                "usage": {"input_tokens": 4, "output_tokens": 1, "input_tokens_details": {"cached_tokens": 0}},
            },
            "openai-responses",
            "gpt-5",
        ),
        (
            "https://api.cohere.com/v2/chat",
            {"model": "command", "messages": [GOAL]},
            {
                "message": {"role": "assistant", "content": [{"type": "text", "text": "Done."}]},
                "usage": {"tokens": {"input_tokens": 4}},
            },
            "cohere-v2",
            "command",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "/" not in value else "",
)
def test_the_address_tells_the_dialect(uri, request_, response, dialect, model):
    transcript = ts.load({"interactions": [interaction(uri, request_, response)]})
    assert (transcript.dialect, transcript.model) == (dialect, model)
    assert [m.text for m in transcript.messages] == ["Go.", "Done."] and transcript.messages[1].usage.context == 4
