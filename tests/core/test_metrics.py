"""Metrics under the articles' names: what is counted, what is told apart, and Prometheus's text."""

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import trimscope as ts
from histories import FORMATS, documents, policies
from small import GOAL, SYSTEM, answer, calls, plan, ring, rings, says, user
from trimscope.measures import prometheus
from trimscope.measures.metric_series import TOKEN_BOUNDS, histogram
from trimscope.measures.metrics import metrics, timed

HISTORY = [SYSTEM, GOAL, *rings(6, "bolt " * 50), says("done")]
BROKEN = [SYSTEM, GOAL, calls("c1"), user("and now?")]

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (-?[0-9]+(?:\.[0-9]+)?)')


def read(text):
    """Prometheus's text as {(name, labels): value}; fails where the form is not kept."""
    assert text.endswith("\n")
    found, declared = {}, {}
    for line in text.splitlines():
        if line.startswith("# "):
            _, word, name, rest = line.split(" ", 3)
            assert word in ("HELP", "TYPE") and rest
            declared.setdefault(name, []).append(word)
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample, line
        family = re.sub("_(bucket|sum|count)$", "", sample[1])
        assert declared[family if family in declared else sample[1]] == ["HELP", "TYPE"]
        key = (sample[1], sample[2] or "")
        assert key not in found
        found[key] = float(sample[3])
    return found


def only(found, name):
    return [value for (known, _), value in found.items() if known == name]


def test_a_dropped_ring_is_counted_once_and_not_again_when_it_stays_away():
    transcript, policy = ts.load(HISTORY), ts.Policy(keep_rounds=2, history="persisted")
    plans, before = [], None
    for call in range(1, 8):
        before = ts.plan(transcript, policy, call=call, before=before)
        plans.append(before)
    assert metrics(plans).total("dropped_rings") == 4
    assert metrics(plans[-1]).is_pruned and not metrics(plans[1]).is_pruned


def test_what_shortening_saves_is_not_saved_by_pruning():
    shortened = metrics(plan([SYSTEM, GOAL, *ring("c1", "bolt " * 2000)]))
    assert shortened.tokens_saved > 0 == shortened.tokens_saved_by_pruning and not shortened.is_pruned
    pruned = metrics(plan(HISTORY, keep_rounds=1))
    assert pruned.tokens_saved_by_pruning == pruned.tokens_saved > 0
    dearer = metrics(plan([SYSTEM, GOAL, *rings(2, "x")], keep_rounds=1, result_limit=None))
    assert dearer.is_pruned and dearer.tokens_saved_by_pruning == dearer.tokens_saved


@given(st.integers(0, 6), st.sampled_from(["drop", "compact", "clear", "keep"]), st.booleans())
def test_the_roles_sum_up_to_what_is_sent(keep, old, tools):
    request = {"messages": HISTORY}
    if tools:
        request["tools"] = [{"type": "function", "function": {"name": "count_bin", "parameters": {}}}]
    made = ts.plan(ts.load(request), ts.Policy(keep_rounds=keep, old_rounds=old))
    measured = metrics(made)
    assert sum(measured.by_role.values()) == made.tokens.sent
    assert ("tools" in measured.by_role) == tools and 0 not in measured.by_role.values()
    assert measured.utilisation == made.tokens.sent * 1000 // made.window.budget


@settings(max_examples=80)
@given(st.sampled_from(FORMATS).flatmap(documents), policies())
def test_the_roles_sum_up_under_every_policy_and_every_number_can_be_written(document, policy):
    transcript = ts.load(document)
    try:
        made = ts.plan(transcript, policy)
    except ts.PolicyError:  # a pin that is nowhere in this transcript, a window without budget
        assume(False)
    measured = metrics(made)
    assert sum(measured.by_role.values()) == made.tokens.sent
    assert all(tokens > 0 for tokens in measured.by_role.values())
    assert measured.total("rejects") == (made.status in ("refused", "over_budget"))
    assert (measured.total("pairing_errors") == 1) <= (made.status == "refused")
    assert read(prometheus.exposition(measured))


def test_dropped_tool_definitions_are_no_longer_among_the_roles():
    tools = [{"type": "function", "function": {"name": "count_bin", "description": "bolt " * 400, "parameters": {}}}]
    made = ts.plan(
        ts.load({"messages": [SYSTEM, GOAL], "tools": tools}),
        ts.Policy(token_budget=200, on_over_budget="drop_tools_schema_then_fail"),
    )
    assert made.status == "above_watermark" or made.status == "fine"
    assert "tools" not in metrics(made).by_role


def test_a_broken_pairing_is_an_event_a_pairing_error_and_a_reject():
    measured = metrics([plan(BROKEN), plan(HISTORY)])
    assert (measured.total("pairing_errors"), measured.total("rejects")) == (1, 1)
    (event,) = measured.events
    assert (event.code, event.fault, event.message, event.call_id) == (
        "context_assembly_pairing_error", "missing_result", 2, "c1",
    )  # fmt: skip
    mended = metrics(plan(BROKEN, on_pairing_fault="repair"))
    assert (mended.total("synthesised"), mended.total("rejects"), mended.events) == (1, 0, ())


def test_over_budget_is_a_reject_and_no_pairing_error():
    measured = metrics(plan(HISTORY, token_budget=10))
    assert (measured.total("rejects"), measured.total("pairing_errors")) == (1, 0)
    assert measured.utilisation > 1000


def test_a_request_that_does_not_begin_with_a_user_is_rejected_but_pairs():
    made = ts.plan(ts.load([SYSTEM, says("hello"), GOAL], provider="gemini"))
    assert made.status == "refused"
    assert (metrics(made).total("rejects"), metrics(made).total("pairing_errors")) == (1, 0)
    assert metrics(made).events == ()


def test_a_preset_in_another_window_is_still_that_preset():
    transcript = ts.load(HISTORY)
    named = [ts.preset("patchcat"), ts.preset("handmade").replace(window=9000), ts.Policy(keep_rounds=3)]
    assert [metrics(ts.plan(transcript, each)).series[0].strategy for each in named] == [
        "patchcat", "handmade", "custom",
    ]  # fmt: skip
    both = metrics([ts.plan(transcript, each) for each in (*named, named[0])])
    assert [(each.strategy, each.tokens.count) for each in both.series] == [
        ("patchcat", 2), ("handmade", 1), ("custom", 1),
    ]  # fmt: skip


@given(st.lists(st.integers(0, 2_000_000)))
def test_a_histogram_counts_cumulatively(values):
    made = histogram(values, TOKEN_BOUNDS)
    assert made.at_most == tuple(len([v for v in values if v <= bound]) for bound in TOKEN_BOUNDS)
    assert (made.sum, made.count) == (sum(values), len(values))
    assert list(made.at_most) == sorted(made.at_most)


def test_seconds_are_there_only_with_a_clock():
    ticks = iter((1_000, 2_501_000))
    made, took = timed(lambda: plan(HISTORY), lambda: next(ticks))
    assert took == 2_500_000
    with_clock, without = (
        read(prometheus.exposition(metrics(made, nanoseconds=[took]))),
        read(prometheus.exposition(metrics(made))),
    )
    assert only(with_clock, "context_assemble_seconds_sum") == [0.0025]
    assert only(with_clock, "context_assemble_seconds_bucket")[:2] == [0, 1]
    assert not [name for name, _ in without if "seconds" in name]


def test_the_text_has_every_metric_of_the_first_article_once_per_series():
    found = read(prometheus.exposition(metrics([plan(HISTORY), plan(HISTORY, keep_rounds=3)], nanoseconds=[1, 2])))
    for name in ("dropped_rings", "summary", "summary_fail", "pairing_error", "reject", "synthesised"):
        assert len(only(found, f"context_assemble_{name}_total")) == 2
    for name in ("tokens", "seconds"):
        buckets = only(found, f"context_assemble_{name}_bucket")
        assert len(buckets) % 2 == 0 and only(found, f"context_assemble_{name}_count") == [1, 1]
        assert ('strategy="default",summarised="false",le="+Inf"') in {labels for _, labels in found}


def test_labels_and_help_are_escaped():
    assert prometheus.escaped_label('a"b\\c\nd') == 'a\\"b\\\\c\\nd'
    assert prometheus.escaped_help('a"b\\c\nd') == 'a"b\\\\c\\nd'


@given(st.integers(-(10**15), 10**15), st.sampled_from([1, 10, 1000, 10**9]))
def test_a_decimal_is_the_number_and_no_float(value, unit):
    text = prometheus.decimal(value, unit)
    whole, _, digits = text.lstrip("-").partition(".")
    assert (int(whole) * unit + (int(digits) * unit // 10 ** len(digits) if digits else 0)) == abs(value)
    assert text.startswith("-") == (value < 0) and not text.endswith((".", "0") if "." in text else (".",))


def test_no_plan_and_times_that_do_not_fit_are_errors():
    with pytest.raises(ts.PolicyError, match="no plan"):
        metrics([])
    with pytest.raises(ts.PolicyError, match="2 times do not fit 1 plans"):
        metrics(plan(HISTORY), nanoseconds=[1, 2])


def test_the_mapping_has_the_articles_names_and_no_text_of_the_transcript():
    text = str(metrics(plan([SYSTEM, GOAL, *ring("c1"), answer("ghost"), says("bolts")])).to_mapping())
    assert "isPruned" in text and "totalTokensSavedByPruning" in text and "context_assemble_tokens" in text
    assert "bolts" not in text and "stock-room" not in text


def test_the_fourth_article_s_run_of_three_calculations_and_an_answer():
    """Its Suite 9.3: a limit of 2 turns, three calculator rings, and the fourth call drops the first ring."""
    policy, history, plans = ts.preset("patchcat").replace(keep_rounds=2), [SYSTEM, GOAL], []
    for number in range(1, 5):
        plans.append(ts.plan(ts.load(list(history)), policy))
        history += ring(f"calc{number}", "4711 " * 40, tool="calc")
    sent = plans[-1].messages
    assert sent[:2] == [SYSTEM, GOAL] and [record["tool_call_id"] for record in sent if record["role"] == "tool"] == [
        "calc2", "calc3",
    ]  # fmt: skip
    measured = metrics(plans)
    assert measured.is_pruned and measured.tokens_saved_by_pruning > 0
    assert measured.to_mapping()["isPruned"] is True and measured.to_mapping()["totalTokensSavedByPruning"] > 0
    assert [metrics(each).is_pruned for each in plans] == [False, False, False, True]
    assert max(len(each.messages) for each in plans) <= 2 + 1 + 2 * 2  # anchors, tombstone, K rings
