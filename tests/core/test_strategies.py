"""Named strategies: each does what its system does, and the plan says what that breaks."""

import json

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import histories
import renderings
import seeded_histories as seeded
import trimscope as ts
from small import GOAL, SYSTEM, answer, call_ids, calls, result_ids, ring, rings, says, user
from trimscope import strategies, words
from trimscope.words.strategies import STRATEGY_NOTES, STRATEGY_REASONS

NAMES = list(strategies.strategies())
TIGHT = {
    "last_messages": {"n": 3},
    "first_and_last": {"n": 3},
    "slice_results": {"chars": 5},
    "langchain_trim": {"max_tokens": 4, "start_on_human": True},
    "langchain_summary": {"keep": 3},
    "clear_results": {"trigger": 0, "keep": 1, "clear_tool_inputs": True},
    "opencode_prune": {"keep_turns": 1, "protect_tokens": 3, "minimum": 0},
    "agent_framework_window": {"keep_last_groups": 2},
    "agent_framework_truncation": {"max_n": 3, "compact_to": 2},
    "agent_framework_collapse": {},
    "agent_framework_context_window": {"max_context_window_tokens": 120, "max_output_tokens": 20},
    "strands_window": {"window_size": 3, "pin_first": 1},
    "litellm_trim": {"max_tokens": 40},
    "autogen_buffered": {"buffer_size": 3},
    "autogen_head_and_tail": {"tail_size": 2},
    "autogen_token_limited": {"token_limit": 60},
    "semantic_kernel_truncation": {"target_count": 3},
    "harness_window": {"max_messages": 2, "keep_messages": 3, "receipts": True},
    "openhands_masking": {"attention_window": 2},
    "openhands_recent": {"max_events": 4},
    "openhands_forgetting": {"max_size": 4},
    "openhands_window": {"per_cent": 20},
    "vercel_prune": {"keep_last_messages": 1, "reasoning": "all"},
    "inspect_trim": {"preserve": 0.4},
    "agents_sdk_outputs": {"recent_turns": 1, "max_output_chars": 60, "preview_chars": 10},
    "adk_context_filter": {"num_invocations_to_keep": 1},
    "strands_summary": {"summary_ratio": 0.5, "preserve_recent_messages": 1},
    "openhands_summary": {"max_size": 6, "keep_first": 1},
    "adk_compaction": {"token_threshold": 0, "event_retention_size": 2},
    "opencode_output": {"max_lines": 1, "max_bytes": 20},
    "roo_output": {"max_lines": 1, "max_chars": 10},
}
"""For each strategy parameters under which it does something to a short history."""


DOCUMENTS = st.one_of(
    st.sampled_from(histories.FORMATS).flatmap(histories.documents),
    st.sampled_from(renderings.FORMATS).flatmap(lambda format: renderings.documents(format, healthy=True)),
)
"""Damaged histories too in two dialects, healthy ones in the others. What is joined in a refused request is not priced
to the token where roles alternate."""


def plan(records, name, **params):
    policy = ts.Policy(strategy=name, params=params, profile="patchcat")  # 0.27 tokens a character: one can work it out
    return ts.plan(ts.load(records), policy)


def kept(records, name, **params):
    """Positions of the records that stay; None for one that was put in."""
    numbered = [{**record, "x": number} for number, record in enumerate(records)]
    return [record.get("x") for record in plan(numbered, name, **params).messages]


def test_every_strategy_is_tried_here():
    assert list(TIGHT) == NAMES


@pytest.mark.parametrize("name", NAMES)
@hypothesis_settings(max_examples=40)
@given(data=st.data())
def test_whatever_the_history_the_plan_accounts_for_it(name, data):
    transcript = ts.load(data.draw(DOCUMENTS))
    result = ts.plan(transcript, ts.Policy(strategy=name, params=TIGHT[name], window=100_000))
    decided = [d.message for d in result.decisions if d.message is not None]
    assert decided == list(range(len(transcript.messages)))
    assert not {d.reason for d in result.decisions} - set(words.REASONS)
    assert not {d.action for d in result.decisions} - set(words.ACTIONS)
    assert result.tokens.stored == result.tokens.fixed + sum(d.before for d in result.decisions)
    assert result.tokens.sent == result.tokens.fixed + sum(d.after for d in result.decisions)
    if result.messages:
        again = ts.load(result.document, format=transcript.format)
        if result.status != "refused" or transcript.format in histories.FORMATS:
            assert ts.count(again).total == result.tokens.sent
        assert (result.status == "refused") == ts.group(again).refused
    else:
        assert result.status == "refused"


@pytest.mark.parametrize("name", NAMES)
def test_what_a_strategy_decides_is_the_same_each_time_and_digests_without_floats(name):
    records = seeded.histories(3)[2]
    first, second = plan(records, name, **TIGHT[name]), plan(records, name, **TIGHT[name])
    assert first.plan_digest == second.plan_digest and first.messages_digest == second.messages_digest
    assert "." not in json.dumps(first.policy.integral()["params"]).replace("...", "") if TIGHT[name] else True


@pytest.mark.parametrize("name", NAMES)
def test_parameters_have_words_and_survive_writing(name):
    strategy = strategies.strategy(name)
    for each in (strategy.words, *(param.words for param in strategy.params.values())):
        assert each["en"].isascii() and not each["zh"].isascii()
    policy = ts.Policy(strategy=name, params=TIGHT[name])
    assert ts.Policy.from_mapping(json.loads(json.dumps(policy.to_mapping()))) == policy
    defaults = {key: param.default for key, param in strategy.params.items()}
    assert dict(strategy.read(defaults)) == dict(strategy.read({}))


def test_reasons_and_notes_of_strategies_are_in_the_tables():
    assert set(STRATEGY_REASONS) <= set(words.REASONS) and set(STRATEGY_NOTES) <= set(words.NOTES)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"strategy": "nobody"}, "strategy: 'nobody' is not known"),
        ({"strategy": "last_messages", "params": {"m": 3}}, "params: 'm' is no parameter of last_messages; it has n."),
        ({"strategy": "last_messages", "params": {"n": 0}}, "params.n: 0 is not allowed"),
        ({"params": {"n": 3}}, "params: they belong to a strategy, and the policy names none."),
    ],
)
def test_a_strategy_or_parameter_that_is_none_is_named(keys, said):
    with pytest.raises(ts.PolicyError, match=said.replace("(", r"\(")):
        ts.Policy(**keys)


# naive slices


def test_the_newest_messages_alone_lose_the_goal_and_split_a_ring():
    result = plan([SYSTEM, GOAL, *rings(4)], "last_messages", n=5)
    assert result.status == "refused"
    assert [(fault.code, fault.severity) for fault in result.sent_faults] == [("orphan_result", "refused")]
    assert result.notes == ("lost:system", "lost:goal", "lost:newest_user")


def test_the_first_and_the_newest_messages_lose_the_goal():
    result = plan([SYSTEM, GOAL, *rings(4)], "first_and_last", n=4)
    assert result.status == "fine" and result.notes == ("lost:goal", "lost:newest_user")


def test_a_front_slice_loses_the_verdict_and_says_nothing():
    log = "ok\n" * 30 + "FAILED: 1 test"
    result = plan([GOAL, *ring("c1", log)], "slice_results", chars=20)
    assert result.status == "fine" and result.messages[2]["content"] == log[:20]


# peers: what makes each one different


def test_langchain_may_keep_nothing_but_the_prompt():
    records = [SYSTEM, GOAL, *rings(6)]
    assert kept(records, "langchain_trim", max_tokens=5, include_system=True, start_on_human=True) == [0]
    assert plan(records, "langchain_trim", max_tokens=5, start_on_human=True).status == "refused"


def test_clearing_counts_results_not_rings():
    batch = [calls("a", "b", "c"), answer("a", "x" * 40), answer("b", "y" * 40), answer("c", "z" * 40)]
    texts = [r["content"] for r in plan([GOAL, *batch], "clear_results", trigger=0, keep=2).messages[2:]]
    assert texts == ["[cleared]", "y" * 40, "z" * 40]


@pytest.mark.parametrize(("mode", "cleared"), [("anthropic", 0), ("langchain", 4)])
def test_clear_at_least_has_two_readings(mode, cleared):
    records = [GOAL, *rings(5, "x" * 100)]
    result = plan(records, "clear_results", trigger=0, keep=1, clear_at_least=10_000, clear_at_least_mode=mode)
    assert sum(record["content"] == "[cleared]" for record in result.messages) == cleared


def test_clearing_stops_once_enough_is_freed():
    records = [GOAL, *rings(5, "x" * 100)]
    result = plan(records, "clear_results", trigger=0, keep=0, clear_at_least=30, clear_at_least_mode="langchain")
    assert [r["content"] == "[cleared]" for r in result.messages if r["role"] == "tool"] == [True, True, *[False] * 3]


def test_cleared_arguments_are_an_empty_object_in_each_dialect():
    result = plan([GOAL, *ring("c1", "x" * 80)], "clear_results", trigger=0, keep=0, clear_tool_inputs=True)
    assert result.messages[1]["tool_calls"][0]["function"]["arguments"] == "{}"
    use = {"type": "tool_use", "id": "c1", "name": "read", "input": {"bin": 1}}
    back = {"type": "tool_result", "tool_use_id": "c1", "content": "x" * 80}
    document = {"messages": [GOAL, {"role": "assistant", "content": [use]}, {"role": "user", "content": [back]}]}
    result = plan(document, "clear_results", trigger=0, keep=0, clear_tool_inputs=True)
    assert result.messages[1]["content"][0]["input"] == {}


def test_autogen_repairs_the_ends_only():
    records = [GOAL, *rings(8, "x" * 60)]
    result = plan(records, "autogen_token_limited", token_limit=150)
    assert result.status == "refused"
    assert {fault.code for fault in result.sent_faults} <= {"orphan_result", "missing_result"}


def test_autogen_says_how_many_it_skipped():
    records = [SYSTEM, GOAL, *rings(5)]
    result = plan(records, "autogen_head_and_tail", head_size=1, tail_size=3)
    assert [r["content"] for r in result.messages][2] == "Skipped 7 messages."
    assert kept(records, "autogen_head_and_tail", head_size=1, tail_size=3) == [0, 1, None, 10, 11]


def test_semantic_kernel_goes_back_to_where_a_run_of_calls_begins():
    records = [SYSTEM, GOAL, *rings(4)]
    assert kept(records, "semantic_kernel_truncation", target_count=3) == [0, *range(2, 10)]


def test_agent_framework_collapses_a_ring_to_one_line_of_the_assistant():
    result = plan([GOAL, *ring("c1", "12 bolts"), *ring("c2")], "agent_framework_collapse")
    assert result.messages[1] == {"role": "assistant", "content": "[Tool results: count_bin: 12 bolts]"}
    long = plan([GOAL, *ring("c1", "x" * 9000), *ring("c2")], "agent_framework_collapse").messages[1]["content"]
    assert len(long) == 4096 and long.endswith("... [truncated]]")


def test_agent_framework_joins_a_result_that_stands_apart():
    records = [GOAL, calls("c1"), user("wait"), answer("c1"), says("done")]
    assert kept(records, "agent_framework_window", keep_last_groups=2) == [2, 4]
    # in the order of its groups: the ring (its call stands first), the note, the text


def test_litellm_brings_trailing_results_back_without_their_call():
    result = plan([SYSTEM, GOAL, *rings(3, "y" * 200)], "litellm_trim", max_tokens=20)
    assert result.status == "refused" and result_ids(result.messages) == ["c3"] and not call_ids(result.messages)


def test_strands_pins_the_goal_and_its_ring_partner():
    records = [SYSTEM, GOAL, *rings(6)]
    assert kept(records, "strands_window", window_size=4, pin_first=1) == [0, 1, *range(10, 14)]
    assert kept(records, "strands_window", window_size=4, pin_first=2) == [0, 1, 2, 3, *range(10, 14)]


def test_the_harness_moves_its_cut_back_to_keep_a_ring():
    records = [SYSTEM, GOAL, *rings(4)]
    assert kept(records, "harness_window", max_messages=3, keep_messages=3) == [0, 1, *range(6, 10)]


def test_openhands_puts_the_first_question_back_and_drops_single_calls():
    records = [SYSTEM, GOAL, *rings(3), calls("a", "b"), answer("a"), answer("b")]
    result = plan(records, "openhands_recent", keep_first=1, max_events=4)
    assert call_ids(result.messages) == ["b"] and result_ids(result.messages) == ["b"]
    assert [r["role"] for r in result.messages] == ["system", "user", "assistant", "tool"]


def test_vercel_takes_calls_out_and_leaves_text():
    first = calls("c1") | {"content": "Let me look."}
    records = [GOAL, first, answer("c1"), *ring("c2"), says("done")]
    result = plan(records, "vercel_prune", keep_last_messages=1)
    assert [(r["role"], r["content"]) for r in result.messages[1:]] == [
        ("assistant", "Let me look."),
        ("assistant", "done"),
    ]
    assert not any("tool_calls" in record for record in result.messages)


def test_inspect_takes_out_the_calls_that_lost_their_result():
    records = [SYSTEM, GOAL, calls("a", "b"), answer("a"), answer("b"), user("and now?")]
    assert kept(records, "inspect_trim", preserve=0.5) == [0, 1, 5]
    assert kept(records, "inspect_trim", preserve=0.75) == [0, 1, 5]  # both results without their call


def test_the_trimmer_of_outputs_never_grows():
    records = [GOAL, *ring("c1", "x" * 70), user("next"), *ring("c2", "y" * 700)]
    params = {"recent_turns": 1, "max_output_chars": 60, "preview_chars": 50}
    assert kept(records, "agents_sdk_outputs", **params) == list(range(6))
    assert plan(records, "agents_sdk_outputs", **params).messages[2]["content"] == "x" * 70


def test_the_filter_of_invocations_counts_what_users_begin_and_keeps_the_calls_of_what_stays():
    late = [calls("c2"), user("hurry"), answer("c2"), says("so")]
    records = [SYSTEM, GOAL, *ring("c1"), user("and?"), user("also"), *late]
    for keep, removed, left in ((3, 1, None), (2, 1, 4), (1, 1, 6), (1, 2, 6), (1, 3, None), (2, 2, None)):
        stays = kept(records, "adk_context_filter", num_invocations_to_keep=keep, remove_amount=removed)
        assert stays == ([0, *range(left, 10)] if left else list(range(10))), (keep, removed)


def test_a_strategy_trims_every_call_afresh():
    records = [GOAL, *rings(6)]
    transcript, policy = ts.load(records), ts.Policy(strategy="last_messages", params={"n": 2})
    before = ts.plan(transcript, policy, call=3)
    assert ts.plan(transcript, policy, before=before).messages == ts.plan(transcript, policy).messages


def test_the_digest_of_the_messages_tells_which_call_was_taken_out():
    both = calls("a", "b")
    first = [SYSTEM, GOAL, both, answer("a"), user("wait"), answer("b"), user("and?")]
    second = [SYSTEM, GOAL, both, answer("b"), user("wait"), answer("a"), user("and?")]
    results = [plan(each, "inspect_trim", preserve=1) for each in (first, second)]
    assert [call_ids(result.messages) for result in results] == [["a"], ["b"]]
    assert results[0].messages_digest != results[1].messages_digest


def test_system_messages_that_are_merged_enter_the_digest_as_sent():
    records = [SYSTEM, {"role": "system", "content": "Be brief."}, GOAL, *rings(3, "y" * 90)]
    other = [SYSTEM, {"role": "system", "content": "Be short."}, GOAL, *rings(3, "y" * 90)]
    results = [plan(each, "litellm_trim", max_tokens=60) for each in (records, other)]
    assert results[0].messages[0]["content"] == f"{SYSTEM['content']}\nBe brief."
    assert results[0].messages_digest != results[1].messages_digest


def test_the_contract_says_what_a_strategy_lost():
    result = plan([SYSTEM, GOAL, *rings(4)], "last_messages", n=3)
    failed = {check.code for check in ts.contract(result) if check.verdict == "fail"}
    assert {"system_policy", "goal", "pairing"} <= failed
