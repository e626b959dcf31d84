"""`trimscope sweep`: grids from options, one run or many, a table, files, and what is said when something fails."""

import csv
import io
import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, rings
from trimscope.command import engines
from trimscope.command.cli import main
from trimscope.presets import preset
from trimscope.sweeping.corpus import Corpus, Swept, Task, spread, work
from trimscope.sweeping.grid import candidates

GRID = {"keep_rounds": [1, 2, 6], "old_rounds": ["drop", "compact"]}


def run_of(count, back=4):
    """A run whose every call uses an id that stood in the result some calls before it."""
    records = [SYSTEM, GOAL]
    for number in range(count):
        records.append(calls(f"c{number}", bin=f"BIN-{max(0, number - back):04d}"))
        records.append(answer(f"c{number}", f"next is BIN-{number:04d}. " + "all bolts are there. " * 20))
    return records


@pytest.fixture
def folder(tmp_path):
    """Three runs, and a file that is none."""
    (tmp_path / "deep").mkdir()
    for name, count in (("a", 9), ("b", 14), ("deep/c", 6)):
        (tmp_path / f"{name}.json").write_text(json.dumps(run_of(count)))
    (tmp_path / "notes.txt").write_text("not looked at")
    return tmp_path


def json_of(capsys, *args):
    code = main(["sweep", *map(str, args), "--json"])
    out = capsys.readouterr().out
    return code, json.loads(out) if out else None


def test_one_run_is_swept_over_the_options_in_their_order(folder, capsys):
    code, said = json_of(capsys, folder / "a.json", "--old-rounds", "drop,compact", "--keep-rounds", "1:3:2")
    found = ts.sweep(ts.load(run_of(9)), {"old_rounds": ["drop", "compact"], "keep_rounds": [1, 3]})
    assert code == 0 and said["runs"] == 1 and said["policies"] == 4
    assert [{k: v for k, v in row.items() if k != "front"} for row in said["rows"]] == [
        row.to_mapping() for row in found.rows
    ]
    assert [row["front"] for row in said["rows"]] == [i in found.front for i in range(4)]
    assert said["advice"]["row"] == found.advice.row


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_table_is_by_cost_with_the_front_and_the_advice_marked(folder, capsys, lang):
    main(["sweep", str(folder / "b.json"), "--keep-rounds", "1:6", "--lang", lang])
    lines = capsys.readouterr().out.splitlines()
    found = ts.sweep(ts.load(run_of(14)), {"keep_rounds": range(1, 7)})
    table = lines[1:7]
    costs = [row.cost for row in sorted(found.rows, key=lambda row: row.cost)]
    assert [int(line.split()[1 if line[0] in "*>" else 0].replace(",", "")) for line in table] == costs
    assert sum(line[0] in "*>" for line in table) == len(found.front)
    assert [line.split()[-1] for line in table if line[0] == ">"] == [found.rows[found.advice.row].name]
    assert any(found.rows[found.advice.row].name in line for line in lines[8:])


def test_a_long_table_is_cut_but_never_its_front(folder, capsys):
    main(["sweep", str(folder / "b.json"), "--keep-rounds", "0:30", "--top", "2"])
    lines = capsys.readouterr().out.splitlines()
    front = ts.sweep(ts.load(run_of(14)), {"keep_rounds": range(31)}).front
    rows = [line for line in lines if "keep_rounds=" in line and line[2] == " "]
    assert {f"keep_rounds={i}" for i in front} <= {row.split()[-1] for row in rows}
    assert len(rows) < 31 and any(f"and {31 - len(rows)} more" in line for line in lines)


def test_the_base_policy_and_a_key_in_a_table_are_taken(folder, capsys):
    args = ("--policy", "patchcat", "--set", "result_limit=300", "--grid", "tombstone.lang=en,zh")
    _, said = json_of(capsys, folder / "a.json", *args)
    base = preset("patchcat").replace(result_limit=300)
    found = ts.sweep(ts.load(run_of(9)), {"tombstone.lang": ["en", "zh"]}, base)
    assert [row["cost"] for row in said["rows"]] == [row.cost for row in found.rows]
    assert found.rows[0].cost != found.rows[1].cost


def test_many_runs_are_summed_and_spread(folder, capsys):
    code, said = json_of(capsys, folder, "--keep-rounds", "1,2", "--jobs", 1)
    alone = [ts.sweep(ts.load(run_of(count)), {"keep_rounds": [1, 2]}) for count in (9, 14, 6)]
    assert code == 0 and said["runs"] == 3
    for i, row in enumerate(said["rows"]):
        assert row["cost"] == sum(each.rows[i].cost for each in alone)
        assert row["lost"] == sum(each.rows[i].lost for each in alone)
        assert row["peak"] == max(each.rows[i].peak for each in alone)
        lost = sorted(each.rows[i].lost for each in alone)
        assert row["spread"]["lost"] == {
            "least": lost[0], "median": lost[1], "p90": lost[2], "most": lost[2], "total": sum(lost)
        }  # fmt: skip
    worst = [each["lost"] for each in said["worst"]]
    assert worst == sorted(worst, reverse=True) and worst
    assert said["worst"][0]["name"].endswith("b.json")


def test_a_pattern_and_a_file_of_several_conversations(folder, capsys):
    (folder / "many.jsonl").write_text("\n".join(json.dumps({"messages": run_of(count)}) for count in (3, 5)) + "\n")
    _, said = json_of(capsys, folder / "many.jsonl", f"{folder}/?.json", "--keep-rounds", "2", "--jobs", 1)
    names = [each["name"].removeprefix(str(folder)) for each in said["by_run"]]
    assert len(names) == 4 and names[2:] == ["/a.json", "/b.json"]
    assert [each["rows"][0]["calls"] for each in said["by_run"]] == [3, 5, 9, 14]


def test_a_run_that_fails_is_told_of_and_the_rest_goes_on(folder, capsys):
    (folder / "broken.json").write_text('{"messages": [')
    code, said = json_of(capsys, folder, folder / "absent.json", "--keep-rounds", "1,2", "--jobs", 1,
                         "--csv", folder / "rows.csv")  # fmt: skip
    assert code == 1 and said["runs"] == 3
    assert [each["name"].rpartition("/")[2] for each in said["failed"]] == ["broken.json", "absent.json"]
    assert all(each["error"] for each in said["failed"])
    rows = list(csv.DictReader(io.StringIO((folder / "rows.csv").read_text())))
    assert len(rows) == 3 * 2 + 2
    assert [row["run"].rpartition("/")[2] for row in rows if row["error"]] == ["broken.json", "absent.json"]


def test_csv_holds_a_row_for_every_policy(folder, capsys):
    main(["sweep", str(folder / "a.json"), "--result-limit", "100,none", "--csv", str(folder / "rows.csv")])
    assert "2 rows" in capsys.readouterr().err
    rows = list(csv.DictReader(io.StringIO((folder / "rows.csv").read_text())))
    assert [row["policy.result_limit"] for row in rows] == ["100", ""]
    found = ts.sweep(ts.load(run_of(9)), {"result_limit": [100, None]})
    assert [int(row["cost"]) for row in rows] == [row.cost for row in found.rows]


def test_csv_is_printed_where_its_name_is_a_dash(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    assert main(["sweep", "a.json", "--keep-rounds", "1,2", "--csv", "-"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["policy.keep_rounds"] for row in rows] == ["1", "2"] and not (folder / "-").exists()
    for more in (["--csv", "-", "--json"], ["--parquet", "-"]):
        assert main(["sweep", "a.json", "--keep-rounds", "1,2", *more]) == 2
        said = capsys.readouterr()
        assert not said.out and more[0] in said.err and not (folder / "-").exists()


def test_costs_in_two_units_are_two_blocks_of_the_table(folder, capsys):
    main(["sweep", str(folder / "a.json"), "--model", "gpt-4o,nosuch", "--keep-rounds", "1,6"])
    lines = [line for line in capsys.readouterr().out.splitlines() if "model=" in line and not line.startswith("Take")]
    assert ["nosuch" in line for line in lines[:4]] == [False, False, True, True]


def test_parquet_holds_the_same(folder):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    args = ["sweep", str(folder / "a.json"), "--result-limit", "100,none"]
    main([*args, "--csv", str(folder / "rows.csv"), "--parquet", str(folder / "rows.parquet")])
    frame = pandas.read_parquet(folder / "rows.parquet")
    assert list(frame.columns) == (folder / "rows.csv").read_text().splitlines()[0].split(",")
    assert list(frame["cost"]) == [row.cost for row in ts.sweep(ts.load(run_of(9)), {"result_limit": [100, None]}).rows]


def test_what_a_file_needs_is_said_before_the_work(folder, capsys, monkeypatch):
    monkeypatch.setattr("trimscope.command.sweep_report.find_spec", lambda name: None)
    assert main(["sweep", str(folder / "a.json"), "--keep-rounds", "1", "--parquet", "x.parquet"]) == 2
    assert "trimscope[app,parquet]" in capsys.readouterr().err


def test_dask_is_named_where_it_is_missing(folder, capsys, monkeypatch):
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    assert main(["sweep", str(folder), "--keep-rounds", "1", "--engine", "dask"]) == 2
    assert "trimscope[dask]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ((), "nothing to sweep"),
        (("--keep-rounds", "some"), "keep_rounds"),
        (("--keep-rounds", "1", "--grid", "keep_rounds=2"), "swept twice"),
        (("--grid", "keep_round=2"), "keep_rounds"),
        (("--keep-rounds", "1", "--jobs", "0"), "--jobs"),
        (("--keep-rounds", "1", "--top", "0"), "--top"),
        (("--keep-rounds", "1", "--scheduler", "tcp://x"), "--engine dask"),
        (("--keep-rounds", "1", "--csv", ""), "--csv"),
    ],
)
def test_what_cannot_be_is_one_sentence(folder, capsys, args, word):
    assert main(["sweep", str(folder / "a.json"), *args]) == 2
    err = capsys.readouterr().err
    assert word in err and err.count("\n") == 1


def test_a_transcript_is_never_overwritten(folder, capsys):
    before = (folder / "a.json").read_text()
    assert main(["sweep", str(folder), "--keep-rounds", "1", "--csv", str(folder / "a.json")]) == 2
    assert (folder / "a.json").read_text() == before


def test_a_folder_without_transcripts_is_said_so(tmp_path, capsys):
    assert main(["sweep", str(tmp_path), "--keep-rounds", "1"]) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_calls_that_fail_under_every_policy_are_exit_one(folder, capsys):
    code, said = json_of(capsys, folder / "b.json", "--keep-rounds", "1,2", "--set", "token_budget=30")
    assert code == 1 and said["advice"]["failing"] > 0


def test_ctrl_c_ends_with_what_is_done(folder, capsys, monkeypatch):
    from trimscope.command import sweeping

    def stopping(transcript, found, **given):
        yield from (row for row, _ in zip(real(transcript, found, **given), range(2), strict=False))
        raise KeyboardInterrupt

    real = sweeping.sweep_rows
    monkeypatch.setattr(sweeping, "sweep_rows", stopping)
    code, said = json_of(capsys, folder / "a.json", "--keep-rounds", "1:5")
    assert code == 130 and said["stopped"] and len(said["rows"]) == 2 and said["policies"] == 5


def tasks():
    found = candidates(GRID)
    runs = [Task(f"run {count}", ts.load(run_of(count)), found) for count in (8, 3, 12, 5)]
    return [*runs[:2], Swept("broken", error="It is no transcript."), *runs[2:]]


def test_processes_give_what_one_process_gives():
    alone = list(engines.local(tasks(), 1))
    assert list(engines.local(tasks(), 2)) == alone
    assert [each.name for each in alone] == ["run 8", "run 3", "broken", "run 12", "run 5"]
    assert alone[0] == work(tasks()[0])


def test_a_cluster_gives_what_one_process_gives():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        found = list(engines.dask(tasks(), cluster.scheduler_address))
    assert found == list(engines.local(tasks(), 1))


def test_a_scheduler_that_is_not_there_is_said_so(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(engines, "CONNECT", 1)
    with pytest.raises(engines.EngineError, match=r"127\.0\.0\.1:9"):
        list(engines.dask(tasks(), "tcp://127.0.0.1:9"))


def test_a_task_nobody_foresaw_spoils_only_its_own_row(monkeypatch):
    def breaks(task):
        raise RuntimeError("a flaw")

    monkeypatch.setattr(engines, "work", breaks)
    found = list(engines.local(tasks()[:3], 1))
    assert "a flaw" in found[0].error and found[2].error == "It is no transcript."


def test_only_runs_with_all_numbers_are_compared():
    found = candidates({"pins": [[], [7]]})
    swept = [work(Task(str(count), ts.load([SYSTEM, GOAL, *rings(count)]), found)) for count in (1, 5)]
    corpus = Corpus(tuple(swept))
    assert [each.name for each in corpus.compared] == ["5"]
    assert "7" in corpus.failed[0].error


def test_costs_in_different_units_are_shares_of_the_untrimmed_run():
    rows = [ts.SweepRow((("keep_rounds", 1),), cost=30, untrimmed_cost=60, unit="usd"),
            ts.SweepRow((("keep_rounds", 1),), cost=10, untrimmed_cost=40, unit="token")]  # fmt: skip
    corpus = Corpus(tuple(Swept(str(i), (row,)) for i, row in enumerate(rows)))
    row = corpus.sweep.rows[0]
    assert (row.unit, row.cost, row.untrimmed_cost) == ("run", 750_000, 2_000_000)
    assert corpus.cost(0).most == 500_000


def test_a_spread_is_of_numbers_that_are_there():
    assert spread(range(1, 11)) == spread([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    found = spread(range(1, 11))
    assert (found.least, found.median, found.p90, found.most, found.total) == (1, 5, 9, 10, 55)
    assert spread([7]).p90 == 7 and spread([]).total == 0
