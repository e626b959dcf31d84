"""`trimscope replay`: a run under a policy on the command line."""

import csv
import io
import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, rings, says
from trimscope.command.cli import main
from trimscope.replaying.verdicts import Code
from trimscope.words import replays

RUN = [SYSTEM, GOAL, calls("a", tool="find"), answer("a", "ORD-77123"), *rings(8, "bolt " * 60)]
LOST = [*RUN, calls("z", tool="refund", order="ORD-77123"), answer("z"), says("so")]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(LOST), encoding="utf-8")
    return path


def test_json_has_a_row_a_call_sums_verdicts_and_what_was_lost(file, capsys):
    assert main(["replay", str(file), "--set", "keep_rounds=2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = ts.replay(ts.load(LOST), ts.Policy(keep_rounds=2))
    assert [row["sent"] for row in told["calls"]] == [row.sent for row in found.rows]
    rates = [row.bill.cached * 1000 // row.sent / 1000 for row in found.rows]
    assert [row["hit_rate"] for row in told["calls"]] == rates and max(rates) > 0
    assert told["totals"]["cost"] == found.totals.cost and told["totals"]["lost_by_tool"] == {"refund": 1}
    assert [each["value"] for row in told["calls"] for each in row["lost"]] == ["ORD-77123"]
    assert {"thrashing", "idempotent"} <= {each["code"] for each in told["verdicts"]}
    assert told["history"] == "raw" and told["limits"] == {}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_for_people_there_is_a_line_a_call_and_a_line_for_what_was_lost(file, capsys, lang):
    assert main(["replay", str(file), "--set", "keep_rounds=2", "--set", "max_turns=20", "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert "ORD-77123" in said and "max_turns" in said
    assert len(said.splitlines()) > len(ts.load(LOST).call_indexes)
    head = said.splitlines()[0]
    assert all(word in head for word in replays.HEADS[lang])


def test_csv_has_a_row_a_call(file, tmp_path, capsys):
    out = tmp_path / "calls.csv"
    assert main(["replay", str(file), "--csv", str(out)]) == 0
    capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))
    assert len(rows) == 11 and rows[0]["call"] == "1" and {"sent", "prefix", "cached", "lost"} <= set(rows[0])
    assert main(["replay", str(file), "--csv", "-"]) == 0
    assert capsys.readouterr().out.splitlines() == out.read_text(encoding="utf-8").splitlines()


def test_one_call_alone(file, capsys):
    assert main(["replay", str(file), "--call", "3", "--json"]) == 0
    assert [row["call"] for row in json.loads(capsys.readouterr().out)["calls"]] == [3]


@pytest.mark.parametrize(
    ("more", "said"),
    [(["--call", "99"], "call: 99"), (["--csv", ""], "--csv"), (["--csv", "FILE"], "never overwritten"),
     (["--csv", "-", "--json"], "standard output")],
)  # fmt: skip
def test_bad_usage_is_one_sentence(file, capsys, more, said):
    more = [str(file) if word == "FILE" else word for word in more]
    assert main(["replay", str(file), *more]) == 2
    told = capsys.readouterr().err
    assert said in told and len(told.splitlines()) == 1


def test_a_call_that_is_over_budget_or_would_be_refused_fails(file, tmp_path, capsys):
    assert main(["replay", str(file), "--set", "token_budget=30"]) == 1
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps([GOAL, calls("a"), GOAL, says("so")]), encoding="utf-8")
    assert main(["replay", str(broken)]) == 1
    assert main(["replay", str(file), "--history", "persisted", "--policy", "patchcat", "--list"]) == 0
    capsys.readouterr()


def test_a_long_run_shows_its_first_and_last_calls(tmp_path, capsys):
    path = tmp_path / "long.json"
    path.write_text(json.dumps([GOAL, *rings(200)]), encoding="utf-8")
    assert main(["replay", str(path), "--set", "old_rounds=keep"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 75 and "140" in lines[31] and lines[61].split()[0] == "200"


def test_every_verdict_has_words_in_both_languages():
    for code in Code.__args__:
        for lang in ts.words.LANGS:
            assert "{" not in replays.run_verdict(code, 3, 4000, "usd", lang)
    assert all(len(pair) == 2 and all(pair) for pair in replays.LINES.values())
    assert len(replays.HEADS["en"]) == len(replays.HEADS["zh"])


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_whether_the_common_beginning_pays_for_its_cache_is_summed_up(file, capsys, lang):
    found = ts.replay(ts.load(LOST), ts.Policy(keep_rounds=2)).prefix_cost
    assert found.requests == 11 and 0 < found.length <= min(row.sent for row in ts.replay(ts.load(LOST)).rows)
    assert main(["replay", str(file), "--set", "keep_rounds=2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["prefix_cost"]
    assert (told["length"], told["break_even"], told["read_ratio"]) == (found.length, found.break_even, 0.1)
    assert main(["replay", str(file), "--set", "keep_rounds=2", "--lang", lang]) == 0
    assert replays.prefix(found, lang) in capsys.readouterr().out.splitlines()


@pytest.fixture
def reporting(tmp_path):
    """The run with what a provider counted at two of its calls."""
    usage = {"prompt_tokens": 9_200, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 8_046}}
    records = [*LOST[:-1], LOST[-1] | {"usage": usage}]
    records[2] = LOST[2] | {"usage": {"prompt_tokens": 9_000, "completion_tokens": 5}}
    path = tmp_path / "reporting.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_the_provider_read_from_its_cache_stands_beside_the_model(reporting, file, capsys, lang):
    main(["replay", str(reporting), "--lang", lang])
    head, first, *rows = capsys.readouterr().out.splitlines()
    word = replays.line("reported_head", lang)
    assert head.split().index(word) == 7 and first.split()[7] == "0"
    assert rows[0].split()[7] == "-" and rows[9].split()[7] == "8,046"
    assert any("44.2 %" in line and "18,200" in line for line in rows)  # 8,046 of 9,000 + 9,200
    main(["replay", str(file), "--lang", lang])
    assert word not in capsys.readouterr().out
    main(["replay", str(reporting), "--json"])
    told = json.loads(capsys.readouterr().out)["calls"]
    rows = ts.replay(ts.load(json.loads(reporting.read_text(encoding="utf-8")))).rows
    assert [each["untrimmed_cached"] for each in told] == [row.untrimmed.cached for row in rows]
    assert (told[-1]["reported_cached"], told[1]["reported_cached"]) == (8_046, None)


def test_a_break_names_the_message_at_which_the_prefix_ends(file, capsys):
    main(["replay", str(file), "--set", "keep_rounds=2"])
    lines = capsys.readouterr().out.splitlines()
    broken = [row for row in ts.replay(ts.load(LOST), ts.Policy(keep_rounds=2)).rows if row.breaks]
    assert broken and all(row.shared.at >= 0 for row in broken)
    assert all(f"; message {row.shared.at}: " in lines[row.call] for row in broken)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_was_lost_is_added_up_by_tool(file, capsys, lang):
    main(["replay", str(file), "--set", "keep_rounds=2", "--lang", lang])
    assert replays.line("by_tool", lang, tools="refund 1") in capsys.readouterr().out.splitlines()
    main(["replay", str(file), "--set", "keep_rounds=99", "--lang", lang])
    assert replays.line("by_tool", lang, tools="") not in capsys.readouterr().out
