"""`--price`: the dated prices of a model changed on the command line."""

import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, rings, says
from trimscope.caching.rules import rules
from trimscope.command.cli import main
from trimscope.command.pricing import prices
from trimscope.errors import PolicyError
from trimscope.models import resolve

RUN = [SYSTEM, GOAL, *rings(8, "bolt " * 60), says("so")]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(RUN), encoding="utf-8")
    return path


def told(capsys, *words):
    assert main([str(word) for word in words]) == 0
    return json.loads(capsys.readouterr().out)


def test_dollars_become_whole_micro_dollars():
    assert prices(["input=3", "read=0.3", "write=3.75", "output=15.000001"]) == {
        "input_price": 3_000_000, "read_price": 300_000, "write_price": 3_750_000, "output_price": 15_000_001
    }  # fmt: skip
    assert prices(["read=none", "lifetime=none", "minimum=1024", "step=128"]) == {
        "read_price": None, "lifetime_s": None, "minimum": 1024, "step": 128
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["input", "price=3", "input=", "input=-1", "input=1e3", "input=0.0000001", "input=none", "step=0", "minimum=1.5",
     "lifetime=5m", "input=\u0663"],
)  # fmt: skip
def test_what_is_no_price_is_one_sentence(file, capsys, text):
    with pytest.raises(PolicyError):
        prices([text])
    assert main(["replay", str(file), "--price", text]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_no_price_is_given_twice():
    with pytest.raises(PolicyError, match="twice"):
        prices(["read=1", "read=2"])


def test_a_replay_is_priced_by_what_was_given(file, capsys):
    model = ("--model", "claude-sonnet-4-5")
    plain = told(capsys, "replay", file, "--json", *model)["totals"]
    dearer = ("--price", "input=6", "--price", "minimum=99999999")
    double = told(capsys, "replay", file, "--json", *model, *dearer)["totals"]
    assert plain["sent"] == double["sent"] and double["cached"] == 0
    assert double["cost"] == pytest.approx(6 * double["sent"], abs=len(RUN))
    found = ts.replay(ts.load(RUN), prices={"input_price": 2_000_000})
    assert told(capsys, "replay", file, "--json", "--price", "input=2")["totals"]["cost"] == found.totals.cost


def test_a_price_for_an_unknown_model_is_money_and_its_cache_a_tenth(file, capsys):
    assert told(capsys, "replay", file, "--json")["totals"]["unit"] == "token"
    assert told(capsys, "replay", file, "--json", "--price", "input=2")["totals"]["unit"] == "usd"
    assert (rules(None, input_price=2_000_000).read_price, rules(None, input_price=1, read_price=9).read_price) == (
        200_000, 9
    )  # fmt: skip
    assert rules(None, read_price=1).unit == "token"
    claude = resolve("claude-sonnet-4-5")
    assert rules(claude, input_price=1).read_price == claude.cache_read_price


@pytest.mark.parametrize("files", [1, 2])
def test_a_sweep_is_priced_by_what_was_given(tmp_path, capsys, files):
    names = [tmp_path / f"{number}.json" for number in range(files)]
    for name in names:
        name.write_text(json.dumps(RUN), encoding="utf-8")
    given = ("--price", "input=2", "--price", "read=none")
    rows = told(capsys, "sweep", *names, "--keep-rounds", "2,4", "--jobs", "1", "--json", *given)["rows"]
    found = [
        ts.replay(ts.load(RUN), ts.Policy(keep_rounds=keep), prices={"input_price": 2_000_000, "read_price": None})
        for keep in (2, 4)
    ]
    assert [row["cost"] for row in rows] == [files * each.totals.cost for each in found]
