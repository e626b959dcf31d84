"""A file of several conversations: the chooser beside the title, by mouse and by keyboard; what a log is written as."""

import json

import pytest

import trimscope as ts

from .test_loading import planned
from .transcripts import payload

MANY = 1_500
SESSION = {"sessionId": "s", "version": "2.0.0", "cwd": "/", "isSidechain": False, "userType": "external"}


def conversation(n, title=None):
    call = {"id": f"c{n}", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": title or f"Goal number {n}"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"c{n}", "content": "file.txt\n" * n},
    ]
    return json.dumps({"id": f"run-{n}", "messages": messages})


def lines(*conversations):
    return "".join(f"{each}\n" for each in conversations)


SET = lines(*(conversation(n) for n in range(6)))


def log():
    records = [
        {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": "Count."}},
        {"type": "assistant", "uuid": "a1", "parentUuid": "u1",
         "message": {"id": "m", "role": "assistant", "content": [{"type": "text", "text": "Three."}]}},
    ]  # fmt: skip
    return lines(*(json.dumps(SESSION | record) for record in records))


@pytest.fixture
def several(app):
    app.fresh_rows(lambda: app.choose_file("set.jsonl", SET.encode()))
    return app


def open_chooser(app):
    app.test_id("choose").click()
    app.test_id("chooser-0").wait_for()


def expected(app, source, number):
    return ts.plan(ts.load(source, select=number), ts.Policy.from_mapping(app.policy()))


def test_the_rows_are_the_cores_and_a_click_loads_one(several):
    app = several
    app.shows(planned(app, SET))
    assert app.text("choose") == "#0 · 6 conversations"
    open_chooser(app)
    for entry in ts.entries(SET):
        row = app.text(f"chooser-{entry.number}")
        assert entry.title in row and entry.name in row
        assert all(f"{value:,}" in row for value in (entry.messages, entry.calls, entry.tokens))
    app.fresh_rows(lambda: app.test_id("chooser-4").click())
    app.shows(expected(app, SET, 4))
    app.until(lambda: app.text("choose"), "#4 · 6 conversations")
    assert "6 conversations; this is #4" in app.text("note")
    assert app.text("doc-title") == "set.jsonl"


def test_it_is_searched_and_chosen_by_keyboard(several):
    app = several
    app.test_id("choose").focus()
    app.page.keyboard.press("Enter")
    app.test_id("chooser-0").wait_for()
    app.page.keyboard.type("goal number")
    app.page.keyboard.press("ArrowDown")
    app.page.keyboard.press("ArrowDown")
    assert app.test_id("chooser-search").get_attribute("aria-activedescendant") == "chooser-2"
    app.fresh_rows(lambda: app.page.keyboard.press("Enter"))
    app.shows(expected(app, SET, 2))
    open_chooser(app)
    app.page.keyboard.type("run-5")
    app.until(lambda: app.test_id("chooser-list").get_by_role("option").count(), 1)
    app.page.keyboard.press("Escape")
    app.until(lambda: app.test_id("chooser").is_visible(), False)
    app.shows(expected(app, SET, 2))


def test_thousands_of_rows_keep_only_those_in_sight(app):
    source = lines(*(conversation(n % 3) for n in range(MANY)))
    app.fresh_rows(lambda: app.choose_file("many.jsonl", source.encode()))
    open_chooser(app)
    assert app.test_id("chooser-list").get_by_role("option").count() < 60
    app.page.keyboard.type(str(MANY - 1))
    app.until(lambda: app.test_id(f"chooser-{MANY - 1}").count(), 1)
    app.fresh_rows(lambda: app.page.keyboard.press("Enter"))
    app.shows(expected(app, source, MANY - 1))


def test_names_and_titles_are_text(app):
    source = lines(conversation(0, payload("title")), json.dumps({"id": payload("name"), "messages": [
        {"role": "user", "content": payload("goal")}]}))  # fmt: skip
    app.fresh_rows(lambda: app.choose_file("hostile.jsonl", source.encode()))
    open_chooser(app)
    assert payload("name")[:40] in app.text("chooser-1")
    app.page.keyboard.press("Escape")


def test_a_single_conversation_offers_no_choice(app):
    assert not app.test_id("choose").is_visible()
    assert not app.test_id("written").is_visible()


def test_a_log_says_what_it_is_written_as(app):
    app.fresh_rows(lambda: app.choose_file("session.jsonl", log().encode()))
    assert app.text("format") == "Claude Code"
    assert app.text("written") == "written as Anthropic Messages"
    written = json.loads(app.download("messages")[1])
    assert len(written["messages"]) == 2
