"""JSON texts of values: what is written by a short way is what the standard library writes."""

import json

from hypothesis import example, given
from hypothesis import strategies as st

from trimscope.source import canonical

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside), max_leaves=8)


@given(VALUES | st.dictionaries(st.text(), st.text() | st.integers()))
@example({})
@example({"a": True, "b": 1})
@example({"\u6570": 'a "quote" \\ and\nlines \ud800', "n": -(10**30)})
def test_the_readable_text_is_json_with_letters_as_themselves(value):
    assert canonical.readable(value) == json.dumps(value, ensure_ascii=False)


@given(VALUES)
def test_the_canonical_text_is_sorted_ascii_without_blanks(value):
    assert canonical.dumps(value) == json.dumps(value, sort_keys=True, separators=(",", ":"))
    assert canonical.dumps(value).isascii()
