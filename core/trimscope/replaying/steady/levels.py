"""How many of the oldest rounds go at a call: by the trigger and target (stage 3), and by the budget (stage 4).

The two numbers say all that these stages decide for a well-formed run. They move little from call to call, so each is
looked for from where it was.
"""

from __future__ import annotations

from dataclasses import dataclass

from trimscope.budgets.window import Window
from trimscope.policies.policy import Policy
from trimscope.replaying.steady.line import Line
from trimscope.replaying.steady.tombs import Tombs


@dataclass(frozen=True, slots=True)
class Level:
    """`old` of the oldest rounds are treated as old ones; the first `dropped` are dropped, for whatever reason."""

    old: int = 0
    dropped: int = 0


class Levels:
    """The level of each call."""

    def __init__(self, policy: Policy, window: Window, line: Line, tombs: Tombs) -> None:
        self._policy, self._window, self._line, self._tombs = policy, window, line, tombs
        self._drops = policy.old_rounds == "drop"

    def total(self, level: Level, whole: int) -> int:
        """Tokens that are sent at a level, of `whole` where everything stays."""
        line, old, dropped = self._line, level.old, level.dropped
        if self._drops:
            dropped = max(old, dropped)
            saved = 0
        else:
            saved = line.saved(old) - line.saved(min(old, dropped)) if old > dropped else 0
        return whole - saved - line.kept(dropped) + self._tombs.tokens(dropped, line.stored(dropped))

    def next(self, before: Level, whole: int, old: int, may_drop: int) -> Level:
        """The level of the next call, at which `old` rounds of the line are older than the newest that stay, and the
        budget may take as many as `may_drop`."""
        start = before if self._policy.persisted else Level()
        level = self._stage_3(before, start, whole, old)
        if self.total(level, whole) > self._window.budget:
            level = self._stage_4(before, level, whole, may_drop)
        return level

    def _stage_3(self, before: Level, start: Level, whole: int, old: int) -> Level:
        policy, window = self._policy, self._window
        carried = max(start.old, start.dropped) if policy.old_rounds != "keep" else 0
        at_least = Level(carried, start.dropped) if carried else start
        if policy.old_rounds == "keep" or old <= carried:
            return at_least
        if policy.trigger == "always":
            return Level(old, start.dropped)
        if not window.over_watermark(self.total(at_least, whole)):
            return at_least
        now = min(max(before.old, carried), old)
        while now > carried and self.total(Level(now - 1, start.dropped), whole) <= window.target:
            now -= 1
        while now < old and self.total(Level(now, start.dropped), whole) > window.target:
            now += 1
        return Level(now, start.dropped)

    def _stage_4(self, before: Level, level: Level, whole: int, may_drop: int) -> Level:
        budget = self._window.budget
        least = max(level.old, level.dropped) if self._drops else level.dropped
        now = min(max(before.dropped, least), max(may_drop, least))
        while now > least and self.total(Level(level.old, now - 1), whole) <= budget:
            now -= 1
        while now < may_drop and self.total(Level(level.old, now), whole) > budget:
            now += 1
        return Level(level.old, now)
