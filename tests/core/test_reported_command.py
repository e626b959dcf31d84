"""The command line on reported usage: the size in a line, the reconciliation as JSON, a table of the calls."""

import json

import pytest

from small import GOAL, SYSTEM, answer, calls, ring, says, user
from trimscope.command.cli import main

TEXT = "Bin after bin was opened, counted and closed again, and each number was written down. " * 20


def used(record, context, output=40, cached=0):
    details = {"prompt_tokens_details": {"cached_tokens": cached}}
    return record | {"usage": {"prompt_tokens": context, "completion_tokens": output} | details}


CHAT = [
    SYSTEM,
    GOAL,
    *ring("a", TEXT),
    used(calls("b"), 9_000, 60, 8_000),
    answer("b", TEXT),
    used(says(TEXT), 9_700, 1),
]


@pytest.fixture
def run(tmp_path, capsys):
    def it(command, records, *options):
        path = tmp_path / "chat.json"
        path.write_text(json.dumps(records))
        code = main([command, str(path), *options])
        return code, capsys.readouterr().out

    return it


def test_inspect_tells_the_size_and_where_it_comes_from(run):
    _, out = run("inspect", CHAT)
    (line,) = [line for line in out.splitlines() if line.startswith("stored: ")]
    assert "9,700 reported at call 3, the rest estimated" in line
    _, out = run("inspect", [SYSTEM, GOAL])
    (line,) = [line for line in out.splitlines() if line.startswith("stored: ")]
    assert " tokens, estimated, " in line


def test_inspect_as_json_has_the_size_and_the_sums(run):
    _, out = run("inspect", CHAT, "--json")
    data = json.loads(out)
    size, usage = data["size"], data["usage"]
    assert size["label"] == "reported+estimated" and size["reported"] == 9_700 and size["call"] == 3
    assert size["low"] <= size["tokens"] == size["reported"] + size["estimated"] <= size["high"]
    assert (usage["calls"], usage["calls_reported"], usage["placeholders"]) == (3, 2, 1)
    assert (usage["input"], usage["cached"], usage["output"]) == (18_700, 8_000, 61)
    assert usage["ratio"] == usage["compared"]["reported"] * 1000 // usage["compared"]["estimated"]
    assert "usage_calls" not in data


def test_the_calls_are_listed_when_asked_for(run):
    _, out = run("inspect", CHAT, "--json", "--usage")
    data = json.loads(out)
    rows = data["usage_calls"]
    assert [(row["call"], row["message"], row["reported"]) for row in rows] == [
        (1, 2, None),
        (2, 4, 9_000),
        (3, 6, 9_700),
    ]
    assert rows[1]["difference"] == 9_000 - rows[1]["estimated"] and [row["placeholder"] for row in rows] == [0, 0, 1]
    assert data["scale"]["unseen"] > 7_000
    _, out = run("inspect", CHAT, "--usage")
    table = [line.split() for line in out.splitlines()]
    assert ["1", "2", f"{rows[0]['estimated']:,}", *"-----"] in table
    assert any(line[:2] == ["3", "6"] and line[-1] == "~1" for line in table)


def test_a_run_without_reports_says_so(run):
    _, out = run("inspect", [SYSTEM, GOAL, says("Twelve.")], "--usage")
    assert "no call reported usage" in out


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_trim_tells_the_size_of_what_would_be_sent(run, lang):
    _, out = run("trim", [*CHAT, user("Go on.")], "--set", "keep_rounds=1", "--lang", lang)
    heads = ("stored: ", "sent: ") if lang == "en" else ("存储：", "发送：")
    stored, sent = (line for line in out.splitlines() if line.startswith(heads))
    assert "9,700" in stored and "9,700" not in sent
    assert ("estimated" if lang == "en" else "估算") in sent


def test_trim_as_json_has_both_sizes(run):
    _, out = run("trim", [*CHAT, user("Go on.")], "--set", "keep_rounds=1", "--json")
    data = json.loads(out)
    assert data["size"]["stored"]["label"] == "reported+estimated" and data["size"]["sent"]["label"] == "estimated"
    assert data["size"]["sent"]["tokens"] == data["tokens"]["sent"] and data["usage"]["calls_reported"] == 2


def test_what_might_not_fit_is_said_and_the_exit_stays_fine(run):
    _, out = run("trim", [SYSTEM, GOAL, says(TEXT), user("Go on.")], "--json")
    total = json.loads(out)["tokens"]["sent"]
    code, out = run("trim", [SYSTEM, GOAL, says(TEXT), user("Go on.")], "--set", f"token_budget={total}")
    assert code == 0 and "might not at the upper end" in out
