"""The words that stand where text was left out: full banner, short banner, or nothing.

A banner speaks to the model that reads the shortened result: what is missing, what it sees, how to get the
rest. Every number in it is the one that holds for the text around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trimscope.texts import graphemes

Form = Literal["full", "short", "plain"]

TOOL_NAME_CAP = 64
"""Characters of a tool name: the providers' own limit (OpenAI and Anthropic both allow 64)."""

# What would end the banner, break its line or turn its reading direction inside a tool name.
_UNSAFE = {"[": "(", "]": ")", "\u2028": " ", "\u2029": " "}


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a banner says. Characters are code points; `lines` counts matching lines kept from the hole."""

    omitted: int
    tokens: int
    head: int
    tail: int
    size: int
    lines: int


def tool_name(name: str) -> str:
    """`name` as it may stand in a banner: one line, no brackets, no control or direction marks, 64
    characters."""
    safe = "".join(_safe(char) for char in name[: 4 * TOOL_NAME_CAP]).strip(" ")
    return safe[: graphemes.cut(safe, TOOL_NAME_CAP)].rstrip(" ")


def _safe(char: str) -> str:
    code = ord(char)
    if code < 0x20 or 0x7F <= code <= 0x9F or 0x200E <= code <= 0x200F:
        return " "
    if 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069 or 0xD800 <= code <= 0xDFFF:
        return " "
    return _UNSAFE.get(char, char)


def words(form: Form, numbers: Numbers, *, tool: str, lang: str) -> str:
    """The banner in brackets, one line, without the line ends around it; "" for `plain`.

    `tool` is a name from `tool_name` or ""; `lang` is "zh" or anything else for English.
    """
    if form == "plain":
        return ""
    n = numbers
    if lang == "zh":
        if form == "short":
            return f"[... 略去 {n.omitted:,} 个字符 ...]"
        lines = f"；其后附上中间匹配的 {n.lines:,} 行" if n.lines else ""
        whose = f"此 {tool} 结果" if tool else "此结果"
        return (
            f"[... {whose}略去 {n.omitted:,} 个字符（约 {n.tokens:,} tokens），保留开头 {n.head:,} 个"
            f"与结尾 {n.tail:,} 个，原文共 {n.size:,} 个字符{lines}。"
            "如需其余部分，请加过滤条件或分页后再次调用。 ...]"
        )
    if form == "short":
        return f"[... {n.omitted:,} characters left out ...]"
    lines = f"; matching lines of the gap that follow: {n.lines:,}" if n.lines else ""
    whose = f"this {tool} result" if tool else "this result"
    return (
        f"[... {n.omitted:,} characters (about {n.tokens:,} tokens) of {whose} are left out; kept are the"
        f" first {n.head:,} and the last {n.tail:,} of {n.size:,}{lines}. For the rest, call again with a"
        " filter or page by page. ...]"
    )


def between(form: Form, banner: str, head: str, rest: str, *, own_line: bool) -> str:
    """`banner` with the line ends it needs between `head` and what follows it (`rest`).

    A full banner stands on its own line; a short one only where whole lines are kept (`own_line`).
    """
    if form == "plain" or (form == "short" and not own_line):
        return banner
    before = "\n" if head and not head.endswith("\n") else ""
    return before + banner + ("\n" if rest else "")
