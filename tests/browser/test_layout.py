"""Nothing is drawn over anything else, whatever is unfolded, and a narrow screen holds all of it."""

import itertools

import pytest

from trimscope_app.fields import SECTIONS, fields

from .app_page import DESKTOP

NARROW = {"width": 400, "height": 900}

PARTS = [each.key for _, keys in SECTIONS for each in fields(keys) if each.kind == "section"]
"""Switches whose settings come out when they are on."""

# What stands below one another in the controls column: [what, top, bottom of all it draws], in px, in order.
# Panel's own widgets hold absolute parts beyond their box; of ours everything counts, also what overflows.
_STACK = """() => {
  const found = []
  let column = null
  const look = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.classList.contains("ts-controls")) column = node
      if (node.shadowRoot) look(node.shadowRoot)
    }
  }
  look(document)
  const take = (node) => {
    const {top, height} = node.getBoundingClientRect()
    const ours = !/ReactComponent/.test(node.className)
    const name = (node.textContent || node.className).slice(0, 40)
    if (height) found.push([name, top, top + (ours ? Math.max(height, node.scrollHeight - 1) : height)])
  }
  const walk = (root) => {
    for (const node of root.children) {
      if (/STYLE|LINK|SCROLL/i.test(node.tagName) || node.classList.contains("scroll-button")) continue
      if (node.classList.contains("ts-group")) walk(node.shadowRoot)
      else take(node)
    }
  }
  walk(column.shadowRoot)
  return found
}"""

_LINES = """(node) => [...node.getRootNode().querySelectorAll(".handle, .field")].map((each) => {
  const {top, bottom, height} = each.getBoundingClientRect()
  return [each.textContent.slice(0, 40), top, height ? bottom : top]
}).filter(([, top, bottom]) => bottom > top)"""


def overlaps(boxes):
    """Neighbours of which the second begins before the first has ended, half a pixel being rounding."""
    return [(one[0], two[0], one[2] - two[1]) for one, two in itertools.pairwise(boxes) if one[2] - two[1] > 0.5]


@pytest.fixture
def unfolded(app):
    """The page with every section open and every part of the policy on; folded again at the end."""
    app.unfold_controls()
    for name, _ in SECTIONS:
        app.open_section(name)
    for key in PARTS:
        app.test_id(f"field-{key}").check()
        inner = next(each.key for each in fields((key,)) if each.table)
        app.test_id(f"field-{inner}").wait_for()
    yield app
    app.page.set_viewport_size(DESKTOP)
    for name in ("more", *(f"section-{name}" for name, _ in SECTIONS)):
        app.test_id(name).click()


def test_with_everything_unfolded_no_setting_is_drawn_over_another(unfolded):
    app = unfolded
    first = app.test_id(f"section-{SECTIONS[0][0]}")
    for size in (DESKTOP, {"width": 1400, "height": 1000}, NARROW):
        app.page.set_viewport_size(size)
        if size is NARROW:
            app.test_id("fold-controls").click()
        first.wait_for()
        app.until(lambda: overlaps(app.page.evaluate(_STACK)), [])
        assert len(app.page.evaluate(_STACK)) > 30
        assert overlaps(first.evaluate(_LINES)) == []
        assert len(first.evaluate(_LINES)) > len(PARTS)
    app.test_id("fold-controls").click()


def test_a_narrow_screen_in_chinese_holds_every_tab_of_the_checks(app):
    app.page.set_viewport_size(NARROW)
    app.test_id("lang").click()
    app.until(lambda: app.page.locator("html").get_attribute("lang")[:2], "zh")
    for tab in ("rules", "contract", "effects", "fields", "summary", "instructions"):
        app.look_at(tab)
        app.until(lambda: app.page.evaluate("document.documentElement.scrollWidth"), NARROW["width"])
