"""A long result becomes its beginning, a true banner, and its end; within the cap; never longer."""

import doctest
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trimscope.texts.truncate
from trimscope.texts.banner import tool_name
from trimscope.texts.graphemes import is_boundary
from trimscope.texts.matching_lines import error_lines
from trimscope.texts.truncate import Cut, truncate, truncate_parts

FULL = re.compile(
    r"\[\.\.\. (?P<omitted>[0-9,]+) characters \(about (?P<tokens>[0-9,]+) tokens\) of this .*result are left"
    r" out; kept are the first (?P<head>[0-9,]+) and the last (?P<tail>[0-9,]+) of (?P<size>[0-9,]+)"
    r"(; matching lines of the gap that follow: (?P<lines>[0-9,]+))?\. For the rest, call again .*\.\.\.\]"
)
SHORT = re.compile(r"\[\.\.\. (?P<omitted>[0-9,]+) characters left out \.\.\.\]")


def count(text: str) -> int:
    """A stand-in for an estimator: whole tokens, wide characters dearer, at least 1 even for nothing."""
    return max(1, -(-sum(125 if char > "\u2e80" else 27 for char in text) // 100))


def lines(text: str) -> int:
    return len(text.removesuffix("\n").split("\n")) if text else 0


def size(text: str, unit: str) -> int:
    return {"chars": len(text), "tokens": count(text) if text else 0, "lines": lines(text)}[unit]


FLAG = "\U0001f1e9\U0001f1ea"
words = st.sampled_from(["a", "\n", "word ", "中文", FLAG, "e\u0301", "\r\n", "ERROR x\n", "0123456789", "\ud83c"])
pieces = st.lists(words, max_size=40)
texts = st.builds(lambda some, times: "".join(some) * times, pieces, st.sampled_from([1, 3, 40]))
units = st.sampled_from(["chars", "tokens", "lines"])
policies = st.fixed_dictionaries(
    {
        "unit": units,
        "head": st.sampled_from([0.0, 0.333, 0.5, 0.6, 1.0]),
        "banner": st.sampled_from(["inside", "outside"]),
        "tool": st.sampled_from(["", "web_fetch", "a[b]\nc"]),
        "keep": st.sampled_from([None, "error", "zzz|文"]),
        "lang": st.sampled_from(["en", "zh"]),
    }
)
limits = st.one_of(st.integers(0, 60), st.integers(0, 2500))


@given(texts, limits, policies)
@settings(deadline=None, max_examples=600)
def test_every_cut_keeps_its_promises(text, limit, policy):
    cut = truncate(text, limit, count=count, **policy)
    assert len(cut.text) <= len(text), "never longer than the input"
    if policy["banner"] == "inside":
        assert size(cut.text, policy["unit"]) <= limit, "the banner counts inside the cap"
        if size(text, policy["unit"]) <= limit:
            assert cut.kind == "none", "what fits is left alone"
    once = cut.text
    assert truncate(once, limit, count=count, **policy).text is once, "a second time changes nothing"
    assert cut.head == text[: cut.head_end]
    assert cut.head_end <= cut.tail_start
    if cut.kind == "none":
        assert cut.text is text
        return
    assert cut.tail == text[cut.tail_start :]
    assert is_boundary(text, cut.head_end) and is_boundary(text, cut.tail_start)
    assert cut.text.startswith(cut.head + cut.banner) and cut.text.endswith(cut.tail)
    assert all(line in text.split("\n") for line in cut.kept)
    if not cut.kept:
        assert cut.omitted_chars == cut.tail_start - cut.head_end
    banner_is_true(cut, text, policy["lang"])


def banner_is_true(cut: Cut, text: str, lang: str) -> None:
    said = [int(number.replace(",", "")) for number in re.findall("[0-9][0-9,]*", cut.banner)]
    if cut.kind == "full":
        assert said[:2] == [cut.omitted_chars, cut.omitted_tokens]
        assert said[2:5] == [len(cut.head), len(cut.tail), len(text)]
        assert said[5:] == ([len(cut.kept)] if cut.kept else [])
        whole = count(text) - sum(count(part) for part in (cut.head, cut.tail, *cut.kept) if part)
        assert cut.omitted_tokens == max(0, whole)
        assert lang == "zh" or FULL.search(cut.banner)
    elif cut.kind == "short":
        assert said == [cut.omitted_chars]
        assert lang == "zh" or SHORT.search(cut.banner)
    else:
        assert not cut.banner and not cut.kept


@given(st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 1000))
@settings(deadline=None, max_examples=300)
def test_on_plain_letters_head_and_tail_are_exactly_their_shares(length, limit, per_mille):
    text = "abcdefghij" * (length // 10) + "k" * (length % 10)
    cut = truncate(text, limit, head=per_mille / 1000, count=count)
    if cut.kind == "none":
        assert length <= limit
        return
    kept = len(cut.head) + len(cut.tail)
    assert len(cut.head) == kept * per_mille // 1000
    assert limit - 6 <= len(cut.text) <= limit, "the cap is used up to a banner's digits"
    if cut.kind != "plain":
        assert 2 * kept >= limit, "a banner leaves at least half of the cap to text"


@given(st.lists(texts, max_size=6), limits, policies)
@settings(deadline=None, max_examples=300)
def test_parts_are_cut_as_one_text(parts, limit, policy):
    cut, new = truncate_parts(parts, limit, count=count, **policy)
    assert cut == truncate("".join(parts), limit, count=count, **policy)
    assert "".join(part for part in new if part is not None) == cut.text
    assert len(new) == len(parts)
    start = 0
    for old, part in zip(parts, new, strict=True):
        end = start + len(old)
        if cut.kind == "none" or (0 < end <= cut.head_end - 1 or start > cut.tail_start):
            assert part is old, "an untouched part is the same object"
        if part is None:
            assert cut.head_end <= start and end <= cut.tail_start, "only what lies in the hole goes"
        start = end
    if parts:
        assert any(part is not None for part in new), "a result keeps at least one part"


def test_the_banner_stands_at_the_end_of_the_part_where_the_head_ends():
    parts = ["a" * 300, "b" * 300, "c" * 3000, "d" * 300]
    cut, new = truncate_parts(parts, 800, count=count)
    assert cut.kind == "full"
    assert new[0] is parts[0]
    assert new[1].startswith("b") and new[1].endswith(cut.banner)
    assert new[2] is None or set(new[2]) == {"c"}
    assert new[3].endswith("d")


@given(texts, st.integers(400, 1500), st.sampled_from(["error", "ERROR|zzz", "文"]))
@settings(deadline=None, max_examples=200)
def test_rescued_lines_are_the_first_ones_that_match_and_fit(text, limit, keep):
    cut = truncate(text, limit, count=count, keep=keep)
    marks = keep.lower().split("|")
    lost, at = [], 0
    for line in text.split("\n"):
        inside = at + len(line) > cut.head_end and at < cut.tail_start and line
        if inside and any(mark in line.lower() for mark in marks):
            lost.append(line)
        at += len(line) + 1
    rest = iter(lost)
    assert all(line in rest for line in cut.kept), "in the order of the text, none invented"
    assert cut.kind != "full" or not lost or cut.kept or min(map(len, lost)) > 100


def test_the_verdict_in_the_middle_survives_with_keep():
    text = "compiling\n" * 500 + "FAILED test_login: expected 200, got 500\n" + "cleaning\n" * 500
    cut = truncate(text, 1000, count=count, keep="failed|panic")
    assert cut.kept == ("FAILED test_login: expected 200, got 500",)
    assert "that follow: 1." in cut.banner
    assert cut.omitted_chars == cut.tail_start - cut.head_end - len(cut.kept[0])


def test_a_pattern_that_matches_everything_leaves_half_of_the_room_to_head_and_tail():
    cut = truncate("all error\n" * 1000, 1000, count=count, keep="error")
    assert len(cut.head) + len(cut.tail) >= sum(len(line) + 1 for line in cut.kept) > 300


def test_keep_is_no_regular_expression():
    text = "x" * 3000 + "\n(a+)+$ is here\n" + "y" * 3000
    assert truncate(text, 1000, count=count, keep="(a+)+$").kept == ("(a+)+$ is here",)
    assert truncate(text, 1000, count=count, keep=".*").kept == ()


def test_the_full_banner_tells_what_is_missing_and_how_to_get_it():
    cut = truncate("x" * 20_000, 4000, count=count, tool="web_fetch")
    assert cut.kind == "full" and len(cut.text) in range(3994, 4001)
    numbers = (f"{cut.omitted_chars:,} characters", f"{cut.omitted_tokens:,} tokens", "20,000")
    assert all(told in cut.banner for told in ("web_fetch", "filter", *numbers))
    chinese = truncate("行" * 20_000, 4000, count=count, tool="web_fetch", lang="zh")
    assert "略去" in chinese.banner and "20,000" in chinese.banner and "分页" in chinese.banner


@pytest.mark.parametrize(("limit", "kind"), [(4000, "full"), (200, "short"), (40, "plain")])
def test_the_smaller_the_cap_the_shorter_the_banner(limit, kind):
    assert truncate("x" * 20_000, limit, count=count).kind == kind


@pytest.mark.parametrize("unit", ["chars", "tokens", "lines"])
@pytest.mark.parametrize("limit", [-1, 0, 1, 2, 3])
def test_a_tiny_cap_is_never_an_error(limit, unit):
    cut = truncate("line one\nline two\nline three\nline four\n", limit, count=count, unit=unit)
    assert size(cut.text, unit) <= max(0, limit)


def test_no_limit_means_no_cut():
    text = "x" * 100_000
    assert truncate(text, None, count=count).text is text


# Reported elsewhere: a pair at the cut, a banner outside the cap, a lost verdict, an input that grows.


def test_an_emoji_a_flag_and_a_family_at_the_cut_stay_whole():
    filler = "middle part that will be removed " * 4
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    text = f"abcdefghijklmnopqrstuvw\U0001f389{filler}{family} end \U0001f1e9\U0001f1ea."
    for limit in range(len(text)):
        cut = truncate(text, limit, count=count)
        cut.text.encode("utf-8")
        assert is_boundary(text, cut.head_end) and is_boundary(text, cut.tail_start)
        assert len(cut.text) <= limit


@pytest.mark.parametrize("length", [201, 205, 240, 300, 1000])
def test_a_result_just_over_the_cap_gets_shorter(length):
    cut = truncate("L" * length, 200, count=count)
    assert len(cut.text) <= 200
    assert cut.omitted_chars == length - len(cut.head) - len(cut.tail)


@pytest.mark.parametrize(("limit", "unit"), [(120, "chars"), (120, "lines"), (1, "lines"), (40, "tokens")])
def test_the_verdict_at_the_end_survives(limit, unit):
    text = "build started " + "compiling part " * 400 + "\n" + "linking part " * 400 + " RESULT: 3 failed"
    cut = truncate(text, limit, count=count, unit=unit)
    assert "RESULT: 3 failed" in cut.text
    assert limit == 1 or "build started" in cut.text
    assert len(cut.text) < 4300


def test_with_the_banner_outside_head_and_tail_take_the_whole_cap():
    cut = truncate("x" * 20_000, 4000, count=count, banner="outside")
    assert (len(cut.head), len(cut.tail)) == (2400, 1600)
    assert len(cut.text) == 4000 + len(cut.banner)


@pytest.mark.parametrize("length", [4001, 4100, 4294, 4400])
def test_with_the_banner_outside_nothing_grows(length):
    assert len(truncate("x" * length, 4000, count=count, banner="outside").text) <= length


def test_lines_are_kept_whole():
    text = "".join(f"line {number}\n" for number in range(1000))
    cut = truncate(text, 11, count=count, unit="lines")
    assert cut.head == "".join(f"line {number}\n" for number in range(6))
    assert cut.tail == "".join(f"line {number}\n" for number in range(996, 1000))
    assert cut.text.splitlines()[6] == cut.banner.strip()


def test_one_endless_line_is_cut_to_2000_characters_and_a_banner():
    text = "start " + "x" * 100_000 + " end"
    cut = truncate(text, 50, count=count, unit="lines")
    assert (len(cut.head), len(cut.tail)) == (1200, 800)


def test_a_tool_name_cannot_break_the_banner():
    assert tool_name("a[b]\n\u202ec" + "x" * 100) == "a(b)  c" + "x" * 57
    assert tool_name("\n\n") == ""


def test_thirty_megabytes_take_a_moment_besides_counting():
    text = ("0123456789 中文 line of text\n" * 1_200_000)[: 30 * 1024 * 1024]
    start = time.process_time()
    for unit in ("chars", "tokens", "lines"):
        truncate(text, 40, count=lambda part: 1 + len(part) // 4, unit=unit, keep="not in there|nor this")
        truncate(text, 4000, count=lambda part: 1 + len(part) // 4, unit=unit)
    assert time.process_time() - start < 10


def test_likely_errors_in_the_hole_are_listed_with_their_line_numbers():
    text = (
        "fine\nValueError: x\n0 errors, no failures\nok\n10 failed\r\n连接失败\nno errors but panic!\nPERMISSION DENIED"
    )
    found = error_lines(text)
    assert [line for line, _ in found] == [2, 5, 6, 7, 8]
    assert [line for _, line in found] == [
        "ValueError: x",
        "10 failed",
        "连接失败",
        "no errors but panic!",
        "PERMISSION DENIED",
    ]
    assert error_lines(text, 1, first_line=101) == [(102, "ValueError: x")]
    assert error_lines("") == []


def test_the_example_in_the_module_is_true():
    assert doctest.testmod(trimscope.texts.truncate).failed == 0


@pytest.mark.parametrize(
    "line",
    [
        "tests/test_net.py::test_connection_refused[ipv6] PASSED  [ 25%]",
        "test net::connection_refused ... ok",
        "--- PASS: TestFatalError (0.00s)",
        "0 errors, 0 failed", "12 passed, 0 failed", "no errors", "Errors: 0, failures=0", "zero exceptions",
        "an errorless run", "a reign of terror", "non-fatal", "没有错误",
    ],
)  # fmt: skip
def test_a_line_that_says_all_is_well_is_no_error(line):
    assert error_lines(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "1 failed, 3 passed", "10 errors", "1,000 failed", "FAILED tests/test_net.py::test_passed", "TypeError: no",
        "thread 'main' panicked at src/main.rs", "errors: 3", "failed: 10", "ERR_CONNECTION_REFUSED",
        "3 errors 12 passed", "connection refused", "10 个错误", "error: 0.5 is out of range", "Permission denied",
    ],
)  # fmt: skip
def test_a_line_that_says_something_went_wrong_is_one(line):
    assert [text for _, text in error_lines(line)] == [line]
