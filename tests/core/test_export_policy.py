"""A policy written as JSON, TOML or YAML is read back as the same policy."""

import json
import tomllib
from ast import literal_eval

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from trimscope.exporting.policy_texts import ENDINGS, policy_text
from trimscope.exporting.quoting import python_literal, quoted

yaml = pytest.importorskip("yaml")
READ = {"json": json.loads, "toml": tomllib.loads, "yaml": yaml.safe_load}
ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=30)


def read_back(policy, ending):
    return ts.Policy.from_mapping(READ[ending](policy_text(policy, ending)))


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_preset_and_every_section_is_read_back(ending):
    own = ts.Policy(ledger=True, memory=True, buckets=True, soft_limits=True, degrade=True, select_by_value=True,
                    summary={"text": "Line one.\n\"Two\" \\ three: # [x]"}, tool_limits={"a b": None, "on": 5})
    for policy in (ts.Policy(), own, ts.Policy(result_limit=None), *map(ts.preset, ts.presets())):
        assert read_back(policy, ending) == policy


@given(names=st.dictionaries(ANY_TEXT, st.none() | st.integers(0, 10**6), max_size=4), pattern=ANY_TEXT,
       head=st.integers(0, 1000))
def test_names_and_texts_of_any_kind_are_read_back(names, pattern, head):
    policy = ts.Policy(tool_limits=names, keep_matching=pattern or None, head=head / 1000)
    for ending in ENDINGS:
        text = policy_text(policy, ending)
        text.encode("utf-8")
        # "off" is how the policy itself spells null; that text cannot be told from it in any notation
        assert read_back(policy, ending) == ts.Policy.from_mapping(policy.to_mapping())


@given(st.text(max_size=40))
def test_a_quoted_text_is_the_same_text_in_json_python_and_yaml(text):
    assert json.loads(quoted(text)) == text
    assert literal_eval(quoted(text)) == text
    if not any("\ud800" <= character <= "\udfff" for character in text):
        assert yaml.safe_load(quoted(text)) == text
        assert tomllib.loads(f"a = {quoted(text)}") == {"a": text}


def test_what_toml_cannot_say_is_said_and_json_can():
    policy = ts.Policy(keep_matching="broken \ud800")
    with pytest.raises(ts.PolicyError, match="take JSON or YAML"):
        policy_text(policy, "toml")
    assert read_back(policy, "yaml") == policy
    with pytest.raises(ts.PolicyError, match="json, toml, yaml"):
        policy_text(policy, "ini")


def test_a_literal_is_the_value_again():
    value = {"a": [1, None, True, {"b": {}, "c": "\u202e\n'\""}], "d": 0.25}
    assert literal_eval(python_literal(value)) == value
