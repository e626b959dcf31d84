"""Estimating at a glance: classes of bytes are counted, and text without words is left to `light`."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trimscope.estimators import glance, tabled
from trimscope.estimators.pricing import TOKEN

PROSE = "The keys of the room are at the front desk, next to the bar; ask for Mrs. Miller before 10 pm.\n" * 6
CODE = "def total(items: list[int]) -> int:\n    # every price, in cents\n    return sum(items[1:]) + 100\n\n" * 6

texts = st.one_of(
    st.text(st.sampled_from('ab Zz09 .,_"\n\t({é中→😀'), max_size=400),
    st.text(st.characters(exclude_categories=["Cs"])),
)


def classes(text):
    return text.encode().translate(glance.CLASS_OF)


def test_every_class_that_is_counted_has_bytes_and_a_price():
    for pattern in (*glance.SINGLES, *glance.PAIRS, *glance.BEYOND):
        assert set(pattern) <= {*glance.CLASSES, glance.SIGN}
        assert pattern in glance.PRICES
    assert len(glance.PRICES) == len(glance.SINGLES) + len(glance.PAIRS) + len(glance.BEYOND)
    assert set(glance.CLASS_OF) == set(map(ord, (*glance.CLASSES, glance.SIGN)))
    assert classes('Book_a "room".\n') == b'Aaaa_a "aaaa".n'


@given(texts)
def test_a_text_costs_what_its_classes_and_pairs_come_to(text):
    seen, total = classes(text).decode(), 0
    for pattern, price in glance.PRICES.items():
        if pattern not in glance.BEYOND or not text.isascii():
            total += price * len(re.findall(re.escape(pattern), seen))
    assert glance.priced(seen.encode()) == max(TOKEN, total)


@given(texts, texts)
def test_two_texts_together_cost_what_both_do_but_for_the_seam(one, two):
    apart = glance.priced(classes(one)) + glance.priced(classes(two))
    # a pair across, pairs of one class twice cut otherwise, and each text's least price
    dearest = 3 * max(map(abs, glance.PRICES.values())) + 2 * TOKEN
    assert abs(glance.priced(classes(one + two)) - apart) <= dearest


@pytest.mark.parametrize("text", [PROSE, CODE], ids=["prose", "code"])
def test_text_with_words_is_priced_by_its_classes_and_comes_near(text):
    assert glance.ordinary(classes(text))
    fine = tabled.fine(text)
    assert fine * 80 <= tabled.glance(text) * 100 <= fine * 120


@pytest.mark.parametrize(
    "text",
    ["x" * 300, "=" * 300, " " * 300, "\n" * 300, "我要订一个房间" * 50, "a1b2c3" * 60, "x" * 100 + "." * 300],
    ids=["letter", "rule", "blanks", "lines", "Chinese", "keys", "signs"],
)
def test_text_without_words_costs_what_light_says(text):
    assert not glance.ordinary(classes(text))
    assert tabled.glance(text) == tabled.light(text)


def test_lone_surrogates_count_as_what_replaces_them():
    assert tabled.glance("half \ud800 of a pair") == tabled.glance("half \ufffd of a pair")
