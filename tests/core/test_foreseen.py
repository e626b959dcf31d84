"""What a plan does not do because its outcome is foreseen: results are not cut for nothing, texts not counted again.

The reference is the same plan with no foresight at all.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trimscope as ts
from histories import FORMATS, documents, policies
from small import GOAL, SYSTEM, rings, says
from trimscope.errors import PolicyError
from trimscope.stages import foreseen
from trimscope.texts import stub, truncate


def same(first, second):
    """Whether two plans are one: decisions, sums, texts and what would be sent."""
    return (
        first.plan_digest == second.plan_digest
        and first.messages_digest == second.messages_digest
        and first.document == second.document
        and (first.tokens, first.chars, first.notes) == (second.tokens, second.chars, second.notes)
    )


def without_foresight(monkeypatch, transcript, policy):
    with monkeypatch.context() as patched:
        for name in ("gone", "replaced"):
            patched.setattr(foreseen, name, lambda *given, **keys: frozenset())
        return ts.plan(transcript, policy)


@pytest.mark.parametrize("format", FORMATS)
def test_a_plan_is_the_same_without_foresight(format):
    @settings(max_examples=60)
    @given(documents(format), policies(pins=()))
    def holds(document, policy):
        transcript = ts.load(document)
        with pytest.MonkeyPatch.context() as patched:
            try:
                plain = without_foresight(patched, transcript, policy)
            except PolicyError:
                return
        assert same(ts.plan(transcript, policy), plain)

    holds()


PLAIN = {
    "drop": {},
    "compact": {"old_rounds": "compact"},
    "clear": {"old_rounds": "clear", "clear_tool_inputs": True},
    "watermark": {"trigger": "watermark", "token_budget": 3000},
    "no budget": {"trigger": "watermark"},
    "watermark, tombstone": {"trigger": "watermark", "token_budget": 3000, "tombstone": "off"},
}


@pytest.mark.parametrize("keys", PLAIN.values(), ids=PLAIN)
@pytest.mark.parametrize("unit", ["ring", "turn", "user_turn"])
def test_common_policies_give_the_same_plan_without_foresight(monkeypatch, keys, unit):
    transcript = ts.load([SYSTEM, GOAL, *rings(40, "bin 7: 250 bolts\n" * 60), says("so"), *rings(3, "few")])
    for keep in (0, 2, 30):
        policy = ts.Policy(result_limit=500, keep_rounds=keep, round_unit=unit, **keys)
        assert same(ts.plan(transcript, policy), without_foresight(monkeypatch, transcript, policy))


CUT = {
    "dropped": ({}, 4),
    "given way to stubs": ({"old_rounds": "compact"}, 4),
    "cleared": ({"old_rounds": "clear"}, 4),
    "far below the target": ({"trigger": "watermark", "token_budget": 3000}, 25),
}
"""Policies and how many of 40 results they cut at most."""


@pytest.mark.parametrize(("keys", "most"), CUT.values(), ids=CUT)
def test_results_that_go_are_not_cut(monkeypatch, keys, most):
    transcript = ts.load([SYSTEM, GOAL, *rings(40, "bin 7: 250 bolts\n" * 60), says("so")])
    cuts = []
    real = truncate.truncate
    monkeypatch.setattr(truncate, "truncate", lambda *given, **keys: cuts.append(1) or real(*given, **keys))
    ts.plan(transcript, ts.Policy(result_limit=500, keep_rounds=4, **keys))
    assert 0 < len(cuts) <= most


def test_a_repair_is_not_overlooked():
    late = [*rings(2, "bin 7: 250 bolts\n" * 60)]
    late.append(late.pop(1))  # its result stands behind the next ring
    transcript = ts.load([GOAL, *late, *rings(8, "ok")[4:], says("so")])
    made = ts.plan(transcript, ts.Policy(keep_rounds=1, old_rounds="compact", on_pairing_fault="repair"))
    assert made.status == "fine" and "_compacted" in str(made.messages)


@pytest.mark.parametrize("keys", [{}, {"old_rounds": "compact"}, {"dedupe": True}, {"observations": True}], ids=str)
def test_no_text_of_the_transcript_is_counted_again(monkeypatch, keys):
    texts = [f"bin {number}: 250 bolts\n" * 60 for number in range(12)]
    transcript = ts.load([GOAL, *(record for i, text in enumerate(texts) for record in rings(i + 1, text)[-2:])])
    policy = ts.Policy(keep_rounds=2, result_limit=500, **keys)
    counts = ts.count(transcript, policy.profile)
    seen = []
    measure = counts.known._measure
    monkeypatch.setattr(counts.known, "_measure", lambda text: seen.append(text) or measure(text))
    ts.plan(transcript, policy, counts=counts)
    assert seen and not set(texts).intersection(seen)


def test_what_is_foreseen_depends_on_the_policy_of_the_plan():
    transcript = ts.load([GOAL, *rings(12, "bin 7: 250 bolts\n" * 60)])
    counts = ts.count(transcript)
    for policy in (ts.Policy(keep_rounds=1), ts.Policy(keep_rounds=9), ts.Policy(old_rounds="keep", keep_rounds=1)):
        policy = policy.replace(result_limit=300)
        assert same(ts.plan(transcript, policy, counts=counts), ts.plan(transcript, policy))


@given(st.text(alphabet=st.sampled_from("aZ09_.- \n,/é数"), max_size=200))
def test_words_like_ids_are_found_as_by_walking_the_text(text):
    walked = dict.fromkeys(found[0] for found in stub._ID.finditer(text))
    assert list(dict.fromkeys(stub._words(text))) == list(walked)
