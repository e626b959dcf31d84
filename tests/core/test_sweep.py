"""A sweep replays one run under every policy of a grid, finds those that nothing beats, and says which to take."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls
from trimscope.sweeping.advice import NEAR, advise, standing
from trimscope.sweeping.front import front
from trimscope.sweeping.grid import MOST, candidates
from trimscope.sweeping.grid_text import values
from trimscope.sweeping.sweep import compare, sweep_rows
from trimscope.sweeping.telling import sentences

POINTS = st.lists(st.tuples(*[st.integers(0, 6)] * 3), max_size=30)


def run_of(count=12):
    """A run whose every call uses an id that stood in the result five calls before it."""
    records = [SYSTEM, GOAL]
    for number in range(count):
        records.append(calls(f"c{number}", bin=f"BIN-{max(0, number - 5):04d}"))
        records.append(answer(f"c{number}", f"next is BIN-{number:04d}. " + "all bolts are there. " * 20))
    return ts.load(records)


@given(POINTS)
def test_the_front_holds_what_nothing_beats(points):
    def beats(one, other):
        return one != other and all(a <= b for a, b in zip(one, other, strict=True))

    wanted = tuple(i for i, point in enumerate(points) if not any(beats(other, point) for other in points))
    assert front(points) == wanted


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("keep_rounds", "1:12", tuple(range(1, 13))),
        ("keep_rounds", "1:12:2", (1, 3, 5, 7, 9, 11)),
        ("keep_rounds", "4, 1:3, 4", (4, 1, 2, 3)),
        ("result_limit", "500,1000,none", (500, 1000, None)),
        ("result_limit", "off", (None,)),
        ("old_rounds", "drop,compact", ("drop", "compact")),
        ("watermark", "0.6:0.9:0.15", (0.6, 0.75, 0.9)),
        ("dedupe", "true,false", (True, False)),
        ("model", "gpt-4o,none", ("gpt-4o", None)),
        ("tombstone", "counted,off", ("counted", "off")),
        ("tombstone.style", "counted,off", ("counted", "off")),
        ("memory", "true,none", (True, None)),
        ("summary.max_tokens", "100:300:100", (100, 200, 300)),
        ("params.keep_last", "2,word", (2, "word")),
        ("tool_limits", '[{}, {"read": 500}]', ({}, {"read": 500})),
    ],
)
def test_a_text_names_the_values_of_any_key(key, text, found):
    assert values(key, text) == found


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("keep_round", "1", ("'keep_round'", "'keep_rounds'")),
        ("keep_rounds", "1:many", ("keep_rounds", "1:many", "whole number")),
        ("keep_rounds", "-1", ("keep_rounds", "-1")),
        ("keep_rounds", "none", ("keep_rounds", "none", "whole number")),
        ("keep_rounds", "5:1", ("keep_rounds", "5:1")),
        ("keep_rounds", "1:9:0", ("keep_rounds", "1:9:0")),
        ("keep_rounds", "1:2:3:4", ("keep_rounds", "1:2:3:4")),
        ("keep_rounds", "1,,2", ("keep_rounds", "missing")),
        ("keep_rounds", "", ("keep_rounds", "missing")),
        ("keep_rounds", "1:999999999999", ("keep_rounds", "10,000")),
        ("keep_rounds", "2000000", ("keep_rounds", "2000000")),
        ("watermark", "0.5:0.9", ("watermark", "step")),
        ("watermark", "0.12345", ("watermark", "0.12345")),
        ("old_rounds", "drop,shred", ("old_rounds", "shred", "compact")),
        ("dedupe", "yes", ("dedupe", "yes", "true or false")),
        ("summary.words", "1", ("summary.words", "max_tokens")),
        ("keep_rounds.x", "1", ("keep_rounds.x",)),
        ("exclude_tools", "[[", ("exclude_tools", "JSON list")),
        ("exclude_tools", "bash,edit", ("exclude_tools", "bash", '[[], ["bash"]]')),
        ("pins", "call:a", ("pins", "call:a", '[[], ["bash"]]')),
        ("tool_limits", "none", ("tool_limits", "none", "[{}, {...}]")),
        ("soft_limits", "100", ("soft_limits", "100", "[{}, {...}]")),
    ],
)
def test_what_is_no_value_is_said_with_its_key(key, text, words):
    with pytest.raises(ts.PolicyError) as caught:
        values(key, text)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_every_row_is_what_a_replay_of_its_policy_says():
    run, base = run_of(), ts.Policy(result_limit=150)
    found = ts.sweep(run, {"keep_rounds": range(1, 7), "old_rounds": ["drop", "compact"]}, base)
    assert len(found.rows) == found.whole == 12
    for row in found.rows:
        alone = ts.replay(run, base.replace(**dict(row.settings)))
        sums = alone.totals
        assert (row.cost, row.lost, row.grounded, row.peak) == (sums.cost, sums.lost, sums.grounded, sums.sent_peak)
        assert (row.sent, row.breaks, row.cached_share) == (sums.sent, sums.breaks, sums.cached_share)
        assert row.verdicts == tuple(each.code for each in alone.verdicts)
    assert {row.lost for row in found.rows} > {0}, "the run has something to lose"


def test_rows_come_one_by_one_and_may_be_left_at_any():
    grid = {"keep_rounds": [1, 2, 3]}
    rows = sweep_rows(run_of(), candidates(grid))
    first = next(rows)
    stopped = ts.Sweep.of([first], whole=3)
    assert stopped.rows == ts.sweep(run_of(), grid).rows[:1]
    assert "1 of 3" in sentences(stopped)[-1]


def test_estimators_are_swept_too_each_with_counts_of_its_own():
    run = run_of()
    found = ts.sweep(run, {"profile": ["light", "chars4"], "keep_rounds": [2]})
    for row in found.rows:
        assert row.stored == ts.replay(run, ts.Policy(**dict(row.settings))).totals.stored
    assert found.rows[0].stored != found.rows[1].stored


def test_settings_that_cannot_stand_together_are_a_row_with_its_error():
    found = ts.sweep(run_of(3), {"watermark": [0.4, 0.9], "target": [0.5]})
    bad, good = found.rows
    assert "target" in bad.error and not bad.calls
    assert not good.error and good.calls == 3
    assert found.front == (1,)


def test_a_pin_that_names_nothing_is_the_error_of_its_row():
    found = ts.sweep(run_of(3), {"pins": [[], [999]]})
    assert not found.rows[0].error and "999" in found.rows[1].error


@pytest.mark.parametrize(
    ("grid", "word"),
    [
        ({}, "nothing to sweep"),
        ({"keep_rounds": []}, "keep_rounds"),
        ({"keep_rounds": "123"}, "keep_rounds"),
        ({"watermark": [0.3], "target": [0.5, 0.6]}, "No combination"),
        ({"keep_rounds": range(200), "result_limit": range(200)}, f"{MOST:,}"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(grid, word):
    with pytest.raises(ts.PolicyError, match=word):
        ts.sweep(run_of(2), grid)


def test_whole_policies_are_compared_counted_alike():
    run = run_of()
    base = ts.Policy(window=9_000, profile="chars4")
    whole = ts.Policy(old_rounds="keep", result_limit=None)
    found = compare(run, {"none": whole, "tight": ts.Policy(keep_rounds=1)}, base)
    assert [row.name for row in found.rows] == ["none", "tight"]
    assert found.rows[0].lost == 0 < found.rows[1].lost
    assert found.rows[0].stored == found.rows[1].stored == ts.replay(run, base).totals.stored


ROWS = st.lists(
    st.builds(
        ts.SweepRow,
        st.just((("keep_rounds", 1),)),
        cost=st.integers(0, 2000),
        untrimmed_cost=st.just(1000),
        lost=st.integers(0, 9),
        grounded=st.just(9),
        peak=st.integers(1, 50),
        refused=st.integers(0, 1),
        calls=st.just(5),
        error=st.sampled_from(["", "", "", "no"]),
    ),
    max_size=12,
)


@settings(max_examples=300)
@given(ROWS)
def test_the_advised_row_is_a_fair_bargain(rows):
    on_front = standing(rows)
    advice = advise(rows, on_front)
    if advice is None:
        assert all(row.error for row in rows)
        return
    row = rows[advice.row]
    assert advice.row in on_front
    assert row.failing == min(each.failing for each in rows if not each.error)
    chosen = [rows[i] for i in on_front]
    cheapest, fewest = min(each.cost for each in chosen), min(each.lost for each in chosen)
    assert advice.above_fewest == row.lost - fewest
    if advice.reason == "fewest_lost":
        assert row.lost == fewest and advice.above_cheapest <= NEAR
    if advice.reason == "balance":
        # Per value: up to here no more than over the whole front, from here on no less.
        span, most = max(e.cost for e in chosen) - cheapest, max(e.lost for e in chosen) - fewest
        assert all((e.cost - row.cost) * most >= (row.lost - e.lost) * span for e in chosen)
    if advice.cheaper is not None:
        other = rows[advice.cheaper.row]
        assert other.cost < row.cost and advice.cheaper.lost == other.lost - row.lost > 0
    if advice.safer is not None:
        other = rows[advice.safer.row]
        assert other.lost < row.lost and other.cost > row.cost and advice.safer.cost >= 0
    assert (advice.reason == "best_in_all") == (len({(e.cost, e.lost, e.peak) for e in chosen}) == 1)


def test_the_advice_is_said_in_both_languages_with_its_numbers():
    found = ts.sweep(run_of(30), {"keep_rounds": [1, 2, 4, 6, 8]})
    english, chinese = sentences(found), sentences(found, "zh")
    assert len(english) == len(chinese) >= 1
    for said in (english[0], chinese[0]):
        assert found.rows[found.advice.row].name in said
    if found.advice.safer:
        assert any(found.rows[found.advice.safer.row].name in line for line in english[1:])


def test_what_costs_more_than_not_trimming_is_said_so():
    dear = ts.SweepRow((("keep_rounds", 1),), calls=4, cost=1500, untrimmed_cost=1000, peak=9)
    said = sentences(ts.Sweep.of([dear]))
    assert any("50.0 % more than not trimming" in line for line in said)


def test_nothing_is_said_of_further_values_where_none_is_lost():
    rows = [ts.SweepRow((("keep_rounds", n),), calls=4, cost=cost, untrimmed_cost=900, lost=lost, grounded=9, peak=n)
            for n, cost, lost in ((1, 100, 5), (2, 300, 0))]  # fmt: skip
    found = ts.Sweep.of(rows)
    assert (found.advice.row, found.advice.reason) == (1, "balance")
    assert "nothing here loses fewer" in sentences(found)[0]


def test_a_sweep_can_be_sent_to_another_process():
    found = ts.sweep(run_of(3), {"keep_rounds": [1, 2]})
    assert pickle.loads(pickle.dumps(found)) == found


def row_of(number, cost, **more):
    return ts.SweepRow((("keep_rounds", number),), calls=4, cost=cost, untrimmed_cost=900, grounded=9, **more)


def test_the_cheapest_of_those_that_lose_least_is_not_said_to_cost_more():
    said = sentences(ts.Sweep.of([row_of(1, 100, lost=2, peak=9), row_of(2, 110, lost=2, peak=8)]))
    assert said == ("Take keep_rounds=1: nothing here loses fewer values (2 of 9), and nothing here costs less.",)


@pytest.mark.parametrize(("more", "words"), [({"over_budget": 1}, "more calls"), ({"unit": "usd"}, "another unit")])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_the_advised_row_is_not_compared_with_is_said(more, words, lang):
    alone, both = (ts.Sweep.of([row_of(1, 100, peak=9), *rest]) for rest in ((), [row_of(2, 50, peak=8, **more)]))
    assert both.advice.row == 0 and sentences(both, lang)[: len(sentences(alone, lang))] == sentences(alone, lang)
    (left_out,) = sentences(both, lang)[len(sentences(alone, lang)) :]
    assert "1" in left_out and (words in left_out) == (lang == "en")


@pytest.mark.parametrize("values", [3, "1:3", None, []])
def test_a_grid_without_a_list_of_values_is_refused(values):
    with pytest.raises(ts.PolicyError, match="keep_rounds: "):
        ts.sweep(run_of(2), {"keep_rounds": values})
