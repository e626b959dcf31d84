"""What is sent is what OpenAI's own SDK types accept: every item of trimmed Responses input, walked to its leaves."""

import json

import pytest

import trimscope as ts

pytest.importorskip("openai", reason="the provider's SDK is not installed; its types are an extra check")

from openai.types.responses import ResponseInputItemParam
from pydantic import TypeAdapter, ValidationError

ITEM = TypeAdapter(ResponseInputItemParam)
GOAL = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Weigh every crate."}]}


def walked(value):
    """The value with every lazy iterator read, so that nothing is left unchecked."""
    if isinstance(value, dict):
        return {key: walked(item) for key, item in value.items()}
    if isinstance(value, list | tuple) or hasattr(value, "__next__"):
        return [walked(item) for item in value]
    return value


def accepts(item):
    try:
        walked(ITEM.validate_python(item))
    except ValidationError:
        return False
    return True


def ring(identity, kind="function_call", output="12 kg " * 200, **more):
    asked = {"type": kind, "call_id": identity, "id": f"it_{identity}", "status": "completed"} | more
    return [
        {"type": "reasoning", "id": f"rs_{identity}", "summary": [{"type": "summary_text", "text": "weigh it"}]},
        asked,
        {"type": f"{kind}_output", "call_id": identity, "output": output},
    ]


SHELL = {"commands": ["ls"], "timeout_ms": None, "max_output_length": None}
EXIT = {"type": "exit", "exit_code": 0}
PIECE = {"stdout": "12 kg " * 200, "stderr": "much ado " * 90, "outcome": EXIT}
ITEMS = [
    GOAL,
    *ring("a", name="weigh", arguments="{}"),
    *ring("b", "custom_tool_call", name="patch", input="***"),
    *ring("c", "shell_call", [PIECE], action=SHELL),
    *ring("d", output=[{"type": "input_text", "text": "12 kg " * 200}] * 2, name="weigh", arguments="{}"),
    *ring("e", name="weigh", arguments="{}"),
]


def test_the_check_sees_what_is_wrong_however_deep():
    assert all(accepts(item) for item in ITEMS)
    assert not accepts({"type": "function_call_output", "call_id": 3, "output": "x"})
    assert not accepts({**GOAL, "content": [{"type": "input_text"}]})


@pytest.mark.parametrize(
    "keys",
    [
        {"keep_rounds": 1},
        {"keep_rounds": 0, "result_limit": 0},
        {"keep_rounds": 9, "result_limit": 60},
        {"keep_rounds": 1, "old_rounds": "compact"},
        {"keep_rounds": 1, "old_rounds": "clear", "result_limit": 100},
        {"keep_rounds": 1, "tombstone": {"place": "append_to_goal"}},
    ],
    ids=json.dumps,
)
def test_trimmed_input_is_accepted(keys):
    plan = ts.plan(ts.load({"model": "gpt-5", "input": ITEMS}), ts.Policy(**keys))
    assert plan.status == "fine" and plan.messages != ITEMS
    assert [item for item in plan.messages if not accepts(item)] == []


def test_made_up_results_are_accepted():
    unanswered = [item for item in ITEMS if not item["type"].endswith("_output")]
    asked = [item for item in unanswered if item["type"] != "message"]
    items = [GOAL, *[each for item in asked for each in ([item] if item["type"] == "reasoning" else [item, GOAL])]]
    plan = ts.plan(ts.load({"model": "gpt-5", "input": items}), ts.Policy(on_pairing_fault="repair", keep_rounds=9))
    assert plan.status == "fine" and sum(item["type"].endswith("_output") for item in plan.messages) == 5
    assert [item for item in plan.messages if not accepts(item)] == []
