"""Every code has words in both languages."""

import ast
from pathlib import Path

import pytest

from small import REPOSITORY
from trimscope import words
from trimscope.planning import placing
from trimscope.structure import providers
from trimscope.words.summaries import SUMMARY_CHECKS

CORE = REPOSITORY / "core" / "trimscope"


def literals():
    """All short string constants of the core's stages and plan: the codes are among them."""
    files = [
        *CORE.glob("stages/*.py"),
        *CORE.glob("strategies/*.py"),
        *(CORE / f"{name}.py" for name in ("planning/placing", "planning/finish", "planning/plan")),
        *(CORE / f"{name}.py" for name in ("structure/anchors", "structure/rings")),
    ]
    return {
        node.value
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


TABLES = [
    words.ACTIONS,
    words.REASONS,
    words.FAULTS,
    words.STATUSES,
    words.NOTES,
    words.SEVERITIES,
    words.SUMMARY_STATES,
    SUMMARY_CHECKS,
]


@pytest.mark.parametrize("table", TABLES)
def test_both_languages_are_there_and_differ(table):
    for en, zh in table.values():
        assert en and zh and en != zh and en.isascii() and not zh.isascii()


def test_every_code_of_the_table_is_one_the_core_can_give():
    known = literals() | {f"{kind}_{how}" for kind in placing.KINDS for how in ("updated", "appended")}
    assert not {code for code in words.REASONS if code not in known} - set(words.FAULTS) - {"over_limit", "system"}


def test_every_fault_has_words_and_a_severity():
    for code in words.FAULTS:
        for provider in providers.PROVIDERS.values():
            assert provider.severity_of(code) in words.SEVERITIES
    assert set(providers.ALWAYS) <= set(words.FAULTS)


def test_an_unknown_code_is_shown_as_it_is():
    assert words.reason("new_code", "zh") == "new_code" and words.reason("goal", "xx") == words.reason("goal")


def test_sentences_end_and_name_no_path(tmp_path: Path):
    for en, zh in words.REASONS.values():
        assert en.endswith(".") and zh.endswith("。")
