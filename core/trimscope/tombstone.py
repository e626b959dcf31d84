"""The tombstone: one message that stands for all that was dropped. Cumulative, honest, no round of its own.

One fixed grammar per language. A text counts as a tombstone only when it is one from the first character to
the last; a quoted or forged one inside other text is text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_COUNTED = {
    "en": "[trim note: {rounds} earlier rounds, about {tokens} tokens, were removed]",
    "zh": "[裁剪说明：已移除较早的 {rounds} 轮，约 {tokens} 个 token]",
}
_STABLE = {
    "en": "[trim note: earlier rounds were removed]",
    "zh": "[裁剪说明：已移除较早的若干轮]",
}

_NUMBER = "([0-9]{1,15})"
"""At most 15 digits: a longer number is no count of ours."""

_PATTERNS: Mapping[str, re.Pattern[str]] = {
    lang: re.compile(re.escape(text).replace(r"\{rounds\}", _NUMBER).replace(r"\{tokens\}", _NUMBER))
    for lang, text in _COUNTED.items()
}


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What a tombstone says. `rounds` and `tokens` are None in the stable style, which keeps no count."""

    rounds: int | None
    tokens: int | None
    lang: str

    @property
    def text(self) -> str:
        """The tombstone's text."""
        if self.rounds is None:
            return _STABLE[self.lang]
        return _COUNTED[self.lang].format(rounds=self.rounds, tokens=self.tokens)


def read(text: str) -> Tombstone | None:
    """The tombstone a text is, or None."""
    for lang, constant in _STABLE.items():
        if text == constant:
            return Tombstone(None, None, lang)
    for lang, pattern in _PATTERNS.items():
        found = pattern.fullmatch(text)
        if found:
            return Tombstone(int(found[1]), int(found[2]), lang)
    return None


def write(rounds: int, tokens: int, earlier: Tombstone | None, style: Mapping[str, str]) -> Tombstone:
    """The tombstone after `rounds` more rounds of `tokens` tokens went; counts add up with the earlier one's.

    `style` is the policy's table (style, lang). An earlier one that kept no count leaves none to add to: then
    a number would be too small, and the constant text is the honest one.
    """
    if style["style"] == "stable" or (earlier is not None and earlier.rounds is None):
        return Tombstone(None, None, style["lang"])
    before = (earlier.rounds or 0, earlier.tokens or 0) if earlier else (0, 0)
    return Tombstone(before[0] + rounds, before[1] + tokens, style["lang"])
