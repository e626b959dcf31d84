"""One point of the contract and how it was decided, as a value object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trimscope.contract_checks import words

Verdict = Literal["pass", "fail", "undecidable"]


@dataclass(frozen=True, slots=True)
class Check:
    """One point: its number in the article, its code, the verdict, and what that rests on."""

    number: int
    code: str
    verdict: Verdict
    reason: str
    """code of the evidence (`trimscope.contract_checks.words`)"""
    messages: tuple[int, ...] = ()
    """indexes of the messages the verdict rests on, ascending; for a failure, those that fail"""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """what the sentence counts: messages, values, tokens"""

    def point(self, lang: str = "en") -> str:
        """What the point asks for, in one sentence."""
        return words.point(self.code, lang)

    def evidence(self, lang: str = "en") -> str:
        """Why the verdict is what it is, in one sentence."""
        return words.evidence(self.reason, self.numbers, lang)


@dataclass(frozen=True, slots=True)
class Found:
    """What a point's function found out; the table of points makes a `Check` of it."""

    verdict: Verdict
    reason: str
    messages: tuple[int, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
