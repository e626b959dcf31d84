"""Reading a summary, joining it to an earlier one, and the checks that hold it to what it covers."""

import json

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, ring, user
from trimscope import words
from trimscope.carried.tool_classes import WRITES, class_of
from trimscope.summaries import summary
from trimscope.summaries.checks import Original, check
from trimscope.summaries.told_effects import Told, acts_of
from trimscope.words.summaries import SUMMARY_CHECKS

LINES = """[SUMMARY OF EARLIER TURNS - machine generated]
- User goal: refund order A100
- Decisions: by hand
- Tools already executed (side effects):
  - send_email id=m-77 status=ok
  - write_file path=a.py
- Open questions: None
约束：已发货，不能自动退款；需人工审核
facts: A100 is shipped
"""


def test_lines_and_json_say_the_same():
    fields = summary.read(LINES).fields
    assert fields == {
        "goal": "refund order A100",
        "decisions": ("by hand",),
        "done": ("send_email id=m-77 status=ok", "write_file path=a.py"),
        "open": (),
        "constraints": ("已发货，不能自动退款", "需人工审核"),
        "facts": ("A100 is shipped",),
    }
    as_json = {name: value if name == "goal" else list(value) for name, value in fields.items()}
    assert summary.read(as_json).fields == summary.read(json.dumps(as_json)).fields == fields


def test_the_third_articles_chinese_lines_are_read():
    text = (
        "目标：处理退款\n已完成：已查询订单；未执行退款\n未完成：退款\n约束：无\n事实：已发货\n不确定性：无\n来源：订单"
    )
    fields = summary.read(text).fields
    assert (
        fields["done"] == ("已查询订单", "未执行退款") and fields["uncertain"] == () and fields["sources"] == ("订单",)
    )


@pytest.mark.parametrize(
    ("given", "unread"),
    [
        ('{"goal": ', "Line 1"),
        ('{"goal": "x", "mood": "fine"}', "mood"),
        ("It went well.", "It went well."),
        ({"goal": "x", 7: "y"}, "7"),
    ],
)
def test_what_cannot_be_read_is_named(given, unread):
    assert summary.read(given).unread[0].startswith(unread)


def test_an_earlier_summary_is_carried_on_word_for_word():
    earlier = {"goal": "g", "done": ["a"], "open": ["b", "c"], "constraints": [], "facts": ["f"]}
    new = {"goal": "", "done": ("b",), "open": (), "constraints": (), "facts": ("f", "h"), "sources": ("s",)}
    assert summary.merged(earlier, new) == {
        "goal": "g",
        "done": ["a", "b"],
        "open": ["c"],
        "constraints": [],
        "facts": ["f", "h"],
        "sources": ["s"],
    }


def test_the_checksum_of_a_joined_range_is_that_of_its_messages():
    transcript = ts.load([SYSTEM, GOAL, *ring("c1"), *ring("c2")])
    hashes = [summary.of_message(message) for message in transcript.messages]
    first = {"checksum": summary.checksum(hashes[2:4])}
    assert summary.checksum(hashes[4:6], first) == summary.checksum_of(transcript, range(2, 6))
    assert summary.checksum(hashes[4:6]) != summary.checksum_of(transcript, range(2, 6))


STORY = [
    SYSTEM,
    user("Refund order A100, and tell the customer at shop-17."),
    calls("c1", tool="get_order", order_id="A100", customer="CU-88"),
    answer("c1", '{"status": "shipped", "warehouse": "WH-9"}'),
    calls("c2", tool="refund_order", order_id="A100"),
    answer("c2", '{"refund_id": "RF-500"}'),
    calls("c3", tool="send_email", to="shop-17"),
    answer("c3", "Error: mailbox full"),
    calls("c4", tool="book_room", room="R-204"),
    answer("c4", "request timed out"),
]
TRUE = {
    "goal": "Refund order A100",
    "done": ["refund_order A100 (RF-500)"],
    "open": ["send_email to shop-17: failed"],
    "constraints": [],
    "facts": ["A100 of CU-88 is shipped, WH-9"],
    "uncertain": ["book_room R-204: unknown, ask before repeating"],
    "sources": ["get_order", "message 4"],
}


def judged(changes=None, ledger=False, records=STORY, **about):
    """The codes of the checks that a summary of the story does not pass, and their evidence."""
    transcript = ts.load(records)
    messages = transcript.messages[2:]
    rings = ts.group(transcript)
    acts = [act for _, act in acts_of(transcript, None, range(len(transcript.messages)), rings.pairs)]
    names = list(dict.fromkeys(call.name for message in messages for call in message.calls))
    decided = [act for act in acts if act.outcome != "undecided"]
    writers = [name for name in names if class_of(name) in WRITES]
    told = Told(decided, writers, names, "", ledger, len(decided) < len(acts))
    given = summary.read(TRUE | (changes or {}))
    actual = {
        "covers": {"first": 2, "last": len(records) - 1, "messages": len(messages)},
        "version": 1,
        "checksum": "s",
    }
    value = {**summary.merged(None, given.fields), **actual}
    kept = transcript.messages[:2]
    checks = check(value, given, Original(messages, kept, None, told, value, about.get("overlaps", False)))
    assert {each.code for each in checks} | {"size", "gain"} == set(SUMMARY_CHECKS)
    return {each.code: each.evidence for each in checks if not each.passed}


def test_a_true_summary_passes_every_check():
    assert judged() == {}


@pytest.mark.parametrize(
    ("changes", "code", "evidence"),
    [
        ({"goal": ""}, "fields", ("goal",)),
        ({"covers": {"first": 2, "last": 5}}, "range", ("2-9",)),
        ({"covers": "all"}, "range", ("2-9",)),
        ({"version": 3}, "version", ("1",)),
        ({"checksum": "sha256:0"}, "checksum", ("s",)),
        ({"facts": ["A100 is shipped, WH-9"]}, "entities", ("CU-88",)),
        ({"facts": ["A100 of CU-88 is shipped, WH-9, by truck TR-77"]}, "invented", ("TR-77",)),
        ({"done": []}, "effects_missing", ("refund_order RF-500 A100",)),
        ({"done": ["refund_order A100 was not executed"]}, "effects_missing", ("refund_order RF-500 A100",)),
        ({"done": [*TRUE["done"], "send_email shop-17"]}, "effects_claimed", ("send_email shop-17",)),
        ({"done": [*TRUE["done"], "book_room R-204"]}, "effects_claimed", ("book_room R-204",)),
        ({"done": [*TRUE["done"], "已取消订单 A100"]}, "effects_claimed", ("已取消订单 A100",)),
        ({"done": [*TRUE["done"], "room R-204 booked"]}, "effects_claimed", ("room R-204 booked",)),
        ({"decisions": ["The mail to shop-17 was sent"]}, "effects_claimed", ("The mail to shop-17 was sent",)),
        ({"uncertain": ["R-204"]}, "unfinished", ("book_room R-204",)),
        (
            {"open": [*TRUE["open"], "refund_order A100"]},
            "unfinished",
            ("refund_order A100",),
        ),
        ({"sources": ["the newspaper"]}, "sources", ("the newspaper",)),
    ],
)
def test_each_check_finds_what_is_wrong_and_names_it(changes, code, evidence):
    assert judged(changes) == {code: evidence}


def test_what_was_refunded_in_words_must_have_been_refunded():
    # the third source article's example: a claimed refund without a successful result refuses the summary
    records = [*STORY[:4], calls("c2", tool="refund_order", order_id="A100"), answer("c2", "Error: locked")]
    changes = {"open": ["refund_order A100: failed"], "uncertain": [], "facts": ["shop-17, CU-88"], "sources": []}
    assert judged({**changes, "done": []}, records=records) == {}
    for claim in ("已退款", "Refunded the order", "refund_order A100"):
        assert list(judged({**changes, "done": [claim]}, records=records)) == ["effects_claimed"]
    for told in ("未执行退款", "no refund was made"):
        assert judged({**changes, "done": [told]}, records=records) == {}


def test_a_ledger_carries_the_effects_but_covers_no_false_claim():
    silent = {"done": [], "open": ["shop-17"], "uncertain": ["R-204"]}
    assert set(judged(silent)) == {"effects_missing", "unfinished"}
    assert judged(silent, ledger=True) == {}
    assert set(judged({**silent, "done": ["send_email shop-17"]}, ledger=True)) == {"effects_claimed"}


def test_a_shell_may_have_done_anything():
    records = [*STORY, calls("c5", tool="bash", command="rm -r old"), answer("c5", "")]
    assert judged({"done": [*TRUE["done"], "deleted the old folder"]}, records=records) == {}
    assert set(judged({"done": [*TRUE["done"], "deleted the old folder"]})) == {"effects_claimed"}


def test_a_retry_that_worked_leaves_nothing_open():
    again = [calls("c5", tool="send_email", to="shop-17"), answer("c5", "ok")]
    done = {"done": [*TRUE["done"], "send_email shop-17"], "open": []}
    assert judged(done, records=[*STORY, *again]) == {}
    assert set(judged({"done": done["done"]}, records=[*STORY, *again])) == {"unfinished"}


def test_a_history_that_is_here_once_more_is_an_overlap():
    assert set(judged(overlaps=True)) == {"overlap"}


def test_every_check_has_words_in_both_languages():
    for code in SUMMARY_CHECKS:
        assert words.summary_check(code) != words.summary_check(code, "zh") != code


def test_a_draft_of_rules_passes_the_checks_it_is_for():
    transcript = ts.load(STORY)
    draft = ts.draft_summary(transcript, range(2, len(STORY)))
    assert judged({**draft, "checksum": "s"}) == {}
    assert draft["checksum"] == summary.checksum_of(transcript, range(2, len(STORY)))
    assert draft["done"] == ["refund_order RF-500 A100"] and len(draft["open"]) == len(draft["uncertain"]) == 1


def test_a_draft_holds_nothing_a_result_says_in_words():
    text = json.dumps(ts.draft_summary(ts.load(STORY), range(2, len(STORY))))
    assert "mailbox" not in text and "shipped" not in text


@pytest.mark.parametrize("messages", [[], [99], range(2, 4), [-1]])
def test_a_range_that_is_nowhere_or_cuts_a_ring_is_refused(messages):
    records = [SYSTEM, GOAL, calls("c1"), user("wait"), answer("c1")]
    with pytest.raises(ts.PolicyError, match="messages"):
        ts.draft_summary(ts.load(records), messages)
