"""Values that are looked for in many texts at once: one pass over a text finds all of them that stand in it.

A value (POLICY of the project, one definition for stubs and lost references) is a string of 4 to 200 characters or a
number of absolute value 100 or more, as it is written. It stands in a text where no letter or digit of its own kind
(ASCII) is directly beside it. A value without any letter, digit or character beyond ASCII names nothing and is none.

How it is found: a text is a row of words, runs of ASCII letters and digits; every other character beyond ASCII is a
word of its own. A value that stands in a text is there with whole words of it, so one word of each value is enough to
look it up by: the one that fewest of the values have. Where few values are looked up by a word, each is searched for in
the texts that have the word; where many are, they are kept by where the word stands in them and how long they are, and
each such pair is one look into a set, however many values share it. Worked example: of `src/app/main.py` and
`src/app/test.py` the words `main` and `test` are looked for, 8 characters behind the value's start, 15 in all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.source import canonical
from trimscope.texts.stub import LONGEST, SHORTEST, SMALLEST_NUMBER

_WORD = re.compile(r"[A-Za-z0-9]+|[^\x00-\x7f]")
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
_TO_WORDS = bytes(code if chr(code) in _LETTERS else 0x20 for code in range(0x100))
"""Every byte that is no letter or digit of ASCII becomes a blank."""

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
        words = [[(word[0], word.start()) for word in _WORD.finditer(value)] for value in self.values]
        words = [[word for word in each if word[0].isascii()] or each for each in words]
        shared = Counter(word for each in words for word in dict(each))
        self._words: dict[bytes, list[int]] = {}
        """the values that are looked up by a word of ASCII"""
        self._characters: dict[str, list[int]] = {}
        """those that are looked up by another character"""
        self._around: dict[str, dict[tuple[int, int], dict[str, int]]] = {}
        """for a word that many values are looked up by: where it stands in them, their length, the values"""
        for number, each in enumerate(words):
            if each:
                rare = min(each, key=lambda found: (shared[found[0]], -len(found[0])))
                self._add(number, *rare)

    def _add(self, number: int, word: str, offset: int) -> None:
        value = self.values[number]
        if word.isascii():
            self._words.setdefault(word.encode(), []).append(number)
        else:
            self._characters.setdefault(word, []).append(number)
        self._around.setdefault(word, {}).setdefault((offset, len(value)), {})[value] = number

    def found_in(self, text: str, found: dict[int, None] | None = None) -> dict[int, None]:
        """Numbers of the values that stand in a text, as keys, added to those that were `found` before."""
        found = {} if found is None else found
        many: list[str] = []
        for word, numbers in self._hits(text):
            if len(numbers) > MOST_SEARCHES:
                many.append(word)
                continue
            for number in numbers:
                if number not in found and self._stands(number, text):
                    found[number] = None
        for place in _WORD.finditer(text) if many else ():
            if place[0] in many:
                self._look(place[0], place.start(), text, found)
        return found

    def _hits(self, text: str) -> Iterator[tuple[str, list[int]]]:
        """The words of a text that values are looked up by, and the values. By way of bytes, which is six times as fast
        as a search for words in the text itself (measured)."""
        in_ascii = text.encode("ascii", "replace").translate(_TO_WORDS).split()
        for word in sorted(self._words.keys() & in_ascii):
            yield word.decode(), self._words[word]
        if self._characters and not text.isascii():
            for character in sorted(self._characters.keys() & set(text)):
                yield character, self._characters[character]

    def _stands(self, number: int, text: str) -> bool:
        """Whether a value stands in a text, by searching for it."""
        value = self.values[number]
        at = text.find(value)
        while at >= 0 and not self._is_alone(number, text, at, at + len(value)):
            at = text.find(value, at + 1)
        return at >= 0

    def _look(self, word: str, start: int, text: str, found: dict[int, None]) -> None:
        """Note the values that stand around a word at one place."""
        for (offset, length), values in self._around[word].items():
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
