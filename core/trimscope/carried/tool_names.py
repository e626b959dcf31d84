"""Names of tools against patterns: one way to say which tools are meant, for classes of tools and kinds of content.

A `*` stands for any characters, also none, and a pattern that ends in `_*` matches without anything behind it too.
Letters are compared without regard to case (ASCII only). A name is matched by its words: `sendEmail`, `send-email` and
`send_email` are one name, and `check_*` matches `check_stock` but not `checkout`. Of a name that says where the tool
comes from (`mcp__gmail__send_email`, `order_service.cancel`) the part behind the last separator is matched; a pattern
that has a separator itself (`mcp__gmail__*`) is matched against the whole name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from trimscope.texts.matching_lines import ascii_lower

_SEPARATOR = re.compile(r"__|[./:]")
"""Between a name's origin and the tool itself: two underscores (MCP clients), dot, slash and colon (plug-ins)."""

_VERSION = re.compile(r"[vV]?[0-9]+")
"""A last part that is a version or a running number names no tool: `send_email.v2`, `functions.run:7`."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Where a word begins inside a name written with humps: send|Email, HTTP|Get."""

MOST_NAMES = 4_096
"""Names whose parts are remembered: far more than one request offers tools, few enough to bound the memory."""


def matches(pattern: str, tool: str) -> bool:
    """Whether a tool's name is one that the pattern means."""
    whole, part = _forms(tool)
    forms = whole if _SEPARATOR.search(pattern) else part
    return any(_fits(piece, form) for piece, form in zip(_both(pattern), forms, strict=True))


def matches_any(patterns: Iterable[str], tool: str) -> bool:
    """Whether one of the patterns means the tool."""
    return any(matches(pattern, tool) for pattern in patterns)


def words_of(tool: str) -> tuple[str, ...]:
    """The words of a tool's own name, in ASCII small letters: `mcp__shop__cancelOrder` -> cancel, order."""
    return tuple(word for word in _forms(tool)[1][1].split("_") if word)


@lru_cache(maxsize=MOST_NAMES)
def _forms(tool: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """The whole name and its own part, each as it is written and in words."""
    parts = [part for part in _SEPARATOR.split(tool) if part]
    while len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    return _both(tool), _both(parts[-1] if parts else tool)


@lru_cache(maxsize=MOST_NAMES)
def _both(name: str) -> tuple[str, str]:
    """A name in small letters, and in small letters with an underscore between its words."""
    spaced = _HUMP.sub("_", name).replace("-", "_").replace(" ", "_")
    return ascii_lower(name), ascii_lower(spaced)


def _fits(pattern: str, name: str) -> bool:
    """Whether the whole of `name` fits. Each piece is sought once from left to right: linear, whatever the stars."""
    if pattern.endswith("_*") and name == pattern[:-2]:
        return True
    first, *rest = pattern.split("*")
    if not rest:
        return name == first
    *middle, last = rest
    if not name.startswith(first) or len(name) < len(first) + len(last) or not name.endswith(last):
        return False
    at, end = len(first), len(name) - len(last)
    for piece in middle:
        found = name.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True
