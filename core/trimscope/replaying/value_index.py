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
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.source import canonical
from trimscope.texts.stub import LONGEST, SHORTEST, SMALLEST_NUMBER

_WORD = re.compile(r"[A-Za-z0-9]+|[^\x00-\x7f]")


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
        self.values = tuple(dict.fromkeys(values))
        self.numbers: Mapping[str, int] = {value: number for number, value in enumerate(self.values)}
        words = [tuple(_WORD.finditer(value)) for value in self.values]
        shared = Counter(word for each in words for word in {found[0]: None for found in each})
        self._by_word: dict[str, dict[tuple[int, int], dict[str, int]]] = {}
        for number, (value, each) in enumerate(zip(self.values, words, strict=True)):
            if each:
                rare = min(each, key=lambda found: (shared[found[0]], -len(found[0])))
                pairs = self._by_word.setdefault(rare[0], {})
                pairs.setdefault((rare.start(), len(value)), {})[value] = number

    def found_in(self, text: str) -> Iterator[int]:
        """Numbers of the values that stand in a text, in order of appearance; one may come several times."""
        if self._by_word.keys().isdisjoint(_WORD.findall(text)):
            return  # much faster to tell for all words together than word by word
        by_word = self._by_word
        for word in _WORD.finditer(text):
            pairs = by_word.get(word[0])
            if pairs is None:
                continue
            for (offset, length), values in pairs.items():
                at = word.start() - offset
                number = values.get(text[at : at + length]) if at >= 0 else None
                if number is not None and _is_alone(text, at, at + length):
                    yield number

    def found_in_all(self, texts: Iterable[str]) -> tuple[int, ...]:
        """Numbers of the values that stand in any of some texts, each once."""
        return tuple(dict.fromkeys(number for text in texts for number in self.found_in(text)))


def _is_alone(text: str, start: int, end: int) -> bool:
    """Whether no letter or digit of ASCII stands beside one of its kind at either end."""
    return not (
        (start > 0 and _is_word(text[start - 1]) and _is_word(text[start]))
        or (end < len(text) and _is_word(text[end - 1]) and _is_word(text[end]))
    )


def _is_word(character: str) -> bool:
    return character.isascii() and character.isalnum()
