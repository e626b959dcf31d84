"""An explained estimate: pieces that are the text, prices that are the estimate, reasons that hold."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from small import REPOSITORY
from trimscope import tokens
from trimscope.estimators import exact, tabled
from trimscope.explaining.differences import differences
from trimscope.explaining.explain import MOST_PIECES, explain
from trimscope.explaining.explanation import REASONS

HERE = [name for name in tokens.PROFILES if name != "exact" or exact.missing() is None]
"""The profiles that can be had on this machine."""
SIGNS = (
    "aZ09 .,-_\n\t\r'\"({=éßяЖλ中的国、。あアー가나"
    "ไทยعربहि😀👩‍🚀\u200d\ufe0f\x00\x85\xa0\u2028\ud800\udfff\U00020000\U0010ffff"
)
texts = st.one_of(
    st.text(st.characters(), max_size=80),  # with lone surrogates
    st.text(st.sampled_from(SIGNS), max_size=80),
    st.text(st.sampled_from("ab B\n\t 1,中 "), max_size=200),
    st.text(st.sampled_from(" \t\n中"), max_size=20),
    st.builds(lambda unit, times, end: unit * times + end, st.sampled_from(SIGNS), st.integers(1, 400), st.text()),
    st.lists(st.sampled_from(["stewardship", "Room", "订房", " ", "  ", "\t", "\n", "camelCase", "==="])).map("".join),
)


def up(milli):
    return max(1, -(-milli // 1_000))


ROUNDED = {"patchcat": up, "chars4": up, "light": tabled.rounded, "fine": tabled.rounded}
"""How each estimator comes from thousandths to tokens; the others count whole ones."""


@pytest.mark.parametrize("name", HERE)
@given(text=texts)
def test_the_pieces_are_the_text_and_their_prices_the_estimate(name, text):
    found = explain(text, name)
    assert "".join(piece.text for piece in found.pieces) == text
    assert [piece.at for piece in found.pieces] == [0, *(piece.end for piece in found.pieces[:-1])][: len(found.pieces)]
    assert all(piece.text and piece.milli >= 0 for piece in found.pieces)
    assert sum(piece.milli for piece in found.pieces) == found.milli
    assert (found.rest_chars, found.rest_milli, found.sampled) == (0, 0, False)
    rounded = ROUNDED.get(name, lambda milli: milli // 1_000)
    assert found.tokens == found.counted == (rounded(found.milli) if text else 0) == ts.count_tokens(text, name)


@pytest.mark.parametrize("name", HERE)
@given(text=texts)
def test_every_reason_is_known_and_what_a_piece_is_made_of_is_the_piece(name, text):
    for piece in explain(text, name).pieces:
        assert piece.why in REASONS
        if piece.parts:
            assert len(piece.parts) > 1
            assert "".join(piece.parts) == tokens_see(piece.text)
            known = tabled.estimator(name).table.known
            assert all(known.has(part) or len(part) == 1 for part in piece.parts)
        if piece.why == "covered":
            assert len(piece.parts) == tabled.estimator(name).table.known.cover(piece.text)


BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def tokens_see(text):
    return "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in text)


@given(text=texts, most=st.integers(1, 9))
def test_fewer_pieces_are_the_first_ones_and_the_rest_is_told(text, most):
    whole, part = explain(text, "light"), explain(text, "light", most)
    assert part.pieces == whole.pieces[:most]
    assert part.rest_chars == len(text) - part.end
    assert sum(piece.milli for piece in part.pieces) + part.rest_milli == part.milli == whole.milli
    assert part.tokens == whole.tokens


def test_the_reasons_of_the_worked_examples():
    def told(text, name):
        return [(piece.text, piece.milli, piece.why, piece.parts) for piece in explain(text, name).pieces]

    covered = (" ste", "wards", "hip")
    assert told("Our stewardship", "light") == [
        ("Our", 1_000, "listed", ()), (" stewardship", 1_406, "covered", covered)]  # fmt: skip
    assert told("订房", "light") == [("订", 875, "wide", ()), ("房", 1_000, "wide", ())]
    assert told("我要订", "fine") == [("我要订", 2_000, "spelled", ("我要", "订"))]
    assert told("a\t  \nb", "light") == [("a", 1_000, "single", ()), ("\t  \n", 1_000, "blanks", ()),
                                        ("b", 1_000, "single", ())]  # fmt: skip
    assert told("x 中", "light")[1] == (" ", 0, "joined", ())
    assert told("中" * 9, "light")[0] == ("中", 1_000, "run", ())
    assert told("ab 中", "patchcat") == [("ab", 540, "ratio", ()), (" ", 270, "ratio", ()),
                                        ("中", 1_250, "ratio_wide", ())]  # fmt: skip


def test_real_texts_are_explained_to_the_last_thousandth():
    for path in sorted((REPOSITORY / "static" / "samples").glob("*.json")):
        if path.name == "index.json":
            continue
        for message in ts.load(path.read_text(encoding="utf-8")).messages:
            for part in message.parts:
                for text in (getattr(part, "text", ""), getattr(part, "arguments", "")):
                    for name in HERE:
                        found = explain(text or "", name, most=10**6)
                        assert (found.rest_milli, found.tokens) == (0, ts.count_tokens(text or "", name))


@pytest.mark.parametrize("name", ["light", "fine"])
def test_an_estimate_that_rests_on_samples_says_so_and_still_adds_up(name):
    chance = random.Random(1)
    text = "".join(chance.choice(BASE64) for _ in range(30_000))
    found = explain(text, name, most=10**6)
    assert found.sampled
    assert "".join(piece.text for piece in found.pieces) == text
    assert sum(piece.milli for piece in found.pieces) + found.rest_milli == found.milli
    assert found.tokens == ts.count_tokens(text, name)


def test_of_a_long_text_only_the_asked_for_pieces_are_made():
    found = explain("Book a room. " * 100_000, "light")
    assert len(found.pieces) == MOST_PIECES
    assert found.rest_chars == 1_300_000 - found.end
    assert explain("a " * 5_000, "light", 10).end < 30


def test_tokens_that_end_inside_a_character_are_told_together(monkeypatch):
    monkeypatch.setattr(exact, "missing", lambda: None)
    monkeypatch.setattr(exact, "_encoding", lambda: Bytes)
    found = explain("a\ud83d\ude00é\ud800中", "exact")
    assert [(piece.text, piece.milli, piece.why) for piece in found.pieces] == [
        ("a", 1_000, "token"), ("\ud83d\ude00", 4_000, "tokens"), ("é", 2_000, "tokens"), ("\ud800", 3_000, "tokens"),
        ("中", 3_000, "tokens")]  # fmt: skip


def test_a_model_of_the_older_encoding_is_explained_by_its_own_tokens(monkeypatch):
    monkeypatch.setattr(exact, "missing", lambda older=False: None)
    monkeypatch.setattr(exact, "_older", lambda: Bytes)
    found = explain("é!", tokens.profile_for(HELLO, "exact", "gpt-4"))
    assert [(piece.text, piece.why) for piece in found.pieces] == [("é", "tokens"), ("!", "token")]
    assert (found.tokens, found.milli) == (3, 3_000)


class Bytes:
    """A tokenizer to which every byte is a token."""

    @staticmethod
    def encode_ordinary(text):
        return list(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode())

    @staticmethod
    def decode_single_token_bytes(token):
        return bytes([token])


@given(text=texts, pair=st.sampled_from([("light", "fine"), ("fine", "patchcat"), ("chars4", "light")]))
def test_differences_are_the_stretches_between_common_cuts_that_are_not_alike(text, pair):
    left, right = (explain(text, name) for name in pair)
    common = sorted({piece.end for piece in left.pieces} & {piece.end for piece in right.pieces})
    wanted = {}
    for start, stop in zip([0, *common], common, strict=False):
        sides = [[(p.at, p.milli) for p in side.pieces if start <= p.at < stop] for side in (left, right)]
        if sides[0] != sides[1]:
            wanted[start, stop] = sum(p[1] for p in sides[0]) - sum(p[1] for p in sides[1])
    found = differences(left, right)
    assert {(each.at, each.at + len(each.text)): each.milli for each in found} == wanted
    assert sum(each.milli for each in found) == left.milli - right.milli
    assert list(found) == sorted(found, key=lambda each: (-abs(each.milli), each.at))


HELLO = ts.load(json.dumps([{"role": "user", "content": "hello"}]))


@given(text=texts, name=st.sampled_from(["light", "fine"]), model=st.sampled_from(["claude-opus-4-5", "qwen3-32b"]))
def test_for_another_family_the_pieces_stay_and_what_it_makes_of_them_is_told(text, name, model):
    pricing = tokens.profile_for(HELLO, name, model)
    found, plain = explain(text, pricing), explain(text, name)
    assert (found.pieces, found.milli, found.counted) == (plain.pieces, plain.milli, plain.counted)
    assert found.tokens == pricing.text(text)
    assert found.label == pricing.label != plain.label


def test_an_unknown_profile_is_named():
    with pytest.raises(ts.PolicyError, match="'nothing' is not known"):
        explain("Book a room.", "nothing")


def test_an_explanation_does_not_depend_on_what_was_priced_before():
    text = json.dumps({"room": "订一个房间", "n": list(range(40))}, ensure_ascii=False)
    first = explain(text, "light")
    ts.count_tokens("something else entirely, " * 50, "light")
    assert explain(text, "light") == first
