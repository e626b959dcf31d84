"""Effects that go out of sight while a plan is made, and the note that says so.

An effect is out of sight once every call that shows its outcome is dropped or summarised, or has a result that can no
longer be read (compacted, cleared, cut to nothing). The account tells of each change; the note grows with them, so
that the total a later stage looks at holds it. One step for each change, whatever the length of the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trimscope.carried.effects import Effect, calls, decisive, grouped, how_read, said
from trimscope.carried.ledger import Book
from trimscope.carried.outcomes import outcome
from trimscope.carried.tool_classes import UNKNOWN as UNCLASSIFIED
from trimscope.carried.tool_names import words_of
from trimscope.planning.decision import GONE
from trimscope.planning.view import Change, View
from trimscope.source import canonical
from trimscope.texts.notices import Notice
from trimscope.transcript import ToolResult

Group = tuple[str, tuple[Effect, ...]]
"""An outcome, and the calls that show it."""

MEDIA_GONE = "media_over_budget"
"""Reason of a change that puts a note in the place of pictures and files."""

UNREADABLE = ("stub", "blank", "cut")
"""How results read that say nothing of the outcome: an earlier note may speak of them."""


class Running:
    """The effects of one plan: which are still in sight, and the note of the others."""

    def __init__(self, view: View, section: Mapping[str, Any], standing: Notice | None) -> None:
        self._view = view
        self._standing = standing
        self._book = Book(section, standing.value if standing else None)
        self._groups = _groups(view, section)
        self._left = [len(shown) for _, shown in self._groups]
        self._at: dict[int, list[tuple[int, Effect]]] = {}
        self._gone: set[tuple[int, int]] = set()
        self._note: Notice | None = None
        self._is_new = True
        for number, (went, shown) in enumerate(self._groups):
            told = went if any(each.reads not in UNREADABLE for each in shown) else None
            if self._book.learns(shown[-1], told) or any(self._is_listed(each) for each in shown):
                continue
            for each in shown:
                places = {each.message, *(index for index, _ in each.answers[-1:])}
                for index in sorted(places):
                    self._at.setdefault(index, []).append((number, each))
                if each.reads == "stub":
                    self._goes(number, each)

    @property
    def note(self) -> Notice | None:
        """The notice to send; None where there is none, or the standing one says it already."""
        if self._is_new:
            value, lang = self._book.value, self._view.policy.tombstone["lang"]
            told = self._standing is not None and self._standing.value == value
            self._note = None if value is None or told else Notice("ledger", lang, value)
            self._is_new = False
        return self._note

    def watches(self, index: int) -> bool:
        """Whether a change of this message may put an effect out of sight."""
        return index in self._at

    def changed(self, index: int, change: Change) -> None:
        """Look at what a change does to the calls and results of one message."""
        for number, each in self._at.get(index, ()):
            if change.action in GONE or self._is_taken(each, index, change):
                self._goes(number, each)

    def _is_listed(self, each: Effect) -> bool:
        return each.reads in UNREADABLE and self._book.speaks_of(each)

    def _is_taken(self, each: Effect, index: int, change: Change) -> bool:
        """Whether the result can no longer be read, or says no more (cut in the middle) what it said of the outcome."""
        if not each.answers or each.answers[-1][0] != index:
            return False
        result = self._view.transcript.messages[index].parts[each.answers[-1][1]]
        if not isinstance(result, ToolResult):
            return False
        if result.media and not said(result, each.tool).strip(" \t\r\n"):
            pictures = not any(media.text for media in result.media)  # a document in plain text stays
            return change.reason == MEDIA_GONE and pictures  # then they were all it said
        if not any(text.at in change.texts for text in result.texts):
            return False
        now = said(result, each.tool, change.texts)
        says = outcome(now, result.is_error, words_of(each.tool))
        changed = each.kind != UNCLASSIFIED and says != each.outcome
        return changed or how_read(now, says) in ("stub", "blank")

    def _goes(self, number: int, each: Effect) -> None:
        """One call is out of sight; the last one that shows its effect takes it into the note."""
        if (each.message, each.position) in self._gone:
            return
        self._gone.add((each.message, each.position))
        self._left[number] -= 1
        if self._left[number] == 0:
            went, shown = self._groups[number]
            self._book.add(shown[-1], went)
            self._is_new = True


def _groups(view: View, section: Mapping[str, Any]) -> Sequence[Group]:
    """The effects of a history: outcome and the calls that show it. Read once for a history and a section."""

    def read() -> Sequence[Group]:
        found = calls(view.transcript, section, set(view.history), view.rings.pairs)
        classified = [each for each in found if each.kind != UNCLASSIFIED]
        groups = [(decisive(group).outcome, group) for group in grouped(classified)]
        shown = [(outcome, tuple(e for e in group if e.outcome == outcome)) for outcome, group in groups]
        return (*shown, *((each.outcome, (each,)) for each in found if each.kind == UNCLASSIFIED))

    return view.counts.remembered("effects", (view.history, canonical.dumps(dict(section))), read)
