"""Bad input: one sentence with the place, one family of exceptions, whatever comes."""

import copy
import json
from random import Random

import pytest

import trimscope as ts
from histories import FORMATS, events, policy, render
from small import GOAL, rings
from trimscope.source import reading

GOOD = '{"role": "user", "content": "hi"}'

BAD = [
    ("", "empty"),
    (" \n\t", "empty"),
    ("hello", "Line 1, column 1"),
    ("{", "Line 1, column 2"),
    ('[{"role": "user",\n "content": }]', "Line 2, column 13"),
    ('[{"role": "user", "content": "x}', "inside a string"),
    ('{"a": 1,}', "Line 1, column 9"),
    ("[1] [2]", "Line 1, column 5"),
    ("{'a': 1}", "Line 1, column 2"),
    ('{"a": "\t"}', "control character"),
    (r'["\q"]', "no escape"),
    ("[NaN]", "Line 1, column 2"),
    ("[-Infinity]", "Line 1, column 2"),
    ("[1, 1e400]", "Line 1, column 5"),
    ("[1e999999]", "Line 1, column 2"),
    ("[" + "9" * 5000 + "]", "too many digits"),
    ("[" + "9" * 4301 + "]", "too many digits"),
    ("[" + "9" * 500 + ".0]", "no number"),
    ("[" * 201 + "]" * 201, "nested deeper than 200"),
    ("[" * 100_000, "nested deeper than 200"),
    ('{"a":' * 3000 + "1" + "}" * 3000, "nested deeper than 200"),
    (GOOD + "\n" + GOOD[:-5], "Line 2"),
    (GOOD + "\n\n" + '{"role": ', "Line 3"),
    (GOOD + "\nnonsense\n" + GOOD, "Line 2, column 1"),
    ("42", "no transcript"),
    ('"text"', "no transcript"),
    ("{}", "no transcript"),
    ("[]", "empty"),
    ("[1, 2]", "known format"),
    ('{"messages": {}}', "no transcript"),
    ('{"messages": []}', None),
    ('[{"content": "x"}]', None),
    ('[{"role": "user", "content": 7}]', "Message 0"),
    ('[{"role": "assistant", "tool_calls": 3}]', "Message 0"),
    ('[{"role": "user"}, {"role": "narrator"}]', None),
    (b"\xff\xfeh", "UTF-16"),
    (b'[{"role": "user", "content": "\xe9"}]', "Line 1: byte 30"),
    ("hé\n".encode("latin-1"), "UTF-8"),
    (b"\x00\x01\x02", None),
    (b"PK\x03\x04\xff\xff", "archive"),
]


@pytest.mark.parametrize("source,place", BAD, ids=[repr(source)[:30] for source, _ in BAD])
def test_what_cannot_be_read_gives_one_sentence_with_the_place(source, place):
    with pytest.raises(ts.LoadError) as error:
        ts.load(source)
    sentence = str(error.value)
    assert place is None or place in sentence
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 300
    assert error.value.__cause__ is None


@pytest.mark.parametrize("encode", [str.encode, lambda t: b"\xef\xbb\xbf" + t.encode(), lambda t: t.encode("utf-16")])
def test_a_byte_order_mark_is_no_fault(encode):
    assert ts.load(encode(f"[{GOOD}]")).messages[0].text == "hi"
    assert ts.load("\ufeff" + f"[{GOOD}]").messages[0].text == "hi"


def test_a_lone_surrogate_is_text_and_survives():
    transcript = ts.load(r'[{"role": "user", "content": "\ud83d alone"}]')
    plan = ts.plan(transcript)
    assert plan.messages[0]["content"] == "\ud83d alone" and plan.messages_digest and plan.plan_digest


def test_two_hundred_levels_are_allowed():
    inner = "[" * 197 + "]" * 197
    assert ts.load('[{"role": "user", "x": ' + inner + ', "content": "hi"}]')
    assert ts.load('[{"role": "user", "content": "' + "[" * 5000 + '"}]').messages


def test_json_lines_end_at_line_feeds_only():
    line = json.dumps({"role": "user", "content": "a\u2028b"}, ensure_ascii=False)
    document, layout = reading.read(line + "\r\n" + line + "\n")
    assert layout == "jsonl" and [item["content"] for item in document] == ["a\u2028b"] * 2


def test_one_value_over_several_lines_is_json():
    assert reading.read(json.dumps([GOAL], indent=2))[1] == "json"


def test_a_parsed_value_is_held_to_the_same_limits():
    deep: list = []
    for _ in range(300):
        deep = [deep]
    for bad in (deep, [{"role": "user", "content": float("nan")}], [{1: 2}], [{"role": "user", "x": object()}]):
        with pytest.raises(ts.LoadError):
            ts.load(bad)


def test_a_format_or_conversation_that_is_not_there_is_named():
    with pytest.raises(ts.LoadError, match="openai-chat"):
        ts.load([GOAL], format="morse")
    for select in (5, -1, "nobody"):
        with pytest.raises(ts.LoadError, match=str(select)):
            ts.load([{"messages": [GOAL]}, {"messages": [GOAL]}], select=select)


JUNK = (None, True, 0, -1, 1.5, "", "user", "tool", "\ud800", [], {}, [None], {"type": "text"}, {"type": "tool_result"},
        [[]], "assistant", {"text": 3}, [{"type": "text", "text": None}], {"role": "user"})  # fmt: skip


def mutate(rng, document):
    """Change a few nodes of the document to something nobody would send."""
    for _ in range(rng.randint(1, 3)):
        node = document
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                break
            key = rng.choice(keys)
            if isinstance(node[key], dict | list) and node[key] and rng.random() < 0.8:
                node = node[key]
                continue
            if rng.random() < 0.25:
                del node[key]
            elif isinstance(node, dict) and rng.random() < 0.2:
                node[rng.choice(("role", "content", "tool_calls", "id", "type", "system", "function"))] = node.pop(key)
            else:
                node[key] = copy.deepcopy(rng.choice(JUNK))
            break


def survive(seeds):
    """Load and plan mutated documents; the only exception that may leave is TrimscopeError."""
    for seed in seeds:
        rng = Random(seed)
        format = FORMATS[seed % 2]
        document = render(events(rng), format)
        mutate(rng, document)
        try:
            transcript = ts.load(copy.deepcopy(document), format=rng.choice((None, *FORMATS)))
            plan = ts.plan(transcript, policy(rng))
            assert plan.plan_digest and plan.messages_digest and plan.messages is not None
            if plan.messages and plan.status != "refused":
                again = ts.load(copy.deepcopy(plan.document), format=transcript.format)
                assert ts.count(again, model=plan.policy.model).total == plan.tokens.sent, seed
        except ts.TrimscopeError:
            pass
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r} left the core") from error


def test_only_our_own_exceptions_ever_leave():
    survive(range(2_000))


@pytest.mark.nightly
def test_only_our_own_exceptions_ever_leave_over_many_documents():
    survive(range(10_000, 210_000))


def survive_text(seeds):
    text = json.dumps({"messages": [GOAL, *rings(2)], "n": 1.5})
    for seed in seeds:
        rng = Random(seed)
        data = bytearray(text.encode())
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            kind = rng.random()
            if kind < 0.4:
                data[at] = rng.choice(b'"{}[],:\\e9\n\x00\xff')
            elif kind < 0.7:
                del data[at : at + rng.randint(1, 9)]
            else:
                data[at:at] = rng.choice((b"1e999", b"NaN", b"\\u12", b"\xef\xbb\xbf", b"[" * 300, b"\n", b"9" * 5000))
        try:
            ts.plan(ts.load(bytes(data)))
        except ts.TrimscopeError as error:
            assert "\n" not in str(error)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r} left the core") from error


def test_a_damaged_file_gives_a_sentence_or_a_transcript():
    survive_text(range(3_000))


@pytest.mark.nightly
def test_a_damaged_file_gives_a_sentence_or_a_transcript_over_many_files():
    survive_text(range(10_000, 110_000))


@pytest.mark.parametrize("seed", range(300))
def test_our_own_place_finder_agrees_with_the_standard_library(seed):
    from trimscope.source.json_place import find_fault

    rng = Random(seed)
    text = list(json.dumps({"a": [1, -2.5e3, "x\n\u00e9", None, True, {"b": {}}], "": []}))
    for _ in range(rng.randint(0, 2)):
        text[rng.randrange(len(text))] = rng.choice('"{}[],:\\e9-. tn\x1f')
    joined = "".join(text)
    try:
        json.loads(joined)
        fine = True
    except ValueError:
        fine = False
    assert (find_fault(joined) is None) == fine


@pytest.mark.parametrize("levels", [199, 200, 201, 1_500, 60_000])
@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":"\\\\\\"[","b":'])
def test_nesting_is_refused_alike_where_it_is_looked_at_first_and_where_it_is_not(levels, opening, monkeypatch):
    said = []
    for fragile in (True, False):
        monkeypatch.setattr(reading, "FRAGILE", fragile)
        try:
            reading.read(opening * levels + "1" + {"[": "]", "{": "}"}[opening[0]] * levels)
            said.append("read")
        except ts.LoadError as error:
            said.append(str(error))
    assert said[0] == said[1] and (said[0] == "read") == (levels <= 200 and len(opening) < 6)


@pytest.mark.parametrize(
    "source,said",
    [
        ('{"messages": []}', "at least one message"),
        ('{"messages": [1]}', "Message 0: an object with 'role' was expected, here stands a number"),
        ('[{"role": "user", "content": "x"}, {"role": "narrator", "content": "x"}]', "Message 1: the role 'narrator'"),
        ('[{"role": "user", "content": "x"}, {"content": "x"}]', "Message 1: it has no 'role'"),
        ('[{"role": "user", "content": "x"}, {"role": {}, "content": "x"}]', "Message 1: its 'role' is a JSON object"),
        ("https://example.org/run.json\n", "paste the content, not its address"),
    ],
)
def test_what_is_nearly_a_transcript_is_told_what_is_wrong_with_it(source, said):
    with pytest.raises(ts.LoadError) as error:
        ts.load(source)
    assert said in str(error.value) and " a object" not in str(error.value)
