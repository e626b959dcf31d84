"""The whole pipeline on the page: folded settings, texts of ours, strategies, and what the checks show."""

import pytest

import trimscope as ts
from trimscope.measures.prometheus import exposition
from trimscope.values.suggestions import suggest_whitelist
from trimscope_app.i18n import tr
from trimscope_app.options import preset_title
from trimscope_app.views.inspect import OF_SELECTED

from .transcripts import long_run


def planned(app, *, retry=0, spent=0, **changes):
    """The core's plan under the policy that the page opened on, with changes."""
    return ts.plan(app.transcript, app.plan.policy.replace(**changes), retry=retry, spent=spent)


def shows(app, plan):
    app.shows(plan)
    assert ts.Policy.from_mapping(app.policy()) == plan.policy


def test_parts_are_switched_on_by_the_keyboard_and_their_settings_come_out(app):
    app.test_id("section-carried").focus()
    if app.test_id("section-carried").get_attribute("aria-expanded") == "false":
        app.page.keyboard.press("Enter")
    assert not app.test_id("field-ledger.most").count()
    app.test_id("field-ledger").focus()
    app.page.keyboard.press("Space")
    app.until(app.test_id("field-ledger.most").count, 1)
    shows(app, planned(app, ledger=True))
    app.enter("ledger.most", "2")
    shows(app, planned(app, ledger={"most": 2}))
    app.until(lambda: app.test_id("section-carried").text_content().endswith("1 set"), True)


def test_texts_of_ours_stand_in_the_list_and_are_read_in_the_preview(app):
    transcript, _ = app.open_sample("hotel")
    app.push("drop")
    app.open_section("carried")
    app.test_id("field-ledger").click()
    app.test_id("field-memory").click()
    app.test_id("field-memory.place").select_option("last")
    app.until(lambda: app.policy().get("memory", {}).get("place"), "last")
    plan = ts.plan(transcript, ts.Policy.from_mapping(app.policy()))
    app.shows(plan)
    texts = {written.reason: written.text for written in plan.written}
    assert {"tombstone", "ledger", "memory"} <= set(texts)
    rows = app.page.locator('[data-testid="row-inserted"]')
    for name in ("ledger", "memory"):
        row = rows.filter(has=app.page.locator("b", has_text=tr("en", f"title.{name}")))
        row.click()
        app.until(lambda name=name: texts[name] in app.text("preview"), True)


def test_a_limit_of_a_bucket_is_drawn_and_its_content_shortened(app):
    app.open_section("budget")
    app.test_id("field-buckets").click()
    app.enter("buckets.recent", "900")
    plan = planned(app, buckets={"recent": 900})
    shows(app, plan)
    recent = next(each for each in ts.buckets(plan) if each.bucket == "recent")
    app.until(lambda: f"{recent.sent:,} / 900" in app.text("share-recent"), True)


def test_what_cannot_be_stays_in_the_field_with_the_reason(app):
    app.open_section("run")
    before = app.policy()
    app.enter("max_turns", "a few")
    field = app.test_id("field-max_turns")
    app.until(lambda: field.get_attribute("aria-invalid"), "true")
    assert field.input_value() == "a few"
    assert app.policy() == before
    app.shows(app.plan)
    field.fill("50")
    field.press("Enter")
    app.until(lambda: field.get_attribute("aria-invalid"), "false")
    shows(app, planned(app, max_turns=50))


def test_a_refused_call_is_tried_again_with_one_ring_less(app):
    app.open_section("run")
    before = app.policy()
    for retry in (1, 2, 0):
        app.test_id("field-asked.retry").select_option(str(retry))
        app.shows(planned(app, retry=retry))
    assert app.policy() == before


@pytest.mark.parametrize("number", range(3))
def test_fields_filled_in_without_waiting_for_the_page_are_all_taken(app, number):
    app.open_section("run")
    app.open_section("results")
    entries = {"run_token_budget": 9000 + number, "max_turns": 40 + number, "keep_errors": number}
    for key, value in entries.items():
        app.enter(key, str(value))
    app.until(lambda: {key: app.policy().get(key, 0) for key in entries}, entries)
    shown = {key: app.test_id(f"field-{key}").input_value() for key in entries}
    assert shown == {key: str(value) for key, value in entries.items()}


def test_what_is_being_typed_stays_when_an_answer_comes(app):
    app.open_section("run")
    app.test_id("field-max_turns").fill("5")
    app.slide("keep_rounds")
    app.test_id("field-run_token_budget").press_sequentially("123456", delay=120)
    app.test_id("field-run_token_budget").press("Tab")
    app.until(lambda: {key: app.policy().get(key) for key in ("max_turns", "run_token_budget")},
              {"max_turns": 5, "run_token_budget": 123456})


def test_a_run_that_is_over_says_so_and_what_can_be_done(app):
    app.open_section("run")
    app.enter("run_token_budget", "1000")
    app.enter("asked.spent", "2000")
    plan = planned(app, run_token_budget=1000, spent=2000)
    app.shows(plan)
    report = ts.budget_report(plan)
    wanted = [ts.words.verdict(code, "en") for code in report.verdicts]
    wanted += [ts.words.way_out(way, "en") for way in report.ways_out]
    verdicts = app.test_id("gauge-verdicts")
    app.until(lambda: [words for words in wanted if words not in (verdicts.text_content() or "")], [])


@pytest.mark.parametrize("name", ["last_6", "autogen_head_and_tail"])
def test_a_strategys_parameters_are_its_controls(app, name):
    app.choose("preset", preset_title(name, "en"))
    policy = ts.preset(name).replace(window=app.plan.policy.window)
    app.shows(ts.plan(app.transcript, policy))
    app.until(app.page.get_by_role("slider", name=tr("en", "controls.keep_rounds"), exact=True).is_disabled, True)
    key = next(key for key, value in policy.params.items() if isinstance(value, int) and not isinstance(value, bool))
    app.enter(f"params.{key}", "3")
    app.shows(ts.plan(app.transcript, policy.replace(params={**policy.params, key: 3})))
    app.choose("preset", preset_title("default", "en"))
    app.until(lambda: app.test_id("section-strategy").count(), 0)


def test_the_contract_has_its_points_and_they_lead_to_messages(app):
    app.look_at("contract")
    checks = ts.contract(app.plan)
    points = app.page.locator('[data-testid^="point-"]')
    app.until(points.count, len(checks))
    found = {node.get_attribute("data-testid"): node.get_attribute("data-state") for node in points.all()}
    assert found == {f"point-{each.code}": each.verdict for each in checks}
    point = next(each for each in checks if each.messages)
    link = app.test_id(f"point-{point.code}").get_by_role("button").first
    link.click()
    app.until(lambda: app.is_selected(f"row-{point.messages[0]}"), True)


def test_tabs_are_moved_by_arrows(app):
    app.look_at("rules")
    app.test_id("tab-rules").focus()
    for key, tab in (("ArrowRight", "contract"), ("End", OF_SELECTED), ("ArrowRight", "rules")):
        app.page.keyboard.press(key)
        app.until(lambda tab=tab: app.test_id(f"tab-{tab}").get_attribute("aria-selected"), "true")
        assert app.page.evaluate("document.activeElement !== document.body")
    app.until(app.test_id("checks-rule").count, 1)


def test_the_suggested_whitelist_is_taken_over(app):
    transcript, _ = app.open_sample("hotel")
    app.look_at("fields")
    app.test_id("do-suggest").click()
    wanted = {each.tool: list(each.whitelist) for each in suggest_whitelist(transcript) if each.whitelist}
    app.until(lambda: app.policy().get("field_whitelist"), wanted)
    app.shows(ts.plan(transcript, ts.Policy.from_mapping(app.policy())))
    assert app.page.locator('[data-action="filter"]').count()


def test_a_summary_is_drafted_edited_and_used(app):
    app.push("keep")
    app.shows(planned(app, old_rounds="keep"))  # the page stands still: a click lands where it was aimed
    app.look_at("summary")
    app.test_id("do-draft").click()
    box = app.test_id("box-summary.text")
    app.until(lambda: box.input_value().startswith("goal: "), True)
    text = box.input_value()
    assert app.policy()["summary"]["text"] == text
    box.fill(text + "\ndecisions: leave it to a person")
    app.test_id("do-use").click()
    app.until(lambda: "leave it to a person" in app.policy()["summary"]["text"], True)
    app.open_section("carried")
    app.enter("summary.trigger_ratio", "0")
    plan = ts.plan(app.transcript, ts.Policy.from_mapping(app.policy()))
    app.shows(plan)
    assert plan.summary.status in ("used", "refused")
    if plan.summary.status == "used":
        assert app.page.locator('[data-action="summarise"]').count() == len(plan.summary.covered)


def test_metrics_are_the_cores_text(app):
    name, text = app.download("metrics")
    assert name == "coding.prom"
    assert text == exposition(ts.metrics(app.plan))


def test_a_plan_that_takes_long_says_that_it_is_made(app):
    app.fresh_rows(lambda: app.choose_file("long.json", long_run(6_001).encode()))
    app.page.evaluate(
        """() => {
          const find = (root) => {
            for (const node of root.querySelectorAll("*")) {
              if (node.dataset?.testid === "planning") return node
              const inner = node.shadowRoot && find(node.shadowRoot)
              if (inner) return inner
            }
          }
          const node = find(document)
          window.trimscopeSaid = []
          new MutationObserver(() => window.trimscopeSaid.push(node.textContent))
            .observe(node, {childList: true, characterData: true, subtree: true})
        }"""
    )
    app.open_section("results")
    app.test_id("field-observations").click()
    app.until(lambda: app.page.evaluate("window.trimscopeSaid.join('|')"), f"{tr('en', 'gauge.busy')}|")
