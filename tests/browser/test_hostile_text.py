"""Text of a transcript is text, wherever it stands. The gates of every test watch whether any of it ran."""

import pytest

import trimscope as ts

from .transcripts import hostile, payload

_INVADERS = """() => {
  const found = []
  const walk = (root) => {
    for (const node of root.querySelectorAll("*")) {
      const scripted = [...node.attributes].some((attribute) => attribute.name.startsWith("on"))
      if (scripted || node.getAttribute("src") === "xss.png") found.push(node.outerHTML)
      if (node.shadowRoot) walk(node.shadowRoot)
    }
  }
  walk(document)
  return found
}"""


def assert_only_text(app):
    assert app.page.evaluate(_INVADERS) == []
    assert app.page.evaluate("window.__xss") is None


def load(app, source):
    name = payload("file").replace("/", "|") + ".json"
    app.fresh_rows(lambda: app.choose_file(name, source.encode()))
    assert app.text("doc-title") == name


def test_every_field_of_a_transcript_is_shown_as_text(app):
    load(app, hostile())
    count = len(ts.load(hostile()).messages)
    for index in range(count):
        app.select(f"row-{index}")
        app.says("preview", f"message {index}")
        assert_only_text(app)
    shown = app.text("ringmap")
    for place in ("system", "goal", "name", "answer", "newest"):
        assert payload(place)[:50] in shown  # longer names end in an ellipsis
    app.select("row-3")
    app.says("preview-head", payload("error: failed\n"))
    assert "error: failed" in app.text("preview-errors")


@pytest.mark.parametrize("way", ["drop", "compact", "clear", "keep"])
def test_nor_does_any_of_it_run_when_it_is_trimmed(app, way):
    load(app, hostile())
    app.slide("keep_rounds", "Home")
    app.push(way)
    policy = {"old_rounds": way} if way != "drop" else {}
    app.until(lambda: policy.items() <= app.policy().items() and app.policy().get("keep_rounds") == 0, True)
    app.test_id("row-3").click()
    app.says("preview", "message 3")
    assert_only_text(app)
    app.download("messages")
    assert_only_text(app)


def test_nor_when_a_fault_names_it(app):
    load(app, hostile(broken=True))
    assert payload("id") in app.text("faults")
    assert_only_text(app)


def test_nor_when_an_error_quotes_it(app):
    app.paste(payload("paste"))
    app.test_id("error").wait_for()
    assert_only_text(app)
