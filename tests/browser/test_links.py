"""The share dialog and the links it makes: opened again, by Back and Forward, embedded, and where they are hostile."""

import json

import pytest

import trimscope as ts
from trimscope.scenarios.link import from_link

from .app_page import DESKTOP
from .test_accessibility import NARROW, axe  # noqa: F401

MAIL = "ada.lovelace@example.org"


@pytest.fixture
def dialog(app):
    """The dialog, open; closed again afterwards."""
    app.test_id("share").click()
    app.test_id("share-dialog").wait_for()
    app.until(lambda: "characters" in app.text("share-said") or "字符" in app.text("share-said"), True)
    yield app
    if app.test_id("share-dialog").is_visible():
        app.page.keyboard.press("Escape")


def link_of(app):
    return app.test_id("share-link").input_value()


def fragment(app, link):
    """Go to a link of this very page, as the address bar does."""
    app.page.evaluate("hash => { location.hash = hash }", link[link.index("#") :])


def kept_rounds(app):
    return app.policy().get("keep_rounds", 4)


def test_a_link_brings_settings_back_and_back_and_forward_work(app):
    first = kept_rounds(app)
    app.slide("keep_rounds")
    app.until(lambda: kept_rounds(app), first + 1)
    app.test_id("share").click()
    app.until(lambda: bool(link_of(app)), True)
    link, before = link_of(app), app.page.evaluate("history.length")
    assert app.page.evaluate("location.hash") == "" and f"{len(link):,}" in app.text("share-said")
    app.page.keyboard.press("Escape")
    app.slide("keep_rounds")
    app.until(lambda: kept_rounds(app), first + 2)
    assert app.page.evaluate("history.length") == before
    fragment(app, link)
    app.until(lambda: kept_rounds(app), first + 1)


def test_what_looks_like_a_secret_is_listed_and_left_out(app):
    records = [{"role": "user", "content": f"write to {MAIL}"}, {"role": "assistant", "content": f"wrote to {MAIL}"}]
    app.fresh_rows(lambda: app.choose_file("mail.json", json.dumps(records).encode()))
    app.test_id("share").click()
    app.test_id("share-text").check()
    box = app.test_id("share-found").locator("input")
    box.wait_for()
    assert box.is_checked() and "ada.lovelace" in app.text("share-found")
    clean = link_of(app)
    assert MAIL not in json.dumps(from_link(clean[clean.index("#") :]))
    box.uncheck()
    app.until(lambda: link_of(app) not in ("", clean), True)
    whole = link_of(app)
    assert MAIL in json.dumps(from_link(whole[whole.index("#") :]))
    app.page.keyboard.press("Escape")


def test_a_saved_scenario_opens_by_drop(dialog):
    app = dialog
    with app.page.expect_download() as saved:
        app.test_id("share-save").click()
    text = saved.value.path().read_text(encoding="utf-8")
    one = ts.open_scenario(text)
    assert one.outcome["plan_digest"]
    app.page.keyboard.press("Escape")
    first = kept_rounds(app)
    app.slide("keep_rounds")
    app.until(lambda: kept_rounds(app), first + 1)
    app.drop_file("scenario.json", text)
    app.until(lambda: kept_rounds(app), one.policy.keep_rounds)


def test_a_hostile_link_is_one_sentence_and_the_page_stays(app):
    shown = app.text("doc-title")
    fragment(app, "#v1.AAAA<script>")
    app.test_id("error").wait_for()
    assert "damaged" in app.text("error") and app.text("doc-title") == shown
    fragment(app, "#")


def test_the_dialog_has_no_faults(dialog, axe):  # noqa: F811
    axe()
    dialog.test_id("share-text").check()
    dialog.test_id("share-found").wait_for()
    axe()
    dialog.page.set_viewport_size(NARROW)
    axe()
    overflow = dialog.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    dialog.page.set_viewport_size(DESKTOP)
    assert overflow <= 0


def test_the_dialog_works_by_keyboard(app):
    app.test_id("share").focus()
    app.page.keyboard.press("Enter")
    app.until(lambda: bool(link_of(app)), True)
    first = link_of(app)
    app.test_id("share-settings").focus()
    app.page.keyboard.press("ArrowDown")
    app.until(lambda: link_of(app) not in ("", first), True)
    assert app.test_id("share-shape").is_checked()
    app.page.keyboard.press("Escape")
    app.until(lambda: app.test_id("share-dialog").is_visible(), False)


EMBEDDED = [("embed=1", ("ts-top", "ts-side")), ("hide=checks,map", ("ts-checks", "ts-map"))]


@pytest.mark.parametrize("words, gone", EMBEDDED)
def test_an_embedded_page_does_without(opened, words, gone):
    page = opened.page.context.new_page()
    page.goto(f"{opened.page.url.split('#')[0]}?{words}")
    page.get_by_test_id("gauge").first.wait_for(timeout=90_000)
    for name in gone:
        page.locator(f".{name}").first.wait_for(state="hidden", timeout=30_000)
    page.close()
