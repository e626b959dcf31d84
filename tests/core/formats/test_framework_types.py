"""What is written after a trim is what the frameworks' own classes take (where they are installed)."""

import json

import pytest

import trimscope as ts
from framework_histories import Langchain, LangchainClasses, LangchainDicts, PydanticAi

KEYS = (
    {"keep_rounds": 1},
    {"keep_rounds": 1, "old_rounds": "compact", "result_limit": 200},
    {"keep_rounds": 1, "old_rounds": "clear", "result_limit": 10},
)


def trimmed(d, keys, broken=False):
    records = [*d.user("Count the bolts."), *d.ring("a", "b"), *d.ring("c"), *d.user("And now?"), *d.ring("e")]
    if broken:
        records = [*d.user("Count the bolts."), *d.calls("a"), *d.user("And now?")]
        keys = {"on_pairing_fault": "repair"}
    plan = ts.plan(ts.load(records), ts.Policy(**keys))
    assert plan.status == "fine"
    return plan.document


CASES = [*((keys, False) for keys in KEYS), ({}, True)]


@pytest.mark.filterwarnings("ignore:The function `load` is in beta", "ignore:The default value of `allowed_objects`")
@pytest.mark.parametrize("keys, broken", CASES)
def test_langchain_takes_every_spelling(keys, broken):
    messages = pytest.importorskip("langchain_core.messages")
    load = pytest.importorskip("langchain_core.load").load
    flat = messages.convert_to_messages(trimmed(Langchain(), keys, broken))
    dicts = messages.messages_from_dict(trimmed(LangchainDicts(), keys, broken))
    classes = load(trimmed(LangchainClasses(), keys, broken))
    kinds = [each.type for each in flat]
    assert kinds == [each.type for each in dicts] == [each.type for each in classes] and kinds[0] == "human"


@pytest.mark.parametrize("keys, broken", CASES)
def test_pydantic_ai_takes_the_history(keys, broken):
    messages = pytest.importorskip("pydantic_ai.messages")
    document = trimmed(PydanticAi(), keys, broken)
    read = messages.ModelMessagesTypeAdapter.validate_json(json.dumps(document))
    assert [each.kind for each in read] == [record["kind"] for record in document]


def test_the_check_would_see_a_broken_history():
    messages = pytest.importorskip("pydantic_ai.messages")
    pydantic = pytest.importorskip("pydantic")
    with pytest.raises(pydantic.ValidationError):
        messages.ModelMessagesTypeAdapter.validate_python([{"kind": "request", "parts": [{"part_kind": "none"}]}])
