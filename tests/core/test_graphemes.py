"""A cut splits nothing that a reader sees as one character."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trimscope.texts.graphemes import BACK, cut, cut_after, is_boundary

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
CLUSTERS = [
    "a", "中", "\n", "\r\n", "\t", "e\u0301", "\U0001f389", FAMILY, SCOTLAND, "\U0001f44d\U0001f3fd",
    "\u2764\ufe0f", "1\ufe0f\u20e3", "\U0001f1e9\U0001f1ea", "\uac01", "\u1100\u1161\u11a8", "\uac00\u11a8",
    "\u0e01\u0e33", "\u0915\u093e", "\ud83c\udf89", "か\u3099",
]  # fmt: skip


def reference(text: str) -> set[int]:
    """All boundaries of `text`, found by reading it once from the left: slow, simple, and written apart."""
    marks = "\u0301\u200d\U0001f3fd\ufe0f\u20e3\u11a8\u1161\u0e33\u093e\u3099"
    found = {0, len(text)}
    at = 0
    while at < len(text):
        first = text[at]
        at += 1
        if first == "\r":
            at += text[at : at + 1] == "\n"
        elif first >= " ":
            second = text[at : at + 1]
            flag = "\U0001f1e6" <= first <= "\U0001f1ff" and "\U0001f1e6" <= second <= "\U0001f1ff"
            pair = "\ud800" <= first <= "\udbff" and "\udc00" <= second <= "\udfff"
            at += flag or pair
            korean = first in "\u1100\u1161\u11a8\uac00\uac01"
            while at < len(text):
                here = text[at]
                joined = text[at - 1] == "\u200d" and here >= " "
                tag = "\U000e0020" <= here <= "\U000e007f"
                mark = here in marks and (
                    here not in "\u11a8\u1161" or (korean and _joins(text[at - 1], here))
                )
                if not (joined or tag or mark):
                    break
                at += 1
        found.add(at)
    return found


def _joins(before: str, here: str) -> bool:
    return before + here in {"\u1100\u1161", "\u1161\u11a8", "\uac00\u11a8", "\uac01\u11a8", "\uac00\u1161",
                             "\u1161\u1161", "\u11a8\u11a8"}  # fmt: skip


texts = st.lists(st.sampled_from(CLUSTERS), max_size=12).map("".join)


@pytest.mark.parametrize("cluster", CLUSTERS)
def test_a_cluster_is_never_split(cluster):
    text = f"x{cluster}y"
    for inside in range(2, 1 + len(cluster)):
        assert cut(text, inside) == 1
        assert cut_after(text, inside) == 1 + len(cluster)


@given(texts, st.integers(-3, 60))
@settings(deadline=None, max_examples=400)
def test_a_cut_is_the_nearest_boundary(text, at):
    boundaries = reference(text)
    inside = min(max(at, 0), len(text))
    assert cut(text, at) == max(b for b in boundaries if b <= inside)
    assert cut_after(text, at) == min(b for b in boundaries if b >= inside)


@given(st.text(alphabet=st.characters(), max_size=40), st.integers(0, 40))
@settings(deadline=None, max_examples=300)
def test_a_cut_moves_at_most_32_code_points(text, at):
    inside = min(at, len(text))
    assert 0 <= inside - cut(text, at) <= BACK
    assert 0 <= cut_after(text, at) - inside <= BACK


def test_a_tower_of_marks_is_cut_where_the_number_says():
    tower = "a" + "\u0301" * 100
    assert cut(tower, 60) == 60
    assert cut_after(tower, 60) == 60
    assert cut(tower, 20) == 0


def test_flags_are_paired_from_the_start_of_their_row():
    flags = "\U0001f1e9\U0001f1ea" * 200
    assert [cut(flags, at) for at in (298, 299, 300)] == [298, 298, 300]


def test_letters_without_marks_may_be_cut_anywhere():
    assert all(is_boundary("plain text, 中文也一样。", at) for at in range(15))


def test_a_pair_of_lone_surrogates_stays_together_even_in_a_long_run():
    text = "\U0001f389\u200d" * 40 + "\ud83c\udf89"
    assert cut(text, 81) == 80
    assert cut_after(text, 81) == 82
