"""How each message of a well-formed run is sent, and which of them changed since the call before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trimscope.planning.view import Change, drop
from trimscope.policies.policy import Policy
from trimscope.replaying.steady.ground import Ground
from trimscope.replaying.steady.levels import Level
from trimscope.replaying.step import Form
from trimscope.stages.replacing import replace_results


class Forms:
    """The forms of one epoch's messages, by index."""

    def __init__(self, base: Ground, policy: Policy) -> None:
        self._base, self._how = base, policy.old_rounds
        self.drops = policy.old_rounds == "drop"
        self.touched = 0
        """messages that are sent otherwise than they are stored"""
        self._tools = base.view.tool_names()
        self._now: dict[int, Form] = {}
        self._was: dict[int, Form | None] = {}
        """forms at the call before of those that changed since; None for new ones"""
        self._planned: Mapping[int, Form] | None = None
        """all forms of the call before, where it was planned by itself"""
        self._replacing: dict[int, Mapping[int, Change]] = {}

    def begin(self) -> None:
        """Begin a call."""
        self._was = {}

    def add(self, position: int) -> None:
        """A round that is new in the history."""
        for index in self._base.rounds[position].messages:
            self._put(index, self._kept(index))

    def move(self, line: Sequence[int], before: Level, now: Level) -> None:
        """Set the forms of the rounds of the line between two levels."""
        for low, high in self._between(before, now):
            for at in range(low, high):
                self.set(line[at], at, now)

    def set(self, position: int, at: int, level: Level) -> None:
        """Set the form of the round that is number `at` of the line."""
        messages = self._base.view.transcript.messages
        old = at < level.old
        gone = at < level.dropped or (old and self.drops)
        reason = "old_round" if old and self.drops else "over_budget"
        for index in self._base.rounds[position].messages:
            if gone:
                self._put(index, Form(drop(messages[index], reason), 0))
            elif old:
                change = self._replaced(position).get(index)
                self._put(index, self._kept(index) if change is None else Form(change, change.tokens))
            else:
                self._put(index, self._kept(index))

    def changed(self) -> Mapping[int, Form]:
        """The forms that are new or other than at the call before."""
        if self._planned is not None:
            before, self._planned = self._planned, None
            return {index: form for index, form in self._now.items() if before.get(index) != form}
        return {index: self._now[index] for index, old in self._was.items() if old != self._now[index]}

    def planned(self, now: Mapping[int, Form]) -> tuple[Mapping[int, Form], Mapping[int, Form]]:
        """The forms at the call before, and those of a call that was planned by itself."""
        before = self._planned
        if before is None:
            old = {index: self._was.get(index, form) for index, form in self._now.items()}
            before = {index: form for index, form in old.items() if form is not None}
        self._planned = now
        return before, now

    def tokens_replaced(self, position: int) -> int:
        """Tokens of a round with its results replaced."""
        new = self._replaced(position)
        return sum(
            new[index].tokens if index in new else self._kept(index).tokens
            for index in self._base.rounds[position].messages
        )

    def _between(self, before: Level, now: Level) -> tuple[tuple[int, int], ...]:
        if self.drops:
            low, high = sorted((max(before.old, before.dropped), max(now.old, now.dropped)))
            return ((low, high),)
        old, dropped = sorted((before.old, now.old)), sorted((before.dropped, now.dropped))
        return (old[0], old[1]), (dropped[0], dropped[1])

    def _replaced(self, position: int) -> Mapping[int, Change]:
        found = self._replacing.get(position)
        if found is None:
            base = self._base
            found = replace_results(base.view, base.rounds[position], self._how, self._tools, base.cut)
            self._replacing[position] = found
        return found

    def _kept(self, index: int) -> Form:
        change = self._base.cut.get(index)
        return Form(change, self._base.view.counts.messages[index] if change is None else change.tokens)

    def _put(self, index: int, form: Form) -> None:
        old = self._now.get(index)
        self._was.setdefault(index, old)
        self.touched += form.touched - (old is not None and old.touched)
        self._now[index] = form
