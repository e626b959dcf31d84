"""Limits of time and cost: the first call of a recorded run that each would have stopped."""

import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, rings, says
from trimscope.command.cli import main
from trimscope.errors import PolicyError
from trimscope.replaying.run_caps import RunCaps

RUN = [SYSTEM, GOAL, *rings(8, "bolt " * 60), says("so")]
PRICE = {"input_price": 2_000_000}


def timed():
    """The run as a log in which ten seconds pass from message to message."""
    return [record | {"timestamp": f"2026-11-30T10:{at // 6:02}:{at % 6}0Z"} for at, record in enumerate(RUN)]


@pytest.mark.parametrize("cap", [1, 500, 3_000, 10**9])
def test_cost_stops_the_first_call_before_which_so_much_was_spent(cap):
    found = ts.replay(ts.load(RUN), prices=PRICE, caps=RunCaps(cost=cap))
    spent = [sum(row.bill.cost for row in found.rows[:at]) for at in range(len(found.rows))]
    assert found.limits == {"max_cost": next((at + 1 for at, sum_ in enumerate(spent) if sum_ >= cap), None)}


@pytest.mark.parametrize("cap", [1, 20, 21, 140, 10**9])
def test_time_stops_the_first_call_that_is_so_much_later_than_the_first(cap):
    found = ts.replay(ts.load(timed()), caps=RunCaps(seconds=cap))
    assert [row.gap for row in found.rows] == [None, *[20] * 8]
    first = -(-cap // 20) + 1
    assert found.limits == {"max_seconds": first if first <= 9 else None}


def test_a_limit_of_time_needs_times_and_every_limit_a_whole_number():
    with pytest.raises(PolicyError, match="does not say when"):
        ts.replay(ts.load(RUN), caps=RunCaps(seconds=9))
    for wrong in (0, -1, 1.5, True, 10**16):
        with pytest.raises(PolicyError):
            RunCaps(cost=wrong)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_command_line_says_which_call(tmp_path, capsys, lang):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(timed()), encoding="utf-8")
    limits = ("--max-seconds", "60", "--max-cost", "0.001")
    assert main(["replay", str(path), *limits, "--price", "input=2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["limits"]
    assert said["max_seconds"] == 4 and 1 < said["max_cost"] <= 9
    main(["replay", str(path), "--max-seconds", "60", "--lang", lang])
    assert any("max_seconds" in line and "4" in line for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    ("more", "said"),
    [(["--max-cost", "1"], "price"), (["--max-cost", "x"], "dollars"), (["--max-seconds", "0"], "seconds")],
)
def test_bad_limits_are_one_sentence(tmp_path, capsys, more, said):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(timed()), encoding="utf-8")
    assert main(["replay", str(path), *more]) == 2
    told = capsys.readouterr().err
    assert said in told and len(told.splitlines()) == 1
