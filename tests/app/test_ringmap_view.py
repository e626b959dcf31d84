"""The ring map: a row a message, joined to its ring, with what became of it."""

from trimscope_app.views.ringmap import LANES, plan_view, rows_view

from .views import GOAL, SYSTEM, answer, calls, loaded, planned, ring, rings


def lanes(records):
    view = rows_view(loaded(records), "en")
    return [row["lanes"] for row in view["rows"]]


def test_every_message_is_a_row_with_its_own_number():
    found = loaded([SYSTEM, GOAL, *rings(3)])
    rows = rows_view(found, "en")["rows"]
    assert [row["i"] for row in rows] == list(range(8))
    assert [row["before"] for row in rows] == list(found.counts.messages)


def test_lines_join_a_call_to_each_of_its_results():
    marks = lanes([SYSTEM, GOAL, calls("a", "b"), answer("b", "2"), answer("a", "1"), *ring("c")])
    assert marks == [[""], [""], ["first"], ["branch"], ["last"], ["first"], ["last"]]


def test_a_displaced_result_is_joined_past_what_stands_between():
    wait = {"role": "user", "content": "wait"}
    marks = lanes([SYSTEM, GOAL, calls("a", "b"), answer("a", "1"), wait, answer("b", "2")])
    assert marks[2:] == [["first"], ["branch"], ["pass"], ["last"]]


def test_rings_that_overlap_get_lanes_of_their_own():
    marks = lanes([SYSTEM, GOAL, calls("a"), calls("b"), answer("a", "1"), answer("b", "2")])
    assert marks[2:] == [["first", ""], ["pass", "first"], ["last", "pass"], ["", "last"]]


def test_many_overlapping_rings_share_the_last_lane():
    names = [f"c{n}" for n in range(LANES + 3)]
    marks = lanes([SYSTEM, GOAL, *[calls(name) for name in names], *[answer(name, "x") for name in names]])
    assert all(len(mark) == LANES for mark in marks[2:])


def test_a_row_is_linked_to_the_rest_of_its_ring_only():
    view = rows_view(loaded([SYSTEM, GOAL, calls("a", "b"), answer("a", "1"), answer("b", "2")]), "en")
    assert view["links"] == {"2": [3, 4], "3": [2, 4], "4": [2, 3]}


def test_names_say_who_speaks_and_which_tool_answered():
    records = [SYSTEM, GOAL, calls("a", "b", tool="find"), answer("a", "1"), answer("b", "2")]
    assert [row["title"] for row in rows_view(loaded(records), "en")["rows"]] == [
        "system", "user", "find ×2", "result of find", "result of find"]
    assert [row["title"] for row in rows_view(loaded(records), "zh")["rows"]][3] == "find 的结果"


def test_rows_carry_what_the_plan_decided():
    found, plan = planned([SYSTEM, GOAL, *rings(4)], keep_rounds=2)
    view = plan_view(found, plan, "en")
    decided = {d.message: d for d in plan.decisions if d.message is not None}
    assert view["actions"] == [decided[n].action for n in range(10)]
    assert view["after"] == [decided[n].after for n in range(10)]
    assert view["words"]["drop"] == "dropped"


def test_the_tombstone_stands_at_its_place():
    found, plan = planned([SYSTEM, GOAL, *rings(4)], keep_rounds=2)
    (tomb,) = plan_view(found, plan, "en")["inserted"]
    (decision,) = [d for d in plan.decisions if d.message is None]
    assert (tomb["at"], tomb["after"], tomb["testid"]) == (2, decision.after, "row-tombstone")
    assert tomb["text"] == plan.tombstone.text


def test_a_fault_marks_its_row():
    found, plan = planned([SYSTEM, GOAL, calls("lost"), {"role": "user", "content": "And?"}])
    view = plan_view(found, plan, "en")
    assert view["refused"]
    assert view["faults"] == {"2": "pairing fault"}


def test_one_huge_message_does_not_flatten_all_bars():
    found, plan = planned([SYSTEM, GOAL, *rings(20), *ring("big", "x" * 2_000_000)])
    assert plan_view(found, plan, "en")["scale"] < found.counts.messages[-1] / 100


def test_snippets_are_short_whatever_the_size():
    rows = rows_view(loaded([SYSTEM, GOAL, *ring("big", "word " * 1_000_000)]), "en")["rows"]
    assert max(len(row["text"]) for row in rows) <= 160
