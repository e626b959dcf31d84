"""What takes the place of an old result's content: a structured stub (compact) or one line (clear).

Both keep the ring: call, result and id stay. A stub says what the result was, how large, and which ids stood in
it; never prose, because a result is somebody else's text and must not speak louder than before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Any

from trimscope.errors import LoadError
from trimscope.source import canonical, reading
from trimscope.texts.repeats import is_repeat

MAX_IDS = 20
"""Ids named in one stub: enough for a page of search results; more would be a second copy of the result."""

MAX_ID_CHARS = 600
"""Characters all ids of a stub take together."""

LONGEST_STUB = 2_000
"""Characters of a stub, ids, keys and tool name at their longest; what is longer is none of ours."""

MAX_KEYS = 6
"""Keys of a JSON result that the summary names."""

SHORTEST, LONGEST = 4, 200
"""Length of a string value in characters (POLICY: values)."""

SMALLEST_NUMBER = 100
"""Numbers below this stand everywhere and identify nothing (POLICY: values)."""

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,30}")
_ID_KEY = re.compile(r"(?:.*[_-])?(?:id|ids|key|code|number|ref|sha|hash|cursor|uuid)|.*(?:Id|Ids|ID|Key|Code|Number)")
"""Names of fields that hold ids."""

_EXPLICIT = re.compile(r"(?:.*[_-])?(?:id|ids|uuid)|.*(?:Id|Ids|ID)")
"""Names of fields that say in so many words that they hold an id: there a short value is one too."""

_IN_RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
"""Characters that `_ID` looks at."""

_ID = re.compile(
    r"(?<![A-Za-z0-9_])(?=[A-Za-z0-9_.-]{0,63}[0-9])(?=[A-Za-z0-9_.-]{0,63}[A-Za-z])"
    r"[A-Za-z0-9][A-Za-z0-9_-]{2,62}[A-Za-z0-9](?![A-Za-z0-9_])"
)
"""A word of 4 to 64 characters with a letter and a digit in it: HT-002, call_9f, A100."""

_RUNS = bytes(code if chr(code) in _IN_RUNS + "\n" else ord(" ") for code in range(256))
"""Translates every character that no word can hold, and stands beside none, to a blank; lines stay."""

_NO_DIGITS = bytes(code for code in range(256) if chr(code) not in "0123456789\n")
"""What is deleted to see in which lines there are digits."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}")
_CLEARED = {
    "en": "[tool result cleared: {tool}, {chars} chars]",
    "zh": "[工具结果已清除：{tool}，{chars} 字符]",
}
_IS_CLEARED = re.compile(
    r"\[tool result cleared: [^\n\]]{0,64}, [0-9]{1,15} chars\]|"
    r"\[工具结果已清除：[^\n\]]{0,64}，[0-9]{1,15} 字符\]"
)
NO_RESULT = {
    "en": "Error: no result was recorded for this tool call.",
    "zh": "错误：该工具调用没有记录到结果。",
}
"""Fixed text without internals (first source article: the synthesised result says nothing about the platform)."""

MEDIA_NOTE = {"en": "[media removed to fit the budget]", "zh": "[为满足预算已移除媒体]"}
"""What stands for a picture or file that went."""

_COMPACTED = '{"_compacted": true, '


def compact(text: str, tool: str, lang: str, chars: int | None = None) -> str:
    """The stub for a result: JSON with `_compacted`, what it was, the ids in it and its size in characters (`chars`
    where the text is what a limit left of it)."""
    value = json_of(text)
    what = _describe(value, text, lang)
    joint = "的结果：" if lang == "zh" else " result: "
    ids = ids_in(text if value is None else value)
    return _written(f"{_name(tool)}{joint}{what}", ids, len(text) if chars is None else chars)


def evidence(text: str, tool: str, lang: str, chars: int | None = None) -> str:
    """The stub for old evidence: what it was is not told, but that it is retrieved anew where it is needed; `chars` as
    in `compact`."""
    again = "旧证据已移除，需要时重新检索" if lang == "zh" else "old evidence removed, retrieve it again if needed"
    joint = "：" if lang == "zh" else ": "
    value = json_of(text)
    ids = ids_in(text if value is None else value)
    return _written(f"{_name(tool)}{joint}{again}", ids, len(text) if chars is None else chars)


def _written(summary: str, ids: Sequence[str | int], chars: int) -> str:
    """The JSON text of a stub. Its list is written here: an encoder takes longer to set up than so little to write."""
    listed = ", ".join([canonical.readable(each) for each in ids])
    return f'{_COMPACTED}"summary": {canonical.readable(summary)}, "ids": [{listed}], "chars": {chars}}}'


def clear(text: str, tool: str, lang: str, chars: int | None = None) -> str:
    """The one-line placeholder for a result: which tool, how many characters (`chars` as in `compact`)."""
    return _CLEARED[lang].format(tool=_name(tool), chars=len(text) if chars is None else chars)


def is_stub(text: str) -> bool:
    """True for a text that stands for content that is not sent: by `compact`, `clear`, de-duplication, a repair, or
    for media. It is left as it is."""
    if text in (*NO_RESULT.values(), *MEDIA_NOTE.values()):
        return True
    return is_replacement(text) or is_repeat(text)


def is_replacement(text: str) -> bool:
    """True for a text that `compact` or `clear` wrote."""
    if text.startswith(_COMPACTED) and len(text) <= LONGEST_STUB:
        value = json_of(text)
        return isinstance(value, dict) and list(value) == ["_compacted", "summary", "ids", "chars"]
    return len(text) < 120 and _IS_CLEARED.fullmatch(text) is not None


def is_id_name(field: str) -> bool:
    """Whether a field is named like one that holds ids."""
    return _ID_KEY.fullmatch(field) is not None


def ids_in(value: Any) -> list[str | int]:
    """Ids in a result, in order of appearance, those under a field named like an id first.

    `value` is parsed JSON, or text. Strings have 4 to 200 characters, numbers an absolute value of 100 or more.
    """
    found: dict[str | int, None] = {}
    room = MAX_ID_CHARS
    for candidate in (*_named(value, False), *_shaped(value)):
        cost = len(str(candidate))
        if candidate not in found and len(found) < MAX_IDS and cost <= room:
            found[candidate] = None
            room -= cost
    return list(found)


def named_ids(value: Any) -> list[str | int]:
    """Values of parsed JSON that stand under a field named like an id, each once, in order."""
    return list(dict.fromkeys(_named(value, False)))


def explicit_ids(value: Any) -> list[str | int]:
    """Texts and whole numbers of parsed JSON, of any length, under a field named `id` (`hotel_id`, `orderId`, `ids`),
    each once, in order."""
    return list({(type(leaf), leaf): leaf for leaf in _explicit(value, False)}.values())


def _explicit(value: Any, inside: bool) -> Iterator[str | int]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _explicit(item, _EXPLICIT.fullmatch(key) is not None)
    elif isinstance(value, list):
        for item in value:
            yield from _explicit(item, inside)
    elif inside and isinstance(value, str | int) and not isinstance(value, bool):
        yield value


def _named(value: Any, inside: bool) -> Iterator[str | int]:
    """Leaves that stand under a field named like an id."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _named(item, _ID_KEY.fullmatch(key) is not None)
    elif isinstance(value, list):
        for item in value:
            yield from _named(item, inside)
    elif inside and _identifies(value):
        yield value


def _identifies(value: Any) -> bool:
    if isinstance(value, str):
        return SHORTEST <= len(value) <= LONGEST and " " not in value
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) >= SMALLEST_NUMBER


def _shaped(value: Any) -> Iterator[str]:
    """Words shaped like an id, wherever they stand; in a JSON result only as a whole leaf."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            if not isinstance(item, str):
                yield from _shaped(item)
            elif _ID.fullmatch(item) and not _DATE.match(item):
                yield item
    elif isinstance(value, str):
        yield from (word for word in _words(value) if not _DATE.match(word))


def _words(text: str) -> list[str]:
    """What `_ID` finds in a text, mostly each once, in order of first appearance.

    All the pattern looks at lies within one run of its characters. So lines met before and lines without a digit are
    left out, the others are cut into runs, and only runs that are not letters alone are looked at, each once: between
    a third and a tenth of the time (measurement).
    """
    once = "\n".join(dict.fromkeys(text.split("\n")))
    data = once.encode("ascii", "replace").translate(_RUNS)
    lines = compress(data.split(b"\n"), data.translate(None, _NO_DIGITS).split(b"\n"))
    mixed = [run for run in b" ".join(lines).split() if not run.isalpha()]  # telling that is cheaper than hashing
    return _ID.findall(b" ".join(dict.fromkeys(mixed)).decode("ascii"))


def json_of(text: str) -> Any:
    """The result as a JSON object or list, or None when it is plain text."""
    if text.lstrip(" \t\r\n")[:1] not in ("{", "["):
        return None
    try:
        return reading.parse(text)
    except LoadError:
        return None


def _describe(value: Any, text: str, lang: str) -> str:
    zh = lang == "zh"
    if isinstance(value, list):
        return f"JSON 列表，{len(value)} 项" if zh else f"JSON list of {len(value)}"
    if isinstance(value, dict):
        keys = [_with_size(key, item, zh) for key, item in value.items() if _KEY.fullmatch(key)][:MAX_KEYS]
        listed = ", ".join(keys)
        return f"JSON 对象：{listed}" if zh else f"JSON object with {listed}"
    lines = text.count("\n") + 1
    return f"文本，{lines} 行" if zh else f"text of {lines} lines"


def _with_size(key: str, item: Any, zh: bool) -> str:
    if not isinstance(item, list):
        return key
    return f"{key}（{len(item)} 项）" if zh else f"{key} ({len(item)} items)"


def _name(tool: str) -> str:
    """A tool's name as it may stand in a stub: one line, no brackets, at most 64 characters."""
    return re.sub(r"[\x00-\x1f\[\]]", "_", tool)[:64] or "tool"
