"""Reconciliation: each model call's input as estimated beside what the provider reported, and what they add up to."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import histories
import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, rings, says, turns, user
from trimscope import tokens
from trimscope.planning.plan import history_at
from trimscope.reported.calls import PLACEHOLDER, reconcile
from trimscope.transcript import Usage

PROFILE = "chars4"
ASSISTANT = {"assistant"}


def used(record, context, output=40, cached=0, **more):
    """An assistant record with what was reported for its call."""
    details = {"prompt_tokens_details": {"cached_tokens": cached}} if cached else {}
    return record | {"usage": {"prompt_tokens": context, "completion_tokens": output} | details} | more


def reconciled(document, **options):
    transcript = ts.load(document, **options)
    return reconcile(transcript, tokens.count(transcript, PROFILE))


def reference(transcript, counts):
    """Each call's estimate from its history, one message after the other."""
    numbers = range(1, len(transcript.call_indexes) + 1)
    return [counts.fixed + sum(counts.messages[i] for i in history_at(transcript, number)) for number in numbers]


def with_reports(document, rng):
    """The same chat, with usage on some answers."""
    for record in document["messages"]:
        if record["role"] in ASSISTANT and rng.random() < 0.6:
            record["usage"] = {"prompt_tokens": rng.randrange(1, 9000), "completion_tokens": rng.randrange(90)}
    return document


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(("openai-chat", "anthropic-messages")), st.integers(0, 10**6))
def test_each_estimate_is_that_of_the_calls_history(kind, seed):
    rng = Random(seed)
    transcript = ts.load(with_reports(histories.render(histories.events(rng), kind), rng))
    counts = tokens.count(transcript, PROFILE)
    rows = reconcile(transcript, counts)
    assert [each.estimated for each in rows.calls] == reference(transcript, counts)
    assert [each.message for each in rows.calls] == list(transcript.call_indexes)
    said = [transcript.messages[index].usage for index in transcript.call_indexes]
    assert rows.usage.context == sum(usage.context for usage in said if usage)
    assert len(rows.known) == sum(usage is not None for usage in said)


def test_a_compaction_of_the_run_begins_a_new_history():
    log = [
        {"type": "session", "id": "s"},
        *({"type": "message", "id": f"m{n}", "message": message} for n, message in enumerate(PI)),
    ]
    log.insert(-2, {"type": "compaction", "summary": "Bins 1 to 7 are counted.", "firstKeptEntryId": "m2"})
    transcript = ts.load(log)
    assert transcript.format == "pi-session-jsonl" and len(transcript.epochs) == 2
    counts = tokens.count(transcript, PROFILE)
    assert [each.estimated for each in reconcile(transcript, counts).calls] == reference(transcript, counts)


PI = [
    {"role": "user", "content": [{"type": "text", "text": "Count every bin. " * 20}]},
    {
        "role": "assistant",
        "content": [{"type": "text", "text": "Seven so far."}],
        "usage": {"input": 900, "output": 4, "cacheRead": 0, "cacheWrite": 0},
    },
    {"role": "user", "content": [{"type": "text", "text": "Go on."}]},
    {
        "role": "assistant",
        "content": [{"type": "text", "text": "Twelve."}],
        "usage": {"input": 20, "output": 2, "cacheRead": 80, "cacheWrite": 0},
    },
]


def test_a_call_shows_what_was_estimated_reported_and_the_difference():
    rows = reconciled([SYSTEM, GOAL, used(says("Twelve."), 60, output=3, cached=32)])
    (row,) = rows.calls
    assert (row.call, row.message, row.reported, row.usage) == (1, 2, 60, Usage(60, 32, 0, 3))
    assert row.difference == 60 - row.estimated and row.whole
    assert rows.ratio == 60 * 1000 // row.estimated


def test_a_call_without_usage_is_a_row_that_says_nothing():
    rows = reconciled([SYSTEM, GOAL, says("Looking."), user("Go on."), used(says("Twelve."), 90)])
    first, second = rows.calls
    assert (first.usage, first.reported, first.difference, first.placeholder) == (None, None, None, False)
    assert second.reported == 90 and rows.known == (second,)


def test_totals_are_those_of_all_calls_and_none_of_a_run_without_reports():
    chat = [SYSTEM, GOAL, used(calls("a"), 100, output=20), answer("a"), used(says("Twelve."), 140, 10, cached=100)]
    assert reconciled(chat).usage == Usage(240, 100, 0, 30)
    silent = reconciled([SYSTEM, GOAL, *rings(2)])
    assert silent.usage == Usage(0) and silent.ratio is None and not silent.known


def test_one_answer_in_several_records_is_one_call_reported_on():
    said = {"usage": {"input_tokens": 50, "output_tokens": 9}, "id": "msg_1", "role": "assistant"}
    first = said | {"content": [{"type": "text", "text": "Looking."}]}
    again = said | {"content": [{"type": "text", "text": "Twelve."}]}
    rows = reconciled(turns(user("Count."), first, user("Go on."), again))
    assert [each.reported for each in rows.calls] == [50, None] and rows.usage.output == 9


def test_a_few_tokens_for_a_long_answer_are_a_placeholder():
    long = says("Bin after bin was counted, and the total is twelve bolts in all. " * 3)
    (row,) = reconciled([GOAL, used(long, 60, output=PLACEHOLDER)]).calls
    assert row.placeholder and row.given == row.answer
    (row,) = reconciled([GOAL, used(long, 60, output=PLACEHOLDER + 1)]).calls
    assert not row.placeholder
    (row,) = reconciled([GOAL, used(says("Twelve."), 60, output=2)]).calls
    assert not row.placeholder


def test_reasoning_that_the_log_does_not_hold_counts_as_given():
    (row,) = reconciled([GOAL, used(says("Twelve."), 60, output=900)]).calls
    assert row.given == 900


def test_a_request_that_is_not_in_the_file_is_not_compared():
    alone = {"type": "message", "role": "assistant", "stop_reason": "end_turn", "id": "msg_1", "model": "claude-x"}
    alone |= {"content": [{"type": "text", "text": "Twelve."}], "usage": {"input_tokens": 5000, "output_tokens": 3}}
    rows = reconciled(alone)
    assert rows.usage.context == 5000 and not rows.compared and rows.ratio is None
