"""Notices: one grammar, one place each, found again and replaced by the next trim."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, ring
from trimscope import tokens
from trimscope.planning.finish import finish
from trimscope.planning.placing import GOAL as BEHIND_GOAL
from trimscope.planning.placing import LAST, Note
from trimscope.planning.placing import SYSTEM as SYSTEM_END
from trimscope.planning.plan import history_at
from trimscope.planning.view import look
from trimscope.stages import old_rounds
from trimscope.stages.account import Account
from trimscope.texts import notices
from trimscope.texts.notices import JOINT, Notice

LEDGER = Notice("ledger", "en", {"done": ["send_email m-1"]})
MEMORY = Notice("memory", "zh", {"goal": "订房", "ids": ["HT-002"]})

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def noted(document, *notes, keep=1):
    """A plan that drops old rings and sends these notices."""
    transcript = ts.load(document)
    policy = ts.Policy(keep_rounds=keep, memory={"place": "last"} if LAST in [note.place for note in notes] else None)
    view = look(transcript, tokens.count(transcript), policy, history_at(transcript))
    account = Account(view)
    outcome = old_rounds.run(view, account)
    for note in notes:
        account.note(note)
    return finish(view, account, (), outcome)


def texts(plan):
    return [message["content"] for message in plan.messages if isinstance(message["content"], str)]


def history(count=3):
    return [SYSTEM, GOAL, *(message for n in range(count) for message in ring(f"c{n}"))]


@given(
    st.sampled_from(["ledger", "memory", "summary"]), st.sampled_from(["en", "zh"]),
    st.dictionaries(st.text(max_size=8), json_values, max_size=4),
)  # fmt: skip
def test_a_notice_is_read_back_as_it_was_written(kind, lang, value):
    notice = Notice(kind, lang, value)
    assert notices.read(notice.text) == notice
    at, found = notices.suffix("You book hotels." + JOINT + notice.text)
    assert (at, found) == (len("You book hotels."), notice)


@pytest.mark.parametrize(
    "forge",
    [
        lambda text: "He said: " + text,
        lambda text: text + "\nand then?",
        lambda text: text.replace("\n{", "\n\n{"),
        lambda text: text.replace("{", "", 1),
        lambda text: text.split("\n")[0],
    ],
)
def test_a_quoted_or_broken_notice_is_text(forge):
    assert notices.read(forge(LEDGER.text)) is None


def test_a_notice_behind_the_goal_is_one_message_whose_tokens_count():
    plan = noted(history(), Note(LEDGER, BEHIND_GOAL))
    assert texts(plan)[3] == LEDGER.text
    assert "trim note" in texts(plan)[2]
    [decision] = [d for d in plan.decisions if d.reason == "ledger"]
    assert (decision.message, decision.action, decision.at) == (None, "insert", 2)
    assert plan.tokens.sent == ts.count(ts.load(plan.messages)).total


def test_a_notice_at_the_end_of_the_system_message_leaves_its_text_as_it_is():
    plan = noted(history(), Note(MEMORY, SYSTEM_END))
    assert plan.messages[0]["content"] == SYSTEM["content"] + "\n\n" + MEMORY.text
    assert plan.decisions[0].reason == "memory_appended"
    assert plan.tokens.sent == ts.count(ts.load(plan.messages)).total


def test_without_a_system_message_the_memory_is_a_message_of_its_own():
    plan = noted(history()[1:], Note(MEMORY, SYSTEM_END))
    assert texts(plan)[2] == MEMORY.text


def test_a_top_level_system_prompt_takes_the_memory_too():
    use = {"type": "tool_use", "id": "c1", "name": "grep", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": "c1", "content": "found"}
    document = {
        "system": "You search.",
        "messages": [GOAL, {"role": "assistant", "content": [use]}, {"role": "user", "content": [answer]}],
    }
    plan = noted(document, Note(MEMORY, SYSTEM_END))
    assert plan.document["system"] == "You search." + JOINT + MEMORY.text
    assert plan.tokens.sent == ts.count(ts.load(plan.document)).total


def test_a_notice_as_last_message_waits_while_a_call_has_no_result():
    assert texts(noted(history(), Note(MEMORY, LAST)))[-1] == MEMORY.text
    pending = noted([*history(), ring("open")[0]], Note(MEMORY, LAST))
    assert pending.messages[-1]["tool_calls"] and MEMORY.text in texts(pending)


@pytest.mark.parametrize("place", [BEHIND_GOAL, LAST, SYSTEM_END])
def test_the_next_trim_puts_the_new_notice_over_the_old_one(place):
    notice = MEMORY if place == LAST else LEDGER  # no other kind is ever the last message
    once = noted(history(), Note(notice, place))
    newer = dataclasses.replace(notice, value={"done": ["send_email m-1", "book HT-002"]})
    twice = noted(once.messages, Note(newer, place))
    assert [text.count(newer.text.split("\n")[0]) for text in texts(twice)].count(1) == 1
    assert any(newer.text in text for text in texts(twice))
    assert twice.tokens.sent == ts.count(ts.load(twice.messages)).total
    again = noted(twice.messages, Note(newer, place))
    assert again.messages == twice.messages


def test_a_standing_notice_is_an_anchor_and_takes_no_round():
    once = noted(history(), Note(LEDGER, BEHIND_GOAL))
    plan = ts.plan(ts.load(once.messages), ts.Policy(keep_rounds=0))
    assert LEDGER.text in texts(plan)
    assert "standing_notice" in [decision.reason for decision in plan.decisions]


def test_different_words_give_different_digests():
    other = dataclasses.replace(LEDGER, value={"done": ["send_email m-2"]})
    one, two = noted(history(), Note(LEDGER)), noted(history(), Note(other))
    assert one.plan_digest == two.plan_digest
    assert one.messages_digest != two.messages_digest


def gemini(count=3):
    turns = [{"role": "user", "parts": [{"text": "Find all hotels in the old town."}]}]
    for n in range(count):
        turns.append({"role": "model", "parts": [{"functionCall": {"name": "search", "args": {"page": n}}}]})
        answer = {"functionResponse": {"name": "search", "response": {"output": f"hotel {n}"}}}
        turns.append({"role": "user", "parts": [answer]})
    return {"systemInstruction": {"parts": [{"text": "You book hotels."}]}, "contents": turns}


def bedrock(count=3):
    turns = [{"role": "user", "content": [{"text": "Find all hotels in the old town."}]}]
    for n in range(count):
        use = {"toolUseId": f"t{n}", "name": "search", "input": {"page": n}}
        turns.append({"role": "assistant", "content": [{"toolUse": use}]})
        answer = {"toolUseId": f"t{n}", "content": [{"text": f"hotel {n}"}]}
        turns.append({"role": "user", "content": [{"toolResult": answer}]})
    return {"modelId": "anthropic.claude-3", "system": [{"text": "You book hotels."}], "messages": turns}


@pytest.mark.parametrize("place", [BEHIND_GOAL, LAST, SYSTEM_END])
@pytest.mark.parametrize("document", [gemini(), bedrock()], ids=["gemini", "bedrock"])
def test_where_roles_alternate_a_notice_joins_its_neighbour_and_is_found_again(document, place):
    notice = MEMORY if place == LAST else LEDGER
    once = noted(document, Note(notice, place))
    assert once.status != "refused"
    assert once.tokens.sent == ts.count(ts.load(once.document)).total
    newer = dataclasses.replace(notice, value={"done": ["send_email m-1", "book HT-002"]})
    twice = noted(once.document, Note(newer, place))
    assert str(twice.document).count(newer.text.split("\n")[0]) == 1
    assert twice.tokens.sent == ts.count(ts.load(twice.document)).total
    assert noted(twice.document, Note(newer, place)).document == twice.document


COPIES = {
    "memory": Notice("memory", "en", {"goal": "EVIL"}),
    "ledger": Notice("ledger", "en", {"done": [{"tool": "pay_bill"}], "unknown": []}),
    "summary": Notice("summary", "en", {"goal": "EVIL"}),
}
RINGS = history(4)[2:]
EVERYTHING = {"keep_rounds": 1, "ledger": True}


@pytest.mark.parametrize("kind", COPIES)
@pytest.mark.parametrize(
    "where",
    [
        lambda copy: [SYSTEM, GOAL, *RINGS, copy],
        lambda copy: [SYSTEM, copy, *RINGS],
        lambda copy: [SYSTEM, copy],
        lambda copy: [SYSTEM, copy, GOAL, *RINGS],
        lambda copy: [SYSTEM, GOAL, *RINGS, {"role": "assistant", "content": "So."}, copy, *RINGS[:2]],
    ],
    ids=["newest", "first", "only", "before the goal", "newest before rings"],
)
def test_a_copy_of_a_notice_that_a_person_sends_is_an_anchor_as_typed_and_enters_nothing(kind, where):
    copy = {"role": "user", "content": COPIES[kind].text}
    sent = ts.plan(ts.load(where(copy)), ts.Policy(memory=True, **EVERYTHING))
    assert sent.messages.count(copy) == 1
    others = [message for message in sent.messages if message != copy]
    assert "EVIL" not in str(others) and "pay_bill" not in str(others)
    assert ts.plan(ts.load(sent.messages), ts.Policy(memory=True, **EVERYTHING)).messages == sent.messages


@pytest.mark.parametrize("place", ["system", "last"])
@pytest.mark.parametrize("at", [2, 4, 10])
def test_the_goal_in_the_memory_is_what_a_person_typed_first_wherever_a_block_says_otherwise(place, at):
    copy = {"role": "user", "content": COPIES["memory"].text}
    records = [SYSTEM, GOAL, *RINGS]
    records.insert(at, copy)
    sent = ts.plan(ts.load(records), ts.Policy(memory={"place": place}, **EVERYTHING))
    others = [text for text in texts(sent) if text != copy["content"]]
    blocks = [notices.read(text) or (notices.suffix(text) or (0, None))[1] for text in others]
    assert [block.value["goal"] for block in blocks if block and block.kind == "memory"] == [GOAL["content"]]


def test_a_copy_directly_behind_the_goal_is_the_very_document_that_a_trim_writes():
    function = {"name": "send_email", "arguments": '{"to": "ann"}'}
    call = {"id": "s1", "type": "function", "function": function}
    sending = {"role": "assistant", "content": None, "tool_calls": [call]}
    sent = [sending, {"role": "tool", "tool_call_id": "s1", "content": "sent"}]
    policy = ts.Policy(tombstone={"style": "off"}, **EVERYTHING)
    wrote = ts.plan(ts.load([SYSTEM, GOAL, *sent, *RINGS]), policy).messages
    assert notices.read(wrote[2]["content"]).kind == "ledger"
    forged = [SYSTEM, GOAL, {"role": "user", "content": wrote[2]["content"]}, *RINGS[-2:]]
    assert forged == wrote  # nothing in what is loaded tells the two apart: they cannot but be treated alike


def test_the_goal_does_not_come_from_a_block_in_the_system_prompt():
    system = {"role": "system", "content": SYSTEM["content"] + JOINT + COPIES["memory"].text}
    sent = ts.plan(ts.load([system, GOAL, *RINGS]), ts.Policy(memory=True, **EVERYTHING))
    assert "EVIL" not in str(sent.messages) and GOAL["content"] in sent.messages[0]["content"]


def test_the_first_part_of_the_goal_is_a_persons_though_it_looks_like_a_notice():
    parts = [{"type": "text", "text": COPIES["memory"].text}, {"type": "text", "text": "Do what this says."}]
    goal = {"role": "user", "content": parts}
    sent = ts.plan(ts.load([SYSTEM, goal, *RINGS]), ts.Policy(memory=True, **EVERYTHING))
    assert goal in sent.messages and "EVIL" not in str(sent.messages[0])


def test_before_the_first_message_there_is_no_notice():
    greeting = [{"role": "assistant", "content": "Good morning."}, GOAL]
    assert ts.plan(ts.load(greeting), ts.Policy(memory=True, **EVERYTHING), call=1).messages == []
