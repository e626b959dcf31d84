"""De-duplication: a result that stands again is sent once, and is never lost."""

import json

import pytest
from hypothesis import assume, given, settings

import trimscope as ts
from histories import FORMATS, documents, has_budget, policies
from small import GOAL, SYSTEM, answer, calls, plan, results, ring, says, turns, uses
from trimscope.texts import repeats, stub

LOG = "".join(f"line {i}: all is well\n" for i in range(30))
ERROR = "Error: the deluxe suite does not fit two guests, choose another room type or fewer guests"


def contents(sent):
    return [record["content"] for record in sent.messages if record["role"] == "tool"]


def actions(sent):
    return [(d.action, d.reason) for d in sent.decisions if d.message is not None and d.message > 1]


def test_the_newest_copy_stays_and_older_ones_name_it():
    sent = plan([SYSTEM, GOAL, *ring("a", LOG), *ring("b", LOG), *ring("c", LOG), says("so")], dedupe=True)
    line = f"[same result as call c: count_bin, {len(LOG)} chars]"
    assert contents(sent) == [line, line, LOG]
    assert actions(sent)[1] == actions(sent)[3] == ("dedupe", "repeated_result")
    assert plan(sent.messages, dedupe=True).messages == sent.messages


def test_the_same_error_says_how_often_it_came():
    records = [SYSTEM, GOAL, *ring("a", ERROR), *ring("b", ERROR), *ring("c", ERROR), says("so")]
    assert contents(plan(records, dedupe=True)) == ["[the same error 3 times, see call c: count_bin]"] * 2 + [ERROR]
    sent = plan(records, dedupe=True, tombstone={"lang": "zh"})
    assert contents(sent)[0] == "[同一错误出现 3 次，见调用 c ：count_bin]"
    assert actions(sent)[1] == ("dedupe", "repeated_error")


def test_another_tool_another_text_or_too_short_a_text_is_no_copy():
    records = [SYSTEM, GOAL, *ring("a", LOG), *ring("b", LOG, "read"), *ring("c", LOG + "x"), *ring("d"), *ring("e")]
    assert plan(records, dedupe=True, keep_rounds=9).messages == records


def test_copies_are_told_by_what_the_whitelist_keeps():
    texts = [json.dumps({"rooms": "suite " * 20, "took_ms": 100 + i}) for i in range(2)]
    records = [SYSTEM, GOAL, *ring("a", texts[0]), *ring("b", texts[1]), says("so")]
    assert "call b" not in contents(plan(records, dedupe=True))[0]
    assert "call b" in contents(plan(records, dedupe=True, field_whitelist={"count_bin": ["rooms"]}))[0]


def test_two_results_of_one_message_can_be_copies():
    document = turns(GOAL, uses("a", "b"), results("a", "b", text=LOG))
    blocks = ts.plan(ts.load(document), ts.Policy(dedupe=True)).messages[2]["content"]
    assert [block["content"] for block in blocks] == [f"[same result as call b: count_bin, {len(LOG)} chars]", LOG]


def test_a_pinned_copy_stays_and_can_be_the_one_that_is_named():
    records = [SYSTEM, GOAL, *ring("a", LOG), *ring("b", LOG), *ring("c", LOG), says("so")]
    assert contents(plan(records, dedupe=True, pins=("call:a",)))[0] == LOG
    assert "call c" in contents(plan(records, dedupe=True, pins=("call:c",)))[0]


def test_a_line_that_would_not_fit_the_limit_is_not_written():
    records = [SYSTEM, GOAL, *ring("a", LOG), *ring("b", LOG), says("so")]
    assert all(len(text) <= 20 for text in contents(plan(records, dedupe=True, result_limit=20)))


def both_calls(first, second):
    """A ring of two calls of two tools."""
    return [{"role": "assistant", "content": None, "tool_calls": [*first["tool_calls"], *second["tool_calls"]]}]


EXCLUDED = [
    SYSTEM, GOAL, *both_calls(calls("a", tool="read"), calls("k", tool="book")), answer("a", LOG), answer("k"),
    *ring("b", LOG, "read"), *ring("c", "x", "read"), says("so"),
]  # fmt: skip


def test_a_copy_gets_its_text_back_when_the_one_it_names_goes():
    keys = {"dedupe": True, "keep_rounds": 1, "exclude_tools": ("book",)}
    assert (
        contents(plan(EXCLUDED, **(keys | {"keep_rounds": 3})))[0] == f"[same result as call b: read, {len(LOG)} chars]"
    )
    sent = plan(EXCLUDED, **keys)
    assert contents(sent)[0] == LOG
    assert actions(sent)[1] == ("keep", "copy_came_back")
    cut = plan(EXCLUDED, result_limit=200, observations=True, **keys)
    assert len(contents(cut)[0]) < 400 and "left out" in contents(cut)[0] and actions(cut)[1][0] == "truncate"


@pytest.mark.parametrize("how", ["compact", "clear"])
def test_a_copy_gets_its_text_back_when_the_one_it_names_is_replaced_and_it_is_not(how):
    sent = plan(EXCLUDED, dedupe=True, keep_rounds=1, exclude_tools=("book",), old_rounds=how)
    assert contents(sent)[0] == LOG and stub.is_replacement(contents(sent)[2])


def test_copies_that_are_old_together_keep_their_line():
    records = [SYSTEM, GOAL, *ring("a", LOG), *ring("b", LOG), *ring("c"), says("so")]
    sent = plan(records, dedupe=True, keep_rounds=1, old_rounds="clear")
    assert repeats.is_repeat(contents(sent)[0]) and stub.is_replacement(contents(sent)[1])
    assert plan(sent.messages, dedupe=True, keep_rounds=1, old_rounds="clear").messages == sent.messages


def test_keep_errors_counts_an_error_that_repeats_once():
    other = "Error: the card was declined by the bank, ask for another way to pay"
    records = [SYSTEM, GOAL, *ring("o", other), *ring("a", ERROR), *ring("b", ERROR), *ring("c"), says("so")]
    kept = {"keep_rounds": 1, "keep_errors": 2}
    assert contents(plan(records, **kept))[:-1] == [ERROR, ERROR]
    assert contents(plan(records, dedupe=True, **kept))[:-1] == [other, ERROR]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["c1", None, "a]\nb[", "x" * 500, "\ud800"])
@pytest.mark.parametrize("error", [True, False])
def test_a_line_is_recognised_whatever_it_names(lang, name, error):
    line = repeats.Repeat(name or "", 10**9, 10**6, error, name).text(lang)
    assert repeats.is_repeat(line) and stub.is_stub(line) and "\n" not in line
    assert not repeats.is_repeat(line + " ") and not repeats.is_repeat(f"so: {line}")


@pytest.mark.parametrize("format", FORMATS)
def test_what_a_line_names_is_sent_as_a_result(format):
    @settings(max_examples=120)
    @given(documents(format), policies(dedupe=True, pins=()))
    def holds(document, policy):
        assume(document["messages"] and has_budget(policy) and policy.old_rounds in ("drop", "keep"))
        stored = {text for message in ts.load(document, format=format).messages for text in spoken(message)}
        plan = ts.plan(ts.load(document, format=format), policy)
        assume(plan.messages and plan.status != "refused")
        sent = [part for message in ts.load(plan.document, format=format).messages for part in message.results]
        for result in sent:
            text = "".join(each.text for each in result.texts)
            if repeats.is_repeat(text) and text not in stored:
                named = text.partition("call " if "call " in text else "调用 ")[2].split(":")[0].split(" ")[0]
                whole = ["".join(t.text for t in each.texts) for each in sent if each.call_id == named]
                assert any(not stub.is_stub(each) for each in whole)

    holds()


def spoken(message):
    return ["".join(each.text for each in result.texts) for result in message.results]
