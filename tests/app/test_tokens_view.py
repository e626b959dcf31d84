"""The page of tokens: the sums everybody else shows, pieces that are the text, differences that are there."""

import json

import pytest

import trimscope as ts
from trimscope.estimators import exact
from trimscope_app.playground import Playground
from trimscope_app.samples import samples
from trimscope_app.views.inspect import inspection_view
from trimscope_app.views.inspect.chips import TONES, price, signed, tone_of
from trimscope_app.views.inspect.tokens import PIECES, beside

from .views import GOAL, SYSTEM, answer, calls, planned, ring, rings

TALK = [SYSTEM, {"role": "user", "content": "Our stewardship of rooms.\n\t  我要订一个房间 \ud800 ok"},
        calls("c1", tool="count_bin", arguments='{"bin": "A-17"}'), answer("c1", "bolts: 4,411 " * 20)]  # fmt: skip


def page(records, selected, lang="en", **settings):
    loaded, plan = planned(records, **settings)
    return inspection_view("tokens", loaded, plan, lang, selected), plan


def blocks(view, kind):
    return [block for block in view["blocks"] if block["kind"] == kind]


def whole(cell):
    return int(cell.replace(",", "").replace("−", "-").replace("+", "")) if cell else 0


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("profile", ["light", "fine", "glance", "patchcat", "chars4"])
@pytest.mark.parametrize("selected", range(len(TALK)))
def test_the_rows_of_the_sum_add_up_to_the_messages_tokens(selected, profile, lang):
    view, plan = page(TALK, selected, lang, profile=profile)
    table = blocks(view, "table")[0]
    *rows, last = table["rows"]
    assert table["columns"][2:] == [profile, beside(profile)]
    for column in (1, 2, 3):
        assert sum(whole(row[column]) for row in rows) == whole(last["cells"][column])
    assert whole(last["cells"][2]) == plan.view.counts.messages[selected] == plan.decisions[selected].before
    json.dumps(view)


@pytest.mark.parametrize("profile", ["light", "fine", "patchcat"])
def test_the_pieces_are_the_texts_of_the_message(profile):
    shown = ["".join(piece["text"] for piece in block["pieces"]) for block in blocks(page(TALK, 1)[0], "pieces")]
    assert shown == [TALK[1]["content"]]
    shown = ["".join(piece["text"] for piece in block["pieces"]) for block in blocks(page(TALK, 2)[0], "pieces")]
    assert shown == ["count_bin", '{"bin": "A-17"}']


def test_a_piece_shows_its_price_its_tone_and_why():
    pieces = blocks(page(TALK, 1, profile="light")[0], "pieces")[0]["pieces"]
    by_text = {piece["text"]: piece for piece in pieces}
    covered = by_text[" stewardship"]
    assert (covered["price"], covered["tone"]) == ("1.406", "more")
    assert "( ste · wards · hip)" in covered["why"]
    assert (by_text["我"]["price"], by_text["我"]["tone"]) == ("0.75", "share")
    assert {piece["tone"] for piece in pieces} <= set(TONES)


def test_what_is_marked_as_different_is_what_the_core_finds_different():
    block = blocks(page(TALK, 1, profile="patchcat")[0], "pieces")[0]
    text = TALK[1]["content"]
    other = ts.explain(text, beside("patchcat"))
    found = ts.differences(ts.explain(text, "patchcat"), other)
    wanted = {piece.at for each in found for piece in each.left}
    at, marked = 0, set()
    for piece in block["pieces"]:
        if piece["differs"]:
            marked.add(at)
        at += len(piece["text"])
    assert marked == wanted != set()


def test_the_places_where_most_is_lost_or_won_stand_first():
    table = blocks(page(TALK, 3, profile="patchcat")[0], "table")[-1]
    sizes = [abs(float(row[-1].replace("−", "-"))) for row in table["rows"]]
    assert sizes == sorted(sizes, reverse=True)
    row = next(row for row in table["rows"] if row[0] == "␣bolts")
    assert row[3] == "19"  # the first of the twenty has no blank before it


def test_a_text_without_a_difference_says_so():
    view, _ = page([SYSTEM, {"role": "user", "content": "Book a room."}], 1, profile="light")
    assert blocks(view, "text")[0]["text"] == f"Every piece shown is cut and priced as {beside('light')} does."


def test_of_a_shortened_result_what_is_sent_is_explained():
    records = [SYSTEM, GOAL, *ring("c1", "bolts and nuts, counted twice\n" * 200)]
    view, plan = page(records, 3, result_limit=600)
    sent = next(iter(plan.changes[3].texts.values()))
    assert "".join(piece["text"] for piece in blocks(view, "pieces")[0]["pieces"]) == sent
    last = blocks(view, "table")[0]["rows"][-1]
    assert whole(last["cells"][2]) == plan.decisions[3].after < plan.decisions[3].before
    assert "as it is sent" in view["lead"]


def test_a_text_of_ours_is_explained_too():
    view, plan = page([SYSTEM, GOAL, *rings(8)], -1, keep_rounds=2)
    tombstone = next(each for each in plan.decisions if each.reason == "tombstone")
    assert whole(blocks(view, "table")[0]["rows"][-1]["cells"][2]) == tombstone.after
    text = "".join(piece["text"] for piece in blocks(view, "pieces")[0]["pieces"])
    assert text.startswith("[trim note: 6 earlier rounds")


def test_a_long_text_shows_its_first_pieces_and_tells_of_the_rest():
    view, _ = page([SYSTEM, {"role": "user", "content": "Book a room. " * 4_000}], 1, window=100_000)
    block = blocks(view, "pieces")[0]
    assert len(block["pieces"]) == PIECES
    assert block["rest"].startswith("48,751 more characters are not shown; they cost 15,001 tokens")


def test_nothing_selected_asks_to_select():
    view, _ = page(TALK, None)
    assert view["blocks"] == []
    assert view["lead"].startswith("Select a message")
    assert page(TALK, 99)[0] == view


def test_characters_that_turn_the_writing_around_are_written_out():
    view, _ = page([SYSTEM, {"role": "user", "content": "a\u202eb"}], 1)
    assert "\u202e" not in json.dumps(view, ensure_ascii=False)


def test_without_the_real_tokenizer_the_page_says_so(monkeypatch):
    monkeypatch.setattr(exact, "missing", lambda: "the package tiktoken, which is not installed")
    view, _ = page(TALK, 1, profile="light")
    assert "(exact) is not at hand" in view["lead"]
    assert beside("fine") == "light"


@pytest.mark.skipif(exact.missing() is not None, reason="needs tiktoken and its table in TIKTOKEN_CACHE_DIR")
def test_with_the_real_tokenizer_its_count_stands_beside():
    view, _ = page(TALK, 3, profile="light")
    assert blocks(view, "table")[0]["columns"][3] == "exact"
    assert whole(blocks(view, "table")[0]["rows"][0][3]) == ts.count_tokens(TALK[3]["content"], "exact")


def test_the_page_follows_the_selection_while_it_is_open():
    playground = Playground()
    playground.load_source("run.json", json.dumps(TALK))
    playground.look("tokens")
    seen = []
    playground.param.watch(lambda event: seen.append(event.new["lead"]), "inspection")
    playground.select(2)
    playground.select(1)
    assert len(seen) == 2 and seen[0] != seen[1]
    playground.look("contract")
    seen.clear()
    playground.select(2)
    assert seen == []


def test_prices_are_written_without_floats():
    assert [price(milli) for milli in (0, 125, 1_000, 1_406, 13_000, -2_500)] == ["0", "0.125", "1", "1.406", "13",
                                                                                "−2.5"]  # fmt: skip
    assert [signed(1_500), signed(-1), signed(0)] == ["+1.5", "−0.001", "0"]
    assert [tone_of(milli) for milli in (-1, 0, 1, 999, 1_000, 1_001, 2_000, 2_001)] == [
        "nothing", "nothing", "share", "share", "token", "more", "more", "many"]  # fmt: skip


@pytest.mark.parametrize("old_rounds", ["drop", "compact", "clear"])
@pytest.mark.parametrize("sample", [each.id for each in samples()])
def test_of_every_message_of_every_sample_the_sum_is_a_number_of_its_decision(sample, old_rounds):
    playground = Playground()
    playground.load_sample(sample)
    playground.change("old_rounds", old_rounds)
    for decision in playground.plan.decisions:
        if decision.message is not None:
            view = inspection_view("tokens", playground.loaded, playground.plan, "en", decision.message)
            *_, frames, last = blocks(view, "table")[0]["rows"]
            assert whole(frames[2]) >= 0
            assert whole(last["cells"][2]) in (decision.before, decision.after)
