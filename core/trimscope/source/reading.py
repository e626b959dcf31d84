"""From bytes or text to a JSON value, refusing what would hurt later, with the place in one sentence.

Three things are checked beyond what `json.loads` does by itself: nesting (a deeply nested
paste kills the browser's interpreter for good, measured at about 2,500 levels), numbers that are none
(NaN, infinity, 1e400) and the place of an error (the standard library words and counts it differently from
version to version).
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Mapping
from typing import Any, Literal

from trimscope.errors import BrokenLine, LoadError
from trimscope.source import nesting
from trimscope.source.json_place import find_fault
from trimscope.source.nesting import MAX_DEPTH

MAX_DIGITS = 4_300
"""Digits of a whole number that Python reads (its own limit, the same since 3.11); a longer one is refused."""

FRAGILE = sys.platform == "emscripten"
"""In the browser too deep a nesting kills the interpreter, where elsewhere `json` raises RecursionError: there the
brackets are looked at before anything is parsed, which takes about as long as parsing."""

SAFE_LIMIT = 10_000
"""Recursion limit up to which `json` raises before the stack of a usual thread (8 MB) is used up; Python's own is
1,000, but a program may have set it higher."""

_BLANK = re.compile(rb"[ \t\r\n]*")
_BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)


def _finite(word: str) -> float:
    """A JSON number with a fraction or exponent. Raises ValueError for one too large to be a number (1e400)."""
    value = float(word)
    if math.isinf(value):
        raise ValueError(word)
    return value


def _no_number(word: str) -> float:
    """NaN and Infinity, which Python's reader takes and JSON does not have."""
    raise ValueError(word)


_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_no_number)

MOST_BROKEN = 0.2
"""Share of a log's lines that may be damaged: a log cut off while it was written loses its last line, a shared
file a few; with more than this the file is something else."""

Layout = Literal["json", "jsonl"]
Broken = Mapping[int, BrokenLine]
"""Damaged lines of a JSON Lines file: the error of each by line number, from 1."""


def read(source: bytes | str) -> tuple[Any, Layout]:
    """Parse JSON or JSON Lines.

    Returns the value and its layout; JSON Lines give the list of their values.
    Raises LoadError naming line and column (both from 1) for anything that cannot be read.
    """
    document, layout, broken = read_damaged(source)
    for error in broken.values():
        raise error
    return document, layout


def read_damaged(source: bytes | str) -> tuple[Any, Layout, Broken]:
    """As `read`, but some lines of a JSON Lines file may be damaged: None stands in their place in the list.

    Raises LoadError for all else, and for more than `MOST_BROKEN` damaged lines.
    """
    raw, errors = _utf_8(source)
    start = _skip(raw, len(_BOM) if raw.startswith(_BOM) else 0)
    if start == len(raw):
        raise LoadError("The input is empty: load a file, or paste a transcript as JSON or JSON Lines.")
    lines = _as_lines(raw, start, errors)
    if lines is None:
        return parse(_text(raw, raw, errors).removeprefix("\ufeff"), raw=raw), "json", {}
    document: list[Any] = []
    broken: dict[int, BrokenLine] = {}
    for number, line in lines:
        try:
            document.append(parse(_text(line, raw, errors), first_line=number))
        except BrokenLine as error:
            document.append(None)
            broken[number] = error
            if len(broken) > MOST_BROKEN * len(lines):
                raise next(iter(broken.values())) from None
    return document, "jsonl", broken


def parse(text: str, *, first_line: int = 1, raw: bytes | None = None) -> Any:
    """Parse one JSON value.

    `first_line` is the number of the text's first line in the whole input; `raw` is the text in UTF-8, where it is at
    hand. Raises BrokenLine for what is not JSON, LoadError for what is but cannot be held.
    """
    first_brackets = FRAGILE or sys.getrecursionlimit() > SAFE_LIMIT
    if first_brackets:
        _refuse_deep(text, first_line, raw)
    try:
        value = _DECODER.decode(text)
        if not (first_brackets or nesting.has_few_brackets(text)) and nesting.is_deep(value):
            _refuse_deep(text, first_line)
        return value
    except (ValueError, RecursionError):
        _refuse_deep(text, first_line)
        _refuse_odd_numbers(text, first_line)
        fault = find_fault(text)
        offset, what = fault or (0, "this is not JSON")
        raise BrokenLine(f"{_place(text, offset, first_line)}: {what}.") from None


def check_value(value: Any) -> None:
    """Hold an already parsed value to the same limits. Raises LoadError with the path of what is wrong."""
    stack: list[tuple[Any, str, int]] = [(value, "$", 0)]
    while stack:
        node, path, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise LoadError(f"{path[:80]}: nested deeper than {MAX_DEPTH} levels.")
        if isinstance(node, dict):
            for key, item in node.items():
                if not isinstance(key, str):
                    raise LoadError(f"{path[:80]}: the key {key!r} is no text, which JSON does not allow.")
                stack.append((item, f"{path}.{key}" if depth < 8 else path, depth + 1))
        elif isinstance(node, list):
            stack.extend((item, f"{path}[{i}]" if depth < 8 else path, depth + 1) for i, item in enumerate(node))
        elif isinstance(node, float) and not math.isfinite(node):
            raise LoadError(f"{path[:80]}: {node} is no JSON number.")
        elif node is not None and not isinstance(node, str | int | float):
            raise LoadError(f"{path[:80]}: a {type(node).__name__} is no JSON value.")


def _utf_8(source: bytes | str) -> tuple[bytes, str]:
    """The input in UTF-8, and how its errors are taken: text may hold lone surrogates, a file may not."""
    if isinstance(source, bytes):
        if not source.startswith(_UTF_16):
            return source, "strict"
        try:
            source = source.decode("utf-16")
        except UnicodeDecodeError:
            raise LoadError("The file starts like UTF-16 but is not: save it as UTF-8.") from None
    return source.encode("utf-8", "surrogatepass"), "surrogatepass"


def _text(piece: bytes, whole: bytes, errors: str) -> str:
    """A piece of the file as text. Line by line takes half the memory of the whole at once."""
    try:
        return piece.decode("utf-8", errors)
    except UnicodeDecodeError:
        raise _not_utf_8(whole) from None


def _not_utf_8(whole: bytes) -> LoadError:
    try:
        whole.decode("utf-8")
        at = 0
    except UnicodeDecodeError as error:
        at = error.start
    line = whole.count(b"\n", 0, at) + 1
    return LoadError(f"Line {line}: byte {at} (0x{whole[at]:02x}) is not UTF-8: save the file as UTF-8.")


def _as_lines(raw: bytes, start: int, errors: str) -> list[tuple[int, bytes]] | None:
    """The non-blank lines with their numbers when the input is JSON Lines, else None. `start`: of the first line.

    JSON Lines: at least two non-blank lines, the first one a complete JSON value of its own. Lines end at
    `\\n` only: other line separators are legal inside JSON strings.
    """
    end = raw.find(b"\n", start)
    if end < 0 or _skip(raw, end) == len(raw):
        return None
    if raw[start : start + 1] not in (b"[", b"{", b'"') or find_fault(_text(raw[start:end], raw, errors)) is not None:
        return None
    lines = raw[start:].split(b"\n")
    first = raw.count(b"\n", 0, start) + 1
    return [(number, line) for number, line in enumerate(lines, first) if line.strip(b" \t\r")]


def _skip(raw: bytes, at: int) -> int:
    """Where the blanks from `at` on end (a strip would copy the text)."""
    blank = _BLANK.match(raw, at)
    return blank.end() if blank else at


def _refuse_deep(text: str, first_line: int, raw: bytes | None = None) -> None:
    offset = nesting.too_deep_at(text, raw)
    if offset is not None:
        raise LoadError(f"{_place(text, offset, first_line)}: nested deeper than {MAX_DEPTH} levels.")


def _refuse_odd_numbers(text: str, first_line: int) -> None:
    for token in re.finditer(_STRING.pattern + r"|-?[0-9][0-9.eE+-]*|-?Infinity|NaN", text, re.DOTALL):
        word = token[0]
        if word.startswith('"'):
            continue
        too_long = len(word) > MAX_DIGITS
        if too_long or word.lstrip("-") in ("NaN", "Infinity") or _is_infinite(word):
            shown = word if len(word) <= 24 else word[:20] + "..."
            what = "has too many digits" if too_long else "is no number that JSON can hold"
            raise LoadError(f"{_place(text, token.start(), first_line)}: {shown} {what}.")


def _is_infinite(word: str) -> bool:
    try:
        return math.isinf(float(word))
    except ValueError:
        return False


def _place(text: str, offset: int, first_line: int) -> str:
    line = text.count("\n", 0, offset)
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return f"Line {first_line + line}, column {column}"
