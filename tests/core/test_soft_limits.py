"""Soft limits: one step each, in order, by what the steps before it left."""

import json

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, plan, ring, says, user
from trimscope.texts import stub

OFF = {"delete": None, "summarise": None, "retrieve": None, "ask": None}
TEXT = "Goal: count\nDone: none\nOpen: none\nConstraints: none\nFacts: ids DOC-0, DOC-1, DOC-2\nSources: search_docs"


def search(number, size=100):
    found = json.dumps({"id": f"DOC-{number}", "text": "words " * size})
    return [calls(f"k{number}", tool="search_docs", doc=f"DOC-{number}"), answer(f"k{number}", found)]


RECORDS = [SYSTEM, GOAL, *search(0), says("One more."), *search(1), *search(2), *search(3), says("so"), user("And?")]
KEEP = {"old_rounds": "keep", "keep_rounds": 1, "profile": "patchcat"}


def limited(records=RECORDS, **limits):
    keys = {key: limits.pop(key) for key in ("courtesies", "summary", "buckets", "keep_errors") if key in limits}
    return plan(records, **KEEP, **keys, soft_limits=OFF | limits)


def history(result):
    """Tokens of what is sent but the leading anchors."""
    leading = ("system", "leading_context", "goal")
    return sum(d.after for d in result.decisions if d.reason not in leading)


def actions(result, *actions):
    return {d.message: d.reason for d in result.decisions if d.action in actions}


STORED = history(plan(RECORDS, **KEEP))


def test_a_step_begins_at_its_limit_and_not_below_it():
    assert limited(delete=STORED + 1).notes == () and limited(delete=STORED).notes == ("soft_limit:delete",)
    assert limited(ask=STORED + 1).notes == () and limited(ask=STORED).notes == ("ask_user",)


def test_delete_takes_old_rounds_then_old_plain_messages_until_it_is_enough():
    result = limited(delete=STORED)
    assert actions(result, "drop") == {2: "soft_limit", 3: "soft_limit"} and history(result) < STORED
    everything = limited(delete=1)
    assert set(actions(everything, "drop")) == set(range(2, 9))  # not the newest round and what stands behind it


def test_delete_takes_courtesies_first_where_they_may_go():
    records = [*RECORDS[:2], *search(0), says("Let me look."), *search(1), says("so"), user("And?")]
    all_of_it = history(plan(records, **KEEP))
    assert actions(limited(records, delete=all_of_it, courtesies=True), "drop") == {
        2: "soft_limit",
        3: "soft_limit",
        4: "fulfilled_plan",
    }
    assert 4 not in actions(limited(records, delete=all_of_it), "drop")


def test_summarise_asks_for_the_summary_whatever_the_budget():
    result = limited(summarise=STORED, summary={"text": TEXT})
    assert result.notes == ("soft_limit:summarise",) and result.summary.status == "used"
    assert set(actions(result, "summarise")) == set(range(2, 9))
    failed = limited(summarise=STORED)
    assert failed.notes == ("soft_limit:summarise", "summary_failed:no_text") and not actions(failed, "drop")


def test_retrieve_replaces_old_evidence_by_what_it_takes_to_fetch_it_again():
    result = limited(retrieve=1)
    assert actions(result, "compact") == {3: "retrieve_again", 6: "retrieve_again", 8: "retrieve_again"}
    text = result.messages[3]["content"]
    assert stub.is_stub(text) and json.loads(text)["ids"] == ["DOC-0"] and "retrieve" in json.loads(text)["summary"]
    assert result.messages[2] == RECORDS[2]  # the call stays: it says how
    assert actions(limited(retrieve=STORED), "compact") == {3: "retrieve_again"}


def test_only_results_of_knowledge_tools_are_evidence():
    records = [SYSTEM, GOAL, *ring("c1", "words " * 100, tool="run_tests"), *search(1), says("so"), user("And?")]
    assert actions(limited(records, retrieve=1), "compact") == {}
    named = limited(records, retrieve=1, buckets={"knowledge_tools": ["run_*"]})
    assert actions(named, "compact") == {3: "retrieve_again"}


def test_the_steps_come_in_order_each_by_what_is_left():
    lower = STORED // 2
    result = limited(delete=STORED, summarise=lower, retrieve=lower, ask=lower, summary={"text": TEXT})
    assert result.notes == ("soft_limit:delete", "soft_limit:summarise")
    assert {"soft_limit", "in_summary"} == set(actions(result, "drop", "summarise").values())
    unmet = limited(delete=None, summarise=lower, retrieve=lower, ask=1)
    assert unmet.notes == ("soft_limit:summarise", "summary_failed:no_text", "soft_limit:retrieve", "ask_user")


def test_system_and_goal_and_tools_are_no_history():
    long = [{"role": "system", "content": "rules " * 900}, user("goal " * 900), *RECORDS[2:]]
    assert limited(long, delete=STORED + 1).notes == ()
    request = {"messages": RECORDS, "tools": [{"type": "function", "function": {"name": "n" * 900}}]}
    assert ts.plan(ts.load(request), ts.Policy(**KEEP, soft_limits=OFF | {"delete": STORED + 1})).notes == ()


def test_kept_errors_and_excluded_tools_stay():
    records = [SYSTEM, GOAL, *ring("e", "Error: locked"), *search(0), *search(1), says("so"), user("And?")]
    assert {2, 3}.isdisjoint(actions(limited(records, delete=1, keep_errors=1), "drop"))
    kept = plan(records, **KEEP, exclude_tools=["search_docs"], soft_limits=OFF | {"delete": 1, "retrieve": 1})
    assert set(actions(kept, "drop", "compact")) == {2, 3}


def test_a_second_trim_finds_nothing_to_do():
    for limits in ({"delete": STORED // 2}, {"retrieve": STORED // 2}, {"summarise": 1, "summary": {"text": TEXT}}):
        result = limited(**limits)
        again = ts.plan(ts.load(result.document), result.policy)
        assert result.tokens.saved > 0 and again.document == result.document


def test_the_articles_own_limits_are_the_defaults():
    assert ts.Policy(soft_limits=True).soft_limits == {
        "delete": 4_000,
        "summarise": 6_000,
        "retrieve": 8_000,
        "ask": 10_000,
    }
