"""Tokens of a transcript's own texts, kept from counting them: a plan looks them up instead of counting them again."""

from __future__ import annotations

from collections.abc import Callable

REMEMBERED = 200
"""Characters from which on a text's tokens are kept: counting a shorter one costs hardly more than looking it up
(measurement)."""


class KnownTexts:
    """A measure of texts that keeps what it measures."""

    def __init__(self, measure: Callable[[str], int], shortest: int = REMEMBERED) -> None:
        """`shortest`: characters from which on a text is kept."""
        self._measure = measure
        self._shortest = shortest
        self._tokens: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """Tokens of a text that is not empty; each long one is counted once, and kept."""
        if len(text) < self._shortest:
            return self._measure(text)
        found = self._tokens.get(text)
        if found is None:
            found = self._tokens[text] = self._measure(text)
        return found

    def look_up(self, text: str) -> int:
        """Tokens of any text, 0 for none; one that was not met while counting is counted and not kept, which bounds
        the memory."""
        found = self._tokens.get(text) if len(text) >= self._shortest else None
        return (self._measure(text) if text else 0) if found is None else found
