"""A run is the fold of its calls, and has three exits."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, call_ids, rings, says

LONG = "bolt " * 200


def load(count, *more):
    return ts.load([SYSTEM, GOAL, *rings(count, LONG), *more])


def test_a_run_yields_the_plan_of_every_call_and_of_the_next_where_none_was_final():
    assert [plan.call for plan in ts.run(load(3, says("so")))] == [1, 2, 3, 4]
    assert [plan.call for plan in ts.run(load(3))] == [1, 2, 3, 4]
    assert [plan.call for plan in ts.run(ts.load([GOAL]))] == [1]


def test_nothing_is_planned_before_it_is_asked_for():
    plans = ts.run(load(2), ts.Policy(pins=["call:nowhere"]))
    with pytest.raises(ts.PolicyError, match="nowhere"):
        next(plans)


@pytest.mark.parametrize("keys", [{}, {"trigger": "watermark", "token_budget": 900, "keep_rounds": 1}])
def test_a_run_is_the_fold_by_hand(keys):
    transcript, policy, before, spent = load(6, says("so")), ts.Policy(result_limit=None, **keys), None, 0
    counts = ts.count(transcript)
    for plan in ts.run(transcript, policy):
        before = ts.plan(transcript, policy, call=plan.call, before=before, spent=spent)
        assert plan.view.spent == spent and plan.plan_digest == before.plan_digest
        spent += before.tokens.sent + counts.messages[transcript.call_indexes[plan.call - 1]]


def test_the_ladder_is_climbed_down_along_a_run_until_the_breaker():
    policy = ts.Policy(run_token_budget=7000, degrade=True, old_rounds="keep", keep_rounds=1, result_limit=None)
    plans = list(ts.run(load(20), policy))
    seen = list(dict.fromkeys(d.reason for plan in plans for d in plan.decisions if "run_budget" in d.reason))
    assert seen == ["run_budget_near", "run_budget_extreme"]
    assert plans[-1].status == "over_budget" and "run_stopped:tokens" in plans[-1].notes
    assert len(call_ids(plans[-1].messages)) == 1 and plans[-1].call < 21
    assert all(plan.status == "fine" for plan in plans[:-1])


def test_a_run_has_three_exits():
    answered = load(2, says("so"))
    free = ts.exit_of(answered)
    assert (free.code, free.call) == ("final_answer", 3)
    assert free.spent == sum(plan.tokens.sent for plan in ts.run(answered)) + sum(
        ts.count(answered).messages[index] for index in answered.call_indexes
    )
    turns = ts.exit_of(answered, ts.Policy(max_turns=2))
    assert (turns.code, turns.call) == ("turn_limit", 3)
    tokens = ts.exit_of(answered, ts.Policy(run_token_budget=100))
    assert (tokens.code, tokens.call) == ("token_limit", 3) and tokens.spent >= 100
    assert ts.exit_of(load(2)).code == "open"
