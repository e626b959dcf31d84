"""A value that a tool call used is lost when all it came from would have been out of sight."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, counted, says, turns, user, uses
from trimscope.replaying.references import CallValues
from trimscope.replaying.replay import replay
from trimscope.replaying.sent_texts import texts_of
from trimscope.replaying.value_index import ValueIndex, ValueRule
from trimscope.texts.stub import json_of
from trimscope.values.leaf_values import leaves
from trimscope.values.occurrence import occurs

VALUES = ["BIN-001", "BIN-0012", "src/app/main.py", "src/app/main.p", 21005, 100, "箱子一号", 'say "hi"\\n', "a@b.c"]


def lost(records, **keys):
    found = replay(ts.load(records), ts.Policy(**{"keep_rounds": 1, **keys}))
    return [(each.call, each.tool, each.value, each.source, each.hidden_at, each.action) for each in found.lost]


def run(*more):
    first = [calls("a", tool="find"), answer("a", "the order is ORD-77123, paid")]
    return [SYSTEM, GOAL, *first, *(r for i in range(3) for r in (calls(f"b{i}"), answer(f"b{i}"))), *more]


def test_a_value_whose_only_source_was_dropped_is_lost():
    assert lost(run(calls("z", tool="refund", order="ORD-77123"))) == [(5, "refund", "ORD-77123", 3, 3, "drop")]


def test_a_value_in_sight_is_not_lost():
    call = calls("z", tool="refund", order="ORD-77123")
    assert lost(run(call), keep_rounds=9) == []
    assert lost(run(user("It is ORD-77123."), call)) == []  # the newest user message stays
    named = run(calls("y", tool="look", order="ORD-77123"), answer("y"), call)
    assert lost(named)[1:] == []  # the call before names it


def test_the_models_own_values_do_not_count():
    found = replay(ts.load(run(calls("z", order="ORD-99999"))), ts.Policy(keep_rounds=1))
    assert (found.totals.grounded, found.totals.lost) == (0, 0)


def test_what_a_stub_the_ledger_or_a_cut_result_still_says_is_not_lost():
    call = calls("z", tool="refund", order="ORD-77123")
    assert lost(run(call), old_rounds="compact") == lost(run(call), old_rounds="clear") == []  # shorter than a stub
    long = [SYSTEM, GOAL, calls("a", tool="find"), answer("a", "the order is ORD-77123. " + "paid " * 400)]
    more = [calls("b"), answer("b"), calls("c"), answer("c"), call]
    assert lost([*long, *more], old_rounds="compact") == []
    assert lost([*long, *more], old_rounds="clear") == [(4, "refund", "ORD-77123", 3, 3, "clear")]
    assert lost([*long, call], result_limit=400) == []
    cut = [SYSTEM, GOAL, calls("a", tool="find"), answer("a", "paid " * 400 + "ORD-77123 " + "paid " * 400)]
    assert lost([*cut, call], result_limit=400) == [(2, "refund", "ORD-77123", 3, 0, "truncate")]
    sent = [SYSTEM, GOAL, calls("a", tool="send_email", order="ORD-77123"), answer("a", '{"status": "sent"}'), *more]
    assert lost(sent) == [(4, "refund", "ORD-77123", 2, 3, "drop")] and lost(sent, ledger={}) == []


def test_a_system_prompt_and_tools_that_are_no_message_are_always_in_sight():
    call = uses("z")
    call["content"][0]["input"] = {"shop": "SHOP-8812", "kind": "wholesale"}
    tool = {"name": "count_bin", "input_schema": {"enum": ["wholesale"]}}
    document = turns(user("Go."), call, system="You work for SHOP-8812.", tools=[tool])
    assert replay(ts.load(document), ts.Policy(keep_rounds=0)).totals.grounded == 2
    assert lost(document) == []


@pytest.mark.parametrize(
    ("value", "text", "stands"),
    [
        ("A100", "A100, A1", True),
        ("A100", "XA100", False),
        ("100", "21005", False),
        ("100", "-100%", True),
        ("src/app", "src/app/main.py", True),
        ("src/app/main.p", "src/app/main.py", False),
        ("箱子一号", "找箱子一号吧", True),
        ("aa aa", "aa aa aa", True),
    ],
)
def test_a_value_stands_as_a_word_of_its_own(value, text, stands):
    assert bool(list(ValueIndex([value]).found_in(text))) is stands is occurs(value, text)


def test_what_counts_as_a_value():
    rule = ValueRule()
    assert [rule.value(leaf) for leaf in ("abc", "abcd", "-----", True, 99, -100, 100.5, None, "x" * 201)] == [
        *(None, "abcd", None, None, None, "-100", "100.5", None, None)
    ]
    assert ValueRule(shortest=3).value("abc") == "abc" and ValueRule(smallest=10).value(99) == "99"


PIECES = st.lists(st.sampled_from(["ab", "A1", "0", "-", "/", " ", "箱", "é", "ab1"]), max_size=8).map("".join)


@given(st.lists(PIECES, max_size=60), st.lists(PIECES, max_size=6).map("".join))
def test_the_index_finds_what_a_scan_for_each_value_finds(values, text):
    wanted = [value for value in values if ValueRule(shortest=1).value(value)]
    index = ValueIndex(wanted)
    assert {index.values[n] for n in index.found_in(text)} == {value for value in wanted if occurs(value, text)}


@st.composite
def histories(draw):
    pick = st.sampled_from(VALUES)
    records = [SYSTEM, {"role": "user", "content": f"Start with {draw(pick)}."}]
    for number in range(draw(st.integers(1, 9))):
        kind = draw(st.sampled_from(["ring", "ring", "ring", "user", "says"]))
        said = " and ".join(str(draw(pick)) for _ in range(draw(st.integers(0, 3))))
        filler = "bolt " * draw(st.sampled_from([0, 3, 60]))
        if kind == "user":
            records.append(user(f"Now {said}."))
        elif kind == "says":
            records.append(says(f"I see {said}."))
        else:
            used = {f"k{i}": draw(pick) for i in range(draw(st.integers(0, 3)))}
            tool = draw(st.sampled_from(["read", "send_email"]))
            records += [calls(f"c{number}", tool=tool, **used), answer(f"c{number}", f"{filler}{said} {filler}")]
    return records


POLICIES = st.fixed_dictionaries(
    {"keep_rounds": st.integers(0, 3)},
    optional={
        "old_rounds": st.sampled_from(["drop", "compact", "clear", "keep"]),
        "round_unit": st.sampled_from(["ring", "turn", "user_turn"]),
        "trigger": st.sampled_from(["always", "watermark"]),
        "history": st.sampled_from(["raw", "persisted"]),
        "token_budget": st.sampled_from([80, 200, 500]),
        "result_limit": st.sampled_from([40, 200]),
        "ledger": st.just({}),
        "clear_tool_inputs": st.just(True),
        "tombstone": st.sampled_from([{"style": "stable"}, {"style": "off"}, {"place": "append_to_goal"}]),
    },
)


def texts_in(record):
    """Everything that a record of an OpenAI chat says, with the values of arguments as they read without escapes."""
    content = record["content"]
    yield from [part["text"] for part in content] if isinstance(content, list) else [content or ""]
    for call in record.get("tool_calls") or ():
        arguments = call["function"]["arguments"]
        yield from (call["function"]["name"], arguments)
        yield from (leaf for leaf in leaves(json.loads(arguments)) if isinstance(leaf, str))


def by_looking_everywhere(records, policy):
    """The lost references, by looking for every value in every message and in the whole request, at every call."""
    transcript, found = ts.load(records), []
    for plan in ts.run(transcript, policy):
        if plan.call > len(transcript.call_indexes):
            break
        index = transcript.call_indexes[plan.call - 1]
        sent = [text for record in plan.messages for text in texts_in(record)]
        for position, call in enumerate(transcript.messages[index].calls):
            for leaf in leaves(json_of(call.arguments)):
                value = ValueRule().value(leaf)
                if value is None:
                    continue
                stands = [i for i in range(index) if any(occurs(value, text) for text in texts_in(records[i]))]
                key = (plan.call, position, value, len(stands))
                if stands and not any(occurs(value, text) for text in sent) and key not in found:
                    found.append(key)
    return found


@settings(max_examples=150)
@given(histories(), POLICIES)
def test_lost_references_are_those_of_looking_everywhere(records, keys):
    policy = ts.Policy(**keys)
    found = replay(ts.load(records), policy).lost
    told = [(each.call, each.position, each.value, each.sources) for each in found]
    assert told == by_looking_everywhere(records, policy)


@settings(max_examples=60)
@given(histories(), POLICIES)
def test_a_lost_reference_names_a_source_and_the_decision_that_hid_it(records, keys):
    policy = ts.Policy(**keys)
    transcript = ts.load(records)
    plans = {plan.call: plan for plan in ts.run(transcript, policy)}
    for each in replay(transcript, policy).lost:
        assert any(occurs(each.value, text) for text in texts_of(transcript.messages[each.source]))
        at = plans[each.hidden_at or next(c for c, p in plans.items() if each.source in p.view.history)]
        decision = next(d for d in at.decisions if d.message == each.source)
        assert (decision.action, decision.reason) == (each.action, each.reason)


def test_the_values_grow_with_the_text_and_the_calls():
    work = []
    for size in (50, 200):
        records = [SYSTEM, GOAL]
        for i in range(size):
            path = f"src/app/module_{i // 3}.py"
            seen = f"see {path} and src/app/x{i}.py " * 5
            records += [calls(f"c{i}", path=path, shared="src/app"), answer(f"c{i}", seen)]
        values = CallValues(ts.load(records))
        work.append(counted(lambda v=values: [v.in_message(m.index) for m in v.transcript.messages]))
    assert work[1] < 5 * work[0]
