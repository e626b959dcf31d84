"""The folded settings: every key of the policy has its place, what is typed is read back, what is refused stays."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from trimscope.policies.policy import settings as policy_settings
from trimscope.strategies import strategies, strategy
from trimscope_app import control_table
from trimscope_app.field_values import Refusal, check, read, typed
from trimscope_app.fields import ACTIONS, HIDDEN, SECTIONS, WITH_STRATEGY, field, fields, param_fields
from trimscope_app.playground import Playground
from trimscope_app.samples import samples
from trimscope_app.views.sections import UNUSED

from .views import GOAL, SYSTEM, ring, rings

IN_SECTIONS = [each for _, keys in SECTIONS for each in fields(keys)]
DAILY = [spec.key for _, specs in control_table.GROUPS for spec in specs]
FOLDED = [spec.key for spec in (*control_table.MORE, *control_table.ANCHORS, *control_table.TOMBSTONE)]

ELSEWHERE = {"pins", "strategy", "params", "tombstone"}
"""Pins stand beside the preview, a strategy is a preset's, its parameters have a section of their own."""


@pytest.fixture
def playground():
    made = Playground()
    made.load_sample(samples()[0].id)
    return made


def section(playground, key):
    return next(each for each in playground.sections["sections"] if each["key"] == key)


def shown(playground, key):
    """The view of a field, or None where it is not shown."""
    views = [each for view in playground.sections["sections"] for each in view["fields"]]
    return next((each for each in [*views, *_strategy_fields(playground)] if each["key"] == key), None)


def _strategy_fields(playground):
    return [each for view in playground.strategy["sections"] for each in view["fields"]]


def test_every_key_of_the_policy_is_on_the_page_once():
    placed = [each.key for each in IN_SECTIONS if not each.table] + DAILY + FOLDED
    assert len(placed) == len(set(placed))
    keys = {key.partition(".")[0] for key in placed}
    assert set(policy_settings()) - keys == ELSEWHERE - {"tombstone"}


def test_every_part_that_can_be_switched_on_shows_all_its_settings():
    for key, setting in policy_settings().items():
        inner = {f"{key}.{name}" for name in getattr(setting, "inner", ())}
        assert inner - {each.key for each in IN_SECTIONS} <= HIDDEN, key


@pytest.mark.parametrize("each", IN_SECTIONS, ids=lambda each: each.key)
def test_what_a_field_shows_is_read_as_what_it_was(each):
    if each.kind == "section":
        assert read(each, True) is True and read(each, False) is False
        return
    assert check(each, typed(each, each.default)) == each.default


@given(st.dictionaries(st.text("abc_", min_size=1), st.lists(st.text("abc.*[]", min_size=1), max_size=4), max_size=4))
def test_a_whitelist_is_read_as_it_is_written(whitelist):
    whitelist = {tool: paths for tool, paths in whitelist.items() if paths}
    assert read(field("field_whitelist"), typed(field("field_whitelist"), whitelist)) == whitelist


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("max_turns", " 1,200 ", 1_200),
        ("max_turns", "", None),
        ("degrade.compact_at", "62.5", 0.625),
        ("degrade.compact_at", "50 %", 0.5),
        ("exclude_tools", "a，b、 c,\nd", ["a", "b", "c", "d"]),
        ("include_tools", " ", None),
        ("field_whitelist", "search：id, name\n\nbook: number", {"search": ["id", "name"], "book": ["number"]}),
        ("tool_limits", "grep: off\nls: 300", {"grep": None, "ls": 300}),
        ("memory.ids", '{"search": {"hotel": "hotels[*].id"}}', {"search": {"hotel": "hotels[*].id"}}),
        ("memory.ids", "", {}),
        ("summary.text", "goal: x\ndone: y", "goal: x\ndone: y"),
        ("asked.retry", "2", 2),
    ],
)  # fmt: skip
def test_people_type_as_they_like(key, text, value):
    assert check(field(key), text) == value


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("max_turns", "0"), ("max_turns", "many"), ("max_turns", "9" * 400), ("degrade.compact_at", "101"),
        ("degrade.compact_at", "nan"), ("field_whitelist", "search"), ("tool_limits", "ls: -1"), ("tool_limits", ": 3"),
        ("memory.ids", "[1]"), ("memory.ids", "{"), ("memory.ids", "[" * 5_000), ("asked.retry", "3"),
        ("ledger.most", "٣"),
    ],
)  # fmt: skip
def test_what_no_field_takes_is_refused_with_a_reason(key, text):
    with pytest.raises(Refusal) as refused:
        check(field(key), text)
    for lang in ("en", "zh"):
        assert refused.value.text(lang)


def test_a_part_comes_out_when_it_is_switched_on_and_keeps_what_it_had(playground):
    assert shown(playground, "ledger.most") is None
    playground.enter("ledger", True)
    assert playground.policy.ledger is not None
    assert shown(playground, "ledger.most")["value"] == "50"
    playground.enter("ledger.most", "7")
    assert playground.policy.ledger["most"] == 7
    playground.enter("ledger", False)
    assert playground.policy.ledger is None
    playground.enter("ledger", True)
    assert playground.policy.ledger["most"] == 7


def test_a_section_says_how_many_settings_are_not_at_their_default(playground):
    assert section(playground, "results")["set"] == ""
    playground.enter("dedupe", True)
    playground.enter("observations", True)
    assert section(playground, "results")["set"] == "2 set"
    assert shown(playground, "dedupe")["set"]
    playground.reset()
    assert section(playground, "results")["set"] == ""


def test_what_is_refused_stays_in_the_field_and_changes_nothing_else(playground):
    before, plan = playground.policy, playground.plan
    playground.enter("memory", True)
    playground.enter("memory.ids", '{"search": ')
    assert shown(playground, "memory.ids")["value"] == '{"search": '
    assert shown(playground, "memory.ids")["error"]
    assert playground.policy == before.replace(memory=True)
    playground.enter("memory", False)
    assert playground.policy == before
    assert playground.plan.plan_digest == plan.plan_digest
    playground.enter("memory", True)
    assert shown(playground, "memory.ids")["error"] == ""


def test_what_the_core_refuses_is_said_below_the_field(playground):
    playground.enter("memory", True)
    playground.enter("memory.ids", '{"search": {"hotel": "a[["}}')
    assert "a[[" in shown(playground, "memory.ids")["error"]
    playground.speak("zh")
    assert "a[[" in shown(playground, "memory.ids")["error"]


def test_the_runs_progress_changes_the_plan_and_not_the_policy(playground):
    before = playground.policy
    playground.enter("asked.retry", "1")
    assert playground.plan.view.retry == 1
    assert (playground.policy, playground.origin) == (before, "base")
    playground.enter("run_token_budget", "1000")
    playground.enter("asked.spent", "1000")
    assert playground.plan.status == "over_budget"
    assert [each["codes"] for each in playground.gauge["verdicts"]] == [["run_stopped:tokens"]]
    playground.load_source("other.json", json.dumps([SYSTEM, GOAL, *rings(2)]))
    assert playground.asked.retry == 0 and playground.asked.spent == 0


def test_a_retry_takes_one_more_ring(playground):
    dropped = []
    for retry in ("0", "1", "2"):
        playground.enter("asked.retry", retry)
        dropped.append(sum(each.action == "drop" for each in playground.plan.decisions))
    assert dropped[0] < dropped[1] < dropped[2]


@pytest.mark.parametrize("name", [name for name, each in ts.presets().items() if each.policy.strategy][:6])
def test_a_strategys_parameters_are_its_controls(playground, name):
    playground.use_preset(name)
    found = strategy(ts.preset(name).strategy)
    assert [each["key"] for each in _strategy_fields(playground)] == [f"params.{key}" for key in found.params]
    for view in playground.sections["sections"]:
        assert view["unused"] == (view["key"] in UNUSED)
    counts = [each for each in param_fields(found) if each.kind == "count"]
    if counts:
        playground.enter(counts[0].key, "3")
        assert playground.policy.params[counts[0].key.partition(".")[2]] == 3
        assert playground.plan.policy.strategy == found.name


def test_every_strategys_parameters_have_fields():
    for each in strategies().values():
        for found in param_fields(each):
            assert check(found, typed(found, found.default)) == found.default, found.key


def test_every_other_control_is_off_while_a_strategy_decides(playground):
    from trimscope_app.controls import Controls

    controls = Controls(playground)
    playground.use_preset(next(name for name, each in ts.presets().items() if each.policy.strategy))
    for key, control in controls.all.items():
        assert control.widget.disabled == (key not in WITH_STRATEGY), key
    playground.use_preset("default")
    assert not any(control.widget.disabled for control in controls.all.values())


def test_the_suggested_whitelist_can_be_taken_over(playground):
    playground.load_sample("hotel")
    assert shown(playground, "field_whitelist")["action"]["name"] == ACTIONS["field_whitelist"]
    before = playground.plan.tokens.sent
    playground.act("suggest")
    assert playground.policy.field_whitelist
    assert playground.plan.tokens.sent < before
    assert any(each.action == "filter" for each in playground.plan.decisions)


def test_a_draft_can_be_taken_as_the_summary(playground):
    long = [record for n in range(9) for record in ring(f"c{n}", "x " * 300)]
    playground.load_source("run.json", json.dumps([SYSTEM, GOAL, *long]))
    playground.change("old_rounds", "keep")
    playground.act("draft")
    assert playground.policy.summary["text"].startswith("goal: Count the bolts")
    playground.enter("summary.trigger_ratio", "0")
    assert playground.plan.summary.status == "used", playground.plan.summary


def test_an_example_shows_a_pattern_only_where_the_core_takes_patterns(playground):
    """In these lists * stands for anything; in the others it is a name like any other."""
    for key in ("ledger", "memory", "buckets"):
        playground.enter(key, True)
    names = [each for each in IN_SECTIONS if each.kind == "names"]
    starred = {each.key for each in names if "*" in shown(playground, each.key)["placeholder"]}
    assert starred == {f"ledger.{name}" for name in ("query", "retryable", "once", "confirm")} | {
        "memory.rejected", "buckets.knowledge_tools"}  # fmt: skip
    assert {"include_tools", "exclude_tools", "ledger.keys"} <= {each.key for each in names} - starred
