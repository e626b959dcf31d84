"""A lesson on the page: opened from its list, worked through by keyboard, resumed, by link, dropped, narrow."""

import pytest

from trimscope_app.lessons.library import lessons
from trimscope_app.lessons.skeleton import skeleton

from .app_page import DESKTOP, START_S
from .test_accessibility import NARROW, axe  # noqa: F401

SLICING = next(each for each in lessons() if each.id == "slicing")


@pytest.fixture
def list_of(app):
    """The page with the list of lessons open, nothing remembered; no lesson open afterwards."""
    app.page.evaluate("localStorage.removeItem('trimscope-lessons')")
    app.test_id("lessons").click()
    app.test_id("lessons-dialog").wait_for()
    yield app
    app.page.set_viewport_size(DESKTOP)
    if app.test_id("lessons-dialog").is_visible():
        app.page.keyboard.press("Escape")
    if app.test_id("lesson").is_visible():
        app.test_id("lesson-leave").click()
        app.until(lambda: app.test_id("lesson").is_visible(), False)


def begin(app, id="slicing"):
    app.test_id(f"lesson-open-{id}").click()
    app.test_id("lesson").wait_for()
    app.until(lambda: app.test_id("lesson-heading").evaluate("node => node.getRootNode().activeElement === node"), True)


def at(app, page):
    app.says("lesson-where", f"page {page} of")


def overlap(one, other):
    return all(one[at] < other[at] + other[size] and other[at] < one[at] + one[size]
               for at, size in (("x", "width"), ("y", "height")))  # fmt: skip


def outlined(app, name):
    return app.test_id(name).evaluate("node => getComputedStyle(node).outlineStyle")


def test_a_lesson_is_worked_through_by_keyboard(list_of):
    app, keys = list_of, list_of.page.keyboard
    app.test_id("lesson-open-slicing").focus()
    keys.press("Enter")
    at(app, 1)
    app.until(lambda: outlined(app, "gauge"), "solid")
    app.test_id("lesson-next").press("Enter")
    at(app, 2)
    app.until(lambda: outlined(app, "gauge"), "none")
    app.test_id("lesson-choice-0").focus()
    keys.press("Space")
    keys.press("Enter")
    app.says("lesson-said", "Not so.")
    app.test_id("lesson-choice-0").press("ArrowUp")  # round to the last one
    app.test_id("lesson-check").press("Enter")
    app.says("lesson-said", SLICING.pages[1].question.reason["en"])
    app.test_id("lang").click()
    app.says("lesson-said", SLICING.pages[1].question.reason["zh"])
    assert app.test_id("lesson-choice-2").is_checked()
    app.test_id("lang").click()
    app.test_id("lesson-next").click()
    at(app, 3)
    app.until(lambda: app.test_id("checks-toggle").get_attribute("aria-expanded"), "true")


def test_it_covers_neither_gauge_nor_map_and_is_resumed_where_it_was_left(list_of, axe):  # noqa: F811
    app = list_of
    begin(app, "anchors")
    app.test_id("lesson-next").click()
    at(app, 2)
    for name in ("gauge", "ringmap"):
        assert not overlap(app.test_id("lesson").bounding_box(), app.test_id(name).bounding_box())
        assert app.test_id(name).bounding_box()["y"] < DESKTOP["height"]
    axe()
    app.test_id("lesson-leave").click()
    app.until(lambda: app.test_id("lesson").is_visible(), False)
    app.test_id("lessons").click()
    app.says("lesson-open-anchors", "resume at page 2")
    axe()
    begin(app, "anchors")
    at(app, 2)


def test_a_narrow_page_holds_it(list_of, axe):  # noqa: F811
    app = list_of
    begin(app)
    app.test_id("lesson-next").click()
    at(app, 2)
    app.page.set_viewport_size(NARROW)
    app.until(lambda: app.page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], True)
    app.until(lambda: app.test_id("lesson").bounding_box()["width"] <= NARROW["width"], True)
    axe()


def test_a_lesson_of_ones_own_opens_by_drop_and_a_broken_one_says_why(list_of):
    app = list_of
    app.page.keyboard.press("Escape")
    app.drop_file("mine.json", skeleton("<img src=x onerror=alert(1)>"))
    app.says("lesson-heading", "<img src=x")
    app.drop_file("broken.json", skeleton("x").replace('"status"', '"sense"'))
    app.says("error", "page 2: answer, figure")
    app.says("lesson-heading", "<img src=x")


def test_a_lesson_opens_by_link(opened):
    page = opened.page.context.new_page()
    page.goto(f"{opened.page.url.split('#')[0].split('?')[0]}?lesson=slicing&page=2")
    page.get_by_test_id("lesson-choice-2").wait_for(timeout=START_S * 1000)
    assert "page 2 of" in page.get_by_test_id("lesson-where").text_content()
    page.close()
