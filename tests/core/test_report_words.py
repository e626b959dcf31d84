"""`inspect` and `trim` speak one language at a time, and call what they put in by its name."""

import json
import re

import pytest

from small import GOAL, SYSTEM, answer, ring, rings, says
from trimscope.command import cli
from trimscope.words import reports

ENGLISH = re.compile("[a-z]{2,}[ ,:;]+[a-z]{2,} [a-z]{2,}|tokens|watermark|anchors|window")
"""Three words in a row, or a word of the English report. Roles, codes and keys stand in a Chinese one as they are."""


@pytest.fixture
def run(capsys, tmp_path):
    def call(records, *args):
        path = tmp_path / "run.json"
        path.write_text(records if isinstance(records, str) else json.dumps(records))
        code = cli.main([args[0], str(path), *args[1:]])
        said = capsys.readouterr()
        return code, said.out + said.err

    return call


@pytest.mark.parametrize(
    "args",
    [
        ("inspect",),
        ("inspect", "--window", "900"),
        ("trim", "--set", "keep_rounds=1"),
        ("trim", "--set", "token_budget=500"),
        ("trim", "--set", "keep_rounds=9", "--provider", "chat-template"),
    ],
)
@pytest.mark.parametrize("broken", [False, True])
def test_a_chinese_report_has_no_english_sentence(run, args, broken):
    records = [SYSTEM, GOAL, *rings(3, "12 " * 400), *([answer("ghost")] if broken else []), says("34")]
    said = [run(records, *args, "--lang", lang)[1].partition("\n")[2] for lang in ("en", "zh")]
    assert ENGLISH.search(said[0]) and not ENGLISH.search(said[1]), said[1]
    assert said[0].count("\n") == said[1].count("\n")


def test_what_was_put_in_is_called_by_its_name(run):
    records = [SYSTEM, GOAL, *ring("w", "done", tool="write_file"), *rings(3), says("x")]
    said = run(records, "trim", "--set", "keep_rounds=1", "--set", "ledger=true")[1]
    rows = [line.split()[0] for line in said.splitlines() if " inserted " in line]
    assert rows == ["tombstone", "ledger"]
    assert reports.inserted("memory", "zh") == "记忆" and reports.inserted("receipt", "en") == "note"


def test_why_a_file_cannot_be_read_is_said_in_the_language_asked_for(run):
    for command in ("inspect", "trim", "replay"):
        code, said = run("\0", command, "--lang", "zh")
        assert code == 2 and "第 1 行" in said, said
    assert "Line 1" in run("\0", "inspect")[1]


def test_counts_are_one_or_many():
    numbers = dict.fromkeys(reports.COUNTED, 1) | {"rounds": 2_000}
    assert reports.counted(numbers, "en").startswith("1 message, 2,000 rounds, 1 tool ring")
    assert reports.counted(numbers, "zh").startswith("1 条消息，2,000 轮，1 个工具环")
