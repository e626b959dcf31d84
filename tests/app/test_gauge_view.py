"""The gauge shows the plan's numbers, and its pieces add up to them."""

import pytest

from trimscope_app.views.gauge import gauge_view
from trimscope_app.views.segments import SEGMENTS
from trimscope_app.views.sentence import sentence

from .views import GOAL, SYSTEM, answer, calls, planned, ring, rings

LONG = "one more shelf of bolts, counted twice. " * 200


def view(records, lang="en", **settings):
    loaded, plan = planned(records, **settings)
    return gauge_view(loaded, plan, plan.policy.to_mapping(defaults=True), lang), plan


@pytest.mark.parametrize(
    "settings", [{}, {"keep_rounds": 1}, {"old_rounds": "compact", "keep_rounds": 0}, {"window": 3_000}]
)
def test_the_pieces_of_a_bar_add_up_to_its_number(settings):
    shown, plan = view([SYSTEM, GOAL, *rings(6, LONG)], **settings)
    for bar, tokens in (("stored", plan.tokens.stored), ("sent", plan.tokens.sent)):
        pieces = shown[bar]["segments"]
        assert shown[bar]["tokens"] == tokens == sum(piece["tokens"] for piece in pieces)
        starts = [sum(piece["tokens"] for piece in pieces[:n]) for n in range(len(pieces))]
        assert [piece["start"] for piece in pieces] == starts


def test_what_was_dropped_is_stored_but_not_sent_and_a_tombstone_is_sent_but_not_stored():
    shown, _ = view([SYSTEM, GOAL, *rings(6, LONG)], keep_rounds=1)
    kinds = {bar: [piece["kind"] for piece in shown[bar]["segments"]] for bar in ("stored", "sent")}
    assert "state" in kinds["sent"]
    assert "state" not in kinds["stored"]
    assert len(kinds["sent"]) < len(kinds["stored"])


def test_the_watermark_stands_where_the_plan_has_it():
    shown, plan = view([SYSTEM, GOAL, *rings(2)], watermark=0.6)
    assert shown["watermark"] == plan.window.watermark
    assert shown["watermark_label"] == f"60 % watermark · {plan.window.watermark:,}"
    assert (shown["limit"], shown["budget"]) == (plan.window.limit, plan.window.budget)


def test_a_thousand_rounds_are_drawn_with_few_pieces():
    shown, plan = view([SYSTEM, GOAL, *rings(1_000)], old_rounds="keep", window=200_000)
    assert len(shown["stored"]["segments"]) <= SEGMENTS + 5
    assert shown["stored"]["tokens"] == plan.tokens.stored


def test_a_history_far_over_the_window_leaves_the_window_readable():
    shown, plan = view([SYSTEM, GOAL, *rings(12, LONG)], window=2_000, old_rounds="keep", result_limit=None)
    assert plan.tokens.stored > 4 * 2_000
    assert shown["scale"] == 2 * 2_000


def test_a_tombstone_that_costs_more_than_it_saves_is_said_so():
    records = [SYSTEM, GOAL, *[r for n in range(3) for r in ring(f"c{n}", "1", tool="t")]]
    shown, plan = view(records, keep_rounds=2, profile="patchcat")
    assert plan.tokens.saved < -1
    assert shown["saved"]["text"] == f"costs {-plan.tokens.saved} tokens more than it saves"
    assert shown["saved"]["short"].startswith("+")
    assert shown["sentence"].endswith(f"{-plan.tokens.saved} more than without trimming.")


def test_a_broken_history_sends_nothing_and_says_so():
    shown, plan = view([SYSTEM, GOAL, calls("lost"), {"role": "user", "content": "And?"}])
    assert shown["status"]["code"] == plan.status == "refused"
    assert (shown["sent"]["tokens"], shown["sent"]["segments"]) == (0, [])
    assert (shown["percent"], shown["percent_of"], shown["sent"]["text"]) == ("Nothing would be sent", "", "nothing")


def test_a_share_is_said_of_the_budget_and_never_rounded_to_all_or_nothing():
    shown, plan = view([SYSTEM, GOAL, *rings(2)])
    assert shown["percent_of"] == "of the input budget would be sent"
    assert f"{plan.window.budget:,}" in shown["percent_title"]
    shown, _ = view([SYSTEM, GOAL, *rings(2), *ring("x", LONG * 40)], window=100_000, result_limit=200)
    assert shown["saved"]["short"] == "−99 %"
    shown, _ = view([SYSTEM, GOAL, *rings(6, LONG)], window=1_000, keep_rounds=6, result_limit=None)
    assert shown["percent_of"].endswith("would be needed")


@pytest.mark.parametrize(("settings", "code"), [
    ({"window": 100_000}, "fine"),
    ({"window": 16_000, "old_rounds": "keep", "result_limit": None}, "above_watermark"),
    ({"window": 1_000, "keep_rounds": 6, "result_limit": None}, "over_budget"),
])
def test_the_status_names_the_distance_that_matters(settings, code):
    records = [SYSTEM, GOAL, *rings(5, LONG), *ring("last", LONG)]
    shown, plan = view(records, **settings)
    assert shown["status"]["code"] == code
    budget, sent = plan.window.budget, plan.tokens.sent
    distance = {"fine": plan.window.watermark - sent, "above_watermark": budget - sent, "over_budget": sent - budget}
    assert f"{distance[code]:,}" in shown["status"]["text"]


def test_one_sentence_says_what_happened():
    loaded, plan = planned([SYSTEM, GOAL, *rings(4, LONG)], keep_rounds=2, result_limit=1_000)
    numbers = f"{plan.tokens.stored:,} → {plan.tokens.sent:,}"
    english = f"2 of 4 tool rings were dropped and 2 long results shortened: {numbers} tokens."
    assert sentence(loaded, plan, "en") == english
    assert sentence(loaded, plan, "zh") == f"4 个工具环中丢弃了 2 个，截短了 2 条过长的结果：{numbers} token。"


def test_nothing_to_do_is_said_plainly():
    loaded, plan = planned([SYSTEM, GOAL, answerless()], keep_rounds=2)
    assert sentence(loaded, plan, "en") == f"Nothing had to change: all {plan.tokens.sent} tokens are sent as stored."


def answerless():
    return {"role": "assistant", "content": "There are none."}


def test_the_given_window_the_models_and_an_assumed_one_are_told_apart():
    records = [SYSTEM, GOAL]
    labels = [view(records, **settings)[0]["end_label"] for settings in (
        {"window": 8_000}, {"window": 0, "model": "gpt-4o"}, {"window": 0})]
    assert labels == ["window 8,000", "window 128,000 of gpt-4o", "window 200,000, assumed"]


def test_answers_in_a_row_of_one_message_are_one_piece():
    shown, _ = view([SYSTEM, GOAL, calls("a", "b"), answer("a", LONG), answer("b", LONG)], result_limit=None)
    assert [piece["kind"] for piece in shown["stored"]["segments"]] == ["policy", "task", "recent"]


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "as the tokenizer of Claude counts"), ("zh", "按 Claude 的分词器计数")]
)
def test_whose_tokenizer_counts_is_said_beside_where_the_number_comes_from(lang, words):
    assert words in view([SYSTEM, GOAL], lang, profile="light", model="claude-sonnet-4-5")[0]["source_title"]
    assert words not in view([SYSTEM, GOAL], lang, profile="light", model="gpt-4o")[0]["source_title"]
