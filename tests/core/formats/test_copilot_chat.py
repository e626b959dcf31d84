"""Chats that VS Code Copilot exports."""

import trimscope as ts


def tree(*lines):
    children = [{"type": 2, "text": line, "lineBreakBefore": number > 0} for number, line in enumerate(lines)]
    return {"content": [{"value": {"node": {"type": 1, "ctor": 2, "children": [{"type": 1, "children": children}]}}}]}


CALLS = [{"id": f"t{n}__vscode-1", "name": "read_file", "arguments": '{"n": 1}'} for n in (1, 2)]
ROUNDS = [{"id": "r1", "response": "On it.", "toolCalls": CALLS}, {"id": "r2", "response": "Twelve.", "toolCalls": []}]
RESULTS = {CALLS[0]["id"]: tree("bin 7:", "12 bolts"), CALLS[1]["id"]: {"content": [{"value": "none"}]}}


def asked(words="Count.", **metadata):
    return {"message": {"text": words}, "response": [], "modelId": "copilot/claude-x", "result": {"metadata": metadata}}


def chat(*requests):
    return {"version": 3, "requesterUsername": "me", "responderUsername": "GitHub Copilot", "requests": list(requests)}


def test_rounds_of_a_request_are_calls_with_their_results():
    transcript = ts.load(chat(asked(toolCallRounds=ROUNDS, toolCallResults=RESULTS)))
    assert (transcript.format, transcript.dialect, transcript.model) == (
        "vscode-copilot-chat",
        "openai-chat",
        "claude-x",
    )
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "tool", "assistant"]
    assert transcript.messages[2].results[0].texts[0].text == "bin 7:\n12 bolts"
    assert not ts.group(transcript).faults


def test_a_result_that_was_not_kept_leaves_its_call_open():
    transcript = ts.load(chat(asked(toolCallRounds=ROUNDS, toolCallResults={CALLS[0]["id"]: tree("x")})))
    assert [fault.code for fault in ts.group(transcript).faults] == ["missing_result"]


def test_the_prompt_is_what_the_model_saw_and_shared_context_is_injected():
    context = [{"type": 1, "text": "<environment_info>linux</environment_info>"}, {"type": 3, "cacheType": "ephemeral"}]
    rendered = [{"type": 1, "text": "<userRequest>Count.</userRequest>"}]
    transcript = ts.load(
        chat(asked(renderedGlobalContext=context, renderedUserMessage=rendered, toolCallRounds=ROUNDS[1:]))
    )
    assert [m.injected for m in transcript.messages] == [True, False, False]
    assert transcript.messages[1].text == "<userRequest>Count.</userRequest>"


def test_a_chat_without_rounds_is_read_from_its_response():
    request = {**asked(), "response": [{"value": "Twelve "}, {"kind": "progress"}, {"value": "bolts."}]}
    assert [m.text for m in ts.load(chat(request)).messages] == ["Count.", "Twelve bolts."]
