"""The running account of a plan: what each message costs now, and what the tombstone will say.

A plan is made by stages that each look at the total so far, so this is the one mutable thing in the core. It
never leaves `plan`.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from trimscope.carried.effects import section_of
from trimscope.planning.decision import GONE
from trimscope.planning.placing import Note, Placed, extra
from trimscope.planning.view import Change, Changes, View, both, drop
from trimscope.stages.effects import Running
from trimscope.structure.rings import Round
from trimscope.summaries.summary import Report
from trimscope.texts import tombstone
from trimscope.texts.notices import Notice
from trimscope.texts.tombstone import Tombstone

REPAIRS = ("displaced_result", "orphan_result", "duplicate_result")
"""Reasons of changes that mend a pairing: what later stages do to such a message comes on top of them."""


class Account:
    """Changes so far and the tokens that would be sent with them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.changes: dict[int, Change] = {}
        self.dropped_rounds = 0
        self.dropped_tokens = 0
        """tokens that the dropped messages had when stored"""
        self.tools_dropped = False
        self.inserted = 0
        """tokens of inserted results (repairs)"""
        self.placed: tuple[Placed, ...] = ()
        """messages that a named strategy puts in"""
        self._kept: dict[str, Note] = {}
        self._tail: Notice | None = None
        """the ledger, where it stands behind the tombstone's text"""
        self.said: list[str] = []
        """codes of what stages have to say beside their decisions (`words.note`)"""
        self.summary: Report | None = None
        """what became of the summary, where one was due"""
        self.carried: Note | None = None
        """the summary of an earlier call, which this plan goes on from"""
        self.made: dict[int, int] = {}
        """tokens of results that a repair made up, by the index of their call's message"""
        self._notes = 0
        self._dropped: set[int] = set()
        self._effects = _effects(view)
        self._priced: tuple[Tombstone, int] | None = None
        """the tombstone as it was last asked for, and what it adds in tokens"""
        self._messages = sum([view.counts.messages[index] for index in view.history])
        self._replaced = view.counts.profile.text(view.standing.text) if view.standing is not None else 0
        """tokens of a tombstone that stands already"""

    @property
    def keeps_ledger(self) -> bool:
        """Whether effects that go out of sight are written down."""
        return self._effects is not None

    def watches(self, index: int) -> bool:
        """Whether the ledger looks at what is done to a message, one thing after the other."""
        return self._effects is not None and self._effects.watches(index)

    @property
    def total(self) -> int:
        """Tokens that would be sent now: fixed, messages, insertions, the tombstone."""
        self._enter_effects()
        return self._without_tombstone + self.tombstone_extra

    def is_over(self, limit: int) -> bool:
        """Whether more than `limit` tokens would be sent now.

        A tombstone adds at least nothing, less the one it replaces: only near the limit its words have to be written
        and counted, which is most of what a drop costs.
        """
        if self._effects is None and self._without_tombstone - self._replaced > limit:
            return True
        return self.total > limit

    @property
    def _without_tombstone(self) -> int:
        fixed = self.view.fixed - (self.view.counts.tools if self.tools_dropped else 0)
        placed = sum([each.decision.after for each in self.placed])
        return fixed + self._messages + self.inserted + placed + self._notes

    @property
    def tombstone(self) -> Tombstone | None:
        """The tombstone as it has to read now; None when none is needed."""
        self._enter_effects()
        style, standing = self.view.policy.tombstone, self.view.standing
        if self._writes_tombstone:
            new = tombstone.write(self.dropped_rounds, self.dropped_tokens, standing, style)
        elif standing is not None and self._tail is not None:
            new = standing
        else:
            return None
        return new if self._tail is None else replace(new, notice=self._tail)

    @property
    def _writes_tombstone(self) -> bool:
        return self.dropped_rounds > 0 and self.view.policy.tombstone["style"] != "off"

    @property
    def tombstone_extra(self) -> int:
        """Tokens the tombstone adds to what is stored (a standing one is replaced)."""
        new = self.tombstone
        if new is None:
            return 0
        if self._priced is None or self._priced[0] != new:
            pricing, standing = self.view.counts.profile, self.view.standing
            frame = 0 if self.view.appends or standing is not None else pricing.message
            self._priced = new, pricing.text(new.text) + frame - self._replaced
        return self._priced[1]

    def note(self, note: Note) -> None:
        """Send this notice, in place of an earlier one of its kind."""
        kind = note.notice.kind
        before = self.note_extra(kind) if kind in self._kept else 0
        self._kept[kind] = note
        self._notes += self.note_extra(kind) - before

    @property
    def notes(self) -> Mapping[str, Note]:
        """Notices to send by kind; set them by `note`. The ledger's is there once an effect is out of sight."""
        self._enter_effects()
        return self._kept

    def note_extra(self, kind: str) -> int:
        """Tokens the notice of this kind adds to what is stored (a standing one is replaced)."""
        return extra(self.view, self._kept[kind])

    def tokens(self, index: int) -> int:
        """Tokens of one message as it would be sent now."""
        change = self.changes.get(index)
        return self.view.counts.messages[index] if change is None else change.tokens

    def apply(self, changes: Changes) -> None:
        """Take changes over; a later one replaces an earlier one of the same message, but joins a repair."""
        stored = self.view.counts.messages
        for index, new in changes.items():
            earlier = self.changes.get(index)
            change = new if earlier is None else self._on_top(index, earlier, new)
            if change is None:
                continue
            self._messages += change.tokens - (stored[index] if earlier is None else earlier.tokens)
            self.changes[index] = change
            if self._effects is not None:
                self._effects.changed(index, change)
            if change.action in GONE:
                self._dropped.add(index)

    def freed_by(self, changes: Changes) -> int:
        """Tokens that changes would free when they are applied now; below 0 where they add some."""
        freed = 0
        for index, new in changes.items():
            earlier = self.changes.get(index)
            change = new if earlier is None else self._on_top(index, earlier, new)
            freed += 0 if change is None else self.tokens(index) - change.tokens
        return freed

    def _on_top(self, index: int, earlier: Change, change: Change) -> Change | None:
        """A change as it comes on top of an earlier one: none on what is gone, together with a repair."""
        if earlier.action in GONE:
            return None
        if earlier.reason in REPAIRS and change.action not in GONE:
            return both(self.view, self.view.transcript.messages[index], earlier, change)
        return change

    def drop(self, each: Round, reason: str) -> None:
        """Drop a whole round and count it for the tombstone."""
        messages, stored = self.view.transcript.messages, self.view.counts.messages
        self.dropped_rounds += 1
        self.dropped_tokens += sum([stored[index] for index in each.messages])
        self.apply({index: drop(messages[index], reason) for index in each.messages})

    def has_gone(self, each: Round) -> bool:
        """Whether a round was dropped or replaced already; a repair of it is neither."""
        if self.changes.keys().isdisjoint(each.messages):
            return False
        changes = (self.changes[index] for index in each.messages if index in self.changes)
        return any(c.action in (*GONE, "compact", "clear") and c.reason not in REPAIRS for c in changes)

    @property
    def dropped_set(self) -> Set[int]:
        """Indexes of all dropped messages."""
        return self._dropped

    def _enter_effects(self) -> None:
        """Bring the ledger up to date: a note of its own, or words behind the tombstone's."""
        notice = None if self._effects is None else self._effects.note
        if notice is None:
            return
        standing = self.view.standing
        behind = standing is not None and standing.notice is not None  # an earlier one stays where it is
        if not behind and "ledger" not in self.view.anchors.notices and _wants_tombstone(self.view):
            behind = standing is not None or self._writes_tombstone
        if not behind and ("ledger" not in self._kept or self._kept["ledger"].notice is not notice):
            self.note(Note(notice))
        elif behind and "ledger" in self._kept:
            self._notes -= self.note_extra("ledger")
            del self._kept["ledger"]
        self._tail = notice if behind else None


def _effects(view: View) -> Running | None:
    """The effects to watch, where the policy asks for a ledger."""
    section = section_of(view.policy)
    if section is None:
        return None
    tail = view.standing.notice if view.standing is not None else None
    noted = view.anchors.notices.get("ledger")
    return Running(view, section, tail if noted is None else noted.notice)


def _wants_tombstone(view: View) -> bool:
    section = section_of(view.policy)
    return section is not None and bool(section["place"] == "tombstone")
