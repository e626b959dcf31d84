"""Tokens of texts that are not there any more: of each text, and of each piece of one that a plan asked for.

A text is stood in for by two private characters, one for its first half and one for its second, with its line ends
where they matter. So a head or tail of it tells which text it is of, and how much; and what the plan writes around them
(a banner) is as it is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from trimscope.tokens import Profile

Measure = Callable[[str], int]

FIRST, FIRST_SIZE = 0xE000, 6_400
"""The private use area of the first plane, for the first texts."""

SECOND, SECOND_SIZE = 0xF0000, 65_534
"""That of the fifteenth."""

MOST_TEXTS = (FIRST_SIZE + SECOND_SIZE) // 2
"""Different texts that a shape can have: 35,967; the longest real run measured has 30,000."""

KEY_DIGITS = 12
"""Hexadecimal digits of a hash that name a piece: 48 bits, with thousands of pieces no two are alike."""

_PRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd"
STAND_INS = re.compile(f"[{_PRIVATE}]")
_RUN = re.compile("|".join((f"[{_PRIVATE}](?:[{_PRIVATE}\n]*[{_PRIVATE}])?",)))


def letter(number: int, *, second: bool = False) -> str:
    """The private character of a half of text number `number`, from 0."""
    at = 2 * number + second
    return chr(FIRST + at) if at < FIRST_SIZE else chr(SECOND + at - FIRST_SIZE)


def number_of(character: str) -> int:
    """The number of the text that a private character stands for."""
    code = ord(character)
    return (code - FIRST if code < SECOND else code - SECOND + FIRST_SIZE) // 2


def key_of(text: str) -> str:
    """The name under which a piece's tokens are recorded."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:KEY_DIGITS]


@dataclass(frozen=True)
class Recorded:
    """A measure that looks up what was recorded, and stands for the one that it was recorded from.

    What was never asked for (another policy looks at the same shape) is told by its share of the text.
    """

    measure: Measure
    tokens: Mapping[str, int] = field(repr=False)
    """of each stand-in for a whole text"""
    sizes: tuple[tuple[int, int], ...] = field(repr=False)
    """characters and tokens of each text, by its number"""
    pieces: Mapping[str, int] = field(repr=False)

    def __call__(self, text: str) -> int:
        """Tokens of a text that is not empty."""
        found = self.tokens.get(text)
        found = self.pieces.get(key_of(text)) if found is None else found
        if found is not None:
            return found
        return self._guess(text) if STAND_INS.search(text) else self.measure(text)

    def _guess(self, text: str) -> int:
        total = 0
        for run in _RUN.findall(text):
            number = number_of(run[0])
            chars, tokens = self.sizes[number] if number < len(self.sizes) else (1, 1)
            total += -(-tokens * len(run) // max(1, chars))
        rest = _RUN.sub("", text)
        return max(1, total + (self.measure(rest) if rest else 0))

    def __eq__(self, other: object) -> bool:
        """It counts as the measure that it stands for: a plan takes counts made with the one for the other's."""
        return self.measure == (other.measure if isinstance(other, Recorded) else other)

    def __hash__(self) -> int:
        return hash(self.measure)


def carried(old: Profile, new: Profile) -> Profile:
    """The new profile for a transcript that was counted under the old one: what a shape's texts weigh stays as it was
    recorded, whatever estimates the rest."""
    if not isinstance(old.measure, Recorded):
        return new
    return replace(new, measure=replace(old.measure, measure=new.measure))


@dataclass
class Learner:
    """A measure of stand-ins that counts what they stand for, and keeps what it was asked."""

    measure: Recorded
    texts: Mapping[str, str] = field(repr=False)
    """the real text of each stand-in for a whole one, by its first letter; it is as long"""
    wholes: Mapping[str, str] = field(repr=False)
    """the stand-in, by the same letter"""
    instead: Mapping[str, int] = field(repr=False)
    """tokens of what the plan of the real texts writes where this one writes a text (a stub names ids of a result)"""
    pieces: dict[str, int] = field(default_factory=dict)

    def __call__(self, text: str) -> int:
        known = self.instead.get(text)
        if known is not None:
            self.pieces[key_of(text)] = known
            return known
        if not STAND_INS.search(text) or text in self.measure.tokens:
            return self.measure(text)
        answer = self.measure.measure(_RUN.sub(self._real, text))
        self.pieces[key_of(text)] = answer
        return answer

    def _real(self, found: re.Match[str]) -> str:
        run, first = found[0], letter(number_of(found[0][0]))
        whole, real = self.wholes[first], self.texts[first]
        end = len(whole.rstrip("\n"))
        at = end - len(run)  # a tail, where it is one: a run from the second half could stand anywhere in it
        at = at if run[0] != first and whole.startswith(run, at) else whole.find(run)
        return real[at : at + len(run)] if at >= 0 else run

    def __eq__(self, other: object) -> bool:
        return self.measure == (other.measure if isinstance(other, Learner) else other)

    def __hash__(self) -> int:
        return hash(self.measure)
