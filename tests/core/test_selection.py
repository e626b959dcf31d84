"""Which rounds go when they go by value: visible rules, dependencies, and never more than age would have cost."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, plan, ring, rings, says, user


def dropped(result):
    return [d.message for d in result.decisions if d.action == "drop"]


def by_value(records, budget, **section):
    return plan(records, old_rounds="keep", select_by_value=section, token_budget=budget)


def sized(records, *without):
    """Tokens of a history without some of its messages, and with a tombstone."""
    counts = ts.count(ts.load(records))
    return counts.total - sum(counts.messages[index] for index in without) + 24


NOISE = "noise " * 40


def test_off_unless_asked_for_and_idle_where_all_fits():
    records = [SYSTEM, GOAL, *rings(6, NOISE)]
    assert dropped(plan(records, old_rounds="keep", token_budget=250))[0] == 2
    assert dropped(by_value(records, 10_000)) == []


def test_of_equal_rounds_the_oldest_go_first():
    records = [SYSTEM, GOAL, *rings(6, NOISE)]
    budget = sized(records, 2, 3, 4, 5)
    assert dropped(by_value(records, budget)) == dropped(plan(records, old_rounds="keep", token_budget=budget))


@pytest.mark.parametrize(
    ("first", "rest", "rule"),
    [
        ("Error: bin 1 is locked", "", "error"),
        ('{"key": "BIN-77"}', [calls("u", tool="open", key="BIN-77"), answer("u")], "used"),
        ('{"key": "BIN-77"}', [user("So BIN-77 it is?")], "entity"),
    ],
)
def test_an_old_round_stays_for_its_error_its_use_or_its_id(first, rest, rule):
    records = [SYSTEM, GOAL, *ring("old", first + NOISE), *rings(5, NOISE + "."), *(rest or [says("so")])]
    budget = sized(records, 4, 5)
    rules = {"recency": 1, "error": 0, "entity": 0, "used": 0}
    assert dropped(by_value(records, budget, **rules))[:2] == [2, 3]
    kept = dropped(by_value(records, budget, **rules | {rule: 50}))
    assert kept and not {2, 3} & set(kept)


def test_the_weight_of_risk_decides_between_value_and_risk():
    locked = ring("old", "Error: locked " + NOISE)
    records = [SYSTEM, GOAL, *locked, *rings(3, NOISE), says("so")]
    budget = sized(records, 4, 5)
    assert 2 in dropped(by_value(records, budget, risk=0, error=100))
    assert 2 not in dropped(by_value(records, budget, risk=1, error=100))


def test_a_conclusion_goes_with_the_result_it_rests_on():
    source = [*ring("old", '{"key": "BIN-77"}' + NOISE * 3), says("The right one is BIN-77.")]
    records = [SYSTEM, GOAL, *source, *rings(4, NOISE), says("so")]
    every = {tuple(dropped(by_value(records, budget))) for budget in range(100, sized(records), 7)}
    assert any(2 in gone for gone in every) and any(2 not in gone for gone in every)
    assert all(4 in gone for gone in every if 2 in gone)


def test_an_answer_keeps_its_question_and_the_call_that_follows_keeps_both():
    talk = [says("Shall I refund it, or wait?"), user("Refund it."), calls("r", tool="refund"), answer("r", "done")]
    records = [SYSTEM, GOAL, *rings(3, NOISE), *talk, *rings(1, NOISE), says("so"), user("And now?")]
    at = records.index(talk[0])
    for budget in range(80, sized(records), 7):
        gone = set(dropped(by_value(records, budget)))
        assert at + 1 in gone or at not in gone
        assert at + 2 in gone or at + 1 not in gone


def test_the_question_before_what_stays_goes_last():
    records = [SYSTEM, GOAL, says("Shall I refund it?"), user("Yes."), *rings(1, "7")]
    records = [*records[:2], *rings(4, NOISE), *records[2:]]
    question = 10
    budget = sized(records, *range(2, 10))
    assert question not in dropped(by_value(records, budget, recency=0))


def test_what_may_not_go_stays_and_a_tight_budget_is_met():
    records = [SYSTEM, GOAL, *rings(8, NOISE), says("so"), user("And?")]
    for budget in (60, 150, 300, 500):
        result = by_value(records, budget)
        assert {0, 1, 16, 17, 19}.isdisjoint(dropped(result))  # anchors and the newest ring
        assert result.tokens.sent <= budget or set(dropped(result)) == {*range(2, 16), 18}
    kept = plan(records, old_rounds="keep", select_by_value=True, token_budget=300, exclude_tools=["count_bin"])
    assert set(dropped(kept)) <= {18}


def test_trimming_again_changes_nothing():
    records = [SYSTEM, GOAL, *rings(8, NOISE), says("so"), user("And?")]
    result = by_value(records, 300)
    assert ts.plan(ts.load(result.document), result.policy).document == result.document
