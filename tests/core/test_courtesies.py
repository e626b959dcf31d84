"""Courtesies: what is one, what only looks like one, and when it goes."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, plan, result_ids, results, ring, says, turns, user, uses
from trimscope.worth import courtesy

ANNOUNCEMENTS = (
    "I will now look up the order.",
    "Let me check the files:",
    "Sure, let me open it. Then I'll read the log.",
    "First, I'll read the config",
    "我先查询订单。",
    "我现在查询物流。",
    "好的，我先查询订单。接下来我查询物流。",
)
CONTENT = (
    "I will refund A100. The order was shipped.",
    "Let me note: the order is shipped.",
    "I'll skip bin 7 because it is empty",
    "Looking good so far, the total is 7.",
    "Shall I refund it?",
    "I will confirm the address first.",
    "我先查询订单，订单已发货。",
    "我先确认一下是否退款？",
    "The total is 7.",
    "",
    "I will look. " * 30,
)


@pytest.mark.parametrize("text", ANNOUNCEMENTS)
def test_a_text_that_only_says_what_comes_next_is_an_announcement(text):
    assert courtesy.is_announcement(text)


@pytest.mark.parametrize("text", CONTENT)
def test_a_fact_a_reason_or_a_question_makes_a_text_content(text):
    assert not courtesy.is_announcement(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Thanks!", "thanks"),
        ("谢谢您！", "thanks"),
        ("You're welcome.", "thanks"),
        ("OK", "acknowledgement"),
        ("好的，谢谢", "acknowledgement"),
        ("Great, thanks a lot!", "acknowledgement"),
        ("thanks for booking HT-2", None),
        ("yes", None),
        ("no", None),
        ("是", None),
        ("continue", None),
        ("ok, bin 7 as well", None),
        ("", None),
        ("!!!", None),
    ],
)
def test_only_a_whole_message_of_closed_phrases_is_a_courtesy(text, kind):
    assert courtesy.phrase(text) == kind


def kinds(*records):
    transcript = ts.load([SYSTEM, GOAL, *records])
    return dict(courtesy.find(transcript.messages, ts.group(transcript)))


def test_an_announcement_counts_once_its_call_was_made_and_answered():
    said = says("Let me look at bin 1.")
    assert kinds(said, *ring("c1")) == {2: "fulfilled_plan"}
    assert kinds(said, calls("c1")) == {}
    assert kinds(said, user("Wait."), *ring("c1")) == {}
    assert kinds(said, says("Bin 1 holds 7."), user("ok")) == {}


def test_an_ok_that_answers_a_question_or_lets_a_call_begin_is_content():
    assert kinds(says("Done."), user("ok"), says("so")) == {3: "acknowledgement"}
    assert kinds(says("Shall I delete bin 3?"), user("ok"), says("Deleted.")) == {}
    assert kinds(says("我将退款，请确认。"), user("好的，谢谢"), says("so")) == {}
    assert kinds(says("I am about to delete bin 3."), user("ok"), *ring("c1")) == {}


def test_the_last_message_is_no_courtesy_yet():
    assert kinds(says("Let me look."), user("thanks")) == {}


CHAT = (
    *(says("Let me look at bin 1."), *ring("c1", "7 bolts " * 40)),
    *(says("Bin 1 holds 7 bolts, and they are all of the long kind."), user("Thanks!"), says("You're welcome.")),
    user("And bin 2?"),
)


def reasons(result):
    return {d.message: d.reason for d in result.decisions if d.action in ("drop", "clear")}


def test_courtesies_go_before_other_plain_messages_and_only_when_asked():
    records = [SYSTEM, GOAL, *CHAT]
    total = plan(records, keep_rounds=0).tokens.sent
    kept = plan(records, keep_rounds=0, courtesies=True)
    assert kept.tokens.sent == total  # off the budget nothing goes
    tight = {"keep_rounds": 0, "token_budget": total - 5}
    assert reasons(plan(records, **tight)) == {2: "over_budget", 3: "old_round", 4: "old_round"}
    asked = reasons(plan(records, courtesies=True, **tight))
    assert asked == {2: "fulfilled_plan", 3: "old_round", 4: "old_round"}
    asked = reasons(plan(records, courtesies=True, keep_rounds=0, token_budget=total - 20))
    assert asked[6] == "courtesy" and 5 not in asked


def test_the_goal_and_the_newest_thing_a_person_typed_stay_even_as_a_mere_thanks():
    records = [SYSTEM, user("ok"), says("You're welcome."), says("Bin 1 holds 7."), user("thanks")]
    asked = plan(records, courtesies=True, token_budget=1)
    assert [d.action for d in asked.decisions if d.message in (1, 4)] == ["anchor", "anchor"]


def announced(text, **more):
    """A history with an announcement beside its first call, just at the soft limit for deleting."""
    first = calls("c1") | {"content": text}
    records = [first, answer("c1", "7"), *ring("c2", "8"), says("15 in all, so far"), user("And bin 3?")]
    history = sum(ts.count(ts.load(records)).messages)
    keys = {"old_rounds": "keep", "keep_rounds": 1, "courtesies": True, "soft_limits": {"delete": history}}
    return [SYSTEM, GOAL, *records], keys | more


def test_beside_a_call_the_announcement_goes_and_call_and_result_stay():
    records, keys = announced("Let me look at bin 1.")
    trimmed = plan(records, **keys)
    assert reasons(trimmed)[2] == "fulfilled_plan"
    sent = next(record for record in trimmed.messages if record.get("tool_calls"))
    assert sent["tool_calls"] == records[2]["tool_calls"] and not sent.get("content")
    assert result_ids(trimmed.messages) == ["c1", "c2"]
    assert trimmed.tokens.sent == ts.count(ts.load(trimmed.document)).total
    again = ts.plan(ts.load(trimmed.document), trimmed.policy)
    assert again.document == trimmed.document


def test_beside_a_call_a_fact_stays():
    records, keys = announced("Bin 1 is the blue one.")
    assert 2 not in {i for i, why in reasons(plan(records, **keys)).items() if why == "fulfilled_plan"}


def test_what_the_newest_rounds_announce_stays():
    records, keys = announced("Let me look at bin 1.", keep_rounds=2)
    assert 2 not in reasons(plan(records, **keys))


def test_signed_thinking_keeps_the_text_beside_it():
    thinks = uses("c1")
    thinks["content"] = [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "text", "text": "Let me look."},
        *thinks["content"],
    ]
    message = ts.load(turns(GOAL, thinks, results("c1"), says("so"))).messages[1]
    assert courtesy.announcing_texts(message) == ()
    plainly = ts.load(turns(GOAL, {**thinks, "content": thinks["content"][1:]}, results("c1"), says("so"))).messages[1]
    assert [text.text for text in courtesy.announcing_texts(plainly)] == ["Let me look."]
