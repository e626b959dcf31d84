"""The steps of a well-formed run: each call adds its new messages and moves the level up to which old rounds go.

Equal to planning every call by itself (the tests hold it to that), in time that grows with the run's length. Where the
budget takes more than whole rings, the call is planned by itself; where what it took then stays so, all of the run is.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from trimscope.budgets import run_limits
from trimscope.planning.plan import plan
from trimscope.planning.result import Status
from trimscope.policies.policy import Policy
from trimscope.replaying.planned_steps import forms_of, step_of
from trimscope.replaying.steady.forms import Forms
from trimscope.replaying.steady.ground import Ground, ground, suits
from trimscope.replaying.steady.levels import Level, Levels
from trimscope.replaying.steady.line import Line
from trimscope.replaying.steady.tombs import Tombs
from trimscope.replaying.step import Step
from trimscope.tokens import Counts
from trimscope.transcript import Transcript


def steps(transcript: Transcript, policy: Policy, counts: Counts) -> tuple[Step, ...] | None:
    """One step a model call; None for a run or a policy that has to be planned call by call.

    Raises PolicyError as `plan` does.
    """
    if not suits(transcript, policy):
        return None
    found: list[Step] = []
    spent, calls = 0, transcript.call_indexes
    for first, last in _epochs(transcript):
        base = ground(transcript, policy, counts, last)
        if base is None:
            return None
        epoch = _Epoch(base, policy)
        for call in range(first, last + 1):
            step = epoch.next(call, calls[call - 1], spent)
            if step is None:
                return None
            found.append(step)
            spent += step.sent + counts.messages[step.message]
    return tuple(found)


def _epochs(transcript: Transcript) -> Iterator[tuple[int, int]]:
    """The first and the last model call of each epoch that has any."""
    indexes = transcript.call_indexes
    ends = [*transcript.epochs[1:], len(transcript.messages)]
    first = 1
    for end in ends:
        last = first - 1
        while last < len(indexes) and indexes[last] <= end - (end < len(transcript.messages)):
            last += 1
        if last >= first:
            yield first, last
        first = last + 1


class _Epoch:
    """One epoch of a run, brought forward call by call."""

    def __init__(self, base: Ground, policy: Policy) -> None:
        self._base, self._policy = base, policy
        self._forms = Forms(base, policy)
        self._line = Line(self._forms.tokens_replaced)
        self._tombs = Tombs(base.view)
        self._levels = Levels(policy, base.view.window, self._line, self._tombs)
        self._level = Level()
        self._units: list[int] = []
        """rounds that `keep_rounds` counts, by position"""
        self._next_round = 0
        self._newest: list[int] = []
        """rounds of the newest user message, by position"""
        self._ring = self._open = -1
        """positions of the newest ring, and of the one with results that the model has not seen"""
        self._stored = self._whole = self._anchored = base.view.fixed
        """tokens as stored, as sent where every round stays, and of what can never go"""
        self._is_kept_twice = False
        """a round came late among those that an earlier call took: what stays taken is no row of the oldest then"""

    def next(self, call: int, message: int, spent: int) -> Step | None:
        """The step of the next call, which led to `message`; None where the run has to be planned call by call."""
        fresh = self._next_round == 0
        self._forms.begin()
        while self._next_round < len(self._base.rounds) and self._base.rounds[self._next_round].messages[0] < message:
            self._take(self._next_round)
            self._next_round += 1
        old = self._old()
        if old is None or self._is_kept_twice:
            return None
        by_ring = self._policy.round_unit == "ring"
        newest_goes = bool(self._line.rounds) and self._line.rounds[-1] == self._ring
        level = self._levels.next(self._level, self._whole, old, len(self._line) - newest_goes if by_ring else 0)
        self._forms.move(self._line.rounds, self._level, level)
        self._level = level
        sent = self._levels.total(level, self._whole)
        if sent > self._base.view.window.budget:
            return None if self._policy.persisted else self._plan(call, message, spent, fresh)
        return self._step(call, message, spent, sent, fresh)

    def _take(self, position: int) -> None:
        """Take over the next round of the history."""
        base = self._base
        each = base.rounds[position]
        self._stored += base.stored[position]
        self._whole += base.kept[position]
        self._forms.add(position)
        first = base.view.transcript.messages[each.messages[0]]
        if first.role == "assistant":
            self._open = position if each.ring and len(each.messages) > 1 else -1
        if each.ring:
            self._ring = position
        if not base.free[position]:
            self._anchored += base.kept[position]
        elif self._policy.protect_last_user and first.index in base.typed:
            if self._newest and base.rounds[self._newest[-1]].last != first.index - 1:
                self._let_go()
            self._newest.append(position)
            self._anchored += base.kept[position]
        else:
            self._free(position)

    def _let_go(self) -> None:
        """A newer user message is the anchor now."""
        for position in self._newest:
            self._anchored -= self._base.kept[position]
            self._free(position)
        self._newest = []

    def _free(self, position: int) -> None:
        """Let a round be counted, and go where its tools may; a late one takes its place among the older."""
        base, each = self._base, self._base.rounds[position]
        if not each.ring and (self._policy.round_unit == "ring" or each.messages[0] < base.view.anchors.place):
            return
        insort(self._units, position)
        if not self._policy.may_go(base.view.tools_of(each)):
            return
        at = self._line.add(position, base.stored[position], base.kept[position])
        if at < max(self._level.old, self._level.dropped):
            self._is_kept_twice = self._policy.persisted and self._policy.trigger == "watermark"
            old, dropped = self._level.old, self._level.dropped
            self._level = Level(old + (at < old), dropped + (at < dropped))
            self._forms.set(position, at, self._level)

    def _old(self) -> int | None:
        """How many rounds of the line are older than the newest that stay; None where the open one is not the last
        of them."""
        keep = self._policy.keep_rounds
        if keep > len(self._units):
            return 0
        old = self._line.older_than(self._units[-keep]) if keep else len(self._line)
        at = self._line.older_than(self._open) if self._open >= 0 else old
        if at < old and self._line.rounds[at] == self._open:
            return at if at == old - 1 else None
        return old

    def _step(self, call: int, message: int, spent: int, sent: int, fresh: bool) -> Step:
        dropped = max(self._level.old, self._level.dropped) if self._forms.drops else self._level.dropped
        own = self._tombs.own(dropped, self._line.stored(dropped))
        stops = run_limits.reached(self._policy, spent, call)
        window = self._base.view.window
        status: Status = "over_budget" if stops else "above_watermark" if window.over_watermark(sent) else "fine"
        return Step(
            call,
            message,
            fresh,
            self._forms.changed(),
            own,
            "",
            self._base.view.fixed,
            self._stored,
            sent,
            status,
            self._next_round,
            dropped,
            self._forms.touched + len(own),
            self._anchored,
            (),
            stops,
        )

    def _plan(self, call: int, message: int, spent: int, fresh: bool) -> Step:
        """The step of a call that is planned by itself: the budget takes more of it than whole rings."""
        view = self._base.view
        made = plan(view.transcript, self._policy, counts=view.counts, call=call, spent=spent)
        return step_of(made, message, *self._forms.planned(forms_of(made)), fresh=fresh)
