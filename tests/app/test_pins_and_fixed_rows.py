"""Pins set from the preview, and the rows of what no message holds."""

import json

import pytest

from trimscope_app.playground import Playground
from trimscope_app.samples import samples
from trimscope_app.views.gauge import gauge_view
from trimscope_app.views.preview import preview_view
from trimscope_app.views.ringmap import plan_view, rows_view

from .views import GOAL, SYSTEM, loaded, planned, ring, rings

TOOL = {"name": "count_bin", "description": "Counts a bin. " * 20, "input_schema": {"type": "object"}}


@pytest.fixture
def playground():
    made = Playground()
    made.load_source("run.json", json.dumps([SYSTEM, GOAL, *rings(6)]))
    made.change("keep_rounds", 1)
    return made


def test_a_pin_keeps_the_whole_ring_and_goes_again(playground):
    playground.select(3)
    assert (playground.preview["pin"]["pressed"], playground.preview["pin"]["text"]) == (False, "Pin")
    playground.pin(3)
    assert playground.policy.pins == ("call:c0",)
    reasons = {each.message: each.reason for each in playground.plan.decisions}
    assert (reasons[2], reasons[3]) == ("pinned", "pinned")
    assert playground.preview["pin"]["pressed"]
    playground.select(2)  # the other half of the ring unpins it as well
    assert playground.preview["pin"]["text"] == "Unpin"
    playground.pin(2)
    assert playground.policy.pins == ()


def test_a_message_without_an_id_is_pinned_by_its_index():
    playground = Playground()
    records = [SYSTEM, GOAL, *rings(3), {"role": "assistant", "content": "so far"}, *ring("z")]
    playground.load_source("run.json", json.dumps(records))
    playground.pin(8)
    assert playground.policy.pins == (8,)


def test_anchors_and_the_tombstone_offer_no_pin(playground):
    for index in (0, 1, -1):
        playground.select(index)
        assert not playground.preview.get("pin")


def test_pins_of_one_transcript_do_not_break_the_next(playground):
    playground.pin(3)
    playground.change("pins", [*playground.policy.pins, "first_user_message"])
    playground.load_source("other.json", json.dumps([SYSTEM, GOAL]))
    assert playground.policy.pins == ("first_user_message",)
    assert playground.notice["boxes"] == []


# What no message holds


def request(**more):
    return {"max_tokens": 100, "system": "You keep a stock room.", "tools": [TOOL], "messages": [GOAL], **more}


def sums(found, plan):
    rows, after = rows_view(found, "en"), plan_view(found, plan, "en")
    inside = [row for row in rows["rows"] if after["actions"][row["i"]] != "past"]
    stored = sum(row["before"] for row in [*rows["fixed"], *inside])
    sent = sum(after["after"]) + sum(each["after"] for each in after["inserted"])
    return stored, sent + sum(after["fixed"][row["code"]]["after"] for row in rows["fixed"])


def test_a_top_level_system_prompt_and_tools_are_rows_of_their_own():
    found = loaded(request())
    rows = {row["code"]: row for row in rows_view(found, "en")["fixed"]}
    assert set(rows) == {"frame", "system", "tools"}
    assert rows["system"]["text"] == "You keep a stock room."
    assert (rows["tools"]["title"], rows["tools"]["text"]) == ("1 tool definition", "count_bin")


def test_a_system_message_is_a_message():
    assert [row["code"] for row in rows_view(loaded([SYSTEM, GOAL]), "en")["fixed"]] == ["frame"]


def test_the_list_adds_up_with_the_gauge():
    for records in (request(), [SYSTEM, GOAL, *rings(9)]):
        found, plan = planned(records, keep_rounds=2)
        gauge = gauge_view(found, plan, plan.policy.to_mapping(defaults=True), "en")
        assert sums(found, plan) == (gauge["stored"]["tokens"], gauge["sent"]["tokens"])


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_the_list_adds_up_in_every_sample(sample):
    playground = Playground()
    playground.load_sample(sample.id)
    stored, sent = sums(playground.loaded, playground.plan)
    assert stored == playground.gauge["stored"]["tokens"]
    assert sent == playground.gauge["sent"]["tokens"] or playground.plan.status == "refused"


def test_tools_that_are_left_out_are_shown_as_dropped():
    found, plan = planned(request(), token_budget=60, on_over_budget="drop_tools_schema_then_fail")
    assert plan_view(found, plan, "en")["fixed"]["tools"]["after"] == 0
    assert sums(found, plan) == (plan.tokens.stored, plan.tokens.sent)


def test_what_a_run_compacted_away_is_a_row_that_is_not_sent():
    playground = Playground()
    playground.load_source("s.jsonl", EPOCHS)
    past = [n for n, action in enumerate(playground.plan_rows["actions"]) if action == "past"]
    assert past and max(past) < playground.loaded.transcript.epochs[-1]
    preview = preview_view(playground.loaded, playground.plan, past[0], "en")
    assert preview["badges"][1] == ("past", "before the compaction")
    assert preview["pin"] == {}
    assert sums(playground.loaded, playground.plan) == (playground.plan.tokens.stored, playground.plan.tokens.sent)
    drawn = sum(each["tokens"] for each in playground.gauge["stored"]["segments"])
    assert drawn == playground.plan.tokens.stored


SESSION = {"sessionId": "s", "version": "2.0.0", "cwd": "/", "isSidechain": False, "userType": "external"}


def _said(role, text, uuid, parent, **more):
    content = text if role == "user" else [{"type": "text", "text": text}]
    return SESSION | {"type": role, "uuid": uuid, "parentUuid": parent,
                      "message": {"id": uuid, "role": role, "content": content}} | more


EPOCHS = "\n".join(json.dumps(record) for record in (
    _said("user", "Count.", "u1", None),
    _said("assistant", "Three.", "a1", "u1"),
    SESSION | {"type": "system", "subtype": "compact_boundary", "uuid": "b", "parentUuid": None,
               "logicalParentUuid": "a1", "content": "Conversation compacted"},
    _said("user", "This session is being continued: three bolts.", "u2", "b", isCompactSummary=True),
    _said("assistant", "Go on.", "a2", "u2"),
    _said("user", "And nuts?", "u3", "a2"),
))
