"""Links to scenarios, what is taken of them, and secrets that are taken out before."""

import base64
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
from trimscope.scenarios import link
from trimscope.scenarios.lenient import lenient_policy
from trimscope.scenarios.link import from_link, to_link
from trimscope.scenarios.redaction import KINDS, NAMES, redacted, secrets
from trimscope.tokens import count_tokens

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(max_size=8), JSON, max_size=5))
def test_a_link_brings_back_what_was_put_in(document):
    made = to_link(document)
    assert made.startswith("#v1.") and made.isascii() and not set(made[4:]) & set("+/= ")
    assert from_link(made) == from_link(made[1:]) == document


def packed(data: bytes) -> str:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "#v1." + base64.urlsafe_b64encode(squeezer.compress(data) + squeezer.flush()).decode().rstrip("=")


@pytest.mark.parametrize(
    "hostile, said",
    [
        ("", "damaged"),
        ("#v1.", "damaged"),
        ("#v1.AAAA", "damaged"),
        ("#v1.<script>alert(1)</script>", "damaged"),
        ("#v1.javascript:alert(1)", "damaged"),
        ("#s=abc", "damaged"),
        ("#v2.AAAA", "version 2"),
        ("#v1." + "A" * 300_000, "at most 200,000"),
        (packed(b"0" * 5_000_000), "more than 4,000,000 bytes"),
        (packed(b"[" * 3000 + b"]" * 3000), "damaged"),
        (packed(b'{"a": 1e999}'), "damaged"),
        (packed(b'{"a": ' + b"9" * 5000 + b"}"), "damaged"),
        (packed(b'{"a": NaN}'), "damaged"),
        (packed(b"[1, 2]"), "damaged"),
        (packed(b'{"a": "\xff"}'), "damaged"),
        (to_link({"a": "some words that are cut off"})[:-6], "damaged"),
    ],
)
def test_a_hostile_link_is_one_sentence(hostile, said):
    with pytest.raises(ts.ScenarioError, match=said) as caught:
        from_link(hostile)
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value) and "<" not in str(caught.value)


def test_a_links_policy_keeps_what_it_can_and_tells_the_rest():
    policy, changed = lenient_policy({"keep_rounds": 3, "from_2031": 1, "head": 7, "result_limit": -5, "lang": "x"})
    assert (policy.keep_rounds, policy.head, policy.result_limit) == (3, 1.0, 0)
    assert changed == ("from_2031", "head", "result_limit", "lang")
    policy, changed = lenient_policy({"target": 0.9, "watermark": 0.2, "keep_rounds": 1})
    assert policy == ts.Policy(keep_rounds=1) and changed == ("target", "watermark")
    assert lenient_policy([1]) == (ts.Policy(), ("policy",))


@given(st.dictionaries(st.sampled_from((*ts.Policy().to_mapping(defaults=True), "none")), JSON, max_size=6))
def test_any_policy_of_a_link_gives_a_policy(given_):
    policy, changed = lenient_policy(given_)
    assert isinstance(policy, ts.Policy) and set(changed) <= {*given_, "policy"}


@given(st.integers(0, 12), st.sampled_from(("drop", "compact")))
def test_a_good_policy_is_taken_as_it_is(rounds, old):
    policy = ts.Policy(keep_rounds=rounds, old_rounds=old, watermark=0.3, target=0.1)
    assert lenient_policy(policy.to_mapping()) == (policy, ())


# Secrets: every value here is made up.

SECRETS = {
    "private_key": "-----BEGIN RSA PRIVATE KEY-----\nMIIEow" + "aB3/" * 60 + "\n-----END RSA PRIVATE KEY-----",
    "bearer": "Zm9vYmFyYmF6cXV4MTIzNDU2",
    "api_key": "sk-" + "Ab1" * 14,
    "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP",
    "secret": "hunter2-and-more",
    "email": "ada.lovelace@example.org",
    "phone": "+44 20 7946 0958",
    "home_path": "/home/alovelace",
}
AROUND = {"bearer": "Authorization: Bearer {}", "secret": 'password: "{}"', "home_path": "{}/notes.txt"}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_found_and_replaced_by_as_many_tokens(kind):
    value = SECRETS[kind]
    text = "see " + AROUND.get(kind, "{}").format(value) + " there"
    [found] = secrets({"a": [text]}, count_tokens)
    assert (found.kind, found.value, found.count) == (kind, value, 1)
    assert found.placeholder.removeprefix("/home/").startswith(NAMES[kind])
    assert found.shown != value or kind == "home_path"
    new = redacted({"a": [text]}, [found])["a"][0]
    assert value not in new and found.placeholder in new
    wanted, got = count_tokens(value), count_tokens(found.placeholder)
    assert abs(got - wanted) <= max(4, wanted // 20)


def test_the_same_value_gets_the_same_placeholder_everywhere():
    mail = SECRETS["email"]
    document = {"call": json.dumps({"to": mail}), "result": f"sent to {mail}", mail: 1, "other": "bob@example.org"}
    found = secrets(document, count_tokens)
    assert [(each.kind, each.count) for each in found] == [("email", 3), ("email", 1)]
    new = redacted(document, found)
    first, second = (each.placeholder for each in found)
    assert json.loads(new["call"])["to"] == first and new["result"] == f"sent to {first}" and new[first] == 1
    assert new["other"] == second != first and redacted(document, found[:0]) is document
    assert redacted(document, found[1:])["result"] == document["result"]


def test_of_a_path_only_the_name_goes_and_only_there():
    text = "/home/dev/a, /Users/dev/b, /home/eve/c, C:\\Users\\dev, /dev/null by dev"
    new = redacted([text], secrets([text], len))[0]
    assert new == "/home/PERSON-1/a, /Users/PERSON-1/b, /home/PERSON-2/c, C:\\Users\\PERSON-1, /dev/null by dev"


def test_a_value_inside_another_leaves_nothing_behind():
    text = "key sk-aaaaaaaaaaaaaaaaaaaa and sk-aaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbb"
    found = secrets([text], count_tokens)
    assert "aaaa" not in redacted([text], found)[0] and "bbbb" not in redacted([text], found)[0]


@pytest.mark.parametrize(
    "harmless",
    ["hotel 4021 costs 400", "2026-11-30 14:13:00", "192.168.0.1:8080", '{"password": "string"}', "task-12345678901234",
     "a" * 5000, "1234567890123456789", "v1.2.3", "/usr/home", "x@y", "sha 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"],
)  # fmt: skip
def test_what_is_no_secret_is_left_alone(harmless):
    assert secrets([harmless], count_tokens) == ()


def test_a_redacted_run_is_planned_the_same_way():
    key = SECRETS["api_key"]
    records = [
        {"role": "user", "content": f"use {key}"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "read", "arguments": json.dumps({"key": key})}}]},
        {"role": "tool", "tool_call_id": "c1", "content": f"{key} works"},
        {"role": "assistant", "content": "done"},
    ]  # fmt: skip
    new = redacted(records, secrets(records, count_tokens))
    one, two = ts.plan(ts.load(records)), ts.plan(ts.load(new))
    assert key not in json.dumps(new) and [d.action for d in one.decisions] == [d.action for d in two.decisions]


def test_reading_hostile_text_takes_no_time():
    for piece in ("a@", "sk-", "eyJa.", "-----BEGIN PRIVATE KEY-----", "+1 ", "password=", "/home/"):
        secrets([piece * 20_000], count_tokens)


def test_sizes_of_links_are_ordered():
    assert link.LONG < link.LONGEST < link.MOST_READ < link.MOST_BYTES
