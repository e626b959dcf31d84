"""Every prefix break has one cause and one place, and words for both."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trimscope import words
from trimscope.caching.breaks import Break, Cause, Part, Request, between, cause, find_break
from trimscope.caching.prefix import Block, Kind, common_prefix
from trimscope.words.caching import BREAK_PARTS, CAUSES

GOAL = Block("goal", 50, "anchor")
A, B, C, D = (Block(f"round {name}", 20) for name in "abcd")


def tombstone(text):
    return Block(text, 10, "tombstone")


def request(*blocks, **above):
    return Request((GOAL, *blocks), **above)


def test_a_request_that_only_grows_breaks_nothing():
    assert find_break(request(A), request(A)) is None
    assert find_break(request(A), request(A, B, C)) is None
    assert find_break(Request(()), request(A)) is None


@pytest.mark.parametrize(
    ("before", "after", "name", "at"),
    [
        ((A, B), (tombstone("1 round"), B, C), "tombstone", 1),
        ((tombstone("1 round"), B, C), (tombstone("2 rounds"), C, D), "tombstone", 1),
        ((tombstone("1 round"), B), (B, C), "tombstone", 1),
        ((tombstone("gone"), A, B, C), (tombstone("gone"), B, C, D), "dropped", 2),
        ((A, B, C), (B, C, D), "dropped", 1),
        ((A, B), (C, D), "dropped", 1),
        ((A, B), (A,), "dropped", 2),
        ((A, B), (Block("stub a", 5, "stub"), B, C), "stub", 1),
        ((Block("stub a", 5, "stub"), Block("stub b", 5, "stub"), C), (Block("stub b", 5, "stub"), C), "dropped", 1),
        ((A, B), (A, Block("cleared b", 3, "cleared"), C), "cleared", 2),
        ((A, B), (Block("head of a", 8, "cut"), B), "cut", 1),
        ((A, B), (Block("in short", 9, "summary"), B), "summary", 1),
        ((Block("in short", 9, "summary"), B), (Block("shorter", 9, "summary"), B), "summary", 1),
        ((Block("order 7", 9, "memory"), B), (Block("order 8", 9, "memory"), B, C), "memory", 1),
        ((A, B), (Block("sent one mail", 9, "ledger"), A, B), "ledger", 1),
        ((A, B), (D, A, B), "inserted", 1),
        ((A, B, C), (A, D, C), "changed", 2),
        ((A,), (D,), "changed", 1),
    ],
)
def test_what_trimming_did_is_named_and_where(before, after, name, at):
    assert find_break(request(*before), request(*after)) == (name, "blocks", at)


def test_a_clock_in_the_prefix_is_told_from_any_other_change():
    noon, later = Block("it is 12:00", 9, shape="it is :"), Block("it is 12:01", 9, shape="it is :")
    other = Block("good morning", 9, shape="good morning")
    assert find_break(request(noon, A), request(later, A, B)) == ("clock", "blocks", 1)
    assert find_break(request(noon, A), request(other, A, B)) == ("changed", "blocks", 1)
    assert find_break(request(A, system=noon), request(A, system=later)) == ("clock", "system", 0)
    assert find_break(request(A, system=noon), request(A, system=other)) == ("system", "system", 0)
    assert find_break(request(A, system=noon), request(A)) == ("system", "system", 0)
    unknown = (Block("it is 12:00", 9), Block("it is 12:01", 9))
    assert find_break(request(A, system=unknown[0]), request(A, system=unknown[1])) == ("system", "system", 0)


def test_what_stands_above_the_messages_comes_first():
    plain = request(A, tools=(B, C), system=D, model="m", settings="s")
    changed = request(C, tools=(C, B), system=A, model="n", settings="t")
    assert find_break(plain, changed) == ("model", "model", 0)
    changed = request(C, tools=(C, B), system=A, model="m", settings="t")
    assert find_break(plain, changed) == ("settings", "settings", 0)
    changed = request(C, tools=(C, B), system=A, model="m", settings="s")
    assert find_break(plain, changed) == ("tool_order", "tools", 0)
    changed = request(C, tools=(B, C), system=A, model="m", settings="s")
    assert find_break(plain, changed) == ("system", "system", 0)


@pytest.mark.parametrize(
    ("before", "after", "name", "at"),
    [((A, B), (B, A), "tool_order", 0), ((A, B, C), (A, C, B), "tool_order", 1), ((A, B), (A, B, C), "tools", 2),
     ((A, B), (A,), "tools", 1), ((A, B), (A, D), "tools", 1), ((A, A, B), (A, B, B), "tools", 1),
     ((A,), (), "tools", 0)],
)  # fmt: skip
def test_tools_that_moved_are_told_from_tools_that_changed(before, after, name, at):
    assert find_break(request(tools=before), request(tools=after)) == (name, "tools", at)


KINDS = st.sampled_from(get_args(Kind))
BLOCKS = st.lists(st.builds(Block, st.integers(0, 4), st.just(1), KINDS, st.sampled_from(["", "x"])), max_size=7)
REQUESTS = st.builds(
    Request,
    BLOCKS.map(tuple),
    st.lists(st.sampled_from([A, B]), max_size=2).map(tuple),
    st.none() | st.sampled_from([C, D]),
    st.sampled_from(["m", "n"]),
    st.sampled_from(["s", "t"]),
)


def sent(request):
    """The hashes in the order in which a request is rendered."""
    tools, system = [each.hash for each in request.tools], request.system and request.system.hash
    return (request.model, request.settings, tools, system), [each.hash for each in request.blocks]


@given(REQUESTS, REQUESTS)
def test_there_is_a_break_exactly_where_the_earlier_request_is_no_beginning_of_the_later(before, after):
    found = find_break(before, after)
    (above, hashes), (above_after, hashes_after) = sent(before), sent(after)
    if above == above_after and hashes == hashes_after[: len(hashes)]:
        assert found is None
        return
    assert found.cause in get_args(Cause) and found.part in get_args(Part)
    assert found == cause(before, after, common_prefix(before.blocks, after.blocks).blocks)
    if found.part == "blocks":
        assert above == above_after
        assert hashes[: found.at] == hashes_after[: found.at]
        assert hashes[found.at : found.at + 1] != hashes_after[found.at : found.at + 1]
    else:
        assert above != above_after


@given(st.sampled_from([A, GOAL]), KINDS.filter(lambda kind: kind not in ("message", "anchor")))
def test_a_block_that_trimming_made_is_its_own_cause(old, kind):
    assert between(old, Block("new", 1, kind)) == kind


def test_every_cause_and_part_has_words_in_both_languages():
    assert set(CAUSES) == set(get_args(Cause)) and set(BREAK_PARTS) == set(get_args(Part))
    for en, zh in (*CAUSES.values(), *BREAK_PARTS.values()):
        assert en.isascii() and not zh.isascii()
    found = find_break(request(A, B), request(B))
    assert found == Break("dropped", "blocks", 1)
    assert words.cause(found.cause) == "Earlier messages were dropped, and what follows moved up."
    assert words.break_part(found.part, found.at) == "message 2"
    assert words.break_part(found.part, found.at, "zh") == "第 2 条消息"
