"""The policy: one table, strict reading, the window and its numbers."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, plan, rings
from trimscope.budgets.window import resolve
from trimscope.policies.policy import settings

DEFAULTS = {
    "window": 0, "model": None, "output_reserve": None, "safety_margin": None, "watermark": 0.75,
    "watermark_of": "budget", "target": 0.5, "trigger": "always", "history": "auto", "token_budget": None,
    "keep_rounds": 4, "round_unit": "ring", "old_rounds": "drop", "result_limit": 4000, "limit_unit": "chars",
    "head": 0.6, "banner": "inside", "tool_limits": {}, "keep_matching": None, "protect_system": True,
    "protect_first_user": True, "protect_last_user": True, "pins": [], "include_tools": None, "exclude_tools": [],
    "keep_errors": 0, "on_pairing_fault": "fail", "on_over_budget": "fail",
    "tombstone": {"style": "counted", "lang": "en", "place": "own_message"}, "profile": "light", "calibrate": False,
    "run_token_budget": None, "max_turns": None, "field_whitelist": {}, "dedupe": False, "observations": False,
    "recent_user_turns": 0, "clear_tool_inputs": False, "clear_at_least": None, "clear_at_least_mode": "anthropic",
    "courtesies": False, "select_by_value": None, "buckets": None, "soft_limits": None, "degrade": None,
    "ledger": None, "memory": None, "summary": None, "strategy": None, "params": {},
}  # fmt: skip


def test_every_key_has_its_default():
    assert ts.Policy().to_mapping(defaults=True) == DEFAULTS
    assert ts.Policy().to_mapping() == {}


def test_a_policy_survives_being_written_and_read():
    keys = {"keep_rounds": 2, "tool_limits": {"b": None, "a": 5}, "pins": ["call:x", 3], "tombstone": {"lang": "zh"}}
    policy = ts.Policy.from_mapping(keys)
    again = ts.Policy.from_mapping(policy.to_mapping())
    assert again == policy and hash(again) == hash(policy)
    assert again.tombstone == {"style": "counted", "lang": "zh", "place": "own_message"}


def test_a_section_is_off_until_it_is_asked_for_and_takes_its_defaults():
    assert ts.Policy(ledger=True).ledger == ts.Policy(ledger={}).ledger
    assert ts.Policy(ledger=False).ledger is None
    only = ts.Policy(soft_limits={"delete": 100}).soft_limits
    assert only == {"delete": 100, "summarise": 6_000, "retrieve": 8_000, "ask": 10_000}


def test_a_key_or_value_inside_a_section_is_named_in_full():
    with pytest.raises(ts.PolicyError, match=r"'memory\.colour' is no policy key; memory takes place, goal"):
        ts.Policy(memory={"colour": 1})
    with pytest.raises(ts.PolicyError, match=r"memory\.most_chars: 3 is not allowed; it takes a whole number from 100"):
        ts.Policy(memory={"most_chars": 3})


@pytest.mark.parametrize("key", [key for key, setting in settings().items() if setting.optional])
def test_null_and_off_switch_a_limit_off(key):
    assert getattr(ts.Policy.from_mapping({key: None}), key) is None
    assert getattr(ts.Policy.from_mapping({key: "off"}), key) is None


BAD = [
    ("keep_rounds", -1), ("keep_rounds", 1.5), ("keep_rounds", True), ("keep_rounds", "4"), ("keep_rounds", None),
    ("watermark", 1.1), ("watermark", float("nan")), ("head", -0.1), ("head", "most"), ("trigger", "never"),
    ("window", -5), ("result_limit", -1), ("token_budget", 0), ("old_rounds", ["drop"]), ("pins", "call:x"),
    ("pins", [1.5]), ("pins", [True]), ("tool_limits", {"a": -1}), ("tool_limits", []), ("tombstone", {"colour": 1}),
    ("tombstone", {"lang": "fr"}), ("exclude_tools", "grep"), ("protect_system", 1), ("profile", 3), ("model", 3),
    ("keep_matching", "x" * 2000), ("field_whitelist", {"a": "x"}), ("field_whitelist", ["x"]), ("ledger", "yes"),
    ("params", [1]), ("run_token_budget", 0), ("clear_at_least_mode", "both"), ("memory", 3),
]  # fmt: skip


@pytest.mark.parametrize("key,value", BAD)
def test_a_value_out_of_range_names_the_key_and_what_is_allowed(key, value):
    with pytest.raises(ts.PolicyError, match=f"^{key}: .*takes "):
        ts.Policy.from_mapping({key: value})


@pytest.mark.parametrize("huge", [10**400, -(10**400), 10**5000], ids=["large", "below", "larger"])
@pytest.mark.parametrize("key", ["watermark", "head", "keep_rounds", "exclude_tools"])
def test_a_number_too_large_to_be_written_is_refused_with_the_usual_sentence(key, huge):
    with pytest.raises(ts.PolicyError, match=f"^{key}: .{{1,40}} is not allowed; it takes "):
        ts.Policy.from_mapping({key: [huge] if key == "exclude_tools" else huge})


def test_an_unknown_key_is_named():
    with pytest.raises(ts.PolicyError, match="'kepp_rounds' is no policy key"):
        ts.Policy.from_mapping({"kepp_rounds": 3})


def test_an_unknown_profile_names_those_there_are():
    with pytest.raises(ts.PolicyError, match="patchcat"):
        plan([GOAL], profile="nonsense")


@pytest.mark.parametrize("target,watermark", [(0.75, 0.75), (0.9, 0.5)])
def test_the_target_is_below_the_watermark(target, watermark):
    with pytest.raises(ts.PolicyError, match="target"):
        ts.Policy(target=target, watermark=watermark)


def test_the_window_comes_from_policy_model_or_assumption():
    assert (resolve(ts.Policy()).limit, resolve(ts.Policy()).source) == (200_000, "assumed")
    assert (resolve(ts.Policy(model="gpt-4o")).limit, resolve(ts.Policy(model="gpt-4o")).source) == (128_000, "model")
    assert resolve(ts.Policy(model="gpt-4o", window=9)).source == "policy"
    assert resolve(ts.Policy(), "gpt-4o").source == "model"


@pytest.mark.parametrize("limit,reserve,margin", [(200_000, 8192, 1024), (16_000, 2000, 250), (64, 8, 1)])
def test_reserve_and_margin_by_default(limit, reserve, margin):
    window = resolve(ts.Policy(window=limit))
    assert (window.reserve, window.margin, window.budget) == (reserve, margin, limit - reserve - margin)


def test_the_watermark_of_the_window_leaves_no_reserve():
    window = resolve(ts.Policy(window=1000, watermark_of="window"))
    assert (window.budget, window.watermark, window.target) == (1000, 750, 500)


def test_a_token_budget_replaces_the_input_budget_everywhere():
    window = resolve(ts.Policy(window=1000, token_budget=101))
    assert (window.limit, window.budget, window.watermark, window.target) == (1000, 101, 76, 50)


def test_a_window_without_budget_names_the_three_numbers():
    with pytest.raises(ts.PolicyError, match=r"window 1,000 - output_reserve 900 - safety_margin 100"):
        resolve(ts.Policy(window=1000, output_reserve=900, safety_margin=100))


def test_history_is_persisted_by_itself_where_the_watermark_triggers():
    assert ts.Policy(trigger="watermark").persisted and not ts.Policy().persisted
    assert not ts.Policy(trigger="watermark", history="raw").persisted and ts.Policy(history="persisted").persisted


def test_model_and_window_of_the_call_override_the_policy():
    made = ts.plan(ts.load([SYSTEM, GOAL, *rings(1)]), ts.Policy(model="gpt-4o"), window=5000)
    assert made.window.limit == 5000 and made.policy.window == 5000


@pytest.mark.parametrize("name", ["default", "assembler", "handmade", "patchcat"])
def test_every_preset_plans(name):
    made = ts.plan(ts.load([SYSTEM, GOAL, *rings(8, "bolt " * 2000)]), ts.preset(name))
    assert made.status in ("fine", "above_watermark")
    for lang in ts.words.LANGS:
        assert ts.presets()[name].words[lang]


def test_the_patchcat_preset_is_what_the_article_says():
    policy = ts.preset("patchcat")
    assert (policy.keep_rounds, policy.round_unit, policy.result_limit, policy.head) == (4, "turn", 4000, 0.6)
    sent = ts.plan(ts.load([SYSTEM, GOAL, *rings(1, "x" * 9000)]), policy).messages[-1]["content"]
    assert sent.startswith("x" * 2400) and sent.endswith("x" * 1600) and len(sent) > 4000


def test_a_preset_that_is_not_there_names_those_there_are():
    with pytest.raises(ts.PolicyError, match="handmade"):
        ts.preset("nonsense")
