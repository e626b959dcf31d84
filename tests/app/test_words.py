"""The interface speaks English and Chinese completely."""

import re
from string import Formatter

import pytest

import trimscope as ts
from trimscope_app.i18n import LANGUAGES, _table, known, number, share, tr
from trimscope_app.options import preset_title

ENGLISH, CHINESE = _table("en"), _table("zh")


def placeholders(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_have_every_word():
    assert {key for key in ENGLISH if not key.endswith(".one")} == set(CHINESE)


@pytest.mark.parametrize("key", sorted(CHINESE))
def test_both_languages_fill_in_the_same_values(key):
    assert placeholders(ENGLISH[key]) == placeholders(CHINESE[key])


def test_every_word_the_code_names_is_there(repository):
    app = repository / "app" / "trimscope_app"
    named = set()
    for path in (*sorted(app.glob("*.py")), *sorted((app / "views").glob("*.py"))):
        named |= set(re.findall(r'\btr\([\w.]+,\s*"([a-z_.]+)"', path.read_text(encoding="utf-8")))
    assert named
    assert named <= set(ENGLISH)


def test_one_is_not_plural_in_english():
    assert tr("en", "sentence.truncate", n=1) == "1 long result shortened"
    assert tr("en", "sentence.truncate", n=1_200) == "1,200 long results shortened"
    assert tr("zh", "sentence.truncate", n=1) == "截短了 1 条过长的结果"


def test_an_unknown_language_is_english():
    assert [known(each) for each in ("zh-CN", "zh", "EN-us", "fr", "", None)] == ["zh", "zh", "en", "en", "en", "en"]
    assert all(known(each) == each for each in LANGUAGES)


def test_numbers_are_whole_and_shares_round_half_up():
    assert number(12_288) == "12,288"
    assert [share(1, 3), share(1, 200), share(0, 7), share(5, 0)] == ["33 %", "1 %", "0 %", "–"]
    assert [share(1, 1_000), share(999, 1_000), share(1_000, 1_000), share(3, 2)] == ["<1 %", "99 %", "100 %", "150 %"]


ALWAYS_MANY = {"top.choose", "chooser.title", "chooser.wait", "note.several", "note.first_of", "gauge.budget",
               "checks.noted", "inspect.fields_lead", "origin.default_assumed", "preview.hole_capped",
               "preview.capped", "checks.passed"}  # fmt: skip
"""Counted things of which there are always several (or none)."""


@pytest.mark.parametrize("key", sorted(key for key in ENGLISH if re.search(r"\{n\}( \w+)* \w+s\b", ENGLISH[key])))
def test_what_is_counted_has_words_for_one(key):
    assert f"{key}.one" in ENGLISH or key in ALWAYS_MANY


@pytest.mark.parametrize("lang", LANGUAGES)
def test_presets_have_short_titles_of_their_own(lang):
    titles = [preset_title(name, lang) for name in ts.presets()]
    assert len(set(titles)) == len(titles)
    assert all(len(title) <= 36 for title in titles)
    assert {key.removeprefix("preset.") for key in ENGLISH if key.startswith("preset.")} <= set(ts.presets())
    assert preset_title("patchcat", "en") == "Fourth article: PatchCat"
    assert preset_title("not_named_yet", lang) == "not_named_yet"
