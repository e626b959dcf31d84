"""Values that one text can share with another: leaves that are long or large enough to mean the same thing twice.

A string of 4 to 200 characters, or a number of absolute value 100 or more as it is written. It stands in a text where
no letter or digit of its own kind is directly beside it (`occurrence.occurs`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from trimscope.source import canonical
from trimscope.texts.stub import LONGEST, SHORTEST, SMALLEST_NUMBER
from trimscope.values import occurrence

MOST_ALIKE = 64
"""Values, or places, that one word is looked up for: a word that more share (a folder that all paths begin with)
tells little, and looking each up everywhere would no longer be linear."""

_WORD = re.compile(r"[A-Za-z0-9]+|[^\x00-\x7f]")


def as_value(leaf: Any) -> str | None:
    """A leaf of JSON as the text it is looked up by; None for what is too short, too long or too small to tell."""
    if isinstance(leaf, str):
        return leaf if SHORTEST <= len(leaf) <= LONGEST else None
    if isinstance(leaf, int | float) and not isinstance(leaf, bool) and abs(leaf) >= SMALLEST_NUMBER:
        return canonical.readable(leaf)
    return None


def leaves(value: Any) -> Iterator[Any]:
    """All leaves of a JSON value, in document order."""
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            stack.extend(reversed(node.values()))
        elif isinstance(node, list):
            stack.extend(reversed(node))
        else:
            yield node


class Wanted:
    """Values to be found in texts, indexed by one word of each, so that a text is read once for all of them."""

    def __init__(self) -> None:
        self._by_word: dict[str, dict[str, int]] = {}
        self._whole: dict[str, None] = {}

    def add(self, value: str) -> None:
        """Look for this value, from `as_value`."""
        self._whole[value] = None
        words = list(_WORD.finditer(value))
        if not words:
            return
        longest = max(words, key=lambda word: len(word[0]))
        alike = self._by_word.setdefault(longest[0], {})
        if len(alike) < MOST_ALIKE:
            alike[value] = longest.start()

    def found_in(self, text: str) -> tuple[str, ...]:
        """Those of the values that stand in a text, each once, in order of appearance; one pass over the text."""
        found: dict[str, None] = {text: None} if text in self._whole else {}
        if self._by_word.keys().isdisjoint(_WORD.findall(text)):
            return tuple(found)  # nearly always, and much faster to tell than by looking word by word
        for word in _WORD.finditer(text):
            for value, offset in self._by_word.get(word[0], {}).items():
                at = word.start() - offset
                if value not in found and at >= 0 and text.startswith(value, at) and _alone(text, at, len(value)):
                    found[value] = None
        return tuple(found)


class Holders:
    """Texts that were said at some place (a number that grows), indexed by their words: who holds a value last."""

    def __init__(self, texts: Sequence[tuple[int, str]]) -> None:
        self._texts = [text for _, text in texts]
        self._places = [place for place, _ in texts]
        self._by_word: dict[str, list[tuple[int, int]]] = {}
        self._known: dict[str, int] = {}
        for number, text in enumerate(self._texts):
            for word in _WORD.finditer(text):
                self._by_word.setdefault(word[0], []).append((number, word.start()))

    def last(self, value: str) -> int:
        """The place of the last text that holds a value, from `as_value`; -1 where none does."""
        if value not in self._known:
            self._known[value] = self._last(value)
        return self._known[value]

    def _last(self, value: str) -> int:
        longest = max(_WORD.finditer(value), key=lambda word: len(word[0]), default=None)
        if longest is None:
            return -1
        for number, start in reversed(self._by_word.get(longest[0], [])[-MOST_ALIKE:]):
            text, at = self._texts[number], start - longest.start()
            if at >= 0 and text.startswith(value, at) and _alone(text, at, len(value)):
                return self._places[number]
        return -1


def _alone(text: str, at: int, length: int) -> bool:
    """Whether what stands there is a word of its own."""
    value = text[at : at + length]
    return occurrence.occurs(value, text[max(0, at - 1) : at + length + 1])
