"""A file of several conversations: the list, what choosing does, and what the page says of the format."""

import json

import pytest

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.playground import Playground
from trimscope_app.samples import samples

from .views import GOAL, SYSTEM, rings


def conversation(name, count):
    return {"id": name, "messages": [SYSTEM, {"role": "user", "content": f"Goal of {name}."}, *rings(count)]}


SET = "\n".join(json.dumps(conversation(name, n)) for n, name in enumerate(("none", "one", "two", "three")))
SESSION = {"sessionId": "s", "version": "2.0.0", "cwd": "/", "isSidechain": False, "userType": "external"}
LOG = "\n".join(json.dumps(SESSION | record) for record in (
    {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": "Count."}},
    {"type": "assistant", "uuid": "a1", "parentUuid": "u1",
     "message": {"id": "m", "role": "assistant", "content": [{"type": "text", "text": "Three."}]}},
))


@pytest.fixture
def playground():
    made = Playground()
    made.load_source("set.jsonl", SET)
    return made


def test_the_page_opens_the_first_and_says_that_there_are_others(playground):
    assert playground.topbar["choose"] == "#0 · 4 conversations"
    assert "4 conversations" in playground.notice["boxes"][0]["text"]
    assert playground.chooser["current"] == 0


def test_the_rows_are_the_cores_and_are_counted_only_when_asked_for(playground):
    assert playground._listed is None
    rows = playground.conversations()["rows"]
    entries = ts.entries(SET)
    assert [row["numbers"] for row in rows] == [[f"{n:,}" for n in (e.messages, e.calls, e.tokens)] for e in entries]
    assert [(row["name"], row["title"]) for row in rows][2] == ("two", "Goal of two.")
    assert playground.conversations()["rows"] is rows


def test_choosing_loads_the_conversation_and_keeps_settings_file_and_list(playground):
    playground.change("keep_rounds", 1)
    rows = playground.conversations()["rows"]
    playground.choose(3)
    expected = ts.plan(ts.load(SET, select=3), playground.policy)
    assert playground.plan.plan_digest == expected.plan_digest
    assert playground.policy.keep_rounds == 1
    assert (playground.topbar["title"], playground.topbar["choose"]) == ("set.jsonl", "#3 · 4 conversations")
    assert (playground.chooser["current"], playground.chooser["key"]) == (3, playground.loaded.file)
    assert "4 conversations" in playground.notice["boxes"][0]["text"]
    assert playground.conversations()["rows"] is rows
    assert playground.export("messages")["name"].startswith("set.3.trimmed.")


def test_another_file_has_a_list_of_its_own(playground):
    key = playground.conversations()["key"]
    playground.load_source("other.jsonl", SET)
    assert playground.conversations()["key"] != key


def test_a_conversation_that_cannot_be_read_leaves_the_one_that_is_open(playground):
    broken = SET + "\n" + json.dumps({"id": "bad", "messages": [{"content": "who?"}]})
    playground.load_source("set.jsonl", broken)
    assert playground.conversations()["rows"][4]["error"]
    before = playground.rows
    playground.choose(4)
    assert playground.notice["boxes"][0]["testid"] == "error"
    assert playground.rows == before


def test_a_file_of_one_conversation_offers_no_choice():
    playground = Playground()
    playground.load_source("one.json", json.dumps([SYSTEM, GOAL]))
    assert (playground.topbar["choose"], playground.chooser) == ("", {"key": ""})
    assert playground.conversations()["rows"] == []
    assert playground.loaded.source == b""


def test_a_log_names_its_format_and_what_will_be_written():
    playground = Playground()
    playground.load_source("session.jsonl", LOG)
    assert playground.topbar["format"] == "Claude Code"
    assert playground.topbar["written"] == "written as Anthropic Messages"
    assert playground.exporter["words"]["note"] == tr("en", "export.note_log", dialect="Anthropic Messages")
    playground.load_sample(samples()[0].id)
    assert playground.topbar["written"] == ""
    assert playground.exporter["words"]["note"] == tr("en", "export.note")
