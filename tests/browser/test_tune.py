"""Tuning on the page: a sweep with progress, cancelled or done, its map by keyboard, a row applied, compared, saved."""

import csv
import io
from pathlib import Path

import trimscope as ts

from .test_accessibility import axe  # noqa: F401 (a fixture)

GRID = {"keep_rounds": [1, 2, 3], "result_limit": [500, None]}


def unfold(app):
    if app.test_id("tune-toggle").get_attribute("aria-expanded") == "false":
        app.test_id("tune-toggle").click()


def sweep(app, rounds="1:3", limits="500,none"):
    unfold(app)
    app.test_id("tune-values-0").fill(rounds)
    app.test_id("tune-values-1").fill(limits)
    app.test_id("tune-start").click()


def swept(app):
    """The sweep that the page should show, and the page once it does."""
    sweep(app)
    found = ts.sweep(app.transcript, GRID, app.plan.policy)
    app.until(lambda: app.test_id("tune-cell-5").count(), 1)
    return found


def lost(app):
    return [app.text(f"tune-cell-{i}") for i in range(6)]


def test_a_sweep_is_drawn_as_the_core_finds_it(app):
    found = swept(app)
    assert lost(app) == [f"{row.lost:,}" for row in found.rows]
    advised = found.rows[found.advice.row]
    assert advised.name in app.text("tune-advice")
    assert app.page.locator(".scatter svg circle").count() >= 6
    app.test_id("tune-measure-cost").click()
    assert lost(app)[0].endswith("%")
    app.test_id("tune-measure-lost").click()


def test_the_map_is_walked_by_keys_and_a_row_is_applied(app):
    found = swept(app)
    first = app.test_id("tune-cell-0")
    first.focus()
    first.press("ArrowDown")
    app.test_id("tune-cell-2").press("ArrowRight")
    app.test_id("tune-cell-3").press("Enter")
    app.until(lambda: app.test_id("tune-cell-3").get_attribute("aria-pressed"), "true")
    app.test_id("tune-apply").click()
    app.until(lambda: app.policy().get("keep_rounds"), 2)
    app.shows(ts.plan(app.transcript, app.plan.policy.replace(**dict(found.rows[3].settings))))
    app.until(lambda: "in force" in app.test_id("tune-cell-3").get_attribute("aria-label"), True)


def test_the_page_lives_while_it_sweeps_and_the_sweep_can_be_cancelled(app):
    sweep(app, "0:99", "500,1000,2000,4000,none")
    app.test_id("tune-progress").wait_for()
    app.until(lambda: "of 500 policies" in app.text("tune-told"), True)
    app.slide("keep_rounds")  # answered in between
    app.shows(ts.plan(app.transcript, app.plan.policy.replace(keep_rounds=app.plan.policy.keep_rounds + 1)))
    app.test_id("tune-cancel").click()
    app.until(lambda: "of 500 policies" in app.text("tune-advice"), True)
    app.test_id("tune-start").wait_for()


def test_policies_stand_side_by_side(app):
    found = swept(app)
    app.test_id("tune-cell-1").click()
    app.until(lambda: found.rows[1].name in app.text("tune-picked"), True)
    app.test_id("tune-compare").click()
    app.test_id("tune-remove-row:1").wait_for()
    app.test_id("tune-preset").select_option("patchcat")
    app.test_id("tune-remove-preset:patchcat").wait_for()
    app.test_id("tune-remove-row:1").click()
    app.until(lambda: app.test_id("tune-remove-row:1").count(), 0)


def test_the_table_is_sorted_and_saved(app):
    found = swept(app)
    app.test_id("tune-rows").locator("summary").click()
    cost = app.test_id("tune-sort-2")
    cost.click()
    order = sorted(range(6), key=lambda i: found.rows[i].cost)
    shown = app.test_id("tune-rows").locator("tbody tr td:first-child").all_text_contents()
    assert shown == [str(found.rows[i].settings[0][1]) for i in order]
    with app.page.expect_download(timeout=90_000) as coming:
        app.test_id("tune-csv").click()
    rows = list(csv.DictReader(io.StringIO(Path(coming.value.path()).read_text(encoding="utf-8"))))
    assert [int(row["cost"]) for row in rows] == [row.cost for row in found.rows]


def test_what_cannot_be_swept_is_said(app):
    sweep(app, "1:many")
    app.until(lambda: "keep_rounds" in app.text("tune-trouble"), True)


def test_nothing_is_wrong_with_it_for_screen_readers(app, axe):  # noqa: F811
    found = swept(app)
    app.test_id("tune-cell-1").click()
    app.until(lambda: found.rows[1].name in app.text("tune-picked"), True)
    app.test_id("tune-compare").click()
    app.test_id("tune-remove-row:1").wait_for()
    app.test_id("tune-rows").locator("summary").click()
    axe()
    app.test_id("dark").click()
    axe()
    app.test_id("dark").click()
