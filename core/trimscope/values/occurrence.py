"""Where a value stands in a text: as a word of its own, so that 100 is not found in 21005 nor A10 in A100."""

from __future__ import annotations


def occurs(word: str, text: str) -> bool:
    """Whether a word stands in a text with no ASCII letter or digit of its own kind directly beside it."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not (_same_kind(text[at - 1 : at], word[:1]) or _same_kind(word[-1:], text[end : end + 1])):
            return True
        at = text.find(word, at + 1)
    return False


def _same_kind(left: str, right: str) -> bool:
    return left.isascii() and right.isascii() and left.isalnum() and right.isalnum()
