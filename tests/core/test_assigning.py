"""`--set KEY=VALUE`: JSON, or what people write for it where the key leaves no doubt."""

import pytest

from trimscope.command.assigning import assign
from trimscope.errors import PolicyError
from trimscope.policies.policy import Policy


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("exclude_tools=bash,edit_file", "exclude_tools", ("bash", "edit_file")),
        ("exclude_tools=bash", "exclude_tools", ("bash",)),
        ("exclude_tools=true", "exclude_tools", ("true",)),
        ('exclude_tools=["a,b"]', "exclude_tools", ("a,b",)),
        ("include_tools=none", "include_tools", None),
        ("include_tools=off", "include_tools", None),
        ("pins=call:c1, 3,approvals", "pins", ("call:c1", 3, "approvals")),
        ("pins=3", "pins", (3,)),
        ("result_limit=none", "result_limit", None),
        ("result_limit=900", "result_limit", 900),
        ("watermark=0.8", "watermark", 0.8),
        ("keep_matching=a,b", "keep_matching", "a,b"),
    ],
)
def test_a_value_is_what_people_mean_by_it(text, key, value):
    mapping = {}
    assign(mapping, text)
    assert getattr(Policy.from_mapping(mapping), key) == value


@pytest.mark.parametrize("text", ["exclude_tools=[bash", "pins=1e3", "keep_rounds=none", "exclude_tools={}"])
def test_what_is_no_list_and_no_null_is_left_for_the_policy_to_refuse(text):
    mapping = {}
    assign(mapping, text)
    with pytest.raises(PolicyError, match=text.partition("=")[0]):
        Policy.from_mapping(mapping)


def test_keys_of_a_table_join_those_that_are_there():
    mapping = {}
    for text in ("summary.text=Goal: a, b", "summary.max_tokens=90"):
        assign(mapping, text)
    assert mapping == {"summary": {"text": "Goal: a, b", "max_tokens": 90}}
