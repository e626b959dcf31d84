"""Bedrock Converse: blocks by key, roles that alternate whatever is trimmed."""

import copy
import json
from itertools import pairwise

import pytest

import trimscope as ts
from small import codes


def user(*blocks):
    return {"role": "user", "content": [{"text": b} if isinstance(b, str) else b for b in blocks]}


def says(*blocks):
    return {**user(*blocks), "role": "assistant"}


def use(identity, name="audit", **arguments):
    return {"toolUse": {"toolUseId": identity, "name": name, "input": arguments}}


def result(identity, *content, status="success"):
    parts = [{"text": part} if isinstance(part, str) else part for part in content or ("rack fine",)]
    return {"toolResult": {"toolUseId": identity, "content": parts, "status": status}}


GOAL = user("Audit the five racks.")


def rings(count):
    return [r for n in range(1, count + 1) for r in (says(use(f"r{n}")), user(result(f"r{n}", f"rack {n} fine")))]


def request(*records, **more):
    return {"messages": [GOAL, *records], "system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}]} | more


def plan(*records, **keys):
    return ts.plan(ts.load(request(*records)), ts.Policy(**keys))


def roles(made):
    return [record["role"] for record in made.messages]


def alternates(made):
    said = roles(made)
    return said[0] == "user" and all(a != b for a, b in pairwise(said))


def reloaded(made):
    return ts.load(copy.deepcopy(made.document), format="bedrock-converse")


def test_it_is_told_from_anthropic_by_blocks_without_a_type():
    transcript = ts.load(request(*rings(1), modelId="us.amazon.nova-pro-v1:0"))
    assert (transcript.format, transcript.provider) == ("bedrock-converse", "bedrock")
    assert [text.text for text in transcript.system] == ["Be brief."] and transcript.model.startswith("us.amazon")
    assert ts.load([user("only text")]).format == "bedrock-converse"
    anthropic = {"system": [{"type": "text", "text": "x"}], "messages": [{"role": "user", "content": "hi"}]}
    assert ts.load(anthropic).format == "anthropic-messages"


def test_blocks_are_what_they_are_and_a_cache_point_is_nothing():
    blocks = [
        {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "s"}}},
        {"reasoningContent": {"redactedContent": "A" * 900}},
        use("a"),
        {"cachePoint": {"type": "default"}},
    ]
    transcript = ts.load(request(says(*blocks)))
    assert [type(part).__name__ for part in transcript.messages[1].parts] == ["Thinking", "Media", "ToolCall"]
    picture = {"image": {"format": "png", "source": {"bytes": "A" * 900}}}
    answer = result("a", "see", picture, {"json": {"ok": True}}, status="error")
    got = ts.load(request(says(use("a")), user(answer))).messages[2].results[0]
    assert [text.text for text in got.texts] == ["see", '{"ok": true}'] and len(got.media) == 1 and got.is_error


def test_tools_stay_where_tool_blocks_would_be_refused_without_them():
    config = {"tools": [{"toolSpec": {"name": "audit", "inputSchema": {"json": {}}}}]}
    assert ts.load(request(toolConfig=config)).tools_at == ("toolConfig",)
    bound = ts.load(request(*rings(1), toolConfig=config))
    assert bound.tools_at is None and [tool.name for tool in bound.tools] == ["audit"]


def test_the_tombstone_always_stands_behind_the_goal():
    for place in ("own_message", "append_to_goal"):
        made = plan(*rings(5), keep_rounds=1, tombstone={"style": "counted", "lang": "en", "place": place})
        assert made.status == "fine" and alternates(made) and len(made.messages) == 3
        assert made.messages[0]["content"][0] == GOAL["content"][0] and len(made.messages[0]["content"]) == 2
        assert made.messages[1:] == rings(5)[-2:]
        assert ts.count(reloaded(made)).total == made.tokens.sent
        assert ts.plan(reloaded(made), made.policy).document == made.document


def test_a_later_trim_adds_its_rounds_to_that_tombstone():
    first = plan(*rings(3), keep_rounds=1)
    longer = copy.deepcopy(first.document)
    longer["messages"] += [says(use("r9")), user(result("r9"))]
    again = ts.plan(ts.load(longer), ts.Policy(keep_rounds=1))
    assert again.tombstone.rounds == 3 and len(again.messages[0]["content"]) == 2


def test_neighbours_that_trimming_makes_are_joined_and_counted_once():
    records = [says("I begin."), user("Go on."), says(use("a")), user(result("a")), says("Done."), user("Thanks.")]
    made = plan(*records, keep_rounds=0, round_unit="turn")
    assert alternates(made) and made.status == "fine"
    assert made.messages[0]["content"][0]["text"] == GOAL["content"][0]["text"]
    assert ts.count(reloaded(made)).total == made.tokens.sent
    assert made.tokens.sent == made.tokens.fixed + sum(decision.after for decision in made.decisions)
    assert ts.plan(reloaded(made), made.policy).document == made.document


def test_a_tombstone_is_known_again_behind_a_goal_that_was_joined():
    records = [*rings(2), says("Done."), user("And the cellar?"), says("Also done."), user("The roof?")]
    made = plan(*records, keep_rounds=0, round_unit="turn")
    assert roles(made) == ["user"] and len(made.messages[0]["content"]) >= 3
    longer = copy.deepcopy(made.document)
    longer["messages"] += [*rings(2)]
    again = ts.plan(ts.load(longer), ts.Policy(keep_rounds=1))
    notes = [block for block in again.messages[0]["content"] if "trim note" in block.get("text", "")]
    assert len(notes) == 1 and again.tombstone.rounds == made.tombstone.rounds + 1


def test_equal_roles_in_a_row_are_refused_and_joined_on_request():
    document = request(user("And quickly."), *rings(1))
    transcript = ts.load(document)
    assert codes(ts.group(transcript).faults) == [("same_role", "refused", 1, None)]
    assert ts.plan(transcript).status == "refused"
    made = ts.plan(transcript, ts.Policy(on_pairing_fault="repair"))
    assert made.status == "fine" and alternates(made) and len(made.messages[0]["content"]) == 2
    assert (1, "merge", "same_role") in [(d.message, d.action, d.reason) for d in made.decisions]
    assert ts.count(reloaded(made)).total == made.tokens.sent
    split = [says(use("a"), use("b")), user(result("a")), user(result("b"))]
    assert ts.group(ts.load(request(*split))).refused
    whole = plan(*split, on_pairing_fault="repair")
    assert whole.status == "fine" and len(whole.messages) == 3


def test_the_conversation_begins_with_the_user():
    transcript = ts.load({"messages": [says("Hello."), GOAL], "inferenceConfig": {}})
    assert codes(ts.group(transcript).faults) == [("first_role", "refused", 0, None)]


def test_json_is_cut_as_text_and_an_emptied_result_keeps_a_block():
    long = {"json": {"racks": ["fine"] * 200}}
    made = plan(says(use("a")), user(result("a", long, "and more")), result_limit=150)
    content = made.messages[2]["content"][0]["toolResult"]["content"]
    assert all(set(part) == {"text"} for part in content) and sum(len(part["text"]) for part in content) <= 150
    none = plan(says(use("a")), user(result("a", "one", "two")), result_limit=0)
    assert none.messages[2]["content"][0]["toolResult"]["content"] == [{"text": ""}]
    for each in (made, none):
        assert ts.count(reloaded(each)).total == each.tokens.sent


def test_results_and_text_of_one_record_are_two_messages_and_the_cache_point_goes_with_its_block():
    mixed = user(result("a"), {"cachePoint": {"type": "default"}}, "And the cellar?")
    transcript = ts.load(request(says(use("a")), mixed))
    assert [message.role for message in transcript.messages] == ["user", "assistant", "tool", "user"]
    made = plan(says(use("a")), mixed, says("Done."), keep_rounds=0)
    assert made.messages == [user("Audit the five racks.", made.tombstone.text, "And the cellar?"), says("Done.")]
    wrong = ts.load(request(says(use("a")), user("wait", result("a"))))
    assert codes(ts.group(wrong).faults) == [("displaced_result", "refused", 3, "a")]


def test_repair_writes_error_results_and_drops_orphans_without_leaving_empty_blocks():
    made = plan(says(use("a"), use("b")), user(result("a"), "go on"), on_pairing_fault="repair")
    made_up = made.messages[2]["content"][0]["toolResult"]
    assert made_up["toolUseId"] == "b" and made_up["status"] == "error" and made.status == "fine"
    orphan = plan(says(use("a")), user(result("a"), result("x")), on_pairing_fault="repair")
    assert orphan.messages[2]["content"] == [result("a")] and orphan.status == "fine"


@pytest.mark.parametrize("content", [7, ["text"], [{"toolUse": "a"}], [{"toolResult": {"content": 5}}]])
def test_what_cannot_be_read_is_named(content):
    with pytest.raises(ts.LoadError, match="Message 1"):
        ts.load(request({"role": "assistant", "content": content}), format="bedrock-converse")


# the six round trips


def test_one_call_two_parallel_and_a_user_message_after_results_stay_whole():
    for middle in (
        rings(1),
        [says(use("a"), use("b")), user(result("a"), result("b"))],
        [*rings(1), says("Done."), user("And the cellar?")],
    ):
        made = plan(*middle)
        assert made.status == "fine" and made.document is made.transcript.document


def test_a_ring_from_the_middle_goes_whole_and_broken_pairing_is_refused():
    made = plan(*rings(3), keep_rounds=2)
    assert "r1" not in json.dumps(made.messages) and made.status == "fine"
    assert made.messages[1:] == rings(3)[2:]
    for broken in ([says(use("a")), user("go on")], [says("hm"), user(result("a"))]):
        with pytest.raises(ts.PairingError):
            ts.assemble(ts.load(request(*broken)))
