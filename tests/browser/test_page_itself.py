"""Language, colours, keyboard, narrow screens, long transcripts."""

import json
import time

import pytest

import trimscope as ts
from trimscope_app.i18n import tr

from . import addresses
from .app_page import DESKTOP, START_S
from .transcripts import long_run

LONG = 5_001

_FOCUSED = """() => {
  let node = document.activeElement
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
  return node?.dataset?.testid ?? node?.getAttribute("aria-label") ?? ""
}"""

_BRIGHTNESS = """() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number)
  return (r + g + b) / 3
}"""


def test_the_language_switches_at_once_and_back(app):
    plan = app.plan
    root = app.page.locator("html")
    for lang, attribute in (("zh", "zh-CN"), ("en", "en")):
        app.test_id("lang").click()
        app.until(lambda: root.get_attribute("lang"), attribute)
        app.until(lambda lang=lang: app.text("export-messages"), tr(lang, "export.messages"))
        slider = app.page.get_by_role("slider", name=tr(lang, "controls.keep_rounds"), exact=True)
        slider.wait_for()
        app.select("row-0")
        app.until(lambda lang=lang: app.text("preview-why"), ts.words.reason(plan.decisions[0].reason, lang))
        assert app.page.title() == tr(lang, "top.page_title")
        app.shows(plan)


def test_dark_mode_darkens_the_page_and_goes_again(app):
    light = app.page.evaluate(_BRIGHTNESS)
    app.test_id("dark").click()
    app.until(lambda: app.page.locator("html").get_attribute("data-theme"), "dark")
    app.until(lambda: app.page.evaluate(_BRIGHTNESS) < light / 3, True)
    assert app.test_id("dark").get_attribute("aria-pressed") == "true"
    app.test_id("dark").click()
    app.until(lambda: app.page.evaluate(_BRIGHTNESS), light)


def test_the_list_is_one_tab_stop_and_arrow_keys_move_in_it(app):
    def focused():
        return app.page.evaluate(_FOCUSED)

    press = app.page.keyboard.press
    app.test_id("samples").focus()
    for _ in range(60):
        press("Tab")
        if focused().startswith("row-"):
            break
    assert focused() == "row-0"
    press("End")
    last = focused()
    assert last == app.numbers()["rows"][-1][0]
    press("ArrowUp")
    press("Enter")
    wanted = app.numbers()["rows"][-2][0]
    assert focused() == wanted
    app.until(lambda: app.is_selected(wanted), True)
    press("Home")
    press("ArrowDown")
    press("Space")
    app.until(lambda: app.is_selected(app.numbers()["rows"][1][0]), True)
    press("Tab")
    assert not focused().startswith("row-")


@pytest.mark.parametrize("sample", ["coding", "hotel", "broken"])
def test_a_narrow_screen_does_not_scroll_sideways(app, sample):
    app.open_sample(sample)
    app.unfold_controls()
    app.page.set_viewport_size({"width": 400, "height": 800})
    app.select("row-1")
    widths = "[document.documentElement.scrollWidth, document.body.scrollWidth]"
    app.until(lambda: max(app.page.evaluate(widths)) <= 400, True)
    assert app.test_id("gauge").is_visible()
    assert app.test_id("preview").is_visible()


def test_five_thousand_messages_can_be_loaded_and_trimmed(app, record_property):
    source = long_run(LONG)
    transcript = ts.load(source)
    assert len(transcript.messages) == LONG
    began = time.monotonic()
    app.fresh_rows(lambda: app.choose_file("long.json", source.encode()), START_S)
    record_property("load_s", round(time.monotonic() - began, 2))
    policy = ts.Policy.from_mapping(app.policy())
    began = time.monotonic()
    app.slide("keep_rounds")
    after = ts.plan(transcript, policy.replace(keep_rounds=policy.keep_rounds + 1))
    app.until(lambda: app.numbers()["sent"], str(after.tokens.sent), START_S)
    record_property("step_s", round(time.monotonic() - began, 2))
    decisions = {f"row-{d.message}": [d.action, str(d.before), str(d.after)] for d in after.decisions}
    shown = [row for row in app.numbers()["rows"] if row[0] != "row-tombstone"]
    assert 20 < len(shown) < 500  # what is out of sight is not in the page
    assert [row[1:] for row in shown] == [decisions[row[0]] for row in shown]
    app.test_id("row-0").focus()
    app.page.keyboard.press("End")
    app.until(lambda: app.numbers()["rows"][-1][0], f"row-{LONG - 1}")


def test_the_first_things_a_newcomer_needs_are_in_sight(app):
    assert app.text("tagline") == tr("en", "top.tagline")
    for name in ("export-messages", "export-policy"):
        box = app.test_id(name).bounding_box()
        assert box["y"] + box["height"] <= DESKTOP["height"]
        assert box["x"] >= 0


def test_on_a_phone_the_settings_are_folded_and_the_gauge_stays_in_sight(app):
    app.page.set_viewport_size({"width": 400, "height": 850})
    slider = app.page.get_by_role("slider", name=tr("en", "controls.keep_rounds"), exact=True)
    app.until(slider.is_visible, False)
    assert app.test_id("row-0").bounding_box()["y"] < 850
    app.test_id("fold-controls").click()
    app.until(slider.is_visible, True)
    app.test_id("fold-controls").click()
    app.until(slider.is_visible, False)
    app.test_id("row-20").scroll_into_view_if_needed()
    assert 0 <= app.test_id("gauge-status").bounding_box()["y"] < 400


def test_numbers_of_seven_digits_stand_beside_their_bars(app):
    records = [{"role": "user", "content": "word " * 1_300_000}, {"role": "assistant", "content": "ok"}]
    app.fresh_rows(lambda: app.choose_file("x" * 300 + ".json", json.dumps(records).encode()), 120)
    for column in ("stored", "sent"):
        cell = app.test_id("row-0").locator(f".cell.{column}")
        bar, number = cell.locator(".b").bounding_box(), cell.locator(".n").bounding_box()
        assert bar["x"] + bar["width"] <= number["x"]
        text = cell.locator(".n").evaluate("node => [node.scrollWidth, node.clientWidth]")
        assert text[0] <= text[1]
    title = app.test_id("doc-title")
    assert title.evaluate("node => node.localName") == "bdi"
    assert title.bounding_box()["width"] < 700


def test_a_lost_connection_is_said_and_offers_a_reload(chromium):
    page = chromium.new_page(locale="en-US")
    with addresses.served() as address:
        page.goto(address)
        page.get_by_test_id("row-0").wait_for(timeout=START_S * 1000)
        said = page.get_by_test_id("connection-lost")
        assert not said.is_visible()
    said.wait_for()
    assert tr("en", "top.lost") in said.text_content()
    assert page.get_by_test_id("reload").is_visible()
    page.close()
