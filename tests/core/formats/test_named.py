"""Files that hold no conversation are recognised, and one sentence says what to do instead."""

import json

import pytest

import trimscope as ts
from trimscope.formats import named

DOCUMENTS = {
    "cline-ui-messages": [{"ts": 1, "type": "say", "say": "text", "text": "Hi"}],
    "nock-recording": [{"scope": "https://a", "path": "/v1", "body": {}, "response": {}}],
    "har": {"log": {"version": "1.2", "entries": []}},
    "http-exchanges": {"exchanges": [{"request": {}, "response": {}}]},
    "python-repr": ["ModelRequest(parts=[])", "ModelResponse(parts=[])"],
    "gaia-repr-rows": [{"question": "q", "intermediate_steps": ["ActionStep(step=1)"]}],
    "tau-few-shot": [{"messages_display": "user: Hi"}],
    "opencode-storage": {"id": "prt_1a", "messageID": "msg_1a", "type": "text", "text": "Hi"},
    "tarko-session": {"agent": "a", "sessionId": "s", "history": [{"type": "request", "data": {}}]},
    "tarko-trace": [{"type": "START", "name": "a"}, {"type": "END", "name": "a"}],
    "cohere-v1": {"message": "Hi", "chat_history": []},
    "chat-completion": {"object": "chat.completion", "choices": []},
    "gemini-response": {"candidates": [{"content": {}}]},
    "batch-output": [{"id": "b", "custom_id": "1", "response": {"body": {}}}],
    "stage-trace": {"traces": [{"steps": [{"name": "plan"}]}]},
    "json-in-a-string": json.dumps({"agents": 1}),
}
TEXTS = (
    b"SQLite format 3\x00\x10\x00",
    b"\x1f\x8b\x08\x00",
    b"(\xb5/\xfd\x00",
    b"PAR1\x15\x04",
    "ModelResponse(parts=[TextPart(content='Hi')])",
    "[{'role': 'user', 'content': 'Hi'}]",
    'data: {"choices": []}\n\ndata: [DONE]',
    "event: message_start\ndata: {}\n\n",
    "interactions:\n- request:\n    body: x",
)


def test_every_kind_of_the_table_has_its_example_here():
    assert {kind.name for kind in named.TABLE} == set(DOCUMENTS)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_named(name):
    kind = next(kind for kind in named.TABLE if kind.name == name)
    with pytest.raises(ts.LoadError) as error:
        ts.load(json.dumps(DOCUMENTS[name]))
    assert str(error.value) == kind.sentence and kind.sentence.endswith(".")


@pytest.mark.parametrize("source", TEXTS, ids=lambda source: repr(source)[:20])
def test_what_is_no_json_is_named_by_how_it_begins(source):
    with pytest.raises(ts.LoadError, match=r"^Th"):
        ts.load(source)


def test_all_else_is_told_what_was_expected():
    with pytest.raises(ts.LoadError, match="known format"):
        ts.load({"hello": 1})
