"""The checks: what the provider's rules say of what was loaded, and of what would be sent."""

import json

import pytest

import trimscope as ts
from trimscope.structure.providers import PROVIDERS
from trimscope_app.i18n import has, tr
from trimscope_app.views.checks import SHOWN, checks_view
from trimscope_app.views.faults import blocking
from trimscope_app.views.notice import SHOWN as LISTED
from trimscope_app.views.notice import notice_view
from trimscope_app.views.preview import preview_view
from trimscope_app.views.ringmap import plan_view

from .views import GOAL, SYSTEM, answer, calls, planned, ring, rings

AND = {"role": "user", "content": "And?"}
LOST = [SYSTEM, GOAL, calls("lost"), AND, *rings(2)]


def checks(records, lang="en", **settings):
    loaded, plan = planned(records, **settings)
    view = checks_view(loaded, plan, lang)
    return view, {each["code"]: each for each in view["checks"]}


def states(check):
    return check["stored"]["state"], check["sent"]["state"]


def test_a_sound_history_passes_every_check_on_both_sides():
    view, found = checks([SYSTEM, GOAL, *rings(6)], keep_rounds=2)
    assert {states(each) for each in found.values()} == {("pass", "pass")}
    assert (view["tone"], view["summary"]) == ("ok", f"all {len(found)} pass")
    assert not any(each["faults"] for each in found.values())


def test_the_providers_rule_stands_there_in_words():
    rules = PROVIDERS["openai-chat"]
    for lang in ("en", "zh"):
        view, _ = checks([SYSTEM, GOAL], lang)
        assert view["rule"] == rules.rule[lang]
        assert view["provider"] == rules.title


def test_a_fault_is_listed_with_place_words_and_severity_and_nothing_is_sent():
    view, found = checks(LOST)
    check = found["missing_result"]
    assert states(check) == ("refused", "none")
    (fault,) = check["faults"]
    assert (fault["message"], fault["call"], fault["tone"]) == (2, "lost", "bad")
    assert ts.words.fault("missing_result") in fault["text"]
    assert fault["severity"] == ts.words.severity("refused")
    assert (view["tone"], view["summary"]) == ("bad", f"1 of {len(found)} fails")
    assert all(each["sent"]["state"] == "none" for each in found.values())


def test_a_repair_passes_what_is_sent_and_leaves_the_loaded_fault_in_sight():
    view, found = checks(LOST, on_pairing_fault="repair")
    check = found["missing_result"]
    assert view["tone"] == "warn"
    assert states(check) == ("refused", "pass")
    assert check["faults"][0]["way"] == tr("en", "checks.way.mended")


def test_a_fault_that_is_trimmed_away_is_not_in_what_is_sent():
    records = [SYSTEM, GOAL, calls("a"), answer("a", "1"), answer("a", "2"), *rings(6)]
    _, found = checks(records, keep_rounds=2)
    check = found["duplicate_result"]
    assert states(check) == ("warning", "pass")
    assert check["faults"][0]["way"] == tr("en", "checks.way.gone")
    _, found = checks(records, old_rounds="keep")
    assert states(found["duplicate_result"]) == ("warning", "warning")


def test_many_faults_of_a_kind_are_counted_not_all_listed():
    records = [SYSTEM, GOAL, *[answer(f"ghost{n}", "?") for n in range(SHOWN + 5)]]
    check = checks(records)[1]["orphan_result"]
    assert (len(check["faults"]), check["more"]) == (SHOWN, "and 5 more")
    assert check["stored"]["text"] == f"{SHOWN + 5} refused"


def test_faults_of_one_message_are_one_line_that_counts_them():
    message = {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": f"ghost{n}", "content": "?"} for n in range(8)]}
    loaded, plan = planned([GOAL, message])
    (line,) = {each["code"]: each for each in checks_view(loaded, plan, "en")["checks"]}["orphan_result"]["faults"]
    assert line["call"] == "ghost0, ghost1, ghost2 and 5 more"
    (box,) = notice_view(loaded, plan, None, "en")["boxes"]
    (item,) = box["items"]
    assert item["text"].endswith("ghost0, ghost1, ghost2 and 5 more")
    assert box["more"] == ""


def test_the_box_of_faults_is_capped_and_says_how_many_more_behind_the_list():
    records = [SYSTEM, GOAL, *[answer(f"ghost{n}", "?") for n in range(LISTED + 3)]]
    (box,) = notice_view(*planned(records), None, "en")["boxes"]
    assert (len(box["items"]), box["more"]) == (LISTED, "and 3 more")
    assert "more" not in box["text"]


def test_a_log_is_not_called_a_provider():
    for lang in ("en", "zh"):
        (box,) = notice_view(*planned(LOST), None, lang)["boxes"]
        assert PROVIDERS["openai-chat"].title in box["text"]
        assert "The provider (" not in box["text"]


@pytest.mark.parametrize("code", [*ts.words.FAULTS])
def test_every_fault_has_words_for_what_must_hold(code):
    assert has(f"check.{code}")


@pytest.mark.parametrize("name", PROVIDERS)
def test_every_rule_of_every_provider_is_checked(name):
    loaded, _ = planned([SYSTEM, GOAL])
    transcript = ts.load(json.dumps([SYSTEM, GOAL]), provider=name)
    plan = ts.plan(transcript, ts.Policy(window=8_000))
    held = type(loaded)("1", "x", transcript, ts.group(transcript), ts.count(transcript))
    codes = {each["code"] for each in checks_view(held, plan, "en")["checks"]}
    assert codes >= {"missing_result", "orphan_result", *PROVIDERS[name].checks}


# Where faults are marked besides


def test_a_mended_fault_marks_its_row_without_stopping_anything():
    loaded, plan = planned(LOST, on_pairing_fault="repair")
    view = plan_view(loaded, plan, "en")
    assert view["faults"] == {}
    assert view["warnings"]["2"]["badge"] == "was a fault"
    assert notice_view(loaded, plan, None, "en")["boxes"] == []
    preview = preview_view(loaded, plan, 2, "en")
    assert preview["tone"] != "fault"
    assert preview["also"] == [ts.words.fault("missing_result")]


def test_a_fault_the_provider_takes_marks_its_row_as_a_warning():
    records = [SYSTEM, GOAL, *ring("a"), AND, *ring("a")]
    loaded, plan = planned(records)
    warnings = plan_view(loaded, plan, "en")["warnings"]
    assert warnings == {"5": {"badge": "warning", "text": ts.words.fault("duplicate_call_id")}}


def test_another_rule_of_the_provider_is_not_called_a_pairing_fault():
    transcript = ts.load(json.dumps([GOAL, AND, *ring("a")]), provider="chat-template")
    plan = ts.plan(transcript, ts.Policy(window=8_000))
    loaded, _ = planned([GOAL])
    held = type(loaded)("1", "x", transcript, ts.group(transcript), ts.count(transcript))
    assert [fault.code for fault in blocking(plan)] == ["same_role"]
    assert plan_view(held, plan, "en")["faults"] == {"1": "provider's rule"}
    (box,) = notice_view(held, plan, None, "en")["boxes"]
    assert "do not pair" not in box["text"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_tool_that_is_nowhere_is_noted_on_the_page(lang):
    (box,) = notice_view(*planned([SYSTEM, GOAL, *rings(2)], exclude_tools=["nowhere"]), None, lang)["boxes"]
    assert (box["testid"], box["tone"], box["items"]) == ("note", "info", [])
    assert box["text"] == ts.words.note("unknown_tool:nowhere", lang)
