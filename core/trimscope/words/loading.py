"""Why a transcript cannot be read, in Chinese: the English sentences of LoadError are the keys.

Errors are raised where the fault is found, in one sentence with its numbers and names. Its words are looked up here as
a whole; what is filled in is taken over, kinds of JSON values in words of their own. Looked up through
`trimscope.words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

LONGEST = 2_000
"""Characters of a sentence that is looked up: none of ours is a third of that."""

TERMS: Mapping[str, str] = {
    "JSON object": "JSON 对象",
    "list": "列表",
    "string": "字符串",
    "true/false": "真假值",
    "null": "null",
    "number": "数字",
    "a key in double quotes": "双引号括起的键",
    "a JSON value": "JSON 值",
    "has too many digits": "位数过多",
    "is no number that JSON can hold": "不是 JSON 能表示的数字",
}
"""What stands in a place `{term}` of a sentence; others are taken over as they are."""

PLACES: Mapping[str, str] = {
    "Message {}: {rest}": "第 {} 条消息：{rest}",
    "Item {}: {rest}": "第 {} 项：{rest}",
    "Line {}, column {}: {rest}": "第 {} 行第 {} 列：{rest}",
    "Line {}: {rest}": "第 {} 行：{rest}",
    "{} of the archive: {rest}": "归档中的 {}：{rest}",
}
"""How a sentence begins that names its place; what follows is looked up by itself."""

SENTENCES: Mapping[str, str] = {
    "The input is empty: load a file, or paste a transcript as JSON or JSON Lines.":
        "输入为空：请载入文件，或粘贴 JSON 或 JSON Lines 格式的对话记录。",
    "The file starts like UTF-16 but is not: save it as UTF-8.": "文件开头像 UTF-16 却并非如此：请另存为 UTF-8。",
    "byte {} (0x{}) is not UTF-8: save the file as UTF-8.": "第 {} 个字节（0x{}）不是 UTF-8：请将文件另存为 UTF-8。",
    "The list is empty: a transcript needs at least one message.": "列表为空：对话记录至少需要一条消息。",
    "'{}' is empty: a transcript needs at least one message.": "'{}' 为空：对话记录至少需要一条消息。",
    "The conversation has no messages: a transcript needs at least one.": "会话中没有消息：对话记录至少需要一条。",
    "This is JSON, but no transcript of a known format: a list of messages with 'role', or an object with 'messages', "
    "'input' or 'contents', was expected; --format names one where it is not detected.":
        "这是 JSON，但不是已知格式的对话记录：应为带 'role' 的消息列表，或带 'messages'、'input' 或 'contents' 的对象。",
    "This is no {} transcript: its messages are not where they should be.": "这不是 {} 对话记录：消息不在应在的位置。",
    "There is no conversation '{}': the file holds {}, numbered from 0.": "没有会话 '{}'：文件中有 {} 个，从 0 起编号。",
    "The format '{}' is not known: choose one of {}.": "未知格式 '{}'：请从以下选择：{}。",
    "The provider '{}' is not known: choose one of {}.": "未知服务商 '{}'：请从以下选择：{}。",
    # links to scenarios
    "The link is damaged or cut off: ask for it again, or for a file.": "链接已损坏或被截断：请重新索取，或改用文件。",
    "The link is of version {}, and this page reads version 1: use a newer one.":
        "链接的版本为 {}，而本页只读版本 1：请使用更新的页面。",
    "The link has {} characters; at most {} are read.": "链接有 {} 个字符；最多读取 {} 个。",
    "The link holds more than {} bytes: ask for a file.": "链接的内容超过 {} 字节：请改用文件。",
    "The link names a sample that this page does not have.": "链接提到了本页没有的示例。",
    "schema: this scenario is of version {}, and this trimscope reads up to {}: use a newer one.":
        "schema：该场景的版本为 {}，而此 trimscope 最高读取版本 {}：请使用更新的版本。",
    "shape: without its texts this transcript is planned differently; give it inline or by its hash.":
        "去掉文本后，此对话记录的计划会不同：请分享全部内容，或只分享设置。",
    "shape: without its texts this transcript reads differently; give it inline or by its hash.":
        "去掉文本后，此对话记录读出的内容不同：请分享全部内容，或只分享设置。",
    # JSON itself
    "this is not JSON.": "这不是 JSON。",
    "nested deeper than {} levels.": "嵌套超过 {} 层。",
    "there is more text after the JSON value.": "JSON 值之后还有其他文本。",
    "the text ends inside a string (cut off?).": "文本在字符串中间结束（被截断？）。",
    "the text ends where {term} should come (cut off?).": "文本在应出现“{term}”的地方结束（被截断？）。",
    "'{}' stands where {term} should come.": "应为“{term}”的地方出现了 '{}'。",
    "'{}' is no escape JSON knows.": "'{}' 不是 JSON 的转义。",
    "a raw control character (U+{}) stands inside a string.": "字符串中有未转义的控制字符（U+{}）。",
    "{} has too many digits.": "{} 位数过多。",
    "{} is no number that JSON can hold.": "{} 不是 JSON 能表示的数字。",
    # Messages
    "it has no 'role' ({}).": "缺少 'role'（{}）。",
    "its 'role' is a {term}, a word was expected.": "'role' 是{term}，应为一个词。",
    "the role '{}' is not known: it is one of {}.": "未知角色 '{}'：应为以下之一：{}。",
    "it has neither a 'type' nor a 'role'.": "既没有 'type' 也没有 'role'。",
    "the role '{}' is not one of {}.": "角色 '{}' 不在以下之列：{}。",
    "the kind '{}' is not one of {}.": "种类 '{}' 不在以下之列：{}。",
    "the turn is from '{}', not one of {}.": "该轮来自 '{}'，不在以下之列：{}。",
    "an object was expected, here stands a {term}.": "应为对象，这里却是{term}。",
    "an object with 'role' was expected, here stands a {term}.": "应为带 'role' 的对象，这里却是{term}。",
    "'{}' is a {term}, text or a list was expected.": "'{}' 是{term}，应为文本或列表。",
    "'{}' is a {term}, a list was expected.": "'{}' 是{term}，应为列表。",
    "'{}' is a {term}, an object was expected.": "'{}' 是{term}，应为对象。",
    "content part {} is a {term}.": "第 {} 个内容部分是{term}。",
    "part {} of '{}' is a {term}.": "第 {} 个部分（位于 '{}'）是{term}。",
    "part {} is a {term}, an object was expected.": "第 {} 个部分是{term}，应为对象。",
    "part {} is a {term}.": "第 {} 个部分是{term}。",
    "block {} is a {term}, an object was expected.": "第 {} 个块是{term}，应为对象。",
    "block {} is a {term}.": "第 {} 个块是{term}。",
    "tool call {} is a {term}, an object was expected.": "第 {} 个工具调用是{term}，应为对象。",
    "tool call {} is a {term}.": "第 {} 个工具调用是{term}。",
    "the function of tool call {} is no object.": "第 {} 个工具调用的 function 不是对象。",
    "the content of a tool result is a {term}.": "工具结果的内容是{term}。",
    "a part of a tool result is a {term}.": "工具结果的一个部分是{term}。",
    "this is no message of LangChain's (its type is not known).": "这不是 LangChain 的消息（类型未知）。",
    # Logs and archives
    "This Codex rollout holds no conversation: no line of it is a 'response_item'.":
        "这份 Codex rollout 中没有会话：没有一行是 'response_item'。",
    "This Inspect log holds no samples (only its header was kept): there is nothing to trim in it.":
        "这份 Inspect 日志中没有样本（只保留了头部）：没有可裁剪的内容。",
    "This is a tau2 simulation without any message (a voice run keeps sound, not text): there is nothing to trim in it.":
        "这是没有消息的 tau2 模拟（语音运行只保留声音，没有文本）：没有可裁剪的内容。",
    "This archive is no Inspect log ('.eval'): unpack it and load the transcript inside.":
        "此归档不是 Inspect 日志（'.eval'）：请解包后载入其中的对话记录。",
    "The archive is damaged, or locked with a password: it cannot be read.": "归档已损坏或有密码：无法读取。",
    "The archive lists {} members: that is no Inspect log.": "归档列有 {} 个成员：这不是 Inspect 日志。",
    "The archive inflates to more than {} MB: it is not opened.": "归档解压后超过 {} MB：不予打开。",
    "{} of the archive is no object: that is no Inspect log.": "归档中的 {} 不是对象：这不是 Inspect 日志。",
}
"""English sentence -> Chinese; `{}` are filled in as they come, in the same order in both, `{term}` by `TERMS`."""

_HOLE = re.compile(r"\{(rest|term)?\}")


def in_chinese(sentence: str) -> str | None:
    """The sentence in Chinese; None where there are no words for it, or for what it says of the place."""
    if len(sentence) > LONGEST:
        return None
    for places in (True, False):  # a sentence may begin with anything, a place does not
        for pattern, chinese in _patterns(places):
            found = pattern.fullmatch(sentence)
            told = _filled(chinese, pattern, found) if found else None
            if told is not None:
                return told
    return None


def _filled(chinese: str, pattern: re.Pattern[str], found: re.Match[str]) -> str | None:
    rest = in_chinese(found["rest"]) if "rest" in pattern.groupindex else ""
    if rest is None:
        return None
    named = {"rest": rest}
    if "term" in pattern.groupindex:
        named["term"] = TERMS.get(found["term"], found["term"])
    numbered = set(pattern.groupindex.values())
    plain: Iterator[str] = iter([group for n, group in enumerate(found.groups(), 1) if n not in numbered])
    return _HOLE.sub(lambda hole: named[hole[1]] if hole[1] else next(plain), chinese)


@cache
def _patterns(places: bool) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each English sentence as a pattern, with the Chinese one."""
    return tuple((_pattern(english), chinese) for english, chinese in (PLACES if places else SENTENCES).items())


def _pattern(english: str) -> re.Pattern[str]:
    parts = []
    at = 0
    for hole in _HOLE.finditer(english):
        parts.append(re.escape(english[at : hole.start()]))
        parts.append(f"(?P<{hole[1]}>.+)" if hole[1] else "(.+?)")
        at = hole.end()
    return re.compile("".join([*parts, re.escape(english[at:])]), re.DOTALL)
