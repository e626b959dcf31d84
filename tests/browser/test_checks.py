"""Checks, pins and the rows of what no message holds."""

import functools
import json

import trimscope as ts
from trimscope.structure.providers import PROVIDERS

from .expected import decision_of
from .transcripts import anthropic


def states(app, code):
    check = app.test_id(f"check-{code}")
    return check.get_attribute("data-stored"), check.get_attribute("data-sent")


def unfold(app):
    app.look_at("rules")


def test_a_sound_transcript_passes_and_the_rule_is_there_in_words(app):
    unfold(app)
    assert app.text("checks-rule").endswith(PROVIDERS[app.transcript.provider].rule["en"])
    assert states(app, "missing_result") == ("pass", "pass")
    assert app.text("checks-summary").startswith("all")


def test_a_fault_leads_to_its_message_and_a_repair_passes(app):
    transcript, plan = app.open_sample("broken")
    unfold(app)
    for fault in plan.faults:
        assert states(app, fault.code) == (fault.severity, "none")
        app.test_id(f"check-{fault.code}").get_by_role("button").first.click()
        app.until(functools.partial(app.is_selected, f"row-{fault.message}"), True)
    app.unfold_controls()
    app.choose("on_pairing_fault", "Repair")
    mended = ts.plan(transcript, plan.policy.replace(on_pairing_fault="repair"))
    app.shows(mended)
    app.until(lambda: states(app, "missing_result"), ("refused", "pass"))
    assert app.test_id("faults").count() == 0
    assert "was a fault" in app.text(f"row-{plan.faults[0].message}")
    written = ts.load(app.download("messages")[1])
    assert not ts.group(written).refused


def test_a_pin_keeps_a_ring_that_would_go(app):
    gone = next(each.message for each in app.plan.decisions if each.action == "drop" and each.message)
    app.select(f"row-{gone}")
    app.until(lambda: f"message {gone} " in app.test_id("preview").inner_text(), True)
    assert app.test_id("pin").get_attribute("aria-pressed") == "false"
    app.test_id("pin").click()
    app.until(lambda: len(app.policy().get("pins", ())), 1)
    pinned = ts.plan(app.transcript, ts.Policy.from_mapping(app.policy()))
    assert decision_of(pinned, gone).reason == "pinned"
    app.shows(pinned)
    app.until(lambda: app.test_id("pin").get_attribute("aria-pressed"), "true")
    app.test_id("pin").click()
    app.shows(app.plan)


def test_the_rows_add_up_with_the_gauge(app):
    def total(row, which):
        return int(app.test_id(row).get_attribute(f"data-{which}"))

    source = anthropic()
    app.fresh_rows(lambda: app.choose_file("run.json", source.encode()))
    plan = ts.plan(ts.load(source), ts.Policy.from_mapping(app.policy()))
    app.shows(plan)
    found = app.numbers()
    fixed = ("fixed-system", "fixed-tools", "fixed-frame")
    for column, which, sums in ((2, "before", "stored"), (3, "after", "sent")):
        rows = sum(int(row[column]) for row in found["rows"])
        assert rows + sum(total(row, which) for row in fixed) == int(found[sums])
    assert "read_log" in app.text("fixed-tools")
    assert "You read logs." in app.text("fixed-system")


def test_the_download_buttons_say_that_they_download(app):
    for what in ("messages", "policy", "metrics"):
        assert app.text(f"export-{what}").startswith("Download ")
    assert json.loads(app.download("messages")[1]) == app.plan.document
