"""axe-core finds nothing on the page in any of its states; keyboard and names have tests of their own beside this."""

import importlib.util
from pathlib import Path

import pytest

from .app_page import DESKTOP

_SPEC = importlib.util.spec_from_file_location("fetch_axe", Path(__file__).parents[2] / "tools" / "fetch_axe.py")
fetch_axe = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(fetch_axe)

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]

NARROW = {"width": 400, "height": 900}

ALLOWED = {}
"""Rule -> why what it finds is no fault of ours; empty is best."""


@pytest.fixture
def axe(app):
    source = fetch_axe.script()
    if source is None:
        pytest.skip("axe-core is not in the cache: run `make axe`")
    app.page.evaluate(source)

    def faults():
        found = app.page.evaluate("rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", RULES)
        return {
            each["id"]: [f"{node['target']}: {node['failureSummary']}" for node in each["nodes"][:3]]
            for each in found["violations"]
            if each["id"] not in ALLOWED
        }

    return lambda: app.until(faults, {})  # colours and heights that are still on their way to a new look are no faults


def test_the_page_as_it_opens(app, axe):
    axe()


def test_dark_and_in_chinese(app, axe):
    app.test_id("dark").click()
    app.test_id("lang").click()
    app.until(lambda: app.page.locator("html").get_attribute("lang"), "zh-CN")
    axe()


def test_narrow_with_the_settings_unfolded(app, axe):
    app.page.set_viewport_size(NARROW)
    if app.test_id("fold-controls").get_attribute("aria-expanded") == "false":
        app.test_id("fold-controls").click()
    axe()
    app.test_id("fold-controls").click()
    app.page.set_viewport_size(DESKTOP)


def test_every_section_unfolded_with_all_its_parts_on(app, axe):
    for name in ("results", "budget", "carried", "fit", "stays", "run"):
        app.open_section(name)
    for part in ("buckets", "soft_limits", "ledger", "memory", "summary", "select_by_value", "degrade"):
        app.test_id(f"field-{part}").click()
        app.until(lambda part=part: part in app.policy(), True)
    app.enter("max_turns", "a few")
    app.until(lambda: app.test_id("field-max_turns").get_attribute("aria-invalid"), "true")
    axe()


@pytest.mark.parametrize(
    "tab", ["rules", "contract", "effects", "fields", "summary", "instructions", "usage", "tokens"]
)
def test_every_page_of_the_checks(app, axe, tab):
    app.open_sample("hotel")
    app.look_at(tab)
    app.until(lambda: app.test_id(f"tab-{tab}").get_attribute("aria-selected"), "true")
    if tab != "rules":
        app.until(app.test_id("inspect-lead").count, 1)
    axe()


def test_over_budget_and_refused(app, axe):
    app.open_sample("broken")
    axe()
    app.open_sample("hotel")
    app.open_section("budget")
    app.enter("token_budget", "900")
    app.until(app.page.locator('[data-status="over_budget"]').count, 1)
    axe()
