"""Limits of the whole run: the ladder down, the breaker, turns, and tries after a refusal."""

import copy

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import trimscope as ts
from histories import FORMATS, documents, has_budget, policies
from reference import would_refuse
from small import GOAL, SYSTEM, call_ids, calls, plan, rings, says

LONG = "bolt " * 200
LADDER = {"run_token_budget": 1000, "degrade": True, "old_rounds": "keep", "keep_rounds": 2, "result_limit": None}


def at(spent, records=None, **keys):
    transcript = ts.load(records or [SYSTEM, GOAL, says("hm"), *rings(5, LONG)])
    return ts.plan(transcript, ts.Policy(**LADDER | keys), spent=spent)


def reasons(plan):
    return [d.reason for d in plan.decisions]


def test_below_the_first_step_nothing_of_the_ladder_shows():
    assert at(499).tokens.saved == 0 and "run_budget_near" not in reasons(at(499))


def test_from_half_of_the_runs_budget_old_results_are_compacted():
    near = at(500)
    assert reasons(near).count("run_budget_near") == 3 and call_ids(near.messages) == [f"c{i}" for i in range(1, 6)]
    assert near.messages[-1]["content"] == LONG and near.status == "fine"


def test_from_four_fifths_only_anchors_and_the_newest_ring_are_sent():
    records = [SYSTEM, GOAL, says("hm"), *rings(5, LONG), says("so")]
    extreme = at(800, records)
    assert call_ids(extreme.messages) == ["c5"] and extreme.messages[:2] == [SYSTEM, GOAL]
    assert says("so") not in extreme.messages and extreme.tombstone.rounds == 6
    assert reasons(extreme).count("run_budget_extreme") == 10


def test_a_step_down_never_sends_more_than_the_policy_alone():
    for keys in ({"old_rounds": "drop"}, {"old_rounds": "clear"}, {"trigger": "watermark", "token_budget": 2000}):
        assert at(500, **keys).tokens.sent <= at(0, **keys).tokens.sent
        assert at(800, **keys).tokens.sent <= at(500, **keys).tokens.sent


def test_without_the_ladder_or_a_run_budget_spending_changes_nothing():
    assert at(999, degrade=None).tokens.saved == 0
    unlimited = at(10**6, run_token_budget=None)
    assert unlimited.tokens.saved == 0 and unlimited.notes == ("no_run_budget",)


def test_a_spent_run_is_stopped_and_assemble_raises():
    stopped = at(1000)
    assert stopped.status == "over_budget" and "run_stopped:tokens" in stopped.notes
    transcript = ts.load([SYSTEM, GOAL, *rings(1)])
    with pytest.raises(ts.BudgetError, match="token budget"):
        ts.assemble(transcript, ts.Policy(run_token_budget=50), spent=50)
    assert ts.assemble(transcript, ts.Policy(run_token_budget=50), spent=49)


def test_a_run_out_of_turns_is_stopped():
    transcript = ts.load([SYSTEM, GOAL, *rings(2)])
    policy = ts.Policy(max_turns=2)
    assert ts.plan(transcript, policy, call=2).status == "fine"
    third = ts.plan(transcript, policy)
    assert third.call == 3 and third.status == "over_budget" and third.notes == ("run_stopped:turns",)
    with pytest.raises(ts.BudgetError, match="turns"):
        ts.assemble(transcript, policy)


def test_each_retry_takes_one_more_ring_oldest_first_and_never_the_newest():
    transcript = ts.load([SYSTEM, GOAL, *rings(4), says("so")])
    policy = ts.Policy(keep_rounds=3)
    kept = [call_ids(ts.plan(transcript, policy, retry=retry).messages) for retry in (0, 1, 2)]
    assert kept == [["c2", "c3", "c4"], ["c3", "c4"], ["c4"]]
    again = ts.plan(transcript, ts.Policy(keep_rounds=1), retry=1)
    assert call_ids(again.messages) == ["c4"] and "retry_exhausted" in again.notes


def test_a_retry_takes_no_pinned_excluded_or_open_ring():
    records = [SYSTEM, GOAL, *rings(3), calls("p")]
    tried = plan(records, pins=["call:c1"]), ts.plan(ts.load(records), ts.Policy(pins=["call:c1"]), retry=2)
    assert [call_ids(each.messages) for each in tried] == [["c1", "c2", "c3", "p"], ["c1", "p"]]
    kept = ts.plan(ts.load(records), ts.Policy(exclude_tools=["count_bin"]), retry=2)
    assert kept.tokens.saved == 0 and "retry_exhausted" in kept.notes


@pytest.mark.parametrize("options", [{"retry": 3}, {"retry": -1}, {"retry": True}, {"spent": -1}, {"spent": 0.5}])
def test_numbers_out_of_range_are_named(options):
    with pytest.raises(ts.PolicyError, match=f"{next(iter(options))}: it takes"):
        ts.plan(ts.load([GOAL]), **options)


def test_spending_and_retries_are_part_of_what_a_plan_is():
    transcript = ts.load([SYSTEM, GOAL, says("hm")])
    plain, spent, again = (ts.plan(transcript, **options) for options in ({}, {"spent": 9}, {"retry": 1}))
    assert len({plain.plan_digest, spent.plan_digest, again.plan_digest}) == 3


@pytest.mark.parametrize("format", FORMATS)
def test_no_moment_of_a_run_breaks_a_ring_or_a_sum(format):
    @settings(max_examples=40)
    @given(
        documents(format, healthy=True),
        policies(pins=()),
        st.sampled_from([0, 1, 1500, 5000]),
        st.sampled_from([0, 1, 2]),
    )
    def holds(document, policy, spent, retry):
        assume(document["messages"] and has_budget(policy) and policy.round_unit != "message")
        transcript = ts.load(document, format=format)
        plain = ts.plan(transcript, policy, spent=spent)
        sent = ts.plan(transcript, policy, spent=spent, retry=retry)
        if plain.status != "refused":
            assert sent.status != "refused" and not would_refuse(sent.document, format)
            again = ts.load(copy.deepcopy(sent.document), format=format)
            assert ts.count(again, model=policy.model).total == sent.tokens.sent
            taken = [d.message for d in sent.decisions if d.reason == "retry_tightening"]
            rounds = [each for each in sent.view.rings.rounds if set(each.messages).intersection(taken)]
            assert len(rounds) == retry or "retry_exhausted" in sent.notes

    holds()
