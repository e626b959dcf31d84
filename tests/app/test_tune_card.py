"""The Tune card: a sweep in slices, its maps, plot and table, what is picked, applied, compared and downloaded."""

import asyncio
import csv
import io
import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls
from trimscope.sweeping.telling import sentences
from trimscope_app.components import Tune
from trimscope_app.frames import rows_csv
from trimscope_app.i18n import LANGUAGES
from trimscope_app.playground import Playground
from trimscope_app.tune_messages import tuning
from trimscope_app.tuning import MOST_COMPARED, MOST_ROWS, Tuner, axes_of
from trimscope_app.views.tune.card import progress_view
from trimscope_app.views.tune.maps import SHADES

AXES = (("keep_rounds", "1:4"), ("result_limit", "200,none"))


def run_of(count):
    records = [SYSTEM, GOAL]
    for number in range(count):
        records.append(calls(f"c{number}", bin=f"BIN-{max(0, number - 3):04d}"))
        records.append(answer(f"c{number}", f"next is BIN-{number:04d}. " + "all bolts are there. " * 20))
    return records


@pytest.fixture
def playground():
    found = Playground()
    found.load_source("run", json.dumps(run_of(10)))
    return found


def swept(playground, axes=AXES):
    assert playground.tuner.start(playground.loaded, playground.policy, axes), playground.tuner.trouble
    while playground.tuner.step():
        pass
    playground.tuned(swept=True)
    return playground.swept


def messages(playground):
    """What the page would send, and the component that answers."""
    tune = Tune()
    return tuning(playground, tune), tune


def test_the_sweep_is_that_of_the_core(playground):
    swept(playground)
    found = ts.sweep(playground.loaded.transcript, {"keep_rounds": range(1, 5), "result_limit": [200, None]},
                     playground.policy)  # fmt: skip
    assert playground.tuner.rows == list(found.rows)
    assert playground.swept["said"] == list(sentences(found))
    assert (playground.swept["advised"], playground.swept["front"]) == (found.advice.row, list(found.front))


def test_it_works_in_slices_and_ends_between_two(playground):
    tuner, ticks = playground.tuner, iter(range(10**6))
    tuner.start(playground.loaded, playground.policy, AXES)
    assert tuner.step(lambda: next(ticks)) and len(tuner.rows) == 1
    assert tuner.step(lambda: next(ticks)) and len(tuner.rows) == 2
    assert progress_view(tuner, "en") == {"running": True, "done": 2, "whole": 8, "text": "2 of 8 policies"}
    tuner.stop()
    assert not tuner.step() and len(tuner.rows) == 2
    playground.tuned(swept=True)
    assert "Stopped after 2 of 8" in playground.swept["said"][-1]


def test_it_is_driven_from_the_page_and_tells_how_far_it_is(playground):
    async def go():
        hear, tune = messages(playground)
        seen = []
        tune.param.watch(lambda event: seen.append(event.new["done"]), "progress")
        hear["start"]([{"key": key, "text": text} for key, text in AXES])
        assert playground.swept == {}
        while playground.tuner.running:
            await asyncio.sleep(0.01)
        assert seen == sorted(seen) and seen[-1] == 8
        assert len(playground.swept["rows"]) == 8

    asyncio.run(go())


def test_starting_again_ends_the_sweep_before(playground):
    async def go():
        hear, _ = messages(playground)
        hear["start"]([{"key": "keep_rounds", "text": "0:300"}])
        await asyncio.sleep(0)
        hear["start"]([{"key": "keep_rounds", "text": "1:3"}])
        while playground.tuner.running:
            await asyncio.sleep(0.01)
        assert [dict(row.settings)["keep_rounds"] for row in playground.tuner.rows] == [1, 2, 3]

    asyncio.run(go())


def test_cancel_keeps_what_is_done(playground):
    async def go():
        hear, tune = messages(playground)
        hear["start"]([{"key": "keep_rounds", "text": "0:500"}])
        await asyncio.sleep(0.05)
        hear["stop"](True)
        done = len(playground.tuner.rows)
        await asyncio.sleep(0.1)
        assert 0 < done == len(playground.tuner.rows) < 501
        assert tune.progress["running"] is False and len(playground.swept["rows"]) == done

    asyncio.run(go())


def test_maps_have_a_cell_for_every_policy(playground):
    found = swept(playground, (*AXES, ("old_rounds", "drop,compact")))
    assert [sheet["title"] for sheet in found["maps"]] == ["old_rounds = drop", "old_rounds = compact"]
    cells = {}
    for sheet in found["maps"]:
        assert sheet["heads"] == ["200", "none"] and [row["head"] for row in sheet["rows"]] == ["1", "2", "3", "4"]
        cells |= {cell["row"]: cell for row in sheet["rows"] for cell in row["cells"]}
    assert sorted(cells) == list(range(16))
    for position, row in enumerate(playground.tuner.rows):
        cell = cells[position]
        assert cell["lost"] == f"{row.lost:,}" and row.name in cell["name"]
        assert ("front" in cell["marks"]) == (position in found["front"])
        assert 0 <= cell["shades"]["cost"] <= SHADES
    most = max(playground.tuner.rows, key=lambda row: row.lost).lost
    shades = {row.lost: cells[i]["shades"]["lost"] for i, row in enumerate(playground.tuner.rows)}
    assert most and shades[most] == SHADES and [shades[n] for n in sorted(shades)] == sorted(shades.values())


def test_one_key_alone_is_a_map_of_one_column(playground):
    found = swept(playground, (("keep_rounds", "1,2"),))
    assert [len(row["cells"]) for row in found["maps"][0]["rows"]] == [1, 1]


def test_the_plot_orders_points_by_cost_and_lost_references(playground):
    points = swept(playground)["plot"]["points"]
    rows = playground.tuner.rows
    assert [i for i, *_ in sorted(points, key=lambda p: (p[1], p[0]))] == sorted(
        range(len(rows)), key=lambda i: (points[i][1], i)
    )
    for i, x, y, _ in points:
        for j, other_x, other_y, _ in points:
            assert (rows[i].cost <= rows[j].cost) or x >= other_x
            assert (rows[i].lost <= rows[j].lost) or y >= other_y
    assert [kind for *_, kind in points].count("advised") == 1


def test_applying_a_row_takes_its_policy(playground):
    swept(playground)
    hear, _ = messages(playground)
    wanted = playground.tuner.policy(5)
    hear["apply"](5)
    assert playground.policy == wanted
    assert playground.tune["now"] == 5 and not playground.tune["stale"]


def test_other_settings_make_the_rows_stale_and_swept_ones_do_not(playground):
    swept(playground)
    playground.change("keep_rounds", 2)
    assert not playground.tune["stale"]
    playground.change("head", 0.3)
    assert playground.tune["stale"]


def test_up_to_four_policies_stand_side_by_side(playground):
    swept(playground)
    hear, _ = messages(playground)
    hear["beside"]({"row": 1})
    hear["beside"]({"row": 1})
    hear["beside"]({"preset": "patchcat"})
    view = playground.tune["compared"]
    assert [head["id"] for head in view["heads"]] == ["row:1", "preset:patchcat"]
    preset = playground.tuner.compared[1][1]
    alone = ts.replay(playground.loaded.transcript, ts.preset("patchcat").replace(profile=playground.policy.profile))
    assert preset.lost == alone.totals.lost
    for row in (2, 3, 4):
        hear["beside"]({"row": row})
    assert len(playground.tune["compared"]["heads"]) == MOST_COMPARED and playground.tune["full"]
    hear["away"]("row:1")
    assert [head["id"] for head in playground.tune["compared"]["heads"]] == ["preset:patchcat", "row:2", "row:3"]


def test_another_transcript_forgets_the_sweep(playground):
    swept(playground)
    playground.load_source("other", json.dumps(run_of(3)))
    assert playground.swept == {} and playground.tuner.job is None and playground.tune["compared"]["heads"] == []


@pytest.mark.parametrize(
    ("axes", "word"),
    [
        ([], "nothing to sweep"),
        ([{"key": "keep_rounds", "text": "many"}], "keep_rounds"),
        ([{"key": "keep_rounds", "text": "1"}, {"key": "keep_rounds", "text": "2"}], "once"),
        ([{"key": "keep_rounds", "text": f"1:{MOST_ROWS + 1}"}], str(MOST_ROWS)),
        ([{"key": "nonsense", "text": "1"}], "nonsense"),
    ],
)
def test_what_cannot_be_swept_is_said_and_the_last_sweep_stays(playground, axes, word):
    swept(playground)
    hear, _ = messages(playground)
    hear["start"](axes)
    assert word in playground.tune["trouble"] and not playground.tuner.running
    assert len(playground.swept["rows"]) == 8


@pytest.mark.parametrize("sent", [None, 7, "x", {}, [1], [{"key": 1, "text": 2}], [{"text": "1"}]])
def test_a_page_may_send_anything(playground, sent):
    swept(playground)
    before = playground.settings
    hear, _ = messages(playground)
    assert axes_of(sent) == ()
    for name in ("pick", "apply", "beside", "away"):
        if name != "apply" or sent != 7:
            hear[name](sent)
    assert playground.settings == before or sent == 7


def test_the_csv_holds_every_row(playground):
    pytest.importorskip("pandas")
    swept(playground)
    text = asyncio.run(rows_csv([row.to_mapping() for row in playground.tuner.rows]))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["cost"]) for row in rows] == [row.cost for row in playground.tuner.rows]
    assert [row["policy.result_limit"] for row in rows[:2]] == ["200", ""]


def test_every_language_has_its_words(playground):
    swept(playground)
    for lang in LANGUAGES:
        playground.speak(lang)
        assert playground.tune["heading"] and playground.swept["columns"][0] == "keep_rounds"
    assert "建议" in playground.swept["said"][0]


def test_an_empty_tuner_has_nothing_to_show():
    assert Tuner().found.rows == () and Tuner().policy(0) is None


def test_a_flaw_ends_the_sweep_and_is_not_hidden(playground, monkeypatch):
    def breaks(*_, **__):
        yield from ()
        raise RuntimeError("a flaw")

    monkeypatch.setattr("trimscope_app.tuning.sweep_rows", breaks)
    playground.tuner.start(playground.loaded, playground.policy, AXES)
    with pytest.raises(RuntimeError):
        asyncio.run(playground.tuner.drive(lambda: None))
    assert not playground.tuner.running
