"""The first source article's configuration file: each key has its effect, or a note that says why it has none."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, plan, ring, rings, says, user
from trimscope.policies import foreign

ARTICLE = {
    "context_assembly": {
        "model_input_limit": 128_000,
        "output_reserve_tokens": 8192,
        "safety_margin_tokens": 1024,
        "recent_tool_rings": 3,
        "recent_user_turns": 2,
        "middle_delete_unit": "tool_ring",
        "summarize_trigger_ratio": 0.8,
        "summary_max_tokens": 1024,
        "summary_timeout_ms": 8000,
        "on_pairing_error": "fail_closed",
        "on_still_over_budget": "fail_closed",
        "token_counter": "provider_or_tiktoken_model_encoding",
        "pin": ["first_user_message", "side_effect_ledger", "security_system_prompt"],
    }
}
"""The article's file (its section 6), as a parser hands it in."""


def policy(**keys):
    return ts.Policy.from_mapping(foreign.article_policy({"context_assembly": keys})[0])


def changed(**keys):
    """Policy keys that differ from those of a file without any."""
    bare = policy().to_mapping(defaults=True)
    return {key: value for key, value in policy(**keys).to_mapping(defaults=True).items() if value != bare[key]}


def test_the_article_s_file_is_a_policy():
    mapping, notes = foreign.policy_keys(ARTICLE)
    made = ts.Policy.from_mapping(mapping)
    assert (made.window, made.output_reserve, made.safety_margin) == (128_000, 8192, 1024)
    assert (made.keep_rounds, made.round_unit, made.recent_user_turns) == (3, "ring", 2)
    assert (made.on_pairing_fault, made.on_over_budget) == ("fail", "fail")
    assert made.pins == ("first_user_message", "side_effect_ledger", "security_system_prompt")
    assert (made.summary["trigger_ratio"], made.summary["max_tokens"], made.summary["timeout_ms"]) == (0.8, 1024, 8000)
    assert made.ledger is not None
    said = " ".join(note["en"] for note in notes)
    for key in ("token_counter", "summary_max_tokens", "side_effect_ledger", "assembler"):
        assert key in said
    assert all(note["zh"] != note["en"] for note in notes)


@pytest.mark.parametrize("key", foreign.KEYS)
def test_every_key_of_the_article_is_in_its_file_and_has_an_effect_or_a_note(key):
    assert set(foreign.KEYS) == set(ARTICLE["context_assembly"])
    other = {
        "middle_delete_unit": "tool_ring",
        "on_pairing_error": "synthesize_error_results",
        "on_still_over_budget": "drop_tools_schema_then_fail",
        "token_counter": "characters",
        "pin": ["first_user_message"],
        "summarize_trigger_ratio": 0.5,
        "model_input_limit": 64_000,
    }.get(key, 7)
    noted = any(key in note["en"] for note in foreign.article_policy({key: other})[1])
    assert noted or changed(**{key: other}) or key == "middle_delete_unit"


def test_the_unit_of_deletion_is_the_ring_and_no_other():
    assert policy(middle_delete_unit="tool_ring").round_unit == "ring"
    with pytest.raises(ts.PolicyError, match="middle_delete_unit: message is not allowed; it takes one of tool_ring"):
        policy(middle_delete_unit="message")


def test_rings_go_only_over_the_budget_oldest_first():
    history = [SYSTEM, GOAL, *rings(6, "bolt " * 100)]
    roomy, _ = foreign.article_policy({"model_input_limit": 128_000, "recent_tool_rings": 3})
    tight = roomy | {"window": 900, "output_reserve": 100, "safety_margin": 10}
    assert all(d.action != "drop" for d in plan(history, **roomy).decisions)
    gone = [d.message for d in plan(history, **tight).decisions if d.action == "drop"]
    assert gone and gone == list(range(2, 2 + len(gone))) and len(gone) % 2 == 0


def test_the_newest_user_turns_stay_over_the_budget_and_earlier_ones_go_first():
    asked = [user(f"Question {number}: " + "bolt " * 60) for number in range(5)]
    history = [SYSTEM, GOAL, *(record for each in asked for record in (each, says("noted")))]
    keys = {"model_input_limit": 560, "output_reserve_tokens": 50, "safety_margin_tokens": 10}
    for turns in (1, 2, 3):
        policy, _ = foreign.article_policy(keys | {"recent_user_turns": turns})
        made = plan(history, **policy | {"profile": "patchcat"})
        kept = [record for record in made.messages if record in asked]
        assert len(kept) < 5 and kept[-turns:] == asked[-turns:]
        assert {d.message for d in made.decisions if d.action == "anchor"} >= {10 - 2 * n for n in range(turns)}


def test_tool_definitions_go_last_when_the_file_says_so():
    tools = [{"type": "function", "function": {"name": "count_bin", "description": "bolt " * 400, "parameters": {}}}]
    request = {"messages": [SYSTEM, GOAL], "tools": tools}
    keys = {"model_input_limit": 400, "output_reserve_tokens": 50, "safety_margin_tokens": 10}
    for last, status in (("fail_closed", "over_budget"), ("drop_tools_schema_then_fail", "fine")):
        policy, _ = foreign.article_policy(keys | {"on_still_over_budget": last})
        made = ts.plan(ts.load(request), ts.Policy.from_mapping(policy))
        assert made.status == status and ("tools" in made.document) == (last == "fail_closed")


@pytest.mark.parametrize("ratio", [0.9, 0.3])
def test_a_summary_is_used_from_the_trigger_ratio_on_and_within_its_tokens(ratio):
    text = "goal: count\ndone: none\nopen: none\nconstraints: none\nfacts: none"
    keys = {"model_input_limit": 1060, "output_reserve_tokens": 50, "safety_margin_tokens": 10, "recent_tool_rings": 2}
    history = [SYSTEM, GOAL, *rings(6, "bolt " * 60)]
    policy, _ = foreign.article_policy(keys | {"summarize_trigger_ratio": ratio, "summary": {"text": text}})
    made = plan(history, **policy)
    assert 300 < made.tokens.stored < 900
    assert any(d.action == "summarise" for d in made.decisions) == (ratio == 0.3)
    policy, _ = foreign.article_policy(
        keys | {"summarize_trigger_ratio": ratio, "summary_max_tokens": 5, "summary": {"text": text}}
    )
    assert not any(d.action == "summarise" for d in plan(history, **policy).decisions)


def test_synthesize_error_results_mends_a_call_without_a_result():
    broken = [SYSTEM, GOAL, ring("c1")[0], *ring("c2"), user("go on")]
    keys = {"on_pairing_error": "synthesize_error_results"}
    assert plan(broken, **foreign.article_policy({"on_pairing_error": "fail_closed"})[0]).status == "refused"
    assert plan(broken, **foreign.article_policy(keys)[0]).status == "fine"


def test_the_wrapper_may_be_left_out_and_own_keys_may_stand_among_the_article_s():
    bare = ARTICLE["context_assembly"]
    assert foreign.policy_keys(bare) == foreign.policy_keys(ARTICLE)
    assert foreign.policy_keys({"recent_tool_rings": 2, "result_limit": 900})[0]["result_limit"] == 900


def test_a_section_of_our_own_takes_the_article_s_keys_in():
    mapping, notes = foreign.policy_keys({"summary_max_tokens": 99, "summary": {"text": "goal: count"}})
    assert mapping["summary"] == {"text": "goal: count", "max_tokens": 99}
    assert not any("summary_max_tokens" in note["en"] for note in notes)


def test_a_file_of_our_own_comes_back_as_it_is():
    own = {"keep_rounds": 2, "recent_user_turns": 1}
    assert foreign.policy_keys(own) == (own, ())


@pytest.mark.parametrize(
    ("mapping", "named"),
    [
        ({"context_assembly": {"recent_tool_rings": "three"}}, "recent_tool_rings: 'three'"),
        ({"context_assembly": {"summarize_trigger_ratio": 80}}, "summarize_trigger_ratio: 80"),
        ({"context_assembly": {"summary_max_tokens": -1}}, "summary_max_tokens: -1"),
        ({"context_assembly": {"on_pairing_error": "guess"}}, "on_pairing_error: guess .* fail_closed"),
        ({"context_assembly": {"on_pairing_error": ["x"]}}, "on_pairing_error"),
        ({"context_assembly": [1]}, "context_assembly: it takes an object"),
        ({"context_assembly": {}, "keep_rounds": 3}, "'keep_rounds' stands beside context_assembly"),
        ({"context_assembly": {"pin": "goal"}}, "pin: 'goal'"),
    ],
)
def test_what_is_wrong_is_named_as_the_file_names_it(mapping, named):
    with pytest.raises(ts.PolicyError, match=named):
        foreign.policy_keys(mapping)


def test_an_unknown_key_in_the_wrapper_is_an_error_of_the_policy():
    mapping, _ = foreign.policy_keys({"context_assembly": {"recent_rings": 3}})
    with pytest.raises(ts.PolicyError, match="'recent_rings' is no policy key"):
        ts.Policy.from_mapping(mapping)
