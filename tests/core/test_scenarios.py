"""Scenarios: written, read, carried without their texts, verified."""

import json
import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import histories
import trimscope as ts
from small import GOAL, SYSTEM, outside, ring, rings, says
from trimscope.scenarios.migrations import upgraded
from trimscope.scenarios.scenario import KEYS, NAME

LONG = "row 1: 17 bolts, 3 are rusty\n" * 400
RECORDS = [SYSTEM, GOAL, *ring("c1", LONG), *rings(6), *ring("c9", LONG), says("done")]
LOOKS = ("field_whitelist", "keep_matching", "ledger", "memory", "summary", "dedupe", "select_by_value", "courtesies")
"""Policy keys that look into texts."""


def loaded(records=RECORDS, **options):
    return ts.load(records, **options)


def made(carry="inline", records=RECORDS, policy=None, **options):
    return ts.scenario(loaded(records), policy or ts.Policy(keep_rounds=2), carry=carry, **options)


def again(scenario):
    """A scenario written and read."""
    return ts.open_scenario(scenario.to_text())


def edited(scenario, **keys):
    return ts.open_scenario(scenario.to_mapping() | keys)


def test_a_scenario_comes_back_as_it_was_written():
    view = {"tab": "run", "selected": 3, "language": "zh", "theme": "dark", "zoom": 2}
    one = made(title="Bolts", notes="n", question="What goes?", answer="c1", view=view, call=3, source="")
    assert again(one) == one and again(one).view == view and again(one).call == 3


@pytest.mark.parametrize("carry", ["inline", "shape"])
def test_what_carries_its_transcript_verifies_by_itself(carry):
    found = ts.verify(again(made(carry)))
    assert found.equal and found.plan is not None and found


def test_by_hash_it_verifies_with_its_transcript_and_no_other():
    one = again(made("hash", source="bolts.json"))
    assert ts.verify(one, loaded()).equal
    other = ts.verify(one, loaded([*RECORDS, says("once more")]))
    assert [each.code for each in other.mismatches] == ["transcript"]
    with pytest.raises(ts.ScenarioError, match=r"hand in the transcript \(bolts.json\)"):
        ts.verify(one)


def test_a_fold_is_verified_as_one():
    policy = ts.Policy(window=4000, trigger="watermark", watermark=0.3, target=0.1, keep_rounds=1)
    one = made(policy=policy, call=6, folded=True)
    assert one.outcome != made(policy=policy, call=6).outcome or one.folded
    assert ts.verify(again(one)).equal
    assert ts.verify(again(made("shape", policy=policy, call=6, folded=True))).equal


def test_the_first_difference_is_a_figure_then_a_decision_then_a_text():
    one = made()
    figures = one.outcome["figures"] | {"sent": 1}
    found = ts.verify(edited(one, outcome=dict(one.outcome) | {"figures": figures}))
    assert [each.code for each in found.mismatches] == ["figure:sent"]
    assert found.mismatches[0].recorded == "1" and "sent tokens" in found.mismatches[0].sentence()
    rows = [list(row) for row in one.outcome["decisions"]]
    rows[4][3] = "pinned"
    found = ts.verify(edited(one, outcome=dict(one.outcome) | {"decisions": rows}))
    assert found.mismatches[0].code == "decision" and found.mismatches[0].message == rows[4][0]
    rows = [[*row[:6], "0" * 12] if len(row) > 6 else row for row in one.outcome["decisions"]]
    found = ts.verify(edited(one, outcome=dict(one.outcome) | {"decisions": rows}))
    assert found.mismatches[0].code == "text"


def test_another_policy_is_told_by_what_it_does():
    one = made()
    found = ts.verify(edited(one, policy={"keep_rounds": 3}))
    assert {"figure:sent", "decision", "plan_digest", "messages_digest"} <= {each.code for each in found.mismatches}


def test_every_mismatch_has_words_in_both_languages():
    one = made()
    other = {"plan_digest": "0" * 64, "messages_digest": "0" * 64, "window": [1], "figures": {"status": "refused"},
             "decisions": []}  # fmt: skip
    found = ts.verify(edited(one, estimator="none@1", outcome=other))
    assert {each.code for each in found.mismatches} >= {"estimator", "window", "figure:status", "decision"}
    for each in found.mismatches:
        assert each.sentence().isascii() and not each.sentence("zh").isascii()


def test_an_outcome_that_says_nothing_is_not_called_equal():
    with pytest.raises(ts.ScenarioError, match="outcome: there is nothing to compare"):
        ts.verify(edited(made(), outcome={"author": "me"}))


def strings(node):
    if isinstance(node, str):
        yield node
    for each in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from (each[0],) if isinstance(each[0], str) else ()
        yield from strings(each[1])


def test_a_shape_holds_no_text_of_its_transcript():
    call = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": '{"whose": "Zaphod"}'}}
    records = [
        {"role": "system", "content": "Never tell Zaphod."},
        {"role": "user", "name": "Zaphod", "content": [{"type": "text", "text": "Where is Zaphod?"}]},
        {"role": "assistant", "content": None, "tool_calls": [call], "reasoning": "Zaphod lies", "Zaphod is": "a key"},
        {"role": "tool", "tool_call_id": "c1", "content": "Zaphod " * 2000, "meta": {"path": "/home/Zaphod"}},
    ]
    one = made("shape", records)
    assert not [text for text in strings(one.to_mapping()) if "aphod" in text]
    assert ts.verify(again(one)).equal and "messages_digest" not in one.outcome


@pytest.mark.parametrize("policy", [
    {"old_rounds": "compact"}, {"old_rounds": "clear", "clear_tool_inputs": True}, {"dedupe": True}, {"ledger": {}},
    {"memory": {}}, {"limit_unit": "tokens", "result_limit": 300}, {"limit_unit": "lines", "result_limit": 20},
    {"observations": True, "result_limit": 900, "profile": "patchcat"},
])  # fmt: skip
def test_a_shape_verifies_where_stubs_and_blocks_name_what_results_say(policy):
    records = [SYSTEM, GOAL, *ring("c0", json.dumps({"order_id": "HT-4021", "rows": ["a"] * 300})), *RECORDS[2:]]
    one = made("shape", records, ts.Policy.from_mapping({"keep_rounds": 1} | policy))
    assert ts.verify(again(one)).equal and "HT-4021" not in one.to_text()


def test_another_policy_can_look_at_a_shape():
    shape = again(made("shape"))
    real = ts.plan(loaded(), ts.Policy(keep_rounds=1, result_limit=900))
    seen = ts.verify(edited(shape, policy={"keep_rounds": 1, "result_limit": 900})).plan
    assert [(d.message, d.action) for d in seen.decisions] == [(d.message, d.action) for d in real.decisions]
    assert abs(seen.tokens.sent - real.tokens.sent) < 0.1 * real.tokens.sent


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_scenario_verifies_inline_and_by_hash_and_a_shape_says_where_it_does_not(data):
    format = data.draw(st.sampled_from(histories.FORMATS))
    document = data.draw(histories.documents(format))
    policy = data.draw(histories.policies(pins=()))
    if not document["messages"] or not histories.has_budget(policy):
        return
    transcript = ts.load(document, format=format)
    assert ts.verify(again(ts.scenario(transcript, policy))).equal
    assert ts.verify(again(ts.scenario(transcript, policy, carry="hash")), transcript).equal
    try:
        shape = ts.scenario(transcript, policy, carry="shape")
    except ts.ScenarioError as error:
        assert "without its texts" in str(error)
        looks = any(key in policy.to_mapping() for key in LOOKS)
        assert looks or "_compacted" in json.dumps(document) or policy.old_rounds == "compact" or policy.observations
    else:
        assert ts.verify(again(shape)).equal


def test_logs_keep_what_only_their_file_told():
    path = next(outside("transcripts").rglob("*.jsonl"))
    transcript = ts.load(path.read_bytes())
    again_ = ts.open_scenario(ts.scenario(transcript).to_text())
    assert ts.verify(again_).equal


# Versions and unknown keys


def test_an_older_document_is_brought_up_step_by_step():
    steps = {1: lambda old: old | {"two": True}, 2: lambda old: old | {"three": old["two"]}}
    assert upgraded({"schema": f"{NAME}1"}, steps, 3) == {"schema": f"{NAME}3", "two": True, "three": True}
    assert upgraded({"schema": f"{NAME}3", "x": 1}, steps, 3) == {"schema": f"{NAME}3", "x": 1}


@pytest.mark.parametrize("schema", [f"{NAME}2", f"{NAME}999999"])
def test_a_newer_document_is_refused_in_one_sentence(schema):
    with pytest.raises(ts.ScenarioError, match=r"^schema: this scenario is of version [0-9]+, .* newer one\.$"):
        edited(made(), schema=schema)


@pytest.mark.parametrize("schema", [None, "", NAME, f"{NAME}one", f"{NAME}0", f"{NAME}-1", f"{NAME}1234567", 1, []])
def test_what_says_no_version_is_no_scenario(schema):
    with pytest.raises(ts.ScenarioError, match=r"^schema: "):
        edited(made(), schema=schema)


def test_unknown_keys_are_kept_and_ignored():
    one = edited(made(), author="me", tags=["a"])
    assert again(one).to_mapping()["author"] == "me" and again(one).unknown == {"author": "me", "tags": ["a"]}
    assert ts.verify(again(one)).equal


def test_the_policy_of_a_scenario_is_held_to_its_keys():
    with pytest.raises(ts.PolicyError, match=r"^policy: 'keep_round' is no policy key; did you mean 'keep_rounds'"):
        edited(made(), policy={"keep_round": 1})


# Bad input


@pytest.mark.parametrize(
    "change, sentence",
    [
        ({"transcript": None}, "transcript: an object was expected."),
        ({"transcript": {}}, "transcript: it is there as inline"),
        ({"transcript": {"sha256": "abc"}}, "transcript.sha256: 64 hexadecimal digits"),
        ({"call": 0}, "call: a whole number from 1"),
        ({"call": True}, "call: a whole number"),
        ({"spent": 10**30}, "spent: a whole number"),
        ({"folded": 1}, "folded: true or false"),
        ({"title": ["x"]}, "title: a text was expected."),
        ({"title": "x" * 20_001}, "title: it has 20,001 characters"),
        ({"view": []}, "view: an object was expected."),
        ({"outcome": float("inf")}, "is no JSON number"),
    ],
)
def test_what_is_wrong_is_named(change, sentence):
    with pytest.raises(ts.ScenarioError, match=re.escape(sentence)):
        edited(made(), **change)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 5000, '{"schema": 1e999}', "a = [" + "[" * 5000, "x", "[1, 2]", "\x00", b"\xff\xfe\x00", b"\xff"],
)
def test_hostile_text_gives_one_sentence(text):
    with pytest.raises(ts.ScenarioError) as caught:
        ts.open_scenario(text)
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"base": ["nowhere"]}, {"base": 3}, {"dialect": "none"}, {"texts": [[1]]}, {"texts": [[10**12, 1]]},
        {"texts": [[-1, 1]]}, {"texts": 5}, {"document": {"messages": ["=999"]}}, {"document": None}, {"pieces": [1]},
        {"epochs": 5}, {"usage": {"0": [1, 2, 3, 4, 5]}}, {"media": 7}, {"failed": [1]}, {"provider": "none"},
        {"tools": {"names": ["x"], "at": None, "text": 10**6}},
    ],
)  # fmt: skip
def test_a_damaged_shape_gives_one_sentence(change):
    document = made("shape").to_mapping()
    document["transcript"] = {"shape": document["transcript"]["shape"] | change}
    try:
        ts.verify(ts.open_scenario(document))
    except ts.TrimscopeError as error:
        assert str(error).endswith(".")


def test_toml_is_read_as_well():
    records = json.dumps(RECORDS)
    head = f'schema = "{NAME}1"\ntitle = "Bolts"\n[policy]\nkeep_rounds = 2\n'
    text = f"{head}[transcript]\ninline = '''{records}'''"
    one = ts.open_scenario(text)
    assert one.title == "Bolts" and one.policy.keep_rounds == 2
    assert ts.verify(ts.open_scenario(one.to_mapping() | {"outcome": made().outcome})).equal


def test_the_schema_and_the_document_name_the_same_keys():
    schema = json.loads((files("trimscope") / "scenarios" / "schema.json").read_text(encoding="utf-8"))
    assert set(schema["properties"]) == set(KEYS)
    for carry in ("inline", "hash", "shape"):
        check(made(carry, title="t", call=2).to_mapping(), schema)
    with pytest.raises(AssertionError):
        check(made().to_mapping() | {"call": 0}, schema)


def check(value, schema):
    """The part of JSON Schema that ours uses."""
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    if "const" in schema:
        assert value == schema["const"]
    if "type" in schema:
        named = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        assert isinstance(value, tuple(kinds[name] for name in named))
    assert value >= schema.get("minimum", value) if isinstance(value, int) else True
    assert re.search(schema.get("pattern", ""), value) if isinstance(value, str) else True
    if isinstance(value, dict):
        assert all(key in value for key in schema.get("required", ()))
        assert not schema.get("anyOf") or any(all(k in value for k in way["required"]) for way in schema["anyOf"])
        for key, inner in schema.get("properties", {}).items():
            if key in value:
                check(value[key], inner)
    if isinstance(value, list):
        for item in value if "items" in schema else ():
            check(item, schema["items"])
        assert schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
