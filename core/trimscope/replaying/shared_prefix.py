"""How long a beginning each request shares with the one before it, and what differs first.

A request is rendered as tools, system prompt, messages. Its tokens are held by message in a tree of sums (Fenwick), so
that the tokens before any place are told in a few steps, however long the run: a replay gives only what changed.
A message counts whole or not at all, but for texts of ours behind its own text.
"""

from __future__ import annotations

from dataclasses import dataclass

from trimscope.replaying.step import HEAD, Form, Own, Place, Step

ANSWERS = {"truncate": "cut", "compact": "stub", "clear": "cleared", "summarise": "summary", "drop": "dropped"}
"""Cause of a break by what was done to the message that differs first; for others it is `changed`."""

OURS = ("tombstone", "summary", "memory", "ledger")
"""Texts of ours that have a cause of their own name."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What a request shares with the one before it."""

    tokens: int
    """of the common beginning"""
    cause: str | None
    """why the beginning ends before the earlier request does: a code of `caching.breaks`, or `epoch` where the run
    began its history anew; None where it does not (then there is no prefix break)"""
    at: int | None
    """index of the message at which they differ; -1 for what stands before all messages"""
    reason: str = ""
    """code of the decision behind it"""


NOTHING = Shared(0, None, None)
"""The first call of a run has no request before it."""


class Requests:
    """The requests of a run, one after another."""

    def __init__(self, messages: int) -> None:
        self._size = messages + 1
        self._begin()
        self._called = False

    def _begin(self) -> None:
        self._tree = [0] * (self._size + 1)
        self._forms: dict[int, Form] = {}
        self._own: tuple[Own, ...] = ()
        self._head, self._fixed, self._end = "", 0, -1

    def advance(self, step: Step) -> Shared:
        """What the next request shares with the one noted last; then note it in its place."""
        shared = self._shared(step) if self._called else NOTHING
        if step.fresh:
            self._begin()
        for index, form in step.forms.items():
            self._note(index, form)
        self._own, self._head, self._fixed, self._called = step.own, step.head, step.fixed, True
        return shared

    def _shared(self, step: Step) -> Shared:
        if step.head != self._head:
            return Shared(0, "tools", HEAD[0], step.head)
        place, cause, reason = self._first_own(step.own)
        if step.fresh:
            place, cause, reason = min((place, cause, reason), (self._first_of_fresh(step), "epoch", "epoch"))
        for index, form in () if step.fresh else step.forms.items():
            if index <= self._end and (index, 1, 0) < place and not form.same_text(self._forms[index]):
                place = index, 1, 0
                cause, reason = _of_form(self._forms[index], form)
        tokens = self._before(step, place)
        whole = place >= (self._end + 1, 0, 0) and not any(own.place >= place for own in self._own)
        return Shared(tokens, None, None) if whole else Shared(tokens, cause, place[0], reason)

    def _first_own(self, own: tuple[Own, ...]) -> tuple[Place, str, str]:
        """The first place at which the texts of ours differ; behind everything where they are alike."""
        for old, new in zip(self._own, own, strict=False):
            if (old.place, old.text, old.reason) != (new.place, new.text, new.reason):
                first = min(old, new, key=lambda each: each.place)
                return first.place, _kind(first), first.reason
        longer = max(self._own, own, key=len)[min(len(self._own), len(own)) :]
        if not longer:
            return (self._size + 1, 0, 0), "", ""
        return longer[0].place, _kind(longer[0]), longer[0].reason

    def _first_of_fresh(self, step: Step) -> Place:
        """Where a history that began anew differs from the one before."""
        for old, new in zip(sorted(self._forms), sorted(step.forms), strict=False):
            if old != new or not self._forms[old].same_text(step.forms[new]):
                return min(old, new), 1, 0
        return min(len(self._forms), len(step.forms)), 1, 0

    def _before(self, step: Step, place: Place) -> int:
        """Tokens of the earlier request before a place."""
        if place[:2] == HEAD[:2]:
            return self._fixed
        own = sum(each.tokens for each in self._own if each.place < place)
        end = min(place[0] + (place[1] > 1), self._size)
        return self._fixed + self._sum(end) + own

    def _note(self, index: int, form: Form) -> None:
        earlier = self._forms.get(index)
        tokens = 0 if form.gone else form.tokens
        added = tokens - (0 if earlier is None or earlier.gone else earlier.tokens)
        self._forms[index] = form
        self._end = max(self._end, index)
        at = index + 1
        while added and at <= self._size:
            self._tree[at] += added
            at += at & -at

    def _sum(self, end: int) -> int:
        """Tokens of all messages with an index below `end`."""
        total = 0
        while end > 0:
            total += self._tree[end]
            end -= end & -end
        return total


def _of_form(before: Form, now: Form) -> tuple[str, str]:
    """Cause and reason of a break at a message that is sent in another form than before."""
    if before.gone and not now.gone:
        return "inserted", before.change.reason if before.change is not None else ""
    if now.change is None:
        return "changed", ""
    return ANSWERS.get(now.change.action, "changed") if now.touched else "changed", now.change.reason


def _kind(own: Own) -> str:
    kind = own.reason.partition("_")[0]
    return kind if kind in OURS else "inserted"
