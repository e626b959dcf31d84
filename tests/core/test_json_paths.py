"""Paths into JSON values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trimscope.errors import PolicyError
from trimscope.values import json_paths
from trimscope.values.json_paths import Every, kept, parse, values, write

HOTELS = {
    "status": "ok",
    "hotels": [
        {"id": "HT-001", "rooms": [{"type": "double", "price": 500}], "text": "a long text"},
        {"id": "HT-002", "rooms": [], "text": "another"},
    ],
    "a b": {"x.y": 1, "*": 2},
    "none": None,
}


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("a", ("a",)),
        ("a.b[*].c", ("a", "b", Every.ITEM, "c")),
        ("$.a[0]", ("a", 0)),
        ("$[*].id", (Every.ITEM, "id")),
        ("[2][3]", (2, 3)),
        ("*.id", (Every.KEY, "id")),
        ('a["b c"].d', ("a", "b c", "d")),
        ("$['x.y']", ("x.y",)),
        (r'["\"\u4e2d"]', ('"中',)),
        ("$", ()),
        ("$ref.id", ("$ref", "id")),
        ("酒店[*].编号", ("酒店", Every.ITEM, "编号")),
        (" a.b-c ", ("a", "b-c")),
    ],
)
def test_a_path_is_read_as_people_write_it(path, steps):
    assert parse(path) == steps
    assert parse(write(steps)) == steps


@pytest.mark.parametrize(
    "path",
    ["", " ", ".a", "a.", "a..b", "a[", "a[-1]", "a[x]", "a]b", "a[0", 'a["b]', "a b", "a[1]b", r'a["\x"]', "**"],
)
def test_what_is_no_path_is_named_in_one_sentence(path):
    with pytest.raises(PolicyError) as error:
        parse(path)
    assert "path" in str(error.value).lower() and "\n" not in str(error.value)
    if path.strip():
        assert path.strip() in str(error.value)


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("hotels[*].id", ["HT-001", "HT-002"]),
        ("hotels[1].id", ["HT-002"]),
        ("hotels[*].rooms[*].price", [500]),
        ("hotels[7].id", []),
        ("hotels.id", []),
        ("[*]", []),
        ('["a b"].*', [1, 2]),
        ('["a b"]["*"]', [2]),
        ("none", [None]),
        ("none.deeper", []),
        ("status[0]", []),
        ("$", [HOTELS]),
    ],
)
def test_values_come_in_document_order_and_a_path_that_leads_nowhere_gives_none(path, found):
    assert values(HOTELS, parse(path)) == found


@pytest.mark.parametrize(
    ("paths", "left"),
    [
        (["hotels[*].id"], {"hotels": [{"id": "HT-001"}, {"id": "HT-002"}]}),
        (["hotels[*].rooms[*].price"], {"hotels": [{"rooms": [{"price": 500}]}, {"rooms": []}]}),
        (["hotels[1].id"], {"hotels": [{}, {"id": "HT-002"}]}),
        (["hotels[0].id"], {"hotels": [{"id": "HT-001"}]}),
        (["hotels[*].id", "hotels[0].text"], {"hotels": [{"id": "HT-001", "text": "a long text"}, {"id": "HT-002"}]}),
        (["hotels", "hotels[*].id"], {"hotels": HOTELS["hotels"]}),
        (["none.deeper", "status.deeper"], {"none": None}),
        (["absent"], {}),
        (["*"], HOTELS),
        (["$"], HOTELS),
        ([], {}),
    ],
)  # fmt: skip
def test_only_the_paths_are_kept_with_structure_and_order(paths, left):
    result = kept(HOTELS, [parse(path) for path in paths])
    assert result == left and list(result) == [key for key in HOTELS if key in result]


def test_a_leaf_has_nothing_below_it():
    assert kept("text", [parse("a")]) is None and kept("text", [parse("$")]) == "text"
    assert kept([1, [2], {"a": 3}], [parse("[*].a")]) == [None, [], {"a": 3}]


KEYS = st.sampled_from(["a", "b", "a b", "*", "$", "x.y", "中"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab", max_size=2),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(KEYS, inside, max_size=3),
    max_leaves=12,
)
STEPS = st.lists(KEYS | st.integers(0, 3) | st.sampled_from(list(Every)), max_size=4).map(tuple)


def reached(value, path, at=()):
    """Places a path leads to, by trying every place of the value: the slow way to say it."""
    if not path:
        return [at]
    step, rest = path[0], path[1:]
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    every = Every.KEY if isinstance(value, dict) else Every.ITEM
    found = []
    for name, item in inside:
        if step is every or (not isinstance(step, Every) and type(step) is type(name) and step == name):
            found += reached(item, rest, (*at, name))
    return found


def at_place(value, place):
    for name in place:
        value = value[name]
    return value


@given(JSON, STEPS)
def test_values_are_those_at_the_places_a_path_leads_to(value, path):
    assert values(value, path) == [at_place(value, place) for place in reached(value, path)]


@given(JSON, st.lists(STEPS, max_size=3))
def test_what_a_path_leads_to_stays_in_its_place_and_keeping_twice_is_keeping_once(value, paths):
    left = kept(value, paths)
    for path in paths:
        for place in reached(value, path):
            assert at_place(left, place) == at_place(value, place)
    assert kept(left, paths) == left


@given(JSON, st.lists(STEPS, max_size=3))
def test_no_leaf_stays_that_no_path_leads_to(value, paths):
    meant = {place for path in paths for place in reached(value, path)}
    for place in leaves(kept(value, paths)):
        under = any(place[:depth] in meant for depth in range(len(place) + 1))
        assert under or at_place(kept(value, paths), place) in (None, [], {})


def leaves(value, at=()):
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    below = [place for name, item in inside for place in leaves(item, (*at, name))]
    return below or [at]


@given(STEPS)
def test_a_path_written_is_the_path_read(path):
    assert parse(write(path)) == path


def test_the_example_in_its_words_holds():
    import doctest

    assert doctest.testmod(json_paths).failed == 0
