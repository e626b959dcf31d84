"""`calibrate`: the estimate scaled by what earlier calls reported, and recorded."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import histories
import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, says, user
from trimscope import tokens
from trimscope.reported.calls import reconcile
from trimscope.reported.scaling import ENOUGH, LEAST, MOST, ratio_of, scaled

PROFILE = "chars4"
TEXT = "Bin after bin was opened, counted and closed again, and each number was written down. "


def used(record, context, output=16):
    return record | {"usage": {"prompt_tokens": context, "completion_tokens": output}}


def run(steps, ratio, unseen=0, text=TEXT * 20):
    """A chat of some rings, each call reported at `ratio` thousandths of its estimate and `unseen` tokens more."""
    records = [SYSTEM, GOAL]
    for step in range(steps):
        transcript = ts.load(records)
        estimate = tokens.count(transcript, PROFILE).total
        records += [used(calls(f"c{step}"), estimate * ratio // 1000 + unseen), answer(f"c{step}", text)]
    return records


def counts_of(records, call=None):
    transcript = ts.load(records)
    return scaled(transcript, tokens.count(transcript, PROFILE), call)


def ratio(records, **options):
    transcript = ts.load(records, **options)
    return ratio_of(reconcile(transcript, tokens.count(transcript, PROFILE)).compared)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(LEAST, MOST), st.sampled_from((0, 0, 3000, 40000)))
def test_the_growth_tells_the_ratio_whatever_else_each_request_held(steps, true, unseen):
    found = ratio(run(steps, true, unseen))
    assert abs(found - true) <= 5


@pytest.mark.parametrize(("true", "unseen"), [(1000, 0), (1250, 0), (1160, 14000), (800, 500)])
def test_the_scaled_estimate_of_the_newest_call_is_what_was_reported(true, unseen):
    records = run(4, true, unseen)
    counts = counts_of(records)
    newest = reconcile(ts.load(records), counts).calls[-1]
    # rounding each text to a token may leave it a little above; what is below is booked as unseen
    assert 0 <= newest.estimated - newest.reported <= 8
    assert counts.total == sum(counts.by_role.values()) == counts.fixed + sum(counts.messages)


def test_one_report_that_tokenizers_can_explain_is_a_ratio():
    records = [SYSTEM, GOAL, used(says("Looking."), 45), user("Go on. " + TEXT)]
    plain = tokens.count(ts.load(records), PROFILE)
    counts = counts_of(records)
    assert counts.profile.scale == 45_000 // (plain.fixed + sum(plain.messages[:2])) > 1000


def test_one_report_far_beyond_the_estimate_tells_of_what_the_file_does_not_hold():
    records = [GOAL, used(says("Looking."), 15_000), user("Go on. " + TEXT)]
    plain, counts = tokens.count(ts.load(records), PROFILE), counts_of(records)
    assert counts.messages == plain.messages and counts.profile.scale == 1000
    assert counts.profile.unseen == 15_000 - plain.fixed - plain.messages[0] == counts.frame - plain.frame


def test_a_report_that_fell_says_nothing_of_the_ratio():
    records = run(5, 1200)
    for record in records[:5]:
        if "usage" in record:
            record["usage"]["prompt_tokens"] += 50_000  # from the third call on the run had taken that out
    assert abs(ratio(records) - 1200) <= 5
    fallen = run(2, 1000)
    fallen[2]["usage"]["prompt_tokens"] = 90_000
    assert ratio(fallen) == 1000


def test_reasoning_that_is_not_in_the_file_is_no_growth_of_it():
    records, thought = run(5, 1100), 0
    for record in records:
        if "usage" in record:
            record["usage"]["prompt_tokens"] += thought
            record["usage"]["completion_tokens"] = 3_000
            thought += 3_000 - reconcile_answer(record)
    assert abs(ratio(records) - 1100) <= 5


def reconcile_answer(record):
    """Estimated tokens of an answer by itself."""
    return tokens.count(ts.load([GOAL, record]), PROFILE).messages[1]


def test_little_growth_gives_no_ratio():
    assert ENOUGH > 100
    records = [SYSTEM, GOAL, used(says("One."), 5_000), user("On."), used(says("Two."), 5_200)]
    assert ratio(records) == 1000


def test_a_compaction_between_two_calls_is_no_growth():
    said = {"role": "assistant", "content": [{"type": "text", "text": "Seven."}]}
    asked = {"role": "user", "content": [{"type": "text", "text": TEXT * 30}]}
    lines = [
        {"type": "session", "id": "s"},
        {"type": "message", "id": "1", "message": asked},
        {"type": "message", "id": "2", "message": said | {"usage": {"input": 900, "output": 4}}},
        {"type": "message", "id": "3", "message": asked},
        {"type": "compaction", "summary": "Seven bins are counted.", "firstKeptEntryId": "3"},
        {"type": "message", "id": "4", "message": said | {"usage": {"input": 1700, "output": 4}}},
    ]
    transcript = ts.load(lines)
    rows = reconcile(transcript, tokens.count(transcript, PROFILE)).compared
    assert [each.epoch for each in rows] == [0, transcript.epochs[1]]
    assert ratio_of(rows) == rows[-1].usage.context * 1000 // rows[-1].estimated


def test_only_earlier_calls_scale_a_call():
    records = run(4, 2000)
    records[2]["usage"]["prompt_tokens"] = 60
    first = ts.plan(ts.load(records), ts.Policy(profile=PROFILE, calibrate=True), call=1)
    assert first.view.counts.profile.label == f"{PROFILE}@1" and "no_usage" in first.notes
    later = ts.plan(ts.load(records), ts.Policy(profile=PROFILE, calibrate=True), call=4)
    assert later.view.counts.profile.scale > 1500 and "no_usage" not in later.notes


def test_it_changes_the_plan_and_is_recorded():
    records = [*run(6, 2000), user("And now the total, please.")]
    transcript, policy = ts.load(records), ts.Policy(profile=PROFILE, keep_rounds=50, window=6_000)
    plain, wise = ts.plan(transcript, policy), ts.plan(transcript, policy.replace(calibrate=True))
    assert plain.status == "fine" and wise.status != "fine"
    assert wise.tokens.stored > 19 * plain.tokens.stored // 10
    assert wise.view.counts.profile.label.startswith(f"{PROFILE}@1*2.0") and wise.plan_digest != plain.plan_digest


def test_without_reports_nothing_is_scaled_and_the_plan_says_so():
    records = [SYSTEM, GOAL, says("Looking."), user("Go on.")]
    policy = ts.Policy(profile=PROFILE)
    plain, wise = ts.plan(ts.load(records), policy), ts.plan(ts.load(records), policy.replace(calibrate=True))
    assert wise.tokens == plain.tokens and wise.decisions == plain.decisions
    assert "no_usage" in wise.notes and "no_usage" not in plain.notes


@pytest.mark.parametrize("keys", [{"keep_rounds": 1}, {"old_rounds": "compact", "result_limit": 300, "keep_rounds": 2}])
def test_scaled_counts_handed_in_are_not_scaled_again(keys):
    transcript = ts.load([*run(5, 1400, 800), user("Go on.")])
    policy = ts.Policy(profile=PROFILE, calibrate=True, **keys)
    once = ts.plan(transcript, policy)
    again = ts.plan(transcript, policy, counts=once.view.counts)
    assert again.tokens == once.tokens and again.decisions == once.decisions
    plain = ts.plan(transcript, policy.replace(calibrate=False), counts=once.view.counts)
    assert plain.tokens == ts.plan(transcript, policy.replace(calibrate=False)).tokens


def test_every_sum_of_a_scaled_plan_holds():
    transcript = ts.load([*run(6, 1300, 2500), user("Go on.")])
    plan = ts.plan(transcript, ts.Policy(profile=PROFILE, calibrate=True, keep_rounds=2, result_limit=400))
    assert plan.tokens.sent == plan.view.fixed + sum(each.after for each in plan.decisions)
    assert plan.tokens.stored == plan.view.fixed + sum(each.before for each in plan.decisions)


def test_reports_from_before_a_trim_scale_nothing_and_a_second_trim_changes_nothing():
    records = [*run(6, 1300, 2500), user("Go on.")]
    policy = ts.Policy(profile=PROFILE, calibrate=True, keep_rounds=2)
    once = ts.plan(ts.load(records), policy)
    again = ts.plan(ts.load(once.messages), policy)
    assert once.view.counts.profile.scale > 1200 and again.view.counts.profile.label == f"{PROFILE}@1"
    assert again.messages == once.messages and "no_usage" in again.notes


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_sums_hold_whatever_was_reported(seed):
    rng = Random(seed)
    document = histories.render(histories.events(rng), "openai-chat")
    for record in document["messages"]:
        if record["role"] == "assistant" and rng.random() < 0.7:
            record["usage"] = {"prompt_tokens": rng.randrange(1, 90_000), "completion_tokens": rng.randrange(90)}
    policy = histories.policy(rng, calibrate=True, window=0)
    plan = ts.plan(ts.load(document), policy)
    listed = sum(each.after for each in plan.decisions)
    assert plan.tokens.stored == plan.view.fixed + sum(each.before for each in plan.decisions)
    assert plan.tokens.sent <= plan.view.fixed + listed
    assert plan.tokens == ts.plan(ts.load(document), policy).tokens


def test_a_run_is_scaled_anew_at_every_call_and_its_texts_are_measured_once():
    transcript = ts.load(run(8, 1300))
    asked = []
    pricing = replace(tokens.profile(PROFILE), measure=lambda text: asked.append(text) or len(text) // 4 + 1)
    counts = tokens.counted(transcript, pricing)
    asked.clear()
    totals = {scaled(transcript, counts, call).total for call in range(2, 9)}
    assert len(totals) > 1 and len(asked) == len(set(asked))
