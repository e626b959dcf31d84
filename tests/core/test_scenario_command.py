"""`trimscope scenario` and `trimscope verify`."""

import json
import os
import subprocess
from pathlib import Path
from random import Random

import pytest

import histories
import trimscope as ts
from small import GOAL, REPOSITORY, SYSTEM, rings, says
from trimscope.command.cli import main

RECORDS = [SYSTEM, GOAL, *rings(6, "bolt " * 2000), says("done")]


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """The command line in a folder with one transcript; gives exit code, output, what was said aside."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run.json").write_text(json.dumps(RECORDS))

    def called(*words):
        code = main(list(words))
        out = capsys.readouterr()
        return code, out.out, out.err

    return called


@pytest.mark.parametrize("how", [(), ("--shape",), ("--by-hash",)])
def test_what_was_made_verifies(run, tmp_path, how):
    (tmp_path / "kept").mkdir()
    assert run("scenario", "run.json", "--set", "keep_rounds=2", *how, "-o", "kept/one.json")[0] == 0
    assert run("verify", "kept/one.json") == (0, "kept/one.json: equal\n", "")
    assert run("verify", "kept", "--lang", "zh")[1] == "kept/one.json: 一致\n"
    assert ("bolt bolt" in (tmp_path / "kept/one.json").read_text()) == (how == ())


def test_it_is_printed_where_no_file_is_named(run):
    code, out, _ = run("scenario", "run.json", "--title", "Bolts", "--question", "What goes?")
    document = json.loads(out)
    assert code == 0 and document["title"] == "Bolts" and document["question"] == "What goes?"


def changed(path, **keys):
    document = json.loads(path.read_text())
    path.write_text(json.dumps(document | keys))


def test_a_difference_is_said_and_exits_with_1(run, tmp_path):
    run("scenario", "run.json", "--set", "keep_rounds=2", "-o", "one.json")
    changed(tmp_path / "one.json", policy={"keep_rounds": 3})
    code, out, _ = run("verify", "one.json")
    assert code == 1 and out.startswith("one.json: differs\n  The number of sent tokens was ")
    code, out, _ = run("verify", "one.json", "--json")
    [told] = json.loads(out)
    assert code == 1 and told["equal"] is False and "decision" in [each["code"] for each in told["differs"]]


def test_another_transcript_than_the_hash_says_is_a_difference(run, tmp_path):
    run("scenario", "run.json", "--by-hash", "-o", "one.json")
    (tmp_path / "run.json").write_text(json.dumps(RECORDS[:-1]))
    code, out, _ = run("verify", "one.json")
    assert code == 1 and "The transcript is another" in out
    (tmp_path / "elsewhere").write_text(json.dumps(RECORDS))
    assert run("verify", "one.json", "--transcript", "elsewhere")[0] == 0
    (tmp_path / "run.json").unlink()
    code, out, _ = run("verify", "one.json")
    assert code == 2 and "not checked" in out and "hand in the transcript" in out


def test_of_a_folder_only_scenarios_are_looked_at(run, tmp_path):
    run("scenario", "run.json", "-o", "b.json")
    run("scenario", "run.json", "--shape", "-o", "a.json")
    code, out, _ = run("verify", ".")
    assert code == 0 and out == "a.json: equal\nb.json: equal\n2 of 2 scenarios are equal.\n"
    changed(tmp_path / "b.json", schema="trimscope.scenario/7")
    code, out, _ = run("verify", ".")
    assert code == 2 and "b.json: not checked: schema: this scenario is of version 7" in out and "1 of 2" in out


def test_a_damaged_scenario_in_a_folder_is_told_of(run, tmp_path):
    (tmp_path / "kept").mkdir()
    run("scenario", "run.json", "-o", "kept/one.json")
    (tmp_path / "kept/two.json").write_text((tmp_path / "kept/one.json").read_text()[:900])
    (tmp_path / "kept/other.json").write_text('{"cut off')
    code, out, _ = run("verify", "kept")
    assert code == 2 and out.splitlines()[0] == "kept/one.json: equal" and "kept/two.json: not checked" in out
    assert "other" not in out
    (tmp_path / "empty").mkdir()
    assert "no scenario there" in run("verify", "empty")[2]


def test_a_file_that_is_named_has_to_be_a_scenario(run, tmp_path):
    code, out, _ = run("verify", "run.json")
    assert code == 2 and "run.json: not checked: " in out
    code, _, err = run("verify", "nowhere")
    assert code == 2 or "nowhere" in err
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "x.json").write_text("[]")
    code, _, err = run("verify", "none")
    assert code == 2 and "There is no scenario" in err


@pytest.mark.parametrize(
    "words, said",
    [
        (("-o", "run.json"), "which is never overwritten"),
        (("--source", "x"), "add --by-hash"),
        (("--folded", "--spent", "3"), "a folded plan knows"),
        (("--call", "99"), "call: 99 is not there"),
    ],
)
def test_usage_that_cannot_be_is_one_sentence(run, words, said):
    code, _, err = run("scenario", "run.json", *words)
    assert code == 2 and said in err and err.count("\n") == 1


def test_toml_is_verified_as_well(run, tmp_path):
    run("scenario", "run.json", "-o", "one.json")
    outcome = json.loads((tmp_path / "one.json").read_text())["outcome"]
    text = f'schema = "trimscope.scenario/1"\n[policy]\n[transcript]\ninline = \'\'\'{json.dumps(RECORDS)}\'\'\'\n'
    (tmp_path / "one.toml").write_text(f'{text}[outcome]\nplan_digest = "{outcome["plan_digest"]}"\n')
    assert run("verify", "one.toml")[0] == 0


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_scenarios_written_here_verify_on_every_python(version, tmp_path):
    found = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    if not found:
        pytest.skip(f"no Python {version} under ~/.pyenv/versions")
    for seed in range(40):
        rng = Random(seed)
        format = histories.FORMATS[seed % 2]
        document = histories.render(histories.events(rng), format)
        policy = histories.policy(rng, pins=())
        if not document["messages"] or not histories.has_budget(policy):
            continue
        for carry in ("inline", "shape"):
            try:
                made = ts.scenario(ts.load(document, format=format), policy, carry=carry)
            except ts.ScenarioError:
                continue  # a policy that looks into texts
            (tmp_path / f"{seed}.{carry}.json").write_text(made.to_text(), encoding="utf-8")
    env = {"PYTHONPATH": str(REPOSITORY / "core"), "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.defpath}
    command = [str(found[-1]), "-m", "trimscope", "verify", "--json", str(tmp_path)]
    out = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
    told = json.loads(out)
    assert len(told) > 40 and all(each["equal"] for each in told)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_figure_that_differs_is_written_as_in_the_reports(run, tmp_path, lang):
    run("scenario", "run.json", "-o", "one.json")
    made = json.loads((tmp_path / "one.json").read_text())
    now = made["outcome"]["figures"]["stored"]
    for then, shown in ((1_234_567, "1,234,567"), ("many", "many"), (None, "None")):
        made["outcome"]["figures"]["stored"] = then
        (tmp_path / "one.json").write_text(json.dumps(made))
        out = run("verify", "one.json", "--lang", lang)[1]
        assert shown in out and f"{now:,}" in out and now >= 1_000
