"""Pairing by key: what belongs together, what is a fault, and how severe it is where."""

import pytest

import trimscope as ts
from small import GOAL, answer, calls, codes, results, ring, says, turns, user, uses


def faults(records):
    return codes(ts.group(ts.load(records)).faults)


def members(records):
    return [r.messages for r in ts.group(ts.load(records)).rounds if r.ring]


def test_parallel_calls_are_one_ring_with_results_in_any_order():
    records = [GOAL, calls("a", "b"), answer("b"), answer("a")]
    assert members(records) == [(1, 2, 3)] and faults(records) == []


def test_a_result_displaced_by_another_message_still_belongs_to_its_call():
    records = [GOAL, calls("a"), user("wait"), answer("a")]
    assert members(records) == [(1, 3)] and faults(records) == [("displaced_result", "refused", 3, "a")]


def test_an_id_used_again_in_a_later_turn_is_a_warning_and_pairs_with_the_nearest():
    records = [GOAL, *ring("a", "one"), *ring("a", "two")]
    assert members(records) == [(1, 2), (3, 4)] and faults(records) == [("duplicate_call_id", "warning", 3, "a")]


def test_one_id_twice_in_parallel_gets_both_results():
    assert members([GOAL, calls("a", "a"), answer("a"), answer("a")]) == [(1, 2, 3)]


def test_a_call_at_the_very_end_is_pending_and_no_fault_to_stop_for():
    assert faults([GOAL, calls("a")]) == [("pending_call", "info", 1, "a")]
    assert faults([GOAL, calls("a", "b"), answer("a")]) == [("pending_call", "info", 1, "b")]


def test_a_dead_call_is_refused_once_newer_messages_follow():
    assert faults([GOAL, calls("a"), user("and?")]) == [("missing_result", "refused", 1, "a")]


def test_a_result_without_its_call_is_refused():
    assert faults([GOAL, answer("ghost"), says("hm")]) == [("orphan_result", "refused", 1, "ghost")]


def test_a_result_before_its_call_is_told_from_an_orphan():
    found = faults([GOAL, answer("a"), calls("a"), answer("a")])
    assert found == [("result_before_call", "refused", 1, "a")]


def test_a_second_result_is_a_warning_for_openai_and_refused_by_anthropic():
    assert faults([GOAL, *ring("a"), answer("a")]) == [("duplicate_result", "warning", 3, "a")]
    found = faults(turns(GOAL, uses("a"), results("a", "a")))
    assert found == [("duplicate_result", "refused", 2, "a")]


def test_a_late_second_answer_belongs_to_the_answered_call():
    records = [GOAL, *ring("a"), *ring("b"), answer("a", "final")]
    assert members(records) == [(1, 2, 5), (3, 4)]


def test_a_result_whose_call_lies_on_the_server_is_no_fault():
    from dataclasses import replace

    transcript = replace(ts.load([GOAL, answer("s"), says("ok")]), continued=True)
    assert codes(ts.group(transcript).faults) == [("unknown_call", "info", 1, "s")]


def test_results_behind_other_content_of_a_user_turn_are_displaced_for_anthropic():
    record = {"role": "user", "content": [{"type": "text", "text": "hm"}, *results("a")["content"]]}
    assert faults(turns(GOAL, uses("a"), record)) == [("displaced_result", "refused", 3, "a")]


def test_text_behind_results_is_a_user_message_of_its_own():
    transcript = ts.load(turns(GOAL, uses("a"), results("a", then="go on")))
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "user"]
    assert ts.group(transcript).faults == ()


def test_a_server_tool_and_its_result_in_one_message_are_a_ring():
    blocks = [
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
        {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
        {"type": "text", "text": "rain"},
    ]
    records = turns(GOAL, {"role": "assistant", "content": blocks}, user("thanks"))
    assert members(records) == [(1,)] and faults(records) == []


def test_calls_without_an_id_pair_by_the_legacy_function_name():
    records = [
        GOAL,
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": "1"},
    ]
    assert members(records) == [(1, 2)] and faults(records) == []


def test_history_may_begin_only_where_no_pair_is_split():
    rings = ts.group(ts.load([GOAL, *ring("a"), says("so"), calls("b"), user("wait"), answer("b")]))
    assert rings.cuts == (0, 1, 3, 4)


@pytest.mark.parametrize("count", [1, 30])
def test_every_message_is_in_exactly_one_round(count):
    records = [GOAL, *(record for i in range(count) for record in (*ring(f"c{i}"), says("so")))]
    rounds = ts.group(ts.load(records)).rounds
    assert sorted(i for each in rounds for i in each.messages) == list(range(len(records)))


def test_an_id_twice_in_one_message_has_words_of_its_own():
    assert faults([GOAL, calls("a", "a"), answer("a"), answer("a")]) == [("repeated_call_id", "warning", 1, "a")]


@pytest.mark.parametrize("odd", ["", 7, None, {}])
def test_an_id_that_is_none_is_its_own_fault(odd):
    assert faults([GOAL, calls(odd), user("so?")]) == [("bad_call_id", "refused", 1, None)]
    assert faults([GOAL, *ring("a"), answer(odd), says("so")]) == [("bad_call_id", "refused", 3, None)]
    for how in ("repair", "drop_ring"):
        plan = ts.plan(ts.load([GOAL, calls(odd), user("so?")]), ts.Policy(on_pairing_fault=how))
        assert plan.status in ("fine", "refused")
