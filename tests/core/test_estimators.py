"""The token estimators: near the truth, bounded on hostile text, the same number everywhere."""

import hashlib
import importlib.util
import subprocess
import sys
from importlib.resources import files

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import trimscope as ts
from histories import documents, policies
from small import REPOSITORY
from trimscope import estimators, tokens
from trimscope.estimators import exact, prices, tabled
from trimscope.estimators.cells import CELLS, cell_of
from trimscope.estimators.estimator import Estimator
from trimscope.estimators.packing import ascending, join, pack_ascending, split
from trimscope.estimators.pieces import ASCII_PIECES, PIECES, WIDE_RUNS, may_be_wide
from trimscope.estimators.table import unpack
from trimscope.estimators.vocabulary import Known, pack_strings, strings
from trimscope.estimators.wide import PRICES, nearest

TABLES = ("light", "fine")
COUNTED = ("patchcat", "chars4", "glance", *TABLES)
BOUNDED = ("glance", *TABLES)
"""Those within a factor of two of the truth on the texts below, which no price a character can be."""

SCRIPTS = (
    "aZ09 .,-_\n\t\r'\"({=éßяЖλ中的国、。あアー가나"
    "ไทยعربहि😀👩‍🚀\u200d\ufe0f\x00\x85\xa0\u2028\ud800\udfff\U00020000\U0010ffff"
)
texts = st.one_of(
    st.text(st.characters(), max_size=80),  # with lone surrogates
    st.text(st.sampled_from(SCRIPTS), max_size=80),
    st.text(st.sampled_from("ab B\n 1,中 "), max_size=300),
)


def table(name):
    return unpack((files("trimscope.estimators") / f"{name}.bin").read_bytes())


SHIPPED = {name: table(name) for name in TABLES}


GOLDEN = {
    "": (0, 0),
    " ": (1000, 1000),
    "a": (1000, 1000),
    "Book a room.": (4000, 4000),
    "Our stewardship of rooms": (4406, 4000),
    "我要订一个房间": (5375, 5000),
    "部屋を予約してください。": (8875, 6000),
    "방을 예약해 주세요.": (7375, 6000),
    "Забронируйте номер, пожалуйста": (9340, 8000),
    "Réservez une chambre": (4358, 5000),
    "احجز غرفة من فضلك": (6112, 6000),
    "จองห้องพักหนึ่งห้อง": (7032, 8000),
    "कमरा बुक करें": (4631, 5000),
    "😀👩\u200d🚀⚠\ufe0f ok": (11601, 11953),
    'def f(x):\n    return x["a"] + 1\n': (14000, 14000),
    '{"path": "src/app/main.py", "n": [1, 22, 333, 4444]}': (25593, 25000),
    "HTTPServer snake_case_name camelCaseName SHOUTING": (10279, 11156),
    "don't WE'LL it's": (3812, 5000),
    "  two\n\n\n   three\t\tfour  \n": (8187, 9031),
    "==========": (1000, 1000),
    "-------- x --------": (3000, 3000),
    "5f4dcc3b5aa765d61d8327deb882cf99": (18624, 18000),
    "aGVsbG8gd29ybGQhIGhlbGxvIHdvcmxkIQ==": (22668, 23936),
    "\ud800 half \udfff\ud83d\ude00": (3000, 4000),
    "\x00\x85\xa0\u2028\ufffd\U0010ffff": (10345, 9980),
    "x" * 300: (37500, 37500),
    "我" * 300: (300000, 300000),
    "ж" * 300: (212100, 300000),
}
"""Thousandths of a token by text, for `light` and `fine`: the same on every Python, and in the browser."""


@pytest.mark.parametrize("text", GOLDEN, ids=ascii)
def test_a_text_takes_the_same_thousandths_on_every_python(text):
    assert tuple(tabled.estimator(name).milli(text) for name in TABLES) == GOLDEN[text]


FLOOD = 200_000
FLOODS = {
    "a": 25_000,
    "A": 25_000,
    " ": 1_563,
    "\n": 12_500,
    "=": 3_125,
    ".": 3_125,
    "-": 3_125,
    "~": 6_250,
    "\t": 12_500,
    "1": 66_667,
    "中": 200_000,
    "的": 200_000,
    "я": 100_000,
    "é": 200_000,
    "😀": 200_000,
    "あ": 200_000,
    "가": 200_000,
    "龘": 400_000,
    "א": 200_000,
    "\ufffd": 25_000,
    chr(0xD800): 25_000,
    "ab": 50_000,
    ", ": 100_001,
    "\r\n": 25_000,
    "x ": 100_001,
}
"""By text: what is repeated up to `FLOOD` characters, and the tokens o200k_base takes for it:
`len(tiktoken.get_encoding("o200k_base").encode_ordinary(unit * (FLOOD // len(unit))))`. Where tiktoken is there,
`test_every_recorded_truth_is_the_tokenizers` asks again."""


@pytest.mark.parametrize("name", BOUNDED)
@pytest.mark.parametrize("unit", FLOODS, ids=ascii)
def test_a_flood_of_one_thing_comes_out_within_a_factor_of_two(name, unit):
    true = FLOODS[unit]
    assert true / 2 <= tokens.PROFILES[name].text(unit * (FLOOD // len(unit))) <= true * 2


ALPHABETS = {
    "base64": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "hexadecimal": "0123456789abcdef",
    "digits": "0123456789",
    "small letters": "abcdefghijklmnopqrstuvwxyz",
    "printable": "".join(map(chr, range(33, 127))),
    "blanks": " \t\n\r",
    "Han": "".join(map(chr, range(0x4E00, 0x9FFF))),
    "anything": "".join(map(chr, (*range(0x20, 0xD800), *range(0xE000, 0x30000)))),
    "emoji": "😀🎉✅❌🚀🔥📦💡👍",
}
PSEUDO_RANDOM = {
    "base64": 136_355,
    "hexadecimal": 114_063,
    "digits": 66_667,
    "small letters": 104_024,
    "printable": 148_894,
    "blanks": 93_700,
    "Han": 384_473,
    "anything": 676_162,
    "emoji": 310_751,
}
"""By alphabet: the tokens o200k_base takes for `FLOOD` characters of it in the order of `shuffled` (measured)."""


def shuffled(alphabet):
    """The alphabet's characters in an order without a pattern, the same everywhere."""
    state, found = 1, []
    for _ in range(FLOOD):
        state = state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407 & (1 << 64) - 1
        found.append(alphabet[(state >> 33) % len(alphabet)])
    return "".join(found)


KEYS = "".join(f"{number:x} " for number in range(0x8000, 0x8000 + FLOOD // 5))
KEYS_TRUE = 121_669
"""40,000 different keys with a blank behind each, and the tokens o200k_base takes for them (measured)."""


@pytest.mark.parametrize("name", TABLES)
def test_a_long_list_of_keys_comes_near_though_a_part_of_it_is_priced(name):
    true = KEYS_TRUE
    fresh = Estimator(SHIPPED[name])
    assert true * 95 <= tabled.rounded(fresh.milli(KEYS)) * 100 <= true * 105
    assert len(fresh._behind) - len(fresh._behind._given) < FLOOD // 5 // 3


@pytest.mark.parametrize("name", BOUNDED)
@pytest.mark.parametrize("alphabet", PSEUDO_RANDOM)
def test_random_characters_come_out_within_a_factor_of_two(name, alphabet):
    true = PSEUDO_RANDOM[alphabet]
    assert true / 2 <= tokens.PROFILES[name].text(shuffled(ALPHABETS[alphabet])) <= true * 2


def test_the_light_table_is_at_most_20_kb_and_nothing_is_read_on_import():
    assert len((files("trimscope.estimators") / "light.bin").read_bytes()) <= 20 * 1_024
    code = "import trimscope\nfrom trimscope.estimators import tabled\nprint(tabled.estimator.cache_info().currsize)"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(REPOSITORY / 'core')!r})\n{code}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "0"


@given(texts)
def test_pieces_cover_every_character_of_a_text(text):
    assert "".join(PIECES.findall(text)) == text
    assert all(PIECES.findall(text))


@given(st.one_of(st.text(st.characters(max_codepoint=127)), st.text(st.sampled_from("abAB1 \n\r\t'.sS/"))))
@settings(max_examples=300)
def test_ascii_text_is_cut_the_same_by_the_faster_pattern(text):
    assert ASCII_PIECES.findall(text) == PIECES.findall(text)


def test_no_wide_character_is_overlooked():
    everything = [*range(0xD800), *range(0xE000, 0x110000)]
    wide = [point for point in everything if WIDE_RUNS.match(chr(point))]
    assert all(may_be_wide(chr(point).encode()) for point in wide)
    assert not any(may_be_wide(text.encode()) for text in ("plain", "é → — • │", "Забронируйте", "نص"))


@given(texts)
@settings(max_examples=300)
def test_a_text_takes_a_token_at_least_and_hardly_more_than_its_bytes(text):
    for name in TABLES:
        milli = tabled.estimator(name).milli(text)
        assert isinstance(milli, int)
        assert milli >= (0 if not text else 100 if WIDE_RUNS.search(text) else 1_000)
        assert milli <= 3_500 * len(text.encode("utf-8", "surrogatepass"))
    for name in COUNTED:
        assert (tokens.PROFILES[name].text(text) >= 1) == bool(text)


@given(st.lists(texts, max_size=6), texts)
@settings(max_examples=200)
def test_what_an_estimator_remembers_changes_no_number(before, text):
    for shipped in SHIPPED.values():
        warm = Estimator(shipped)
        for earlier in before:
            warm.milli(earlier)
        first = warm.milli(text)
        assert first == warm.milli(text) == Estimator(shipped).milli(text)


def test_no_more_is_remembered_than_allowed_and_forgetting_changes_no_number(monkeypatch):
    monkeypatch.setattr(prices, "MOST_REMEMBERED", 50)
    text = " ".join(f"{number:x}:{number}  qX{number % 13}\n" for number in range(900))
    whole = tabled.estimator("light").milli(text)
    small = Estimator(SHIPPED["light"])
    assert [small.milli(text) for _ in range(2)] == [whole, whole]
    for memory in (small._pieces, small._behind, small._start):
        assert len(memory) <= 50 + len(memory._given)  # what the table lists is there from the start
    long = Estimator(SHIPPED["light"])
    long.milli("x" * 5_000)
    assert not long._start


SEAM = 5_000
"""Thousandths of a token: where two texts meet, a piece of each may become one, of a few tokens."""


@given(texts, texts)
@settings(max_examples=300)
def test_adding_text_takes_little_away_and_never_more_than_half(text, more):
    """Half: a flood of one character counts as such only as long as it is one."""
    for name in TABLES:
        counted = tabled.estimator(name).milli
        assert counted(text + more) >= counted(text) // 2 - SEAM


@given(st.lists(st.integers(min_value=0, max_value=1 << 28)))
def test_packed_numbers_come_back(numbers):
    assert ascending(pack_ascending(sorted(numbers))) == sorted(numbers)


@given(st.lists(st.binary(max_size=300)))
def test_joined_sections_come_back(sections):
    assert split(join(sections)) == sections


@given(st.sets(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=16), min_size=1))
def test_packed_tokens_come_back(words):
    assert strings(pack_strings(words)) == words


@given(
    st.sets(st.text("abc ", min_size=2, max_size=5), max_size=12),
    st.text("abc ", min_size=1, max_size=12),
)
def test_known_tokens_cover_a_piece_longest_first(words, piece):
    at = count = 0
    while at < len(piece):
        at += max((len(word) for word in words if piece.startswith(word, at)), default=1)
        count += 1
    assert Known(frozenset(words)).cover(piece) == count


@given(st.text(st.characters(max_codepoint=127), min_size=2, max_size=40), st.integers(min_value=1, max_value=40))
def test_every_ascii_piece_has_a_cell(piece, count):
    assert 0 <= cell_of(piece, count) < CELLS


@given(st.integers(min_value=0, max_value=4_000))
def test_the_nearest_class_is_the_nearest(price):
    assert abs(PRICES[nearest(price)] - price) == min(abs(other - price) for other in PRICES)


def test_profiles_have_names_and_a_version_and_count_a_transcript():
    transcript = ts.load({"messages": [{"role": "user", "content": "Book a room."}]})
    for name in COUNTED:
        counts = tokens.count(transcript, name)
        assert counts.profile.label == f"{name}@1"
        assert counts.total == sum(counts.messages) + counts.fixed
    assert tokens.count(transcript, "light").fixed == 3


@pytest.mark.parametrize("name", COUNTED)
def test_the_sums_of_a_plan_hold_to_the_token_under_every_profile(name):
    @settings(max_examples=30, deadline=None)
    @given(documents("openai"), policies(profile=name))
    def holds(document, policy):
        assume(document["messages"])
        plan = ts.plan(ts.load(document), policy)
        assert plan.tokens.saved + plan.tokens.sent == plan.tokens.stored
        assert plan.tokens.stored == tokens.count(plan.transcript, name, policy.model).total
        assert plan.tokens.stored == plan.tokens.fixed + sum(decision.before for decision in plan.decisions)
        assume(plan.messages)
        assert plan.tokens.sent == tokens.count(ts.load(plan.document), name, policy.model).total

    holds()


def test_the_worked_examples_of_the_docstring_are_what_comes_out():
    light, told = tabled.estimator("light"), estimators.__doc__
    assert light.milli("Our stewardship of rooms") == 4_406
    assert light.milli(" stewardship") == 1_406
    assert SHIPPED["light"].known.cover(" stewardship") == 3
    assert "1.406" in told and "4.406" in told
    assert light.milli("我要订一个房间") == 5_375
    for character in "我要订一个房间":
        milli = light.milli(character)
        assert f"{character} {milli // 1_000}.{milli % 1_000:03d}" in told


def lacking(monkeypatch, folder):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(exact, "find_spec", lambda name: object())
    if folder is None:
        monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    else:
        monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
    with pytest.raises(ts.PolicyError) as raised:
        tokens.profile("exact")
    return str(raised.value)


def test_the_exact_profile_says_what_it_lacks_and_asks_nobody(monkeypatch, tmp_path):
    def never(name):
        raise AssertionError("the tokenizer was asked")

    monkeypatch.setattr(exact, "import_module", never)
    assert "is not set" in lacking(monkeypatch, None)
    assert "cannot be read" in lacking(monkeypatch, tmp_path / "none")
    (tmp_path / exact.FILE).write_bytes(b"IQ== 0\n")
    assert "is not o200k_base" in lacking(monkeypatch, tmp_path)
    assert (tmp_path / exact.FILE).read_bytes() == b"IQ== 0\n"
    monkeypatch.setattr(exact, "find_spec", lambda name: None)
    with pytest.raises(
        ts.PolicyError, match=r"^profile: 'exact' needs the package tiktoken, which is not installed\.$"
    ):
        tokens.profile("exact")


def test_the_exact_profile_counts_with_the_real_tokenizer_once_its_table_is_checked(monkeypatch, tmp_path):
    class Encoding:
        def encode_ordinary(self, text):
            return list(text[::2])

    content = b"a table"
    (tmp_path / exact.FILE).write_bytes(content)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(exact, "SHA256", hashlib.sha256(content).hexdigest())
    monkeypatch.setattr(exact, "find_spec", lambda name: object())
    monkeypatch.setattr(exact, "_encoding", Encoding)
    assert tokens.profile("exact").text("Book a room.") == 6
    assert tokens.count_tokens("", "exact") == 0


@pytest.mark.skipif(exact.missing() is not None, reason="needs tiktoken and its table in TIKTOKEN_CACHE_DIR")
def test_every_recorded_truth_is_the_tokenizers():
    for unit, true in FLOODS.items():
        assert exact.exact(unit * (FLOOD // len(unit))) == true
    for alphabet, true in PSEUDO_RANDOM.items():
        assert exact.exact(shuffled(ALPHABETS[alphabet])) == true
    assert exact.exact(KEYS) == KEYS_TRUE
