"""A file of several conversations says what is in it: as rows in Python, and with --list on the command line."""

import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, rings, says
from trimscope.command import cli

SHORT = {"id": "short", "messages": [GOAL, says("none")]}
LONG = {"id": "long", "messages": [SYSTEM, GOAL, *rings(3), says("done")]}
BROKEN = {"id": "broken", "messages": [GOAL, {"content": "who said this?"}]}


def lines(*conversations):
    return "\n".join(json.dumps(each) for each in conversations)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "set.jsonl"
    path.write_text(lines(SHORT, LONG))
    return path


@pytest.fixture
def run(capsys):
    def call(*args):
        code = cli.main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_every_conversation_is_a_row_with_its_own_numbers():
    text = lines(SHORT, LONG)
    rows = ts.entries(text)
    assert [(each.number, each.name, each.messages, each.calls) for each in rows] == [
        (0, "short", 2, 0),
        (1, "long", 9, 3),
    ]
    transcripts = ts.load_all(text)
    assert [each.tokens for each in rows] == [ts.count(each).total for each in transcripts]
    assert [len(each.messages) for each in rows_loaded(text, rows)] == [2, 9]


def rows_loaded(text, rows):
    return [ts.load(text, select=each.number) for each in rows]


def test_a_row_without_a_title_shows_what_was_typed_first():
    assert ts.entries([SYSTEM, GOAL])[0].title == GOAL["content"]
    (long,) = ts.entries([{"role": "user", "content": "bolt " * 1_000}])
    assert len(long.title) == 80 and long.title.endswith("…")


def test_load_all_gives_what_select_gives():
    text = lines(SHORT, LONG)
    assert [each.messages for each in ts.load_all(text)] == [
        ts.load(text, select=name).messages for name in ("short", "long")
    ]
    assert len(ts.load_all([SYSTEM, GOAL])) == 1


def test_a_file_of_one_conversation_is_one_row():
    (row,) = ts.entries([SYSTEM, GOAL, *rings(2)])
    assert (row.number, row.messages, row.calls, row.error) == (0, 6, 2, "")


def test_a_conversation_that_cannot_be_read_keeps_its_row_and_says_why():
    rows = ts.entries(lines(SHORT, BROKEN, LONG))
    assert [bool(each.error) for each in rows] == [False, True, False]
    assert "role" in rows[1].error and rows[2].calls == 3


def test_a_file_that_is_no_transcript_is_refused_as_load_refuses_it():
    for source in ("", "[1, 2]", "{"):
        with pytest.raises(ts.LoadError):
            ts.entries(source)
    with pytest.raises(ts.PolicyError):
        ts.entries(lines(SHORT), profile="nobody")


@pytest.mark.parametrize("command", ["inspect", "trim"])
def test_list_prints_the_rows_and_does_nothing_else(run, file, command):
    code, out, _ = run(command, file, "--list", "--json")
    rows = json.loads(out)["conversations"]
    assert code == 0
    assert [set(each) for each in rows] == [{"number", "name", "title", "messages", "tool_calls", "tokens"}] * 2
    assert [each["tool_calls"] for each in rows] == [0, 3]
    code, out, _ = run(command, file, "--list")
    assert code == 0 and "long" in out.splitlines()[2] and out.splitlines()[2].split()[:3] == ["1", "9", "3"]


def test_a_row_can_be_selected_by_number_and_by_name(run, file):
    for select in ("1", "long"):
        assert json.loads(run("inspect", file, "--select", select, "--json")[1])["tool_calls"] == 3


def test_trim_names_what_it_wrote(run, file, tmp_path):
    out = tmp_path / "out.jsonl"
    code, text, err = run("trim", file, "--select", "long", "--json", "-o", out)
    assert code == 0 and json.loads(text)["wrote"] == {"file": str(out), "format": "openai-chat"}
    assert "(openai-chat)" in err
    assert "wrote" not in json.loads(run("trim", file, "--json")[1])


def test_a_log_is_written_as_a_request_and_that_is_said(run, tmp_path):
    log, out = tmp_path / "session.jsonl", tmp_path / "out.json"
    session = {"sessionId": "s", "version": "2.0.0", "cwd": "/", "isSidechain": False, "userType": "external"}
    records = [
        {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": "Count."}},
        {"type": "assistant", "uuid": "a1", "parentUuid": "u1",
         "message": {"id": "m", "role": "assistant", "content": [{"type": "text", "text": "Three."}]}},
    ]  # fmt: skip
    log.write_text("\n".join(json.dumps(session | record) for record in records))
    code, text, err = run("trim", log, "--json", "-o", out)
    assert code == 0 and json.loads(text)["wrote"]["format"] == "anthropic-messages"
    assert "anthropic-messages, made from claude-code" in err
    assert len(json.loads(out.read_text())["messages"]) == 2
