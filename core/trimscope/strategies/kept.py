"""What a strategy decided: which messages go, which are rewritten, what is put in, each with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trimscope.transcript import Pointer, Role


@dataclass(frozen=True, slots=True)
class Rewritten:
    """One message that stays with some of its parts changed."""

    action: str
    """truncate | clear | compact | filter | merge"""
    reason: str
    texts: Mapping[Pointer, str | None] = field(default_factory=dict)
    """new text by the pointer of the old one; None takes the text's part away"""
    gone: tuple[Pointer, ...] = ()
    """pointers of whole parts that go: calls, results, reasoning, media"""
    emptied: tuple[Pointer, ...] = ()
    """pointers of calls whose arguments give way to an empty object"""


@dataclass(frozen=True, slots=True)
class Inserted:
    """One message that the strategy puts in."""

    before: int
    """index of the message it stands before; one past the last index: at the end"""
    text: str
    reason: str
    role: Role = "user"


@dataclass(frozen=True, slots=True)
class Kept:
    """The outcome of a strategy. Messages that are in neither mapping stay as they are."""

    dropped: Mapping[int, str] = field(default_factory=dict)
    """message index -> reason code"""
    rewritten: Mapping[int, Rewritten] = field(default_factory=dict)
    inserted: tuple[Inserted, ...] = ()
    """in the order in which they stand, where several stand before one message"""


NOTHING = Kept()
"""The strategy leaves everything as it is."""
