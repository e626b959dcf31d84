"""What is never dropped, moved or rewritten."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, call_ids, calls, plan, ring, rings, says, user
from trimscope.structure.anchors import find_pin, pin_for

WRAPPED = user("<system-reminder>be brief</system-reminder>")
PICTURE = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,x"}}]}


def anchors(records, **keys):
    return {d.message: d.reason for d in plan(records, **keys).decisions if d.action == "anchor"}


def test_system_goal_and_newest_user_are_anchors():
    records = [SYSTEM, GOAL, *rings(2), user("and bin 9?"), *rings(1)]
    assert anchors(records) == {0: "system", 1: "goal", 6: "newest_user"}


@pytest.mark.parametrize(
    "switch,gone", [("protect_system", 0), ("protect_first_user", 1), ("protect_last_user", 6)]
)
def test_each_anchor_can_be_switched_off_by_name(switch, gone):
    records = [SYSTEM, GOAL, *rings(2), user("and bin 9?"), *rings(1)]
    assert gone not in anchors(records, **{switch: False})


def test_a_run_of_user_messages_is_one_anchor():
    assert anchors([SYSTEM, GOAL, user("All of them."), *rings(1)]) == {0: "system", 1: "goal", 2: "goal"}


def test_the_goal_counts_behind_a_greeting():
    assert anchors([SYSTEM, says("Good morning."), GOAL, *rings(1)]) == {0: "system", 2: "goal"}


def test_what_a_harness_put_before_the_goal_stays_but_is_not_the_goal():
    assert anchors([WRAPPED, GOAL, *rings(1)]) == {0: "leading_context", 1: "goal"}
    assert anchors([SYSTEM, says("Hello."), WRAPPED, GOAL]) == {0: "system", 2: "leading_context", 3: "goal"}


def test_a_screenshot_sent_as_a_user_turn_is_not_what_a_person_typed():
    assert anchors([GOAL, calls("a"), answer("a"), PICTURE, *rings(1)]) == {0: "goal"}


def test_a_picture_a_person_sent_is_typed():
    assert anchors([PICTURE, *rings(1)]) == {0: "goal"}


def test_a_result_is_not_what_a_person_typed():
    from small import results, turns, uses

    assert anchors(turns(GOAL, uses("a"), results("a"))) == {0: "goal"}


def test_a_tombstone_is_never_an_anchor():
    note = user("[trim note: 3 earlier rounds, about 900 tokens, were removed]")
    assert anchors([SYSTEM, GOAL, note, *rings(1)]) == {0: "system", 1: "goal"}


@pytest.mark.parametrize("pin", ["call:c1", 2, 3])
def test_a_pin_takes_its_whole_ring_and_no_slot(pin):
    sent = plan([SYSTEM, GOAL, *rings(4)], keep_rounds=1, pins=[pin])
    assert call_ids(sent.messages) == ["c1", "c4"]


def test_a_pinned_result_is_not_cut():
    sent = plan([SYSTEM, GOAL, *rings(2, "x" * 900)], result_limit=100, pins=["call:c1"])
    assert [len(m["content"]) for m in sent.messages if m["role"] == "tool"] == [900, 100]


def test_a_message_is_pinned_by_its_own_id():
    greeting = says("Rule: count twice.") | {"id": "msg_7"}
    sent = plan([SYSTEM, GOAL, greeting, *rings(3)], round_unit="turn", keep_rounds=1, pins=["id:msg_7"])
    assert greeting in sent.messages


def test_named_pins_hold_without_the_switches():
    keys = {"protect_first_user": False, "protect_last_user": False, "protect_system": False}
    sent = plan(
        [SYSTEM, GOAL, *rings(3)],
        token_budget=1,
        pins=["first_user_message", "security_system_prompt", "side_effect_ledger"],
        **keys,
    )
    assert SYSTEM in sent.messages and GOAL in sent.messages


@pytest.mark.parametrize("pin", ["call:nobody", "id:nobody", 99, -1, "nonsense"])
def test_a_pin_that_is_nowhere_is_an_error_that_names_it(pin):
    with pytest.raises(ts.PolicyError, match="pins"):
        plan([SYSTEM, GOAL, *rings(1)], pins=[pin])


def test_a_message_is_pinned_by_what_names_it_alone():
    records = [GOAL, *ring("a"), *ring("b"), calls("a"), answer("a"), says("done") | {"id": "m9"}, says("end")]
    transcript = ts.load(records)
    pins = [pin_for(message, transcript) for message in transcript.messages]
    assert pins == [0, 1, 2, "call:b", "call:b", 5, 6, "id:m9", 8]
    for message, pin in zip(transcript.messages, pins, strict=True):
        assert {message.index, message.index - 1} & set(find_pin(pin, transcript))
