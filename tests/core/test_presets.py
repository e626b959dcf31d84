"""Presets: names for policies; each says what its number counts, and is what it says."""

import pytest

import seeded_histories as seeded
import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, ring, rings
from trimscope.presets import GROUPS

ALL = ts.presets()


def test_presets_stand_in_groups_in_their_order():
    groups = [each.group for each in ALL.values()]
    assert list(dict.fromkeys(groups)) == list(GROUPS)
    assert groups == sorted(groups, key=list(GROUPS).index)


@pytest.mark.parametrize("name", ALL)
def test_a_preset_has_words_in_both_languages_and_names_itself(name):
    each = ALL[name]
    assert each.name == name and ts.preset(name) == each.policy
    assert each.words["en"].isascii() and not each.words["zh"].isascii()


def test_no_two_presets_are_the_same_policy():
    assert len({repr(each.policy) for each in ALL.values()}) == len(ALL)


@pytest.mark.parametrize("name", ALL)
def test_every_preset_plans(name):
    result = ts.plan(ts.load([SYSTEM, GOAL, *rings(12, "bolt " * 30)]), ts.preset(name))
    assert result.messages and (result.status != "refused" or ALL[name].group in ("peers", "naive"))


@pytest.mark.parametrize("turns", [1, 2, 3, 8])
def test_the_trimming_session_keeps_user_turns_like_a_slice_from_a_user_message(turns):
    policy = ts.preset("agents_sdk_session").replace(keep_rounds=turns)
    for records in seeded.histories(60):
        users = [number for number, record in enumerate(records) if record["role"] == "user"]
        first = users[-turns] if len(users) >= turns else users[0]
        assert ts.plan(ts.load({"messages": records}), policy).messages == [records[0], *records[first:]]


def test_anthropics_clearing_as_a_policy_clears_what_the_count_of_results_would_where_calls_are_single():
    records = [GOAL, *rings(9, "x" * 100)]
    policy = ts.preset("anthropic_clear").replace(window=400)
    strategy = ts.Policy(strategy="clear_results", params={"trigger": 200, "keep": 3})
    cleared = [
        [d.message for d in ts.plan(ts.load(records), each).decisions if d.action == "clear"]
        for each in (policy, strategy)
    ]
    assert cleared[0] == cleared[1] == [2, 4, 6, 8, 10, 12]


def test_and_a_ring_more_where_they_are_parallel():
    batch = [calls("a", "b"), answer("a", "y" * 90), answer("b", "z" * 90)]
    records = [GOAL, *rings(3, "x" * 100), *batch, *ring("d", "x" * 100)]
    cleared = [
        sum(d.action == "clear" for d in ts.plan(ts.load(records), each).decisions)
        for each in (
            ts.preset("anthropic_clear").replace(window=400),
            ts.Policy(strategy="clear_results", params={"trigger": 0, "keep": 3}),
        )
    ]
    assert cleared == [2, 3]


@pytest.mark.parametrize(
    ("name", "front"),
    [
        ("codex_output", 50),
        ("gemini_cli_output", 20),
        ("cline_output", 100),
        ("openhands_output", 50),
        ("inspect_output", 50),
        ("strands_output", 50),
        ("harness_output", 40),
    ],
)
def test_output_limits_cut_results_and_drop_nothing(name, front):
    policy = ts.preset(name)
    lines = [f"line {number} of a long log" for number in range(6_000)]
    records = [GOAL, *ring("c1", "\n".join(lines)), *rings(6)]
    result = ts.plan(ts.load(records), policy.replace(window=1_000_000))
    text = result.messages[2]["content"]
    assert len(result.messages) == len(records)
    assert len(text) <= policy.result_limit
    cut = next(i for i, pair in enumerate(zip(text, "\n".join(lines), strict=False)) if pair[0] != pair[1])
    share = cut * 100 / policy.result_limit
    assert front * 0.6 <= share <= front


def test_the_third_articles_buckets_add_up_to_its_total():
    policy = ts.preset("budgeted")
    assert sum(value for value in policy.buckets.values() if isinstance(value, int)) + policy.safety_margin == 12_000
    assert policy.window - policy.output_reserve == 12_000
    result = ts.plan(ts.load([SYSTEM, GOAL, *rings(2)]), policy)
    assert result.window.budget == 11_200 and result.status == "fine"


def test_a_preset_that_is_none_is_answered_with_those_there_are():
    with pytest.raises(ts.PolicyError, match="There is no preset 'x'; choose one of default, assembler"):
        ts.preset("x")
