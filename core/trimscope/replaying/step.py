"""One call of a replay as what changed since the call before it: the form that every way of planning a run gives.

A run of n calls has n requests of up to n messages each. What differs between two neighbours is small, so a replay
speaks of differences only: messages that are new, messages that are sent in another form than before, and the few
texts of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trimscope.planning.decision import GONE
from trimscope.planning.result import Status
from trimscope.planning.view import Change
from trimscope.structure.rings import Fault

Place = tuple[int, int, int]
"""Where something stands in a request: message index, then before it (0), itself (1), behind its own text (2) or
behind it (3), then the order among several."""

HEAD: Place = (-1, 0, 0)
"""The place of what stands before all messages: tool definitions and a system prompt that is no message."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a stored message is sent: the change made to it, None for as it is stored, and its tokens then."""

    change: Change | None
    tokens: int

    @property
    def gone(self) -> bool:
        """Whether nothing of the message is sent."""
        return self.change is not None and self.change.action in GONE

    def same_text(self, other: Form) -> bool:
        """Whether two forms of one message are sent as the same text."""
        return _content(self.change) == _content(other.change)

    @property
    def touched(self) -> bool:
        """Whether the message is sent otherwise than it is stored."""
        return _content(self.change) is not None


@dataclass(frozen=True, slots=True)
class Own:
    """A text of ours in a request: a tombstone, a notice, what a strategy or a repair puts in."""

    place: Place
    reason: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Step:
    """One model call of the run, as it differs from the one before it."""

    call: int
    """from 1"""
    message: int
    """index of the assistant message it led to"""
    fresh: bool
    """the history began anew here: first call, or the run compacted itself; `forms` then holds all of it"""
    forms: Mapping[int, Form]
    """of messages that are new in the history, or are sent otherwise than at the call before"""
    own: tuple[Own, ...]
    """all texts of ours, in the order of their places"""
    head: str
    """what may change before the first message: codes of it (`tools_dropped`)"""
    fixed: int
    """tokens that no message holds, as they are sent"""
    stored: int
    sent: int
    status: Status
    rounds: int
    """tool rings and plain messages in the history, anchors included"""
    dropped: int
    """those of them that are not sent"""
    touched: int
    """messages sent otherwise than stored, and texts of ours"""
    anchors: int
    """tokens of what can never go: anchors, pins and what no message holds"""
    faults: tuple[Fault, ...] = ()
    """what the provider would refuse"""
    stops: tuple[str, ...] = ()
    """limits of the run that are reached (`run_stopped:turns`, `run_stopped:tokens`)"""


def _content(change: Change | None) -> object:
    """What tells whether two changes send the same text; None where a message is sent as it is stored."""
    if change is None:
        return None
    if change.action in GONE:
        return "gone"
    return (change.texts, change.edits) if change.texts or change.edits else None
