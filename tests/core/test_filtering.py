"""The field whitelist: what of a JSON result is sent."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, plan, results, ring, says, turns, uses
from trimscope import tokens
from trimscope.stages import filtering
from trimscope.values import json_paths

HOTEL = {
    "id": "HT-002",
    "name": "Bell Tower",
    "room_types": ["standard", "deluxe", "suite"],
    "price_per_night": {"suite": 400},
    "blurb": "Near the metro, fit for business. " * 40,
    "reviews": [{"comment_id": "C-9912", "text": "lovely"}],
}
KEPT = ["id", "name", "room_types", "price_per_night"]
WHITELIST = {"search": KEPT}


def decided(sent, index):
    return next(d for d in sent.decisions if d.message == index)


def test_only_the_fields_on_the_list_are_sent_and_the_decision_has_both_sizes():
    sent = plan([SYSTEM, GOAL, *ring("a", json.dumps(HOTEL), "search")], field_whitelist=WHITELIST)
    assert json.loads(sent.messages[3]["content"]) == {key: HOTEL[key] for key in KEPT}
    decision = decided(sent, 3)
    assert (decision.action, decision.reason) == ("filter", "whitelisted")
    assert decision.before > 300 > 60 > decision.after and sent.tokens.saved == decision.before - decision.after


def test_the_limit_holds_for_what_the_list_leaves():
    long = HOTEL | {"name": "Bell " * 100}
    records = [SYSTEM, GOAL, *ring("a", json.dumps(HOTEL), "search"), *ring("b", json.dumps(long), "search")]
    sent = plan(records, field_whitelist=WHITELIST, result_limit=300)
    assert decided(sent, 3).action == "filter"  # it is short enough once the blurb is gone
    assert decided(sent, 5).reason == "over_limit_short_banner" and len(sent.messages[5]["content"]) <= 300
    assert "metro" not in sent.messages[5]["content"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("plain words " * 9, "whitelist_no_json"),
        ("480", "whitelist_no_json"),
        (json.dumps({"hits": [1, 2, 3]}), "whitelist_no_match"),
        (json.dumps({"error": "no room", "id": "HT-1"}), "recent_round"),
        ("Error: no room", "recent_round"),
    ],
)
def test_what_is_not_the_json_it_was_written_for_stays_as_it_is_with_its_reason(text, reason):
    sent = plan([SYSTEM, GOAL, *ring("a", text, "search")], field_whitelist=WHITELIST)
    assert sent.messages[3]["content"] == text
    assert (decided(sent, 3).action, decided(sent, 3).reason) == (
        "keep",
        reason if reason != "recent_round" else "open_turn",
    )


def test_other_tools_anchors_and_pins_are_left_alone():
    records = [SYSTEM, GOAL, *ring("a", json.dumps(HOTEL), "read"), *ring("b", json.dumps(HOTEL), "search")]
    assert plan(records, field_whitelist=WHITELIST, pins=("call:b",)).messages == records


def test_an_empty_list_keeps_nothing():
    sent = plan([SYSTEM, GOAL, *ring("a", json.dumps(HOTEL), "search")], field_whitelist={"search": []})
    assert sent.messages[3]["content"] == "{}"


def test_each_text_part_that_is_json_of_its_own_is_filtered():
    parts = [{"type": "text", "text": text} for text in (json.dumps(HOTEL), "and", json.dumps([1]))]
    sent = ts.plan(
        ts.load(turns(GOAL, uses("a", name="search"), results("a", text=parts))), ts.Policy(field_whitelist=WHITELIST)
    )
    texts = [part["text"] for part in sent.messages[2]["content"][0]["content"]]
    assert json.loads(texts[0]) == {key: HOTEL[key] for key in KEPT} and texts[1:] == ["and", "[1]"]


def test_a_result_that_is_a_json_value_is_written_back_as_text_in_its_dialect():
    call = {"role": "model", "parts": [{"functionCall": {"name": "search", "args": {}}}]}
    response = {"role": "user", "parts": [{"functionResponse": {"name": "search", "response": HOTEL}}]}
    document = {"contents": [{"role": "user", "parts": [{"text": "go"}]}, call, response]}
    sent = ts.plan(ts.load(document), ts.Policy(field_whitelist=WHITELIST))
    text = sent.document["contents"][2]["parts"][0]["functionResponse"]["response"]["output"]
    assert json.loads(text) == {key: HOTEL[key] for key in KEPT}


def test_a_stub_names_no_id_that_the_list_leaves_out():
    large = json.dumps(HOTEL | {"name": "Bell Tower " * 30})
    records = [SYSTEM, GOAL, *ring("a", large, "search"), *ring("b")]
    keys = {"keep_rounds": 1, "old_rounds": "compact"}
    assert "C-9912" in plan(records, **keys).messages[3]["content"]
    stub = json.loads(plan(records, field_whitelist=WHITELIST, **keys).messages[3]["content"])
    assert stub["_compacted"] and stub["ids"] == ["HT-002"]


@pytest.mark.parametrize(("paths", "wrong"), [(["a..b"], "a..b"), (["ok", "x["], "x[")])
def test_a_list_with_a_wrong_path_is_no_policy(paths, wrong):
    with pytest.raises(ts.PolicyError, match=r"field_whitelist\.search: Path") as error:
        ts.Policy(field_whitelist={"search": paths})
    assert wrong in str(error.value)


def test_moving_a_slider_reads_no_result_again(monkeypatch):
    records = [SYSTEM, GOAL, *(r for i in range(20) for r in ring(f"c{i}", json.dumps(HOTEL | {"n": i}), "search"))]
    transcript = ts.load(records)
    counts = ts.count(transcript)
    keys = {"field_whitelist": WHITELIST, "dedupe": True, "observations": True, "old_rounds": "compact"}
    for keep in (1, 20):  # everything has been compacted, and everything kept, once
        ts.plan(transcript, ts.Policy(keep_rounds=keep, **keys), counts=counts)
    seen = []
    real = tokens.Profile.text
    monkeypatch.setattr(tokens.Profile, "text", lambda self, text: seen.append(len(text)) or real(self, text))
    monkeypatch.setattr(filtering, "filtered", lambda *_: pytest.fail("a result is filtered again"))
    for keep in (3, 4, 9):
        ts.plan(transcript, ts.Policy(keep_rounds=keep, **keys), counts=counts)
    assert sum(seen) < 1000


JSON = st.recursive(
    st.none() | st.integers(-9, 999) | st.text("ab\u4e2d ", max_size=6),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.sampled_from("abc"), inside, max_size=3),
    max_leaves=10,
)
PATHS = st.lists(st.sampled_from(["a", "b.a", "[*].a", "a[*]", "*.b", "[0]", "$"]), max_size=3)
SPELLINGS = [{}, {"separators": (",", ":")}, {"ensure_ascii": False}, {"indent": 2}]


@given(JSON, PATHS, st.sampled_from(SPELLINGS))
def test_filtering_says_what_the_paths_keep_is_never_longer_and_filters_once(value, paths, spelling):
    text = json.dumps(value, **spelling)
    parsed = tuple(json_paths.parse(path) for path in paths)
    new = filtering.filtered((text,), parsed)
    assert len(new.whole) <= len(text)
    if new.reason == "whitelisted":
        assert json.loads(new.whole) == json_paths.kept(value, parsed)
    else:
        assert new.whole == text
    assert filtering.filtered((new.whole,), parsed).whole == new.whole


def test_a_whitelist_for_no_tool_of_the_transcript_is_noted():
    sent = plan([SYSTEM, GOAL, calls("a"), answer("a"), says("so")], field_whitelist={"serach": ["id"]})
    assert "unknown_tool:serach" in sent.notes
