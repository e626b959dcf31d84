"""The suggested whitelist: what a run used of its results stays, what nobody used may go."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from small import GOAL, SYSTEM, answer, calls, counted, plan, ring, says
from trimscope.command.cli import main
from trimscope.values import occurrence, suggestions
from trimscope.values.leaf_values import Holders, Wanted, as_value

HOTELS = {
    "hotels": [
        {"id": "HT-001", "name": "Bell Tower Inn", "blurb": "near metro " * 55, "price": {"suite": 400}, "city": "x"},
        {"id": "HT-002", "name": "North Gate House", "blurb": "quiet " * 40, "price": {"suite": 520}, "city": "y"},
    ],
    "etag": "W/6f1a", "took_ms": 12, "area": "Drum Lane",
}  # fmt: skip
TOOL = {"type": "function", "function": {"name": "book", "parameters": {"type": "object", "properties": {"city": {}}}}}
RUN = [
    SYSTEM,
    GOAL,
    calls("a", tool="search", near="the Drum"),
    answer("a", json.dumps(HOTELS)),
    calls("b", tool="book", note="to Drum Lane, 2 nights", ref="W/6f1a"),
    answer("b", json.dumps({"order": {"number": "BK-77", "memo": "ask at the desk"}})),
    says("Booked North Gate House, 520 a night."),
]


def fields(records=RUN, tool="search", **request):
    found = ts.suggest_whitelist(ts.load({"messages": records, **request}))
    return {each.path: each for each in next(s for s in found if s.tool == tool).fields}


def test_a_field_stays_for_each_of_four_reasons():
    found = fields(tools=[TOOL])
    assert found["etag"].used_by == (4,)  # a later call's argument
    assert found["hotels[*].name"].answered and found["hotels[*].price.suite"].answered  # what the user is told
    assert found["hotels[*].id"].is_id
    assert found["hotels[*].city"].in_next_schema
    assert {path for path, each in found.items() if not each.stays} == {"hotels[*].blurb", "took_ms", "area"}


def test_an_argument_that_was_there_before_the_result_is_no_use_of_it():
    records = [*RUN[:2], calls("z", tool="find", ref="W/6f1a"), answer("z"), *RUN[2:4], says("so")]
    assert not fields(records)["etag"].used_by


def test_a_value_is_used_where_it_stands_as_a_word_of_its_own():
    records = [*RUN[:4], calls("b", tool="book", a="Drum", b="unrelated", c=12), answer("b"), says("so")]
    assert fields(records)["area"].used_by == (4,)  # part of it, a word
    records[4] = calls("b", tool="book", a="rum Lan")
    assert not fields(records)["area"].used_by
    assert not fields(records)["took_ms"].used_by  # a small number is no value


def test_sizes_are_those_of_all_places_of_a_field_and_the_rest_is_what_goes():
    suggestion = ts.suggest_whitelist(ts.load(RUN))[0]
    sizes = ts.field_sizes(ts.load(RUN), "search")
    assert sizes[0].path == "hotels[*].blurb" and sizes[0].times == 2 and sizes[0].tokens > 150
    assert suggestion.tokens == sum(each.tokens for each in sizes)
    assert suggestion.saved == sum(each.tokens for each in sizes if not each.stays)
    assert ts.field_sizes(ts.load(RUN), "nobody") == ()


def test_the_suggestion_is_a_policy_that_saves_about_what_it_says():
    suggested = ts.suggest_whitelist(ts.load(RUN))
    policy = ts.Policy(**suggestions.snippet(suggested))
    sent = ts.plan(ts.load(RUN), policy)
    left = json.loads(sent.messages[3]["content"])
    assert left["etag"] == "W/6f1a" and set(left["hotels"][0]) == {"id", "name", "price"}
    said = sum(each.saved for each in suggested)
    assert abs(sent.tokens.saved - said) < said // 5


def test_keys_that_are_ids_are_one_field():
    by_id = {f"HT-{i:03}": {"stars": i, "code": f"X{i}9Z"} for i in range(50)}
    assert list(fields([SYSTEM, GOAL, *ring("a", json.dumps(by_id), "search"), says("so")])) == ["*.stars", "*.code"]


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "Error: no",
        '{"error": "no room"}',
        "480",
        '{"_compacted": true, "summary": "x", "ids": [], "chars": 9}',
    ],
)
def test_what_is_no_json_an_error_or_a_stub_is_not_looked_at(text):
    assert ts.suggest_whitelist(ts.load([SYSTEM, GOAL, *ring("a", text), says("so")])) == ()


@pytest.mark.parametrize("value", [{"id": "HT-001"}, {"blurb": "near the metro"}])
def test_where_all_stays_or_nothing_does_no_list_is_suggested(value):
    found = ts.suggest_whitelist(ts.load([SYSTEM, GOAL, *ring("a", json.dumps(value)), says("so")]))
    assert found[0].whitelist == () and suggestions.snippet(found) == {"field_whitelist": {}}


TEXTS = st.lists(st.sampled_from(["HT-001", "HT", "001", "a", " ", "-", "中", "文", "1", "100", "Ab"]), max_size=9).map(
    "".join
)


@given(st.lists(TEXTS, max_size=5), TEXTS)
def test_values_are_found_where_trying_each_of_them_finds_them(values, text):
    wanted = Wanted()
    known = [value for value in values if as_value(value)]
    for value in known:
        wanted.add(value)
    assert set(wanted.found_in(text)) == {
        value for value in known if occurrence.occurs(value, text) and has_word(value)
    } | ({text} & set(known))


@given(TEXTS, st.lists(TEXTS, max_size=4))
def test_the_last_holder_is_the_last_text_that_holds_it(value, texts):
    holding = [place for place, text in enumerate(texts) if occurrence.occurs(value, text)]
    assert not has_word(value) or Holders(list(enumerate(texts))).last(value) == max(holding, default=-1)


def has_word(value):
    return any(char.isalnum() for char in value)


def test_the_command_line_prints_the_fields_and_the_policy(tmp_path, capsys):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(RUN))
    assert main(["inspect", str(path), "--whitelist"]) == 0
    out = capsys.readouterr().out
    assert "hotels[*].blurb: not used: may go" in out and "etag: used by message 4" in out
    policy = json.loads(out.strip().split("\n")[-1])
    assert "etag" in ts.Policy(**policy).field_whitelist["search"]
    assert main(["inspect", str(path), "--whitelist", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["suggested"] == policy and said["messages"] == len(RUN)
    assert {each["tool"] for each in said["fields"]} == {"search", "book"}
    assert main(["inspect", str(path), "--whitelist", "--lang", "zh"]) == 0
    assert "未被使用" in capsys.readouterr().out


def test_the_work_grows_with_the_text():
    work = []
    for size in (40, 160):
        records = [GOAL]
        for i in range(size):
            records += [
                calls(f"c{i}", path=f"/src/app/file{i}.py"),
                answer(f"c{i}", json.dumps({"path": f"/src/app/file{i}.py"})),
            ]
        transcript = ts.load([*records, says("/src/app/file1.py")])
        work.append(counted(lambda t=transcript: ts.suggest_whitelist(t)))
    assert work[1] < 5 * work[0]


def test_a_plan_needs_no_suggestion():
    assert plan(RUN).messages == RUN
