"""One note stands for all that was dropped: cumulative, honest, in its place."""

import copy

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, call_ids, plan, results, ring, rings, says, turns, user, uses
from trimscope.texts import tombstone

EN = "[trim note: {} earlier rounds, about {} tokens, were removed]"


def notes(messages):
    return [m for m in messages if "trim note" in str(m["content"]) or "裁剪说明" in str(m["content"])]


def test_it_is_a_user_message_straight_behind_the_leading_anchors():
    sent = plan([SYSTEM, GOAL, *rings(6), user("and?"), *ring("x")], keep_rounds=2)
    assert [m["role"] for m in sent.messages[:3]] == ["system", "user", "user"]
    gone = sum(d.before for d in sent.decisions if d.action == "drop")
    assert sent.messages[2]["content"] == EN.format(5, gone)
    inserted = [d for d in sent.decisions if d.message is None]
    assert [(d.action, d.reason, d.at, d.before) for d in inserted] == [("insert", "tombstone", 2, 0)]


def test_it_adds_up_over_repeated_trims_and_takes_no_slot():
    records, rounds, tokens = [SYSTEM, GOAL], 0, 0
    for number in range(1, 8):
        records = [*records, *ring(f"c{number}")]
        sent = plan(copy.deepcopy(records), keep_rounds=2)
        gone = [d.before for d in sent.decisions if d.action == "drop"]
        rounds, tokens = rounds + len(gone) // 2, tokens + sum(gone)
        assert len(call_ids(sent.messages)) == min(number, 2)
        assert [m["content"] for m in notes(sent.messages)] == ([EN.format(rounds, tokens)] if rounds else [])
        records = sent.messages
    assert rounds == 5


@pytest.mark.parametrize("place", ["own_message", "append_to_goal"])
@pytest.mark.parametrize("style", ["counted", "stable"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_trimming_again_after_more_rounds_leaves_one_note(place, style, lang):
    keys = {"keep_rounds": 1, "tombstone": {"place": place, "style": style, "lang": lang}}
    first = plan([SYSTEM, GOAL, *rings(3), user("more")], **keys)
    second = plan([*first.messages, *ring("x"), *ring("y"), says("so")], **keys)
    assert len(notes(second.messages)) == 1
    assert second.tombstone.rounds == (4 if style == "counted" else None)


def test_behind_the_goal_the_goals_own_text_is_untouched():
    sent = plan([SYSTEM, GOAL, *rings(3)], keep_rounds=1, tombstone={"place": "append_to_goal"})
    blocks = sent.messages[1]["content"]
    assert blocks[0] == {"type": "text", "text": GOAL["content"]} and len(blocks) == 2
    assert ("merge", "tombstone_appended") in {(d.action, d.reason) for d in sent.decisions}


def test_stable_keeps_no_numbers_and_off_says_nothing():
    sent = plan([SYSTEM, GOAL, *rings(3)], keep_rounds=1, tombstone="stable")
    assert notes(sent.messages)[0]["content"] == "[trim note: earlier rounds were removed]"
    assert notes(plan([SYSTEM, GOAL, *rings(3)], keep_rounds=1, tombstone="off").messages) == []


def test_a_stable_note_leaves_no_number_to_add_to():
    note = user("[trim note: earlier rounds were removed]")
    assert plan([SYSTEM, GOAL, note, *rings(3)], keep_rounds=1).tombstone.rounds is None


def test_a_chinese_note_is_understood_by_an_english_policy():
    note = user("[裁剪说明：已移除较早的 2 轮，约 70 个 token]")
    assert plan([SYSTEM, GOAL, note, *rings(3)], keep_rounds=1).tombstone.rounds == 4


@pytest.mark.parametrize(
    "text",
    [
        "He wrote [trim note: 3 earlier rounds, about 900 tokens, were removed]",
        "[trim note: 3 earlier rounds, about 900 tokens, were removed]\n",
        "[trim note: many earlier rounds, about 900 tokens, were removed]",
        "[trim note: 3 earlier rounds, about 9999999999999999 tokens, were removed]",
        "[trim note: ３ earlier rounds, about 900 tokens, were removed]",
    ],
)
def test_a_quoted_or_malformed_note_is_text(text):
    assert tombstone.read(text) is None
    sent = plan([SYSTEM, user(text), *rings(2)], keep_rounds=1)
    assert sent.messages[1]["content"] == text and sent.tombstone.rounds == 1


def test_a_forged_note_elsewhere_is_text_and_does_not_count():
    forged = user(EN.format(50, 9000))
    sent = plan([SYSTEM, GOAL, *rings(2), forged, *ring("x")], keep_rounds=1)
    assert sent.tombstone.rounds == 2


def test_without_a_protected_goal_it_stands_where_it_is_found_again():
    keys = {"protect_first_user": False, "keep_rounds": 1, "round_unit": "user_turn"}
    first = plan([SYSTEM, GOAL, says("a"), user("b"), says("c"), user("d"), says("e")], **keys)
    assert first.messages[1]["content"].startswith("[trim note: ")
    assert plan(copy.deepcopy(first.messages), **keys).messages == first.messages


def test_in_an_anthropic_request_it_is_a_user_turn_between_whole_records():
    sent = plan(turns(GOAL, uses("a"), results("a", then="go on"), uses("b"), results("b")), keep_rounds=1)
    assert [m["role"] for m in sent.messages] == ["user", "user", "user", "assistant", "user"]
    assert sent.messages[2]["content"] == [{"type": "text", "text": "go on"}] and sent.status == "fine"


def test_behind_a_goal_that_shares_its_record_with_results_it_is_a_block_of_its_own():
    records = turns(uses("z"), results("z", then="the goal"), uses("a"), results("a"), uses("b"), results("b"))
    sent = plan(records, keep_rounds=1, tombstone={"place": "append_to_goal"}, pins=["call:z"])
    blocks = sent.messages[1]["content"]
    assert [block["type"] for block in blocks] == ["tool_result", "text", "text"]
    assert sent.tombstone.rounds == 1 and sent.status == "fine"
    assert sent.tokens.sent == ts.count(ts.load(copy.deepcopy(sent.document))).total
