"""What can be taken along: the messages in the format that was loaded, and the policy."""

import json
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import trimscope as ts
from trimscope.exporting.code import code
from trimscope.exporting.report import report_html
from trimscope.source.canonical import dumps


@pytest.mark.parametrize("sample", ["coding", "hotel", "research"])
def test_the_trimmed_messages_are_the_cores_document(app, sample):
    transcript, plan = app.open_sample(sample)
    name, text = app.download("messages")
    assert dumps(json.loads(text)) == dumps(plan.document)
    assert name == f"{sample}.trimmed.json"
    assert ts.load(text).format == transcript.format


def test_what_was_taken_along_is_not_trimmed_again(app):
    before = app.policy()["keep_rounds"]
    app.slide("keep_rounds")  # one's own settings hold for one's own file
    app.until(lambda: app.policy()["keep_rounds"] != before, True)
    policy = ts.Policy.from_mapping(app.policy())
    app.shows(ts.plan(app.transcript, policy))
    text = app.download("messages")[1]
    app.fresh_rows(lambda: app.paste(text))
    again = ts.plan(ts.load(text), policy)
    assert dumps(again.document) == dumps(json.loads(text))
    app.shows(again)


def test_the_policy_can_be_read_back(app):
    app.open_sample("hotel")
    app.slide("keep_rounds")
    app.until(lambda: app.policy()["keep_rounds"], 6)
    name, text = app.download("policy")
    assert name == "trimscope-policy.json"
    assert ts.Policy.from_mapping(json.loads(text)).keep_rounds == 6


def taken(app, what):
    """Name and text of what the list's button saves."""
    app.test_id("export-what").select_option(what)
    return app.download("more")


def test_what_the_list_offers_is_the_cores(app):
    transcript, plan = app.open_sample("hotel")
    found = {what: taken(app, what) for what in ("report", "code.langchain", "policy.toml", "run.calls")}
    title = app.text("doc-title")
    assert found["report"] == ("hotel.plan.html", report_html(plan, "en", title=title, version=ts.__version__))
    assert found["code.langchain"] == ("hotel.langchain.py", code(plan, "langchain"))
    assert found["policy.toml"][0] == "trimscope-policy.toml"
    assert found["run.calls"][0] == "hotel.calls.csv"
    assert found["run.calls"][1].count("\r\n") == len(transcript.call_indexes) + 1


def test_the_list_works_by_keyboard_and_on_a_phone(app):
    app.page.set_viewport_size({"width": 400, "height": 850})
    app.test_id("fold-controls").click()
    app.test_id("export-what").focus()
    app.page.keyboard.press("End")
    assert app.test_id("export-what").input_value() == "run.lost"
    app.page.keyboard.press("Tab")
    with app.page.expect_download() as waiting:
        app.page.keyboard.press("Enter")
    assert waiting.value.suggested_filename.endswith(".lost.csv")
    box = app.test_id("export-more").bounding_box()
    assert box["x"] + box["width"] <= 400
    app.test_id("fold-controls").click()


def test_the_charts_are_saved_as_pictures(app):
    app.open_sample("coding")
    if app.test_id("run-toggle").get_attribute("aria-expanded") == "false":
        app.test_id("run-toggle").click()
    app.until(app.test_id("run-svg").is_visible, True)
    pictures = {}
    for kind in ("svg", "png"):
        with app.page.expect_download() as waiting:
            app.test_id(f"run-{kind}").click()
        assert waiting.value.suggested_filename == f"trimscope-run.{kind}"
        pictures[kind] = Path(waiting.value.path()).read_bytes()
    app.test_id("run-toggle").click()
    root = ET.fromstring(pictures["svg"])
    drawn = [node for node in root.iter() if node.tag.endswith("path")]
    assert len(drawn) >= 6
    assert all(node.get("stroke") and node.get("fill") and not node.get("class") for node in drawn)
    assert "var(" not in pictures["svg"].decode()
    legend = [node.text for node in root.iter() if node.tag.endswith("}text")]
    assert len(legend) == 7
    assert all(legend)
    assert pictures["png"].startswith(b"\x89PNG")
    width, height = struct.unpack(">II", pictures["png"][16:24])
    assert (width, height) == (2 * int(root.get("width")), 2 * int(root.get("height")))
