"""Buckets: every token is in exactly one, and a full one lets only its own content be shortened."""

import pytest
from hypothesis import assume, given, settings

import trimscope as ts
from histories import FORMATS, documents, has_budget, policies
from small import GOAL, SYSTEM, call_ids, plan, ring, rings, says, turns, user, uses
from trimscope.budgets.buckets import BUCKETS, buckets

LONG = "bolt " * 200


def shares(plan):
    return {each.bucket: each for each in buckets(plan)}


@pytest.mark.parametrize("format", FORMATS)
def test_shares_add_up_to_what_is_stored_and_to_what_is_sent(format):
    @settings(max_examples=80)
    @given(documents(format), policies())
    def holds(document, policy):
        assume(document["messages"] and has_budget(policy))
        planned = ts.plan(ts.load(document, format=format), policy)
        found = buckets(planned)
        assert sum(each.stored for each in found) == planned.tokens.stored
        assert sum(each.sent for each in found) == planned.tokens.sent
        assert all(each.stored >= 0 for each in found)
        assert [each.bucket for each in found] == [*BUCKETS, "output", "margin"]

    holds()


def test_each_kind_of_content_has_its_bucket():
    records = [
        SYSTEM,
        GOAL,
        says("first"),
        *ring("s", LONG, tool="search_docs"),
        *ring("a", LONG),
        user("and now?"),
        *rings(2, "new"),
        says("so"),
    ]
    document = {"messages": records, "tools": [{"type": "function", "function": {"name": "count_bin"}}]}
    stored = plan(document, keep_rounds=2, old_rounds="keep", result_limit=None, profile="patchcat")
    counts, found = ts.count(stored.transcript, "patchcat"), shares(stored)
    one = counts.messages
    assert found["policy"].stored == one[0] and found["tools"].stored == counts.tools > 0
    assert found["task"].stored == one[1] + one[7]
    assert found["knowledge"].stored == one[4] and found["results"].stored == one[6]
    assert found["history"].stored == one[2] + one[3] + one[5]
    assert found["recent"].stored == sum(one[8:])
    assert found["output"].limit == stored.window.reserve and found["margin"].limit == stored.window.margin


def test_a_tombstone_is_state_wherever_it_stands():
    for place in ("own_message", "append_to_goal"):
        style = {"style": "counted", "lang": "en", "place": place}
        sent = plan([SYSTEM, GOAL, *rings(3, LONG)], keep_rounds=1, tombstone=style)
        found = shares(sent)
        assert found["task"].sent == found["task"].stored and found["state"].sent > 0
        again = shares(ts.plan(ts.load(sent.document), sent.policy))
        assert again["state"].stored == found["state"].sent and again["task"].stored == found["task"].sent


def full(records, **limits):
    """A plan that keeps everything old, under bucket limits only."""
    return plan(records, keep_rounds=1, old_rounds="keep", result_limit=None, buckets=limits)


def changed(plan):
    return {d.message: (d.action, d.reason) for d in plan.decisions if d.action not in ("keep", "anchor")}


OLD = [SYSTEM, GOAL, *rings(4, LONG), *ring("new", LONG), says("so")]


def test_old_results_are_cut_to_an_equal_share_and_only_those_that_take_more():
    records = [SYSTEM, GOAL, *ring("big", LONG * 3), *rings(3, LONG), *ring("new", LONG), says("so")]
    whole = shares(full(records))["results"].stored
    little, much = full(records, results=whole - 50), full(records, results=whole // 4)
    assert changed(little) == {3: ("truncate", "bucket_full")}
    assert changed(much) == dict.fromkeys((3, 5, 7, 9), ("truncate", "bucket_full"))
    for sent in (little, much):
        found = shares(sent)
        assert found["results"].sent <= found["results"].limit and sent.notes == ()
        assert found["recent"].sent == found["recent"].stored


def test_what_a_cut_cannot_do_clearing_does_oldest_first():
    sent = full(OLD, results=150)
    assert shares(sent)["results"].sent <= 150
    assert [changed(sent)[index][0] for index in (3, 5, 7, 9)] == ["clear", "clear", "truncate", "truncate"]
    assert call_ids(sent.messages) == ["c1", "c2", "c3", "c4", "new"]


def test_recent_results_are_cut_and_never_cleared():
    sent = full(OLD, recent=100)
    assert changed(sent) == {11: ("truncate", "bucket_full")}
    assert shares(sent)["recent"].sent <= 100
    too_small = full(OLD, recent=20)
    assert "bucket_full:recent" in too_small.notes and changed(too_small)[11][0] == "truncate"


def test_old_plain_messages_go_oldest_first():
    records = [SYSTEM, GOAL, says("one " * 50), says("two " * 50), *rings(3, LONG), says("so")]
    sent = full(records, history=110)
    assert says("one " * 50) not in sent.messages and says("two " * 50) in sent.messages
    assert call_ids(sent.messages) == ["c1", "c2", "c3"] and sent.tombstone.rounds == 1
    assert "bucket_full:history" in full(records, history=1).notes  # the calls stay


def test_knowledge_goes_oldest_first_and_the_newest_is_only_cut():
    records = [SYSTEM, GOAL, *ring("k1", LONG, tool="search"), *ring("k2", LONG, tool="search")]
    sent = full(records, knowledge=100)
    assert changed(sent) == {3: ("clear", "bucket_full"), 5: ("truncate", "bucket_full")}
    assert shares(sent)["knowledge"].sent <= 100


def test_what_may_not_be_shortened_is_said_by_name():
    document = {"messages": OLD, "tools": [{"type": "function", "big": "x " * 400}]}
    sent = full(document, policy=1, tools=1, task=1, state=0, summary=0)
    assert sent.notes == ("bucket_full:policy", "bucket_full:tools", "bucket_full:task")
    assert sent.tokens.saved == 0
    for lang in ts.words.LANGS:
        assert "tools" in ts.words.note("bucket_full:tools", lang)


def test_a_tombstone_over_the_limit_of_state_is_said_though_it_is_written_last():
    sent = plan([SYSTEM, GOAL, *rings(9, LONG)], token_budget=600, buckets={"state": 5}, result_limit=None)
    assert sent.tombstone is not None and sent.notes == ("bucket_full:state",)


def test_anchors_pins_and_excluded_tools_stay_as_they_are():
    keys = {"keep_rounds": 1, "old_rounds": "keep", "result_limit": None, "buckets": {"results": 60}}
    pinned = plan(OLD, pins=["call:c1"], **keys)
    assert 3 not in changed(pinned) and changed(pinned)[5][0] == "clear"
    excluded = plan(OLD, exclude_tools=["count_bin"], **keys)
    assert {action for action, _ in changed(excluded).values()} == {"truncate"}
    assert "bucket_full:results" in excluded.notes


def test_a_cut_result_is_cut_anew_from_what_was_stored():
    records = [SYSTEM, GOAL, *ring("a", "line\n" * 4000), *rings(1), says("so")]
    sent = plan(records, keep_rounds=1, old_rounds="keep", buckets={"results": 300})
    text = sent.messages[3]["content"]
    assert text.count("left out") == 1 and "20,000" in text


def test_cutting_again_counts_nothing_that_did_not_change():
    sent = full(OLD, results=500)
    again = full(sent.document, results=500)
    assert again.tokens.saved == 0 and again.document == sent.document


def test_results_of_one_turn_share():
    from small import results

    records = turns(GOAL, uses("a", "b"), results("a", "b", text=LONG), uses("z"), results("z"))
    sent = full(records, results=200)
    assert shares(sent)["results"].sent <= 200
    assert all(len(block["content"]) < len(LONG) for block in sent.messages[2]["content"])


def test_a_limit_out_of_range_or_an_unknown_bucket_is_named():
    for section in ({"results": -1}, {"resluts": 5}):
        with pytest.raises(ts.PolicyError, match=r"buckets\.res"):
            ts.Policy(buckets=section)


@pytest.mark.parametrize("format", FORMATS)
def test_a_full_bucket_touches_only_its_own_content(format):
    @settings(max_examples=60)
    @given(documents(format, healthy=True), policies(on_pairing_fault="fail", token_budget=None, window=200_000))
    def holds(document, policy):
        assume(document["messages"] and has_budget(policy) and policy.round_unit != "message")
        transcript = ts.load(document, format=format)
        before = ts.plan(transcript, policy.replace(buckets=None))
        for name in ("knowledge", "results", "recent", "history"):
            after = ts.plan(transcript, policy.replace(buckets={name: 60}))
            where = {d.message: d for d in before.decisions if d.message is not None}
            from trimscope.budgets.buckets import places

            for decision in after.decisions:
                if decision.message is not None and decision.action != "merge" and decision != where[decision.message]:
                    assert places(after.view)[decision.message] == name and decision.reason == "bucket_full"
            assert (shares(after)[name].sent > 60) == (f"bucket_full:{name}" in after.notes)

    holds()
