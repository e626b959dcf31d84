"""Loading: by sample, file, drop and paste, in every format."""

import functools
import json

import pytest

import trimscope as ts
from trimscope.source.canonical import dumps
from trimscope_app.i18n import tr
from trimscope_app.samples import samples

from .transcripts import FORMATS, openai_list

_BUSY_WORDS = """() => {
  const find = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.dataset?.testid === "busy") return node
      const inside = node.shadowRoot && find(node.shadowRoot)
      if (inside) return inside
    }
  }
  const node = find(document), said = []
  new MutationObserver(() => { if (said.at(-1) !== node.textContent) said.push(node.textContent) })
    .observe(node, {childList: true, characterData: true, subtree: true})
  return said
}"""


def planned(app, source):
    """The plan of a source under the policy that is in force on the page."""
    return ts.plan(ts.load(source), ts.Policy.from_mapping(app.policy()))


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.id)
def test_a_sample_comes_with_its_policy(app, sample):
    transcript, plan = app.open_sample(sample.id)
    assert app.text("doc-title") == sample.title["en"]
    assert f"{len(transcript.messages)} messages" in app.page.locator(".facts").text_content()
    assert app.policy() == plan.policy.to_mapping()


@pytest.mark.parametrize("what", FORMATS)
def test_a_pasted_transcript_is_recognised_and_leaves_in_its_own_format(app, what):
    make, name = FORMATS[what]
    app.fresh_rows(lambda: app.paste(make()))
    plan = planned(app, make())
    app.shows(plan)
    assert app.text("format") == name
    assert app.text("doc-title") == "pasted text"
    file, text = app.download("messages")
    assert dumps(ts.load(text).document) == dumps(plan.document)
    assert file.endswith(f".trimmed.{plan.transcript.layout}")


def test_a_chosen_file_is_loaded_under_its_name(app):
    source = FORMATS["Anthropic Messages"][0]()
    app.fresh_rows(lambda: app.choose_file("run 7.json", source.encode()))
    app.shows(planned(app, source))
    assert app.text("doc-title") == "run 7.json"
    assert app.text("format") == "Anthropic Messages"


def test_the_same_file_can_be_chosen_twice(app):
    for _ in range(2):
        app.fresh_rows(lambda: app.choose_file("run.json", openai_list().encode()))
    assert app.text("doc-title") == "run.json"


def test_a_file_may_be_dropped_anywhere(app):
    source = FORMATS["JSON Lines"][0]()
    app.fresh_rows(lambda: app.drop_file("运行.jsonl", source))
    app.shows(planned(app, source))
    assert app.text("doc-title") == "运行.jsonl"


def test_text_dropped_or_pasted_on_the_page_is_loaded(app):
    for load in (app.drop_text, app.paste_on_page):
        app.open_sample("research")
        app.fresh_rows(functools.partial(load, openai_list()))
        app.shows(planned(app, openai_list()))
        assert app.text("doc-title") == "pasted text"


def test_of_several_dropped_files_the_first_is_loaded_and_said_so(app):
    app.fresh_rows(lambda: app.drop_file("first.json", openai_list(), "second.json"))
    assert app.text("doc-title") == "first.json"
    app.says("aside", "2 files were dropped")
    app.open_sample("research")
    app.until(app.test_id("aside").count, 0)


def test_until_python_has_answered_words_say_that_it_works(app):
    words = app.page.evaluate_handle(_BUSY_WORDS)
    app.fresh_rows(lambda: app.choose_file("run.json", openai_list().encode()))
    app.until(lambda: app.text("busy"), "")
    app.fresh_rows(lambda: app.open_sample("research"))
    app.until(lambda: app.text("busy"), "")
    app.paste("no transcript")
    app.test_id("error").wait_for()
    app.until(lambda: app.text("busy"), "")
    assert words.json_value() == [tr("en", "top.busy"), ""] * 3


def test_a_file_of_ones_own_starts_from_the_default_policy_and_the_page_says_so(app):
    assert app.text("origin") == tr("en", "origin.sample")
    body = json.dumps({"model": "gpt-4o", "messages": json.loads(openai_list())})
    app.fresh_rows(lambda: app.choose_file("run.json", body.encode()))
    app.until(lambda: app.text("origin"), tr("en", "origin.default_model", model="gpt-4o"))
    assert ts.Policy.from_mapping(app.policy()) == ts.Policy()
    app.shows(planned(app, body))


def test_a_byte_order_mark_is_no_obstacle(app):
    source = b"\xef\xbb\xbf" + openai_list().encode()
    app.fresh_rows(lambda: app.choose_file("windows.json", source))
    app.shows(planned(app, source))


def test_half_a_surrogate_pair_is_no_obstacle(app):
    smile = "half a \ud83d smile", "\ude00 and the rest"
    messages = [{"role": "user", "content": smile[0]}, {"role": "assistant", "content": smile[1]}]
    app.fresh_rows(lambda: app.paste(json.dumps(messages)))
    app.shows(planned(app, json.dumps(messages)))
    assert json.loads(app.download("messages")[1]) == messages


def test_another_transcript_keeps_the_settings(app):
    app.slide("keep_rounds", "Home")
    app.until(lambda: app.policy().get("keep_rounds"), 0)
    app.fresh_rows(lambda: app.paste(openai_list()))
    assert app.policy()["keep_rounds"] == 0
    app.shows(planned(app, openai_list()))
