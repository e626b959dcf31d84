"""Edits address nodes of the document as it was loaded; nothing else is touched."""

import copy

import pytest

from trimscope.source.edits import Drop, Insert, Moved, Set, apply

DOCUMENT = {"z": 1, "messages": [{"content": ["a", "b"]}, {"content": ["c"]}, {"x": [1, 2, 3]}], "a": {"k": "v"}}


def hollow(at):
    return at[-1] == "content"


def test_no_edits_give_the_very_same_object():
    assert apply(DOCUMENT, []) is DOCUMENT


def test_only_containers_on_the_way_are_copied():
    before = copy.deepcopy(DOCUMENT)
    edited = apply(DOCUMENT, [Set(("messages", 2, "x", 1), "two")])
    assert edited["messages"][2]["x"] == [1, "two", 3] and before == DOCUMENT
    assert edited["messages"][0] is DOCUMENT["messages"][0] and edited["a"] is DOCUMENT["a"]
    assert list(edited) == list(DOCUMENT)


@pytest.mark.parametrize("order", [1, -1])
def test_pointers_mean_the_document_as_it_was_loaded_whatever_the_order(order):
    edits = [Drop(("messages", 0)), Set(("messages", 2, "x", 0), "one"), Insert(("messages",), 1, "new")][::order]
    assert apply(DOCUMENT, edits)["messages"] == ["new", {"content": ["c"]}, {"x": ["one", 2, 3]}]


def test_several_inserts_at_one_place_keep_their_order():
    edits = [Insert(("messages", 2, "x"), 3, "p"), Insert(("messages", 2, "x"), 3, "q"), Insert((), 0, None)][:2]
    assert apply(DOCUMENT, edits)["messages"][2]["x"] == [1, 2, 3, "p", "q"]


def test_a_list_left_empty_takes_its_record_along_where_the_format_says_so():
    edits = [Drop(("messages", 1, "content", 0))]
    assert apply(DOCUMENT, edits, hollow)["messages"] == [DOCUMENT["messages"][0], DOCUMENT["messages"][2]]
    assert apply(DOCUMENT, edits)["messages"][1] == {"content": []}


def test_a_moved_node_carries_the_edits_below_it():
    edits = [
        Drop(("messages", 0)),
        Set(("messages", 0, "content", 1), "B"),
        Insert(("messages",), 3, {"wrapped": [Moved(("messages", 0))]}),
    ]
    assert apply(DOCUMENT, edits)["messages"][-1] == {"wrapped": [{"content": ["a", "B"]}]}
