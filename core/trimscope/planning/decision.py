"""What happened to one message and why, and sums of tokens or characters."""

from __future__ import annotations

from dataclasses import dataclass

GONE = ("drop", "summarise")
"""Actions after which a message is not sent."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What happened to one message, and why. `before` and `after` are tokens stored and sent."""

    message: int | None
    """its index; None: inserted, then `at` is the index of the message it stands before (action merge: nothing is
    inserted, the top-level system prompt gets a text of ours)"""
    action: str
    reason: str
    before: int
    after: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Sums:
    """Tokens (or characters): `fixed` is what no message holds, `saved` = `stored` - `sent`, may be negative."""

    fixed: int
    stored: int
    sent: int

    @property
    def saved(self) -> int:
        return self.stored - self.sent
