"""Other systems that summarise, and two caps on a result: what goes is a rule; what a model would write is a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, ring, rings, says, user
from trimscope.strategies.summarised import PLACE
from trimscope.strategies.two_caps import HINT, both_ends, from_front

LONG = [SYSTEM, GOAL, *rings(4), says("So far."), user("Go on."), *ring("c9")]
"""System and goal, four rings, an answer, a question, a ring: 14 messages, 13 of them behind the prompt."""


def plan(records, name, **params):
    return ts.plan(ts.load(records), ts.Policy(strategy=name, params=params, window=100_000))


def place(count):
    return user(PLACE.format(count=count))


def test_strands_summarises_a_share_and_moves_on_to_where_a_history_may_begin():
    sent = plan(LONG, "strands_summary", summary_ratio=0.25, preserve_recent_messages=2)
    assert sent.messages == [SYSTEM, place(3), *LONG[4:]]
    # a quarter of 12 ends behind a call, so that its result goes along; the goal is gone and the plan says so
    assert plan(LONG, "strands_summary", summary_ratio=0.2, preserve_recent_messages=2).messages == sent.messages
    assert sent.notes == ("lost:goal",) and sent.status == "fine"
    assert plan(LONG, "strands_summary", preserve_recent_messages=13).messages == LONG


def test_all_results_of_a_turn_are_one_message_to_strands():
    records = [GOAL, calls("a", "b"), answer("a"), answer("b"), says("so"), user("and?")]
    sent = plan(records, "strands_summary", summary_ratio=0.4, preserve_recent_messages=1)
    assert sent.messages == [place(4), *records[4:]]  # two of five, and the results with their calls


def test_openhands_keeps_half_of_its_size_from_both_ends():
    sent = plan(LONG, "openhands_summary", max_size=10, keep_first=2)
    assert sent.messages == [SYSTEM, GOAL, place(10), *LONG[12:]]
    assert plan(LONG, "openhands_summary", max_size=14, keep_first=2).messages == LONG
    # the newest two would begin with a result: both ends move on to where no pair is split
    assert plan(LONG, "openhands_summary", max_size=8, keep_first=2).messages == [SYSTEM, GOAL, place(12)]


def test_openhands_forgets_down_to_half_of_its_size_and_its_memory_mends_what_was_cut():
    sent = plan(LONG, "openhands_forgetting", max_size=10, keep_first=1)
    assert sent.messages == [SYSTEM, GOAL, *LONG[10:]]  # the prompt and four events; the question comes back
    assert plan(LONG, "openhands_forgetting", max_size=14).messages == LONG
    split = plan(LONG, "openhands_forgetting", max_size=4, keep_first=1)
    assert split.messages == [SYSTEM, GOAL]  # of the newest ring only the result was in the window: both go


def test_the_newer_half_of_openhands_window_begins_with_no_result():
    assert plan(LONG, "openhands_window").messages == [SYSTEM, GOAL, *LONG[8:]]
    assert plan(LONG, "openhands_window", per_cent=45).messages == [SYSTEM, GOAL, *LONG[10:]]
    assert plan(LONG, "openhands_window", per_cent=100).messages == LONG


def test_adk_keeps_the_newest_events_and_moves_back_to_their_call():
    sent = plan(LONG, "adk_compaction", token_threshold=0, event_retention_size=5)
    assert sent.messages == [SYSTEM, place(7), *LONG[8:]]
    assert plan(LONG, "adk_compaction", token_threshold=100_000).messages == LONG


@pytest.mark.parametrize("name", ["strands_summary", "adk_compaction", "langchain_summary"])
def test_a_text_the_policy_has_stands_in_the_summarys_place(name):
    params = {"adk_compaction": {"token_threshold": 0}, "langchain_summary": {"keep": 4}}.get(name, {})
    section = {"text": "Bins 1 to 4 are counted."}
    policy = ts.Policy(strategy=name, params=params, summary=section, window=100_000)
    (inserted,) = [m for m in ts.plan(ts.load(LONG), policy).messages if m not in LONG]
    assert inserted["role"] == "user" and inserted["content"].endswith(section["text"])


def test_opencode_keeps_whole_lines_from_the_front_within_both_caps():
    notice = f"\n\n...{{}} truncated...\n\n{HINT}"
    assert from_front("a\nb\nc", 3, 5) == "a\nb\nc"
    assert from_front("a\nb\nc", 2, 99) == "a\nb" + notice.format("1 lines")
    assert from_front("aa\nbb\ncc", 9, 5) == "aa\nbb" + notice.format("3 bytes")
    assert from_front("é" * 9, 9, 8) == notice.format("18 bytes")


def test_roo_cuts_by_characters_first_and_by_lines_only_what_is_not_too_long():
    assert both_ends("0123456789" * 2, 1, 10) == "01\n[...10 characters omitted...]\n23456789"
    lines = "\n".join(str(n) for n in range(25))
    assert both_ends(lines, 10, 1000) == "0\n1\n\n[...15 lines omitted...]\n\n" + "\n".join(map(str, range(17, 25)))
    assert both_ends(lines, 25, 1000) == lines


@given(st.text(alphabet="ab\né", max_size=60), st.integers(1, 8), st.integers(1, 30))
def test_two_caps_leave_alone_what_is_within_both_and_keep_no_more_of_the_rest(text, lines, size):
    small = text.count("\n") < lines
    kept = from_front(text, lines, size)
    assert (kept == text) == (small and len(text.encode()) <= size)
    if kept != text:
        front = kept[: kept.rindex("\n\n...")]
        assert text.startswith(front) and len(front.encode()) <= size and front.count("\n") < lines
    assert (both_ends(text, lines, size) == text) == (small and len(text) <= size)


@pytest.mark.parametrize("name", ["opencode_output", "roo_output"])
def test_every_result_is_cut_and_nothing_else(name):
    records = [SYSTEM, GOAL, *ring("c1", "line\n" * 40), *ring("c2", "short"), says("line\n" * 40)]
    sent = plan(records, name, max_lines=5)
    assert [at for at, (old, new) in enumerate(zip(records, sent.messages, strict=True)) if old != new] == [3]
    assert sent.tokens.sent == ts.count(ts.load(sent.messages)).total
    preset = ts.preset(name)
    assert preset.strategy == name and ts.plan(ts.load(records), preset).messages == records
