"""Sharing: what a link brings back, what it holds, what is said where it cannot be."""

import base64
import json

import pytest

import trimscope as ts
from trimscope.scenarios.link import LONGEST, from_link, to_link
from trimscope_app.components import Share, Topbar
from trimscope_app.i18n import tr
from trimscope_app.link_messages import sharing
from trimscope_app.playground import Playground
from trimscope_app.samples import samples

from .views import GOAL, SYSTEM, rings

KEY = "sk-" + "Ab1" * 14


class Page:
    """A playground with its share dialog."""

    def __init__(self, sample=None):
        self.playground = Playground()
        self.playground.load_sample(sample or samples()[0].id)
        self.share, self.top = Share(), Topbar()
        self.said = sharing(self.playground, self.share, self.top)
        self.count = 0

    def ask(self, size="settings", *, kept=(), what="make", dark=False):
        self.count += 1
        self.said[what]({"n": self.count, "size": size, "kept": list(kept), "dark": dark})
        assert self.share.answer["n"] == self.count
        return self.share.answer

    def load(self, records, name="run.json"):
        self.playground.load_source(name, json.dumps(records))

    def boxes(self):
        return [box["text"] for box in self.playground.notice["boxes"]]


def state(page):
    at = page.playground
    return at.policy, at.asked, at.selected, at.lang, at.plan.plan_digest


def text(count=6, said="bolt " * 40):
    return [SYSTEM, GOAL, *rings(count, said)]


@pytest.mark.parametrize("sample", samples(), ids=lambda each: each.id)
def test_settings_of_a_sample_come_back_whole(sample):
    page, other = Page(sample.id), Page()
    page.playground.change("keep_rounds", 2)
    page.playground.go(2)
    page.playground.select(1)
    page.playground.speak("zh")
    made = page.ask(dark=True)
    other.said["open"](made["link"])
    assert state(other) == state(page) and other.top.dark and other.playground.loaded.sample == sample.id
    assert made["level"] == "" and made["chars"] == len(made["link"]) < 3_000


@pytest.mark.parametrize("size", ["shape", "text"])
def test_a_transcript_goes_along_where_it_is_asked_for(size):
    page, other = Page(), Page()
    page.load(text())
    page.playground.change("keep_rounds", 1)
    other.said["open"](page.ask(size)["link"])
    assert state(other)[0] == state(page)[0] and state(other)[-1] == state(page)[-1]
    stored = json.dumps(other.playground.loaded.transcript.document)
    assert ("bolt" in stored) == (size == "text")


def test_settings_alone_hold_nothing_of_a_transcript_but_its_hash():
    page, other = Page(), Page()
    page.load(text(), name="secret-project.json")
    document = from_link(page.ask()["link"])
    assert list(document["transcript"]) == ["sha256"] and "secret" not in json.dumps(document)
    other.said["open"](to_link(document))
    assert tr("en", "link.elsewhere") in other.boxes()
    page.playground.change("keep_rounds", 0)
    page.said["open"](to_link(document))
    assert page.playground.policy.keep_rounds == 4 and tr("en", "link.elsewhere") not in page.boxes()


def test_secrets_are_replaced_unless_they_are_kept():
    page = Page()
    page.load([SYSTEM, GOAL, *rings(2, f"key {KEY} of ada@example.org")])
    made = page.ask("text")
    assert [(row["kind"], row["count"], row["kept"]) for row in made["secrets"]] == [
        ("api_key", 2, False), ("email", 2, False)]  # fmt: skip
    assert KEY not in json.dumps(made)
    told = json.dumps(from_link(made["link"]))
    assert KEY not in told and "ada@example.org" not in told and "API-KEY-1" in told
    kept = page.ask("text", kept=[1])
    told = json.dumps(from_link(kept["link"]))
    assert KEY not in told and "ada@example.org" in told and kept["secrets"][1]["kept"]
    saved = page.ask("text", what="save")["file"]["text"]
    assert KEY not in saved and ts.verify(ts.open_scenario(saved)).equal


def test_what_is_too_long_for_a_link_is_a_file():
    page = Page()
    page.load([SYSTEM, GOAL, *rings(1, " ".join(str(n * n * 7919 % 1_000_003) for n in range(15_000)))])
    made = page.ask("text")
    assert made["level"] == "file" and made["link"] == "" and made["chars"] > LONGEST
    assert ts.verify(ts.open_scenario(page.ask("text", what="save")["file"]["text"])).equal


@pytest.mark.parametrize("size", ["settings", "shape", "text"])
def test_a_saved_scenario_opens_as_any_other_file(size):
    page, other = Page(), Page()
    page.load(text())
    page.playground.change("keep_rounds", 1)
    saved = page.ask(size, what="save")["file"]["text"].encode()
    (other if size != "settings" else page).playground.change("result_limit", 100)
    target = page if size == "settings" else other
    target.playground.load_upload({"name": "s.json", "base64": base64.b64encode(saved).decode(), "n": 1})
    assert target.playground.policy.keep_rounds == 1 and target.playground.policy.result_limit == 4000


@pytest.mark.parametrize("link", ["#v1.", "#v1.<b>", "#v9.AA", "#v1.AAAA", to_link({}), to_link({"schema": "x"}),
    to_link({"schema": "trimscope.scenario/1", "sample": "none"}),
    to_link({"schema": "trimscope.scenario/1", "transcript": {"inline": "[]"}}),
    to_link({"schema": "trimscope.scenario/1", "transcript": {"inline": []}, "view": {"selected": 10**300}}),
    to_link({"schema": "trimscope.scenario/1", "sample": samples()[0].id, "call": 10**9})])  # fmt: skip
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_hostile_link_is_one_sentence_over_what_was_there(link, lang):
    page = Page()
    page.playground.speak(lang)
    page.said["open"](link)
    assert page.playground.loaded.sample == samples()[0].id
    assert len(page.boxes()) >= 1 and all("\n" not in box for box in page.boxes())


def test_settings_that_a_page_does_not_have_are_told():
    page = Page()
    policy = {"keep_rounds": 1, "from_2031": 1, "head": 9}
    page.said["open"](to_link({"schema": "trimscope.scenario/1", "sample": samples()[0].id, "policy": policy}))
    assert page.playground.policy.keep_rounds == 1 and page.playground.policy.head == 1.0
    assert any("from_2031, head" in box for box in page.boxes())


@pytest.mark.parametrize("asked", [None, 5, {}, {"size": "all"}, {"size": "text", "kept": ["x", None, {}]}])
def test_a_message_that_nobody_sends_does_nothing_bad(asked):
    page = Page()
    page.said["make"](asked)
    page.said["open"](asked)


def test_a_shape_weighs_the_same_under_another_estimator():
    page, other = Page(), Page()
    page.load(text(said="bolt " * 2000))
    other.said["open"](page.ask("shape")["link"])
    before = other.playground.plan.tokens.stored
    other.playground.change("profile", "fine")
    assert abs(other.playground.plan.tokens.stored - before) < before // 10
