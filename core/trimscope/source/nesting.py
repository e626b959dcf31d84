"""How deep a JSON text or a parsed value is nested, against the one limit the project has."""

from __future__ import annotations

import re
from array import array
from itertools import accumulate
from typing import Any

MAX_DEPTH = 200
"""Levels of nesting allowed. The deepest real transcript measured has 32; CPython 3.11 fails under 1,500."""

FEW = 100_000
"""Characters up to which brackets are counted first: most lines of a log have few, a longer text has too many."""

_CONTAINERS = (dict, list)
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_ESCAPES = b"\\bfnrtu/"
"""The backslash, and what may stand behind it beside a quote."""

_NEITHER = bytes(code for code in range(256) if code not in b'[]{}"' + _ESCAPES)
"""What is neither a bracket nor a quote nor may belong to an escape."""

_STEPS = bytes({0x5B: 1, 0x7B: 1, 0x5D: 255, 0x7D: 255}.get(code, code) for code in range(256))
"""An opening bracket as one level down (+1), a closing one as one up (-1 as a signed byte)."""


def has_few_brackets(text: str) -> bool:
    """Whether a short text has too few brackets, inside its strings or outside, to be nested too deep."""
    return len(text) <= FEW and text.count("[") + text.count("{") <= MAX_DEPTH


def is_deep(value: Any) -> bool:
    """Whether a parsed value is nested deeper than allowed: level by level, which is faster than reading brackets."""
    level, depth = [value] if type(value) in _CONTAINERS else [], 0
    while level and depth <= MAX_DEPTH:
        level = [
            item
            for each in level
            for item in (each.values() if type(each) is dict else each)
            if type(item) in _CONTAINERS
        ]
        depth += 1
    return depth > MAX_DEPTH


def too_deep_at(text: str, raw: bytes | None = None) -> int | None:
    """Where a JSON text is nested deeper than allowed: offset in characters of the bracket, or None.

    `raw` is the same text in UTF-8, where it is at hand. The text may be broken: what a parser reads of it counts.
    """
    if has_few_brackets(text):
        return None
    if raw is None:
        raw = text.encode("utf-8", "surrogatepass")
    steps = _brackets_outside_strings(raw).translate(_STEPS)
    return _offset_of_depth(text, MAX_DEPTH + 1) if max(accumulate(array("b", steps)), default=0) > MAX_DEPTH else None


def _brackets_outside_strings(raw: bytes) -> bytes:
    """The brackets of a JSON text that stand outside its strings, in order.

    By whole-text operations, faster than `json.loads`: first everything goes that is neither a bracket, a quote nor
    may belong to an escape, then escaped backslashes, escaped quotes, and what is left of the other escapes; now every
    second piece between quotes is outside. Behind an escape that JSON does not know this is wrong, but no parser reads
    on there.
    """
    plain = raw.translate(None, _NEITHER)
    for escape in (b"\\\\", b'\\"'):
        plain = plain.replace(escape, b"")
    return b"".join(plain.translate(None, _ESCAPES).split(b'"')[::2])


def _offset_of_depth(text: str, depth: int) -> int:
    level = 0
    for token in _TOKEN.finditer(text):
        if token[0] in ("[", "{"):
            level += 1
            if level == depth:
                return token.start()
        elif token[0] in ("]", "}"):
            level -= 1
    return 0
