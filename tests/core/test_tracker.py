"""Around each model call of a loop: how full the request is, what the provider counted, when to warn and to stop."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, calls, ring, rings, says, user
from trimscope.planning.tracker import MOST_RETRIES, ContextTracker

SMALL = {"window": 1000, "output_reserve": 0, "safety_margin": 0, "profile": "patchcat"}


def filled(tokens):
    """A request of about so many tokens."""
    return [SYSTEM, user("bolt " * (tokens * 100 // 27 // 5))]


def test_a_snapshot_says_what_is_sent_by_role_and_how_full_it_is():
    tools = [{"type": "function", "function": {"name": "count_bin", "parameters": {}}}]
    shot = ContextTracker(ts.Policy(**SMALL)).before({"messages": [SYSTEM, GOAL, *ring("c1")], "tools": tools})
    assert set(shot.by_role) == {"tools", "system", "user", "assistant", "tool"}
    assert sum(shot.by_role.values()) == shot.tokens
    assert (shot.call, shot.used_of_window, shot.status, shot.scaled) == (1, shot.tokens, "fine", None)
    halved = ContextTracker(ts.Policy(window=1000, output_reserve=500, safety_margin=0)).before([SYSTEM, GOAL])
    assert (halved.used_of_budget, halved.used_of_window) == (halved.tokens * 2, halved.tokens)


@pytest.mark.parametrize("wrong", ["warn", 7, ["warn"]])
def test_a_callback_that_cannot_be_called_is_refused_at_once(wrong):
    with pytest.raises(ts.PolicyError, match=r"^on_watermark: "):
        ContextTracker(ts.Policy(**SMALL), on_watermark=wrong)


def test_the_model_gives_the_window():
    assert ContextTracker(model="gpt-4o").before([SYSTEM, GOAL]).window.limit == 128_000


def test_a_request_that_would_be_refused_or_is_too_large_is_said_so():
    tracker = ContextTracker(ts.Policy(**SMALL))
    assert tracker.before([SYSTEM, GOAL, calls("c1"), user("well?")]).status == "refused"
    assert tracker.before(filled(2000)).status == "over_budget"
    assert tracker.before(filled(800)).status == "above_watermark"


@given(st.lists(st.integers(0, 1500), max_size=12))
def test_the_watermark_warns_once_for_each_crossing(sizes):
    warned = []
    tracker = ContextTracker(ts.Policy(**SMALL), on_watermark=warned.append)
    shots = [tracker.before(filled(size)) for size in sizes]
    above = [shot.tokens >= 750 for shot in shots]
    expected = [shot for shot, was, now in zip(shots, [False, *above], above, strict=False) if now and not was]
    assert warned == expected


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(0, 100_000)), min_size=1, max_size=6))
def test_the_ratio_of_the_last_report_scales_the_next_snapshot_and_decides_nothing(rounds):
    tracker = ContextTracker(ts.Policy(**SMALL))
    for size, reported in rounds:
        expected = tracker.ratio
        shot = tracker.before(filled(size))
        assert shot.scaled == (None if expected is None else shot.tokens * expected // 1000)
        assert shot.status == ContextTracker(ts.Policy(**SMALL)).before(filled(size)).status
        made = tracker.after(reported)
        assert (made.difference, made.call) == (reported - shot.tokens, shot.call)
        assert tracker.ratio == made.ratio == reported * 1000 // shot.tokens
    assert len(tracker.reconciliations) == len(tracker.snapshots) == len(rounds)


@pytest.mark.parametrize("reported", [None, -1, 3.0, "7", True])
def test_a_report_that_is_no_number_of_tokens_is_an_error(reported):
    tracker = ContextTracker()
    tracker.before([SYSTEM, GOAL])
    with pytest.raises(ts.PolicyError, match="whole number"):
        tracker.after(reported)
    assert tracker.after(5).reported == 5


def test_a_report_without_a_request_or_twice_for_one_is_an_error():
    tracker = ContextTracker()
    with pytest.raises(ts.PolicyError, match="before"):
        tracker.after(5)
    tracker.before([SYSTEM, GOAL])
    tracker.after(5)
    with pytest.raises(ts.PolicyError, match="before"):
        tracker.after(5)


def test_assemble_gives_what_the_plan_sends_and_raises_what_must_stop_the_call():
    history = [SYSTEM, GOAL, *rings(6, "bolt " * 50)]
    tracker = ContextTracker(ts.Policy(keep_rounds=2))
    assert tracker.assemble(history) == ts.assemble(ts.load(history), ts.Policy(keep_rounds=2))
    with pytest.raises(ts.PairingError):
        tracker.assemble([SYSTEM, GOAL, calls("c1"), user("well?")])
    with pytest.raises(ts.BudgetError):
        ContextTracker(ts.Policy(token_budget=9)).assemble(history)


def test_the_newest_plan_can_be_looked_at():
    tracker = ContextTracker()
    with pytest.raises(ts.PolicyError, match="no plan yet"):
        _ = tracker.last
    assert tracker.assemble([SYSTEM, GOAL]) == tracker.last.messages


@pytest.mark.parametrize("wrap", [lambda records: records, lambda records: {"messages": records}], ids=["list", "dict"])
def test_an_earlier_plan_does_not_see_what_the_loop_appends_later(wrap):
    tracker, history = ContextTracker(), [SYSTEM, GOAL]
    made = tracker.plan(wrap(history))
    history += rings(2)
    assert made.messages == [SYSTEM, GOAL]


def test_what_was_dropped_stays_dropped_while_the_history_only_grows():
    policy = ts.Policy(**SMALL, trigger="watermark", watermark=0.5, target=0.3, keep_rounds=1, result_limit=None)
    history, tracker = [SYSTEM, GOAL], ContextTracker(policy)
    before = None
    for number in range(14):
        history += ring(f"c{number}", "bolt " * 40)
        made = tracker.plan(history)
        fold = ts.plan(ts.load(history), policy, before=before)
        assert made.plan_digest == fold.plan_digest
        before = fold
    assert any(decision.reason == "earlier_call" for decision in made.decisions)
    rewritten = [SYSTEM, user("Something else."), *history[2:]]
    afresh = ts.plan(ts.load(rewritten), policy)
    assert tracker.plan(rewritten).plan_digest == afresh.plan_digest


def test_after_two_retries_the_call_has_to_stop_and_success_begins_anew():
    tracker = ContextTracker()
    assert [tracker.exceeded() for _ in range(MOST_RETRIES)] == [1, 2]
    with pytest.raises(ts.BudgetError, match="2 tightened retries"):
        tracker.exceeded()
    tracker.before([SYSTEM, GOAL])
    tracker.after(20)
    assert tracker.exceeded() == 1


@pytest.mark.parametrize("history", ["raw", "persisted"])
def test_each_retry_drops_one_more_ring(history):
    stored = [SYSTEM, GOAL, *rings(8, "bolt " * 50)]
    tracker = ContextTracker(ts.Policy(keep_rounds=6, history=history))
    tracker.assemble(stored[:-4])
    left = [len([m for m in tracker.assemble(stored) if m["role"] == "tool"])]
    for _ in range(MOST_RETRIES):
        tracker.exceeded()
        left.append(len([m for m in tracker.assemble(stored) if m["role"] == "tool"]))
    assert left == [6, 5, 4]


def test_what_the_run_has_spent_reaches_its_limit():
    tracker = ContextTracker(ts.Policy(run_token_budget=1000))
    for reported in (400, 700):
        assert not any(note.startswith("run_stopped") for note in tracker.plan([SYSTEM, GOAL]).notes)
        tracker.before([SYSTEM, GOAL])
        tracker.after(reported, output_tokens=5)
    assert tracker.spent == 1110
    assert "run_stopped:tokens" in tracker.plan([SYSTEM, GOAL]).notes


def test_two_trackers_share_nothing():
    one, other = ContextTracker(), ContextTracker()
    one.before([SYSTEM, GOAL])
    one.exceeded()
    assert (other.snapshots, other.retry, other.ratio) == ((), 0, None)


def test_other_dialects_are_read_as_load_reads_them():
    request = {"max_tokens": 9, "system": "Count.", "messages": [GOAL, says("42")]}
    assert ContextTracker(format="anthropic-messages").before(request).by_role["system"] > 0
    with pytest.raises(ts.LoadError):
        ContextTracker().before("no transcript")
