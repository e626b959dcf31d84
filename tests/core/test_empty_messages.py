"""A message that says nothing: each provider refuses another kind of it, and a repair lets it go."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, calls, ring, rings, says, turns, user

BLANKS = {"null": None, "text": "", "list": []}


def faults(document, provider=None):
    return [(each.code, each.severity, each.message) for each in ts.group(ts.load(document, provider=provider)).faults]


def refused(index):
    return [("empty_message", "refused", index)]


def chat(content, *behind, **fields):
    return [SYSTEM, GOAL, *rings(1), {"role": "assistant", "content": content, **fields}, *behind]


@pytest.mark.parametrize("behind", [(), (user("go on"),)])
@pytest.mark.parametrize("blank", BLANKS)
def test_openai_refuses_null_without_calls_and_takes_an_empty_text(blank, behind):
    assert faults(chat(BLANKS[blank], *behind)) == (refused(4) if blank == "null" else [])


def test_openai_takes_null_beside_calls_a_refusal_or_a_spoken_answer():
    assert faults([GOAL, *ring("c1"), user("and?"), calls("c2")])[0][0] == "pending_call"
    assert faults(chat(None, user("so?"), refusal="I will not.")) == []
    assert faults(chat(None, user("so?"), audio={"id": "audio_1"})) == []
    assert faults(chat(None, user("so?"), reasoning_content="Hm.")) == refused(4)


@pytest.mark.parametrize("blank", BLANKS)
def test_anthropic_takes_an_empty_message_only_as_the_last_one_of_the_assistant(blank):
    empty = {"role": "assistant", "content": BLANKS[blank]}
    assert faults(turns(GOAL, empty), "anthropic") == []
    assert faults(turns(GOAL, empty, user("go on")), "anthropic") == refused(1)
    assert faults(turns(GOAL, says("so"), {**empty, "role": "user"}), "anthropic") == refused(2)


def test_gemini_refuses_an_entry_without_parts_and_takes_an_empty_text():
    def entries(*parts):
        roles = ("user", "model", "user")
        spoken = [[{"text": "Count."}], list(parts), [{"text": "Go on."}]]
        return {"contents": [{"role": role, "parts": each} for role, each in zip(roles, spoken, strict=True)]}

    assert faults(entries()) == refused(1)
    assert faults(entries({"text": ""})) == faults(entries({"text": "so"})) == []


def test_bedrock_refuses_a_message_without_blocks():
    def messages(*blocks):
        spoken = [[{"text": "Count."}], list(blocks), [{"text": "Go on."}]]
        roles = ("user", "assistant", "user")
        return {"messages": [{"role": role, "content": each} for role, each in zip(roles, spoken, strict=True)]}

    assert faults(messages(), "bedrock") == refused(1)
    assert faults(messages({"text": "so"}), "bedrock") == []


@pytest.mark.parametrize("blank", BLANKS)
def test_mistral_refuses_an_assistant_that_says_nothing_and_says_it_of_no_other(blank):
    mistral = [GOAL, says("so"), user("and?"), {"role": "assistant", "content": BLANKS[blank]}]
    assert faults(mistral, "mistral") == refused(3)
    assert faults([GOAL, says("so"), {"role": "user", "content": BLANKS[blank]}], "mistral") == []


@pytest.mark.parametrize("provider", ["ollama", "cohere", "langchain", "vercel-ai", "openai-responses"])
def test_where_nothing_is_known_nothing_is_judged(provider):
    assert faults(chat(None, user("go on")), provider) == []


@pytest.mark.parametrize("how", ["repair", "drop_ring"])
def test_a_repair_lets_it_go_and_the_plan_stops_without_one(how):
    records = chat(None, user("go on"))
    stopped = ts.plan(ts.load(records), ts.Policy())
    assert stopped.status == "refused" and stopped.messages == records
    with pytest.raises(ts.PairingError, match=r"Message 4.*says nothing"):
        ts.assemble(ts.load(records), ts.Policy())
    mended = ts.plan(ts.load(records), ts.Policy(on_pairing_fault=how))
    assert mended.status == "fine" and mended.messages == [*records[:4], records[5]]
    (gone,) = [each for each in mended.decisions if each.action == "drop"]
    assert (gone.message, gone.reason) == (4, "empty_message")
    assert mended.tokens.sent == ts.count(ts.load(mended.messages), mended.policy.profile).total
    assert ts.plan(ts.load(mended.messages), mended.policy).messages == mended.messages


def test_it_is_no_broken_pair():
    plan = ts.plan(ts.load(chat(None, user("go on"))), ts.Policy())
    points = {each.code: each.verdict for each in ts.contract(plan)}
    assert points["pairing"] == "pass"


def test_it_has_words_in_both_languages():
    assert ts.words.fault("empty_message", "en") != ts.words.fault("empty_message", "zh") != "empty_message"
