"""Work is counted, not timed: what grows with the text is done once, what a slider moves grows with messages."""

import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, counted, results, ring, rings, says, turns, user, uses
from trimscope import tokens

POLICIES = [
    {},
    {"old_rounds": "compact"},
    {"trigger": "watermark", "token_budget": 900},
    {"token_budget": 60},
    {"round_unit": "user_turn"},
    {"round_unit": "turn", "token_budget": 300, "on_over_budget": "extreme_then_fail"},
    {"old_rounds": "keep", "keep_rounds": 9, "buckets": {"results": 100, "recent": 20, "history": 5}},
    {"old_rounds": "keep", "run_token_budget": 1, "degrade": {"compact_at": 0, "extreme_at": 1}},
    {"select_by_value": {}, "old_rounds": "keep", "token_budget": 900},
    {"soft_limits": {"delete": 900, "retrieve": 1}, "courtesies": True, "old_rounds": "keep"},
    {"summary": {"text": "goal: g\ndone: -\nopen: -\nconstraints: -\nfacts: -", "trigger_ratio": 0}},
]


@pytest.mark.parametrize("keys", POLICIES, ids=str)
def test_a_plan_grows_with_the_number_of_messages(keys):
    work = []
    for size in (100, 400):
        transcript = ts.load([SYSTEM, GOAL, *rings(size), says("so")])
        counts = ts.count(transcript)
        work.append(counted(lambda t=transcript, c=counts: ts.plan(t, ts.Policy(**keys), counts=c)))
    assert work[1] < 5 * work[0]


@pytest.mark.parametrize("keys", [{}, {"old_rounds": "keep"}, {"observations": True}], ids=str)
def test_the_contract_and_the_metrics_grow_with_the_number_of_messages(keys):
    work = []
    for size in (100, 400):
        used = [record for i in range(size) for record in (calls(f"c{i}", bin=f"BIN-{i // 2}"), answer(f"c{i}", "12"))]
        made = ts.plan(ts.load([SYSTEM, GOAL, *used, says("so")]), ts.Policy(**keys))
        work.append(counted(lambda p=made: (ts.contract(p), ts.metrics(p))))
    assert work[1] < 5 * work[0]


@pytest.mark.parametrize(
    "keys",
    [
        {"ledger": {}},
        {"ledger": {}, "old_rounds": "clear"},
        {"ledger": {"place": "tombstone"}, "old_rounds": "keep", "token_budget": 1500},
        {"ledger": {"most": 5}, "old_rounds": "keep", "token_budget": 900, "memory": {"place": "last"}},
        {"memory": {}},
    ],
    ids=str,
)
def test_ledger_and_memory_grow_with_the_number_of_messages(keys):
    work = []
    for size in (100, 400):
        transcript = ts.load([SYSTEM, GOAL, *(r for i in range(size) for r in ring(f"c{i}", "ok " * 40, "send_email"))])
        counts = ts.count(transcript)
        work.append(counted(lambda t=transcript, c=counts: ts.plan(t, ts.Policy(**keys), counts=c)))
    assert work[1] < 5 * work[0]


@pytest.mark.parametrize("step", [ts.group, ts.count], ids=["group", "count"])
def test_grouping_and_counting_grow_with_the_number_of_messages(step):
    work = [counted(lambda t=ts.load([GOAL, *rings(size)]): step(t)) for size in (100, 400)]
    assert work[1] < 5 * work[0]


def test_user_turns_joined_by_late_results_stay_linear():
    work = []
    for size in (50, 200):
        records = [GOAL]
        for i in range(size):
            records += [calls(f"a{i}"), user("wait"), answer(f"a{i}")]
        transcript = ts.load(records)
        policy = ts.Policy(round_unit="user_turn", on_pairing_fault="repair")
        work.append(counted(lambda t=transcript, p=policy: ts.plan(t, p)))
    assert work[1] < 6 * work[0]


def ids(size):
    return [f"c{i}" for i in range(size)]


BROKEN = {
    "one message of unanswered calls": lambda n: [GOAL, calls(*ids(n)), user("so?"), says("hm")],
    "many unanswered calls": lambda n: [GOAL, *map(calls, ids(n)), user("so?")],
    "half answered": lambda n: [GOAL, calls(*ids(n)), *map(answer, ids(n // 2)), says("hm")],
    "results far behind their calls": lambda n: [GOAL, *map(calls, ids(n)), user("so?"), *map(answer, ids(n))],
    "one id for all": lambda n: [GOAL, *[calls("c")] * n, *[answer("c")] * n, says("hm")],
    "ids that are none": lambda n: turns(GOAL, uses(*[""] * n), results(*[""] * n), says("so")),
    "results without calls in one message": lambda n: turns(GOAL, says("hm"), results(*ids(n)), says("so")),
    "results without calls beside good ones": lambda n: turns(
        GOAL, uses(*ids(n)), results(*ids(n), *(f"d{i}" for i in range(n))), says("so")
    ),
}


@pytest.mark.parametrize(
    "keys",
    [
        {"on_pairing_fault": "repair"},
        {"on_pairing_fault": "repair", "token_budget": 60, "old_rounds": "clear", "keep_rounds": 0},
        {"on_pairing_fault": "drop_ring", "token_budget": 60},
    ],
    ids=str,
)
@pytest.mark.parametrize("records", BROKEN.values(), ids=BROKEN)
def test_mending_a_broken_pairing_grows_with_the_number_of_messages(records, keys):
    work = []
    for size in (60, 240):
        transcript = ts.load(records(size))
        counts = ts.count(transcript)
        work.append(counted(lambda t=transcript, c=counts: ts.plan(t, ts.Policy(**keys), counts=c)))
    assert work[1] < 5 * work[0]


def test_moving_a_slider_never_counts_text_again(monkeypatch):
    transcript = ts.load([SYSTEM, GOAL, *rings(40, "bolt " * 2000)])
    counts = ts.count(transcript)
    ts.plan(transcript, ts.Policy(keep_rounds=8), counts=counts)  # a result is cut when it is kept for the first time
    seen = []
    real = tokens.Profile.text
    monkeypatch.setattr(tokens.Profile, "text", lambda self, text: seen.append(len(text)) or real(self, text))
    for keep in (1, 2, 3, 8):
        ts.plan(transcript, ts.Policy(keep_rounds=keep), counts=counts)
    assert sum(seen) < 1000  # the tombstone's own words, never a result


RESULTS = {
    "dedupe": True,
    "observations": True,
    "field_whitelist": {"count_bin": ["[*].n"]},
    "clear_tool_inputs": True,
    "clear_at_least": 100,
}


@pytest.mark.parametrize("more", [{}, {"old_rounds": "clear"}, {"token_budget": 900}], ids=str)
def test_what_is_done_to_results_and_looking_for_copies_grows_with_the_number_of_messages(more):
    work = []
    for size in (60, 240):
        texts = (json.dumps([{"n": i // 3, "note": "some more words"}] * 4) for i in range(size))
        transcript = ts.load([GOAL, *(r for i, text in enumerate(texts) for r in ring(f"c{i}", text)), says("so")])
        work.append(counted(lambda t=transcript: ts.plan(t, ts.Policy(**RESULTS, **more))))
    assert work[1] < 5 * work[0]
