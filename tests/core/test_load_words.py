"""What cannot be read is said in Chinese as well: same numbers, same names, nothing lost."""

import ast
import re
from string import Formatter

import pytest

import trimscope as ts
from small import REPOSITORY
from trimscope.words import loading
from trimscope.words.loading import PLACES, SENTENCES, in_chinese

KIND = "list"


def raised():
    """Every sentence that a LoadError is raised with in the core, as (English with samples filled in, file)."""
    for path in sorted((REPOSITORY / "core" / "trimscope").rglob("*.py")):
        if path.parent.name == "command":
            continue  # what only the command line says
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if called in ("LoadError", "BrokenLine") and isinstance(node.args[0], ast.Constant | ast.JoinedStr):
                yield sample(node.args[0])


def sample(node):
    """The sentence with something in each hole."""
    if isinstance(node, ast.Constant):
        return node.value
    filled = []
    for part in node.values:
        code = ast.unparse(part.value) if isinstance(part, ast.FormattedValue) else ""
        place = "Line 3, column 14" if "_place" in code else "this is not JSON" if code == "what" else "7"
        filled.append(part.value if isinstance(part, ast.Constant) else KIND if "kind_of" in code else place)
    return "".join(filled)


def test_nearly_everything_that_is_raised_has_words_in_chinese():
    sentences = sorted(set(raised()))
    without = [sentence for sentence in sentences if in_chinese(sentence) is None]
    assert len(sentences) > 40
    assert len(without) * 5 <= len(sentences), without


@pytest.mark.parametrize(("source", "chinese"), [
    ("", "输入为空：请载入文件，或粘贴 JSON 或 JSON Lines 格式的对话记录。"),
    ("[", "第 1 行第 2 列：文本在应出现“JSON 值”的地方结束（被截断？）。"),
    ('{"a" 1}', "第 1 行第 6 列：应为“':'”的地方出现了 '1'。"),
    ('["a]', "第 1 行第 5 列：文本在字符串中间结束（被截断？）。"),
    ("[1] 2", "第 1 行第 5 列：JSON 值之后还有其他文本。"),
    ("[1e999]", "第 1 行第 2 列：1e999 不是 JSON 能表示的数字。"),
    ("[]", "列表为空：对话记录至少需要一条消息。"),
    ("[" * 300, "第 1 行第 201 列：嵌套超过 200 层。"),
    ('[{"role": "user", "content": 5}]', "第 0 条消息：'content' 是数字，应为文本或列表。"),
    ('[{"role": "user", "content": "a"}, 5]', "第 1 条消息：应为带 'role' 的对象，这里却是数字。"),
    ('{"messages": []}', "'messages' 为空：对话记录至少需要一条消息。"),
    ('{"messages": [{"role": "user", "content": "a"}, {"role": 5}]}', "第 1 条消息：'role' 是数字，应为一个词。"),
    (b'[{"role": "user", "content": "\xff"}]', "第 1 行：第 30 个字节（0xff）不是 UTF-8：请将文件另存为 UTF-8。"),
])  # fmt: skip
def test_what_the_core_says_of_bad_input_in_chinese(source, chinese):
    with pytest.raises(ts.LoadError) as caught:
        ts.load(source)
    assert ts.words.load_error(str(caught.value), "zh") == chinese
    assert ts.words.load_error(str(caught.value)) == str(caught.value)


def holes(text):
    return sorted(name or "" for _, name, *_ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("english", [*SENTENCES, *PLACES])
def test_both_languages_have_the_same_holes(english):
    assert holes(english) == holes({**SENTENCES, **PLACES}[english])


@pytest.mark.parametrize("english", SENTENCES)
def test_every_sentence_is_its_own_words_whatever_is_filled_in(english):
    filled = re.sub(r"\{\}", "a{x}b 7", english).replace("{term}", "list")
    told = in_chinese(filled)
    assert told is not None
    assert told.count("a{x}b 7") == english.count("{}")
    assert "{term}" not in told


def test_what_has_no_words_stays_as_it_is():
    assert ts.words.load_error("Message 3: it is Tuesday.", "zh") is None
    assert in_chinese("Message 3: " * 400) is None
    assert loading.in_chinese("") is None
