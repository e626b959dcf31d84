"""The gauge's ends: the band, what was reported beyond the bar, and one line that says which number it is."""

import json

import pytest

from trimscope.reported.size import sent_size, stored_size
from trimscope_app import planning
from trimscope_app.playground import Playground
from trimscope_app.views.gauge import gauge_view
from trimscope_app.views.inspect import inspection_view
from trimscope_app.views.sizes import ends_view

from .views import GOAL, SYSTEM, answer, calls, loaded, planned, ring, rings

LONG = "one more shelf of bolts, counted twice. " * 100
REPORT = {"usage": {"prompt_tokens": 5_000, "completion_tokens": 30, "prompt_tokens_details": {"cached_tokens": 4_096}}}
REPORTED = [
    SYSTEM,
    GOAL,
    *ring("a", LONG),
    calls("b") | REPORT,
    answer("b", LONG),
    {"role": "user", "content": "Go on."},
]
KEEP = {"old_rounds": "keep", "result_limit": None, "window": 60_000}


def ends(records, lang="en", **settings):
    _, plan = planned(records, **settings)
    return ends_view(plan, lang), plan


def gauge(records, lang="en", **settings):
    found, plan = planned(records, **settings)
    return gauge_view(found, plan, plan.policy.to_mapping(defaults=True), lang), plan


def test_the_band_stands_around_the_number_that_is_known_best():
    shown, plan = ends(REPORTED, **KEEP)
    size = stored_size(plan.view)
    end = shown["stored"]
    assert (end["low"], end["at"], end["high"]) == (size.low, size.tokens, size.high)
    assert end["low"] < end["at"] < end["high"] and shown["sent"] == end


def test_what_was_reported_beyond_the_bar_is_drawn_as_not_in_the_file():
    shown, plan = ends(REPORTED, **KEEP)
    assert shown["stored"]["unseen"] == stored_size(plan.view).tokens - plan.tokens.stored > 1_000
    assert f"{shown['stored']['unseen']:,}" in shown["stored"]["unseen_title"]
    plain, _ = ends([SYSTEM, GOAL, *rings(3)], **KEEP)
    assert plain["stored"]["unseen"] == 0


@pytest.mark.parametrize(("lang", "word"), [("en", "estimated"), ("zh", "估算")])
def test_the_line_names_the_estimator_and_its_error(lang, word):
    shown, plan = ends([SYSTEM, GOAL, *rings(3)], lang, profile="light", model="gpt-5")
    assert shown["source"].startswith(word) and "±5 %" in shown["source"]
    assert shown["source"].endswith(plan.view.counts.profile.label)
    assert "±1.5 %" in ends([SYSTEM, GOAL, *rings(3, LONG)], lang, profile="fine", model="gpt-5")[0]["source"]


def test_after_a_trim_the_line_tells_both_numbers_apart():
    shown, plan = ends(REPORTED, **KEEP | {"keep_rounds": 1, "old_rounds": "drop"})
    assert sent_size(plan).label == "estimated"
    told, sent = shown["source"].split(" · sent: ")
    assert "reported at call 2" in told and sent.startswith("estimated ±")
    assert shown["sent"]["unseen"] == 0 < shown["stored"]["unseen"]


def test_what_might_not_fit_is_said_beside_the_status_and_changes_it_not():
    records = [SYSTEM, GOAL, *ring("a", LONG)]
    total = planned(records, **KEEP)[1].tokens.sent
    shown, plan = gauge(records, **KEEP | {"token_budget": total})
    assert plan.status == "above_watermark" == shown["status"]["code"]
    assert f"{sent_size(plan).high:,}" in shown["may_not_fit"] and shown["may_not_fit"] in shown["aria"]
    easy, _ = gauge(records, **KEEP)
    assert easy["may_not_fit"] == ""


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_whoever_hears_the_gauge_hears_where_its_numbers_come_from(lang):
    shown, plan = gauge(REPORTED, lang, **KEEP)
    size = stored_size(plan.view)
    assert f"{size.low:,}" in shown["aria"] and f"{size.high:,}" in shown["aria"]
    assert 0 < shown["used"] <= shown["budget"]


def test_a_refused_history_has_no_end_of_what_is_sent():
    shown, plan = gauge([SYSTEM, GOAL, calls("lost"), {"role": "user", "content": "And?"}])
    assert plan.status == "refused" and shown["sent"]["end"] is None and shown["stored"]["end"]["high"] > 0


def test_a_reported_size_beyond_the_window_is_still_drawn():
    shown, plan = gauge(REPORTED, **KEEP | {"window": 4_000})
    assert shown["scale"] == stored_size(plan.view).tokens > 4_000


def page(records, lang="en", **settings):
    found, plan = planned(records, **settings)
    return inspection_view("usage", found, plan, lang)


def test_the_usage_tab_has_a_row_a_call():
    shown = page(REPORTED)
    table = shown["blocks"][0]
    first, second = (row["cells"] for row in table["rows"])
    assert len(table["columns"]) == len(first) == len(second) == 8
    assert first[0] == "1" and first[3]["text"] == "–" and table["rows"][0]["tone"] == "mut"
    assert second[3] == "5,000" and second[5] == "4,096" and second[7] == "30" and second[4].startswith("+")
    assert second[1]["links"] == [{"text": "4", "message": 4}]
    assert "1 of 2 calls" in shown["lead"] and "5,000" in shown["lead"]


def test_a_run_without_reports_has_nothing_to_list():
    assert page([SYSTEM, GOAL, *rings(2)])["blocks"] == []


def test_a_long_run_lists_its_newest_calls_and_adds_up_all():
    records = [SYSTEM, GOAL]
    for number in range(230):
        records += [
            calls(f"c{number}") | {"usage": {"prompt_tokens": 100, "completion_tokens": 9}},
            answer(f"c{number}", "1"),
        ]
    shown = page(records)
    rows = shown["blocks"][0]["rows"]
    assert len(rows) == 200 and rows[-1]["cells"][0] == "230" and "23,000" in shown["lead"]
    assert any("30" in block["text"] for block in shown["blocks"][1:] if block["kind"] == "text")


def test_the_button_scales_the_estimate_and_every_view_follows():
    playground = Playground()
    playground.load_source("run.json", json.dumps(REPORTED))
    for key, value in KEEP.items():
        playground.change(key, value)
    plain = playground.plan.tokens.stored
    unscaled = playground.loaded.counts
    playground.act("calibrate")
    assert playground.policy.calibrate and playground.plan.tokens.stored > plain + 1_000
    assert playground.loaded.counts is playground.plan.view.counts and playground.loaded.unscaled is unscaled
    shown = playground.gauge["stored"]
    assert sum(piece["tokens"] for piece in shown["segments"]) == shown["tokens"] == playground.plan.tokens.stored
    fixed = {row["code"]: row["before"] for row in playground.rows["fixed"]}
    assert sum(fixed.values()) == playground.plan.view.fixed and fixed["unseen"] > 1_000
    sent = playground.plan_rows["fixed"]
    assert sum(sent[code]["after"] for code in fixed) == playground.plan.view.fixed
    playground.change("calibrate", False)
    assert playground.plan.tokens.stored == plain and playground.loaded.counts is unscaled


def test_scaled_counts_are_made_once():
    found = loaded(REPORTED)
    settings = KEEP | {"calibrate": True}
    once, _, first = planning.planned(found, settings, planning.Asked())
    again, _, second = planning.planned(once, settings | {"keep_rounds": 1}, planning.Asked())
    assert again is once and first.view.counts is second.view.counts


def test_the_button_goes_when_it_was_pressed():
    assert page(REPORTED)["blocks"][-1]["name"] == "calibrate"
    assert all(block["kind"] != "button" for block in page(REPORTED, calibrate=True)["blocks"])
