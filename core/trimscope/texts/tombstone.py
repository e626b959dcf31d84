"""The tombstone: one message that stands for all that was dropped. Cumulative, honest, no round of its own.

One fixed grammar per language. A text counts as a tombstone only when it is one from the first character to
the last; a quoted or forged one inside other text is text. Behind its line the ledger may stand (`carried.ledger`),
as the notice it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from trimscope.texts import notices
from trimscope.texts.notices import JOINT, Notice

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
    notice: Notice | None = None
    """the ledger behind it"""

    @property
    def text(self) -> str:
        """The tombstone's text, and the ledger's behind it."""
        if self.rounds is None:
            line = _STABLE[self.lang]
        else:
            line = _COUNTED[self.lang].format(rounds=self.rounds, tokens=self.tokens)
        return line if self.notice is None else line + JOINT + self.notice.text


def read(text: str) -> Tombstone | None:
    """The tombstone a text is, or None."""
    line, joint, rest = text.partition(JOINT)
    if joint:
        found, notice = read(line), notices.read(rest)
        return replace(found, notice=notice) if found and notice and notice.kind == "ledger" else None
    for lang, constant in _STABLE.items():
        if text == constant:
            return Tombstone(None, None, lang)
    for lang, pattern in _PATTERNS.items():
        numbers = pattern.fullmatch(text)
        if numbers:
            return Tombstone(int(numbers[1]), int(numbers[2]), lang)
    return None


def write(rounds: int, tokens: int, earlier: Tombstone | None, style: Mapping[str, str]) -> Tombstone:
    """The tombstone after `rounds` more rounds of `tokens` tokens went; counts add up with the earlier one's.

    `style` is the policy's table (style, lang). An earlier one that kept no count leaves none to add to: then
    a number would be too small, and the constant text is the honest one. A ledger behind the earlier one stays.
    """
    notice = earlier.notice if earlier else None
    if style["style"] == "stable" or (earlier is not None and earlier.rounds is None):
        return Tombstone(None, None, style["lang"], notice)
    before = (earlier.rounds or 0, earlier.tokens or 0) if earlier else (0, 0)
    return Tombstone(before[0] + rounds, before[1] + tokens, style["lang"], notice)
