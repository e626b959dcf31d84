"""The present size: reported as far as it can be, estimated for the rest, with a label and a band that say so."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, ring, rings, says, user
from trimscope import tokens
from trimscope.reported.size import BANDS, Size, error_band, sent_size, stored_size

TEXT = "Bin after bin was opened, counted and closed again, and each number was written down. " * 20
KEEP = {"keep_rounds": 50, "old_rounds": "keep", "result_limit": None, "window": 100_000}


def used(record, context, output=40):
    return record | {"usage": {"prompt_tokens": context, "completion_tokens": output}}


def plan(records, call=None, **keys):
    policy = ts.Policy(**{"profile": "chars4", **KEEP, **keys})
    return ts.plan(ts.load(records), policy, call=call)


def test_without_reports_it_is_estimated_as_a_whole():
    made = plan([SYSTEM, GOAL, *rings(3)])
    size = stored_size(made.view)
    assert (size.tokens, size.label, size.reported, size.call) == (made.tokens.stored, "estimated", 0, None)
    assert size == sent_size(made)


REPORTED = [SYSTEM, GOAL, used(calls("a"), 9_000, 60), answer("a", TEXT), user("Go on.")]


def test_it_stands_on_the_newest_report_and_estimates_what_came_after():
    made = plan(REPORTED)
    after = sum(made.view.counts.messages[3:])
    size = stored_size(made.view)
    assert (size.tokens, size.label, size.reported, size.call) == (9_060 + after, "reported+estimated", 9_060, 1)
    assert size.estimated == after and size == sent_size(made)


def test_the_band_is_only_over_the_estimated_part():
    made = plan(REPORTED, profile="light")
    size = stored_size(made.view)
    share = error_band(made.view.counts.profile)
    assert size.high - size.tokens == size.tokens - size.low == -(-size.estimated * share // 1000) < 100
    bare = stored_size(plan([SYSTEM, GOAL, answer("a", TEXT)], profile="light").view)
    assert bare.band == -(-bare.tokens * share // 1000)


def test_the_request_of_a_call_that_was_reported_is_known():
    size = stored_size(plan(REPORTED, call=1).view)
    assert (size.tokens, size.label, size.band, size.call) == (9_000, "reported", 0, 1)


def test_an_answer_whose_tokens_are_a_placeholder_is_estimated():
    made = plan([GOAL, used(says(TEXT), 9_000, 1), user("Go on.")])
    size = stored_size(made.view)
    assert size.reported == 9_000 and size.estimated == sum(made.view.counts.messages[1:])


def test_after_a_trim_what_was_reported_of_the_longer_history_is_not_its_size():
    records = [SYSTEM, GOAL, *ring("a", TEXT), used(calls("b"), 9_000), answer("b", TEXT), *ring("c"), user("Go on.")]
    made = plan(records, keep_rounds=1, old_rounds="drop")
    assert stored_size(made.view).label == "reported+estimated"
    size = sent_size(made)
    assert made.tokens.sent < made.tokens.stored
    assert (size.tokens, size.label, size.reported) == (made.tokens.sent, "estimated", 0)


def test_a_trimmed_history_read_again_is_estimated():
    records = [SYSTEM, GOAL, *ring("a", TEXT), used(calls("b"), 9_000), answer("b", TEXT), user("Go on.")]
    trimmed = plan(records, keep_rounds=1, old_rounds="drop").messages
    assert any("usage" in record for record in trimmed)
    size = stored_size(plan(trimmed).view)
    assert size.label == "estimated" and size.tokens < 9_000


def test_a_change_behind_the_newest_report_leaves_it_standing():
    records = [SYSTEM, GOAL, used(calls("a"), 9_000, 60), answer("a", TEXT), user("Go on.")]
    made = plan(records, result_limit=400)
    assert made.tokens.sent < made.tokens.stored
    size = sent_size(made)
    after = sum(each.after for each in made.decisions if each.message and each.message > 2)
    assert (size.tokens, size.label, size.call) == (9_060 + after, "reported+estimated", 1)


def test_a_compaction_of_the_run_outdates_the_reports_before_it():
    said = {"role": "assistant", "content": [{"type": "text", "text": "Seven."}]}
    asked = {"role": "user", "content": [{"type": "text", "text": TEXT}]}
    lines = [
        {"type": "session", "id": "s"},
        {"type": "message", "id": "1", "message": asked},
        {"type": "message", "id": "2", "message": said | {"usage": {"input": 9_000, "output": 4}}},
        {"type": "message", "id": "3", "message": asked},
        {"type": "compaction", "summary": "Seven bins are counted.", "firstKeptEntryId": "3"},
    ]
    assert stored_size(plan(lines[:-1]).view).label == "reported+estimated"
    assert stored_size(plan(lines).view).label == "estimated"


def test_a_scaled_estimate_is_called_so_and_its_band_spares_what_was_reported():
    records = [GOAL, *ring("a", TEXT), used(says("Looking."), 15_000), user("Go on.")]
    made = plan(records, calibrate=True, keep_rounds=0, old_rounds="drop")
    size = sent_size(made)
    share = error_band(made.view.counts.profile)
    assert size.label == "scaled" and size.tokens == made.tokens.sent > 14_000
    assert size.band == -(-(size.tokens - made.view.counts.profile.unseen) * share // 1000) < 200


@pytest.mark.parametrize(
    ("budget", "says_so"), [(899, False), (900, False), (1_000, True), (1_099, True), (1_100, False)]
)
def test_it_might_not_fit_where_only_the_upper_end_is_over(budget, says_so):
    size = Size(1_000, "estimated", band=100)
    assert (size.low, size.high) == (900, 1_100) and size.may_not_fit(budget) is says_so


def test_what_might_not_fit_changes_no_plan():
    records = [SYSTEM, GOAL, *ring("a", TEXT), user("Go on.")]
    total = plan(records).tokens.stored
    made = plan(records, token_budget=total)
    assert sent_size(made).may_not_fit(made.window.budget)
    assert made.tokens.sent == total and made.status == "above_watermark"


def test_every_profile_has_a_measured_band_and_another_family_widens_it():
    assert set(tokens.PROFILES) <= set(BANDS)
    assert error_band(tokens.PROFILES["fine"]) == 15 and error_band(tokens.PROFILES["light"]) == 50
    assert error_band(tokens.PROFILES["patchcat"]) == 380 and error_band(tokens.PROFILES["exact"]) == 0
    own = tokens.profile_for(ts.load([GOAL]), "light", "gpt-5")
    other = tokens.profile_for(ts.load([GOAL]), "light", "claude-sonnet-4-5")
    assert error_band(own) == 50 < error_band(other)
    assert error_band(tokens.profile_for(ts.load([GOAL]), "patchcat", "claude-sonnet-4-5")) == 380
