"""Values that are looked for in many texts at once: one pass over a text finds all of them that stand in it.

A value (POLICY of the project, one definition for stubs and lost references) is a string of 4 to 200 characters or a
number of absolute value 100 or more, as it is written. It stands in a text where no letter or digit of its own kind
(ASCII) is directly beside it. A value without any letter, digit or character beyond ASCII names nothing and is none.

How it is found: a text is a row of words, runs of ASCII letters and digits; every other character beyond ASCII is a
word of its own. A value that stands in a text is there with whole words of it, so one word of each value is enough to
look it up by: the one that fewest of the values have. For a word, the values that are looked up by it are kept by
where it stands in them and how long they are; each such pair is one look into a set, however many values share it.
Worked example: of `src/app/main.py` and `src/app/test.py` the words `main` and `test` are looked for, 8 characters
behind the value's start, 15 characters in all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.source import canonical
from trimscope.texts.stub import LONGEST, SHORTEST, SMALLEST_NUMBER

_WORD = re.compile(r"[A-Za-z0-9]+|[^\x00-\x7f]")
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

MOST_SEARCHES = 16
"""Values of one word that are each searched for by themselves in a text that has the word. Of a word that more values
share every place in the text is looked at instead, once for all of them."""


@dataclass(frozen=True, slots=True)
class ValueRule:
    """What counts as a value. The figures are those of the project's policy; see `texts.stub` for their reasons."""

    shortest: int = SHORTEST
    """characters of a string"""
    longest: int = LONGEST
    smallest: int = SMALLEST_NUMBER
    """absolute value of a number"""

    def value(self, leaf: Any) -> str | None:
        """A leaf of JSON as the text it is looked up by; None for what is no value."""
        if isinstance(leaf, str):
            fits = self.shortest <= len(leaf) <= self.longest
            return leaf if fits and _WORD.search(leaf) else None
        if isinstance(leaf, int | float) and not isinstance(leaf, bool) and abs(leaf) >= self.smallest:
            return canonical.readable(leaf)
        return None


class ValueIndex:
    """A fixed set of values, numbered in the order in which they are given."""

    def __init__(self, values: Iterable[str]) -> None:
        self.values = tuple(dict.fromkeys(value for value in values if value))
        self.numbers: Mapping[str, int] = {value: number for number, value in enumerate(self.values)}
        self._ends = [(value[0] in _LETTERS, value[-1] in _LETTERS) for value in self.values]
        words = [tuple(_WORD.finditer(value)) for value in self.values]
        shared = Counter(word for each in words for word in {found[0]: None for found in each})
        self._by_word: dict[str, dict[tuple[int, int], dict[str, int]]] = {}
        self._of_word: dict[str, list[int]] = {}
        """the values that are looked up by a word"""
        for number, (value, each) in enumerate(zip(self.values, words, strict=True)):
            if each:
                rare = min(each, key=lambda found: (shared[found[0]], -len(found[0])))
                pairs = self._by_word.setdefault(rare[0], {})
                pairs.setdefault((rare.start(), len(value)), {})[value] = number
                self._of_word.setdefault(rare[0], []).append(number)

    def found_in(self, text: str, found: dict[int, None] | None = None) -> dict[int, None]:
        """Numbers of the values that stand in a text, as keys, added to those that were `found` before."""
        found = {} if found is None else found
        words = _WORD.findall(text)
        hits = self._by_word.keys() & words
        if not hits:
            return found
        many = [word for word in hits if len(self._of_word[word]) > MOST_SEARCHES]
        for word in sorted(hits.difference(many)):
            for number in self._of_word[word]:
                if number not in found and self._stands(number, text):
                    found[number] = None
        for place in _WORD.finditer(text) if many else ():
            if place[0] in many:
                self._look(place[0], place.start(), text, found)
        return found

    def _stands(self, number: int, text: str) -> bool:
        """Whether a value stands in a text, by searching for it."""
        value = self.values[number]
        at = text.find(value)
        while at >= 0 and not self._is_alone(number, text, at, at + len(value)):
            at = text.find(value, at + 1)
        return at >= 0

    def _look(self, word: str, start: int, text: str, found: dict[int, None]) -> None:
        """Note the values that stand around a word at one place."""
        for (offset, length), values in self._by_word[word].items():
            at = start - offset
            number = values.get(text[at : at + length]) if at >= 0 else None
            if number is not None and number not in found and self._is_alone(number, text, at, at + length):
                found[number] = None

    def _is_alone(self, number: int, text: str, start: int, end: int) -> bool:
        """Whether no letter or digit of ASCII stands beside one of its kind at either end of a value."""
        first, last = self._ends[number]
        if first and start > 0 and text[start - 1] in _LETTERS:
            return False
        return not (last and end < len(text) and text[end] in _LETTERS)

    def found_in_all(self, texts: Iterable[str]) -> tuple[int, ...]:
        """Numbers of the values that stand in any of some texts, each once."""
        found: dict[int, None] = {}
        for text in texts:
            self.found_in(text, found)
        return tuple(found)
