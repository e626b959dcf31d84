"""`trimscope trim --report` and `--code`."""

import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, calls, rings
from trimscope.command.cli import main

LONG = [SYSTEM, GOAL, *rings(8, "x" * 6000)]


@pytest.fixture
def run(tmp_path):
    (tmp_path / "run.json").write_text(json.dumps(LONG))
    return str(tmp_path / "run.json")


def test_the_report_is_written_beside_what_is_printed(run, tmp_path, capsys):
    out = tmp_path / "plan.html"
    assert main(["trim", run, "--report", str(out), "--lang", "zh"]) == 0
    plan = ts.plan(ts.load(json.dumps(LONG)))
    assert plan.plan_digest in out.read_text(encoding="utf-8")
    assert 'lang="zh"' in out.read_text(encoding="utf-8")
    said = capsys.readouterr()
    assert "->" in said.out
    assert str(out) in said.err


def test_a_plan_that_fails_has_a_report_too(tmp_path, capsys):
    (tmp_path / "broken.json").write_text(json.dumps([SYSTEM, GOAL, calls("c1"), GOAL]))
    assert main(["trim", str(tmp_path / "broken.json"), "--report", str(tmp_path / "r.html")]) == 1
    assert "c1" in (tmp_path / "r.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("kind", "word"), [("python", "PLAN_DIGEST"), ("anthropic", "clear_tool_uses_20250919"),
                                            ("langchain", "ClearToolUsesEdit"), ("openai", "truncation")])
def test_code_is_all_that_is_printed(run, capsys, kind, word):
    assert main(["trim", run, "--set", "keep_rounds=2", "--code", kind]) == 0
    out = capsys.readouterr().out
    compile(out, kind, "exec")
    assert word in out


@pytest.mark.parametrize("more", [["--code", "cobol"], ["--code", "python", "--json"], ["--code", "python", "-o", "-"],
                                  ["--code", "python", "--metrics"], ["--report", "-"], ["--report", "run.json"],
                                  ["--report", "x.html", "-o", "x.html"]])
def test_what_does_not_go_together_is_refused_and_nothing_is_written(run, tmp_path, monkeypatch, capsys, more):
    monkeypatch.chdir(tmp_path)
    assert main(["trim", "run.json", *more]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["run.json"]
    assert json.loads((tmp_path / "run.json").read_text()) == LONG
