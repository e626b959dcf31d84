"""The histories of agent frameworks: every dialect keeps its rings whole, and is written in its own shape."""

import copy
import json

import pytest

import trimscope as ts
from framework_histories import (
    LONG,
    Langchain,
    LangchainClasses,
    LangchainDicts,
    PydanticAi,
    Sharegpt,
    SharegptBlocks,
    VercelModel,
    VercelUi,
)

DIALECTS = (
    Langchain(),
    LangchainDicts(),
    LangchainClasses(),
    PydanticAi(),
    VercelModel(),
    VercelUi(),
    Sharegpt(),
    SharegptBlocks(),
)


@pytest.fixture(params=DIALECTS, ids=lambda each: type(each).__name__)
def d(request):
    return request.param


def trimmed(records, **keys):
    """The plan, held to what every plan must be: it reads again, counts the same, and a second trim changes nothing."""
    policy = ts.Policy(**keys)
    before = copy.deepcopy(records)
    plan = ts.plan(ts.load(records), policy)
    assert records == before
    again = ts.load(copy.deepcopy(plan.document), format=plan.transcript.format)
    assert ts.count(again).total == plan.tokens.sent
    if plan.status != "refused":
        assert not ts.group(again).refused
        assert ts.plan(again, policy).document == plan.document
    return plan


def ids(document):
    return [call.name for message in ts.load(document).messages for call in message.calls]


def roles(document, format=None):
    return [message.role for message in ts.load(document, format=format).messages]


def test_it_is_told_from_all_others(d):
    records = [*d.user("Count the bolts."), *d.ring("a"), *d.says("Done.")]
    transcript = ts.load(records)
    assert transcript.format == transcript.dialect == d.name and transcript.why


def test_one_call_and_its_result_are_a_ring(d):
    transcript = ts.load([*d.user("Count the bolts."), *d.ring("a"), *d.says("Done.")])
    assert [m.role for m in transcript.messages] == ["user", "assistant", "tool", "assistant"]
    call, result = transcript.messages[1].calls[0], transcript.messages[2].results[0]
    assert call.name == "count_bin" and json.loads(call.arguments)["bin"] == 3
    assert result.key == call.key and result.texts[0].text == LONG
    assert [each.messages for each in ts.group(transcript).rounds if each.ring] == [(1, 2)]
    assert not ts.group(transcript).faults


def test_parallel_calls_are_one_ring(d):
    transcript = ts.load([*d.user("Count the bolts."), *d.ring("a", "b"), *d.says("Done.")])
    rings = ts.group(transcript)
    assert len([each for each in rings.rounds if each.ring]) == 1 and len(rings.pairs) == 2 and not rings.faults


def test_no_edits_mean_the_same_document(d):
    records = [*d.user("Count the bolts."), *d.ring("a", "b"), *d.user("And now?"), *d.says("Done.")]
    plan = ts.plan(ts.load(records), ts.Policy(old_rounds="keep", result_limit=None))
    assert plan.document is records


def test_a_user_message_after_results_stays_one(d):
    records = [*d.user("Count the bolts."), *d.ring("a"), *d.user("And the nuts?"), *d.ring("b")]
    plan = trimmed(records, keep_rounds=0, result_limit=100)
    texts = [m.text for m in ts.load(plan.document, format=d.name).messages if m.role == "user"]
    assert texts[0] == "Count the bolts." and texts[-1] == "And the nuts?"


def test_a_ring_in_the_middle_goes_whole_and_a_note_stands_in_its_place(d):
    records = [*d.user("Count the bolts."), *d.ring("a"), *d.ring("b", "c"), *d.ring("e"), *d.says("Done.")]
    plan = trimmed(records, keep_rounds=1, result_limit=None)
    assert len(ids(plan.document)) == 1 and plan.tombstone is not None and plan.tombstone.rounds == 2
    read = ts.load(plan.document, format=d.name)
    assert "2 earlier rounds" in read.messages[1].text
    assert read.messages[-2].results[0].texts[0].text == LONG


def test_records_that_stay_are_the_same_objects_in_the_same_order(d):
    records = [*d.user("Count the bolts."), *d.ring("a"), *d.ring("b"), *d.says("Done.")]
    plan = trimmed(records, keep_rounds=1, result_limit=None, tombstone={"style": "off"})
    assert plan.document == [*records[:1], *records[1 + len(d.ring("a")) :]]


def test_compacted_results_keep_calls_and_ids(d):
    records = [*d.user("Count the bolts."), *d.ring("a", "b"), *d.ring("c"), *d.says("Done.")]
    plan = trimmed(records, keep_rounds=1, old_rounds="compact", result_limit=None)
    read = ts.load(plan.document, format=d.name)
    keys = [(c.id, c.name) for m in read.messages for c in m.calls]
    assert keys == [(c.id, c.name) for m in ts.load(records).messages for c in m.calls]
    assert any("_compacted" in t.text for m in read.messages for r in m.results for t in r.texts)


def test_a_call_without_result_in_the_middle_is_refused_and_can_be_mended(d):
    records = [*d.user("Count the bolts."), *d.calls("a"), *d.says("Never mind."), *d.user("Why?")]
    plan = trimmed(records)
    assert plan.status == "refused" and [fault.code for fault in plan.faults] == ["missing_result"]
    mended = trimmed(records, on_pairing_fault="repair")
    assert mended.status == "fine" and not ts.group(ts.load(mended.document, format=d.name)).refused
    results = [r for m in ts.load(mended.document, format=d.name).messages for r in m.results]
    assert len(results) == 1 and results[0].texts[0].text
    dropped = trimmed(records, on_pairing_fault="drop_ring")
    assert dropped.status == "fine" and not ids(dropped.document)


def test_a_call_at_the_very_end_is_pending(d):
    faults = ts.group(ts.load([*d.user("Count the bolts."), *d.calls("a")])).faults
    assert [(fault.code, fault.severity) for fault in faults] == [("pending_call", "info")]


def test_a_result_without_a_call_is_refused(d):
    if not hasattr(d, "results"):
        pytest.skip("a result is a part of its call here: there is none without")
    records = [*d.user("Count the bolts."), *d.ring("a"), *d.results("x", text="late"), *d.says("Done.")]
    assert trimmed(records).status == "refused"
    assert trimmed(records, on_pairing_fault="repair").status == "fine"


def test_tight_budgets_keep_it_readable(d):
    records = [*d.user("Count the bolts."), *(r for each in "abcdef" for r in d.ring(each)), *d.says("Done.")]
    for keys in ({"token_budget": 300, "keep_rounds": 1}, {"round_unit": "turn"}, {"old_rounds": "clear"}):
        trimmed(records, **keys)
