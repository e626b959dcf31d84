"""The sweep of the Tune card: what is swept, how far it has come, what is picked and compared of it.

It works in slices, so that the page stays alive and a person can stop it: `step` does one, `drive` does them all with
the event loop let in between (the browser's own, or the server's).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import trimscope as ts
from trimscope.sweeping import grid, grid_text
from trimscope.sweeping.sweep import sweep_rows, whole_policies
from trimscope_app.views.loaded import Loaded

SLICE_S: Final = 0.08
"""Seconds of work before the event loop is let in: under a tenth of a second a click still feels answered at once."""

PAUSE_S: Final = 0.01
"""Seconds given to it: enough for what was clicked meanwhile to arrive."""

MOST_ROWS: Final = 600
"""Policies swept on the page: a minute or so of work, and as many cells as a screen holds. The command line takes
more."""

MOST_COMPARED: Final = 4
"""Policies side by side: more do not fit beside each other."""

STARTING: Final = (("keep_rounds", "1:10"), ("result_limit", "500,1000,2000,4000,8000,none"))
"""What most people turn first, in steps that double."""


@dataclass(frozen=True)
class Job:
    """One sweep: the run, the policy that the grid is laid over, and the grid."""

    loaded: Loaded
    base: ts.Policy
    keys: tuple[str, ...]
    candidates: tuple[grid.Candidate, ...]


@dataclass
class Tuner:
    """State of the card. Axes are policy keys with the texts of their values, as the command line takes them."""

    open: bool = False
    axes: tuple[tuple[str, str], ...] = STARTING
    trouble: str = ""
    """why the last start was refused"""
    job: Job | None = None
    rows: list[ts.SweepRow] = field(default_factory=list)
    running: bool = False
    picked: int | None = None
    """position of the row that is looked at closely"""
    compared: tuple[tuple[str, ts.SweepRow], ...] = ()
    """policies side by side: an id and its row"""
    asked: int = 0
    """number of the sweep: an earlier one that is still driven stops"""
    _coming: Iterator[ts.SweepRow] | None = None

    @property
    def found(self) -> ts.Sweep:
        """What is swept so far."""
        return ts.Sweep.of(self.rows, len(self.job.candidates) if self.job else 0)

    def start(self, loaded: Loaded, base: ts.Policy, axes: Sequence[tuple[str, str]]) -> bool:
        """Begin anew; False where these axes cannot be swept, with the reason in `trouble`, and what was swept
        before stays."""
        self.axes = tuple(axes)
        try:
            keys = [key for key, _ in axes]
            if len(set(keys)) < len(keys):
                raise ts.PolicyError("A key is swept once: choose another for one of the rows.")
            found = grid.candidates({key: grid_text.values(key, text) for key, text in axes}, base)
            if len(found) > MOST_ROWS:
                raise ts.PolicyError(f"These are {len(found):,} policies; the page sweeps at most {MOST_ROWS}.")
        except ts.TrimscopeError as error:
            self.trouble = str(error)
            return False
        self.job = Job(loaded, base, tuple(keys), found)
        self.trouble, self.rows, self.picked, self.compared = "", [], None, ()
        self.running, self.asked = True, self.asked + 1
        counts = loaded.unscaled or loaded.counts
        self._coming = sweep_rows(loaded.transcript, found, counts=counts, values=loaded.call_values)
        return True

    def step(self, clock: Callable[[], float] = time.perf_counter) -> bool:
        """Work for one slice; whether there is more to do."""
        until = clock() + SLICE_S
        while self.running and self._coming is not None:
            row = next(self._coming, None)
            if row is None:
                self.stop()
                break
            self.rows.append(row)
            if clock() >= until:
                break
        return self.running

    def stop(self) -> None:
        """End with what is done."""
        self.running, self._coming = False, None
        advice = self.found.advice
        if self.picked is None and advice is not None:
            self.picked = advice.row

    def forget(self) -> None:
        """Another run is loaded: nothing of the sweep holds for it."""
        self.job, self.rows, self.picked, self.compared, self.trouble = None, [], None, (), ""
        self.running, self._coming = False, None

    async def drive(self, changed: Callable[[], Any]) -> None:
        """Work to the end, telling after every slice."""
        mine = self.asked
        while self.asked == mine:
            try:
                more = self.step()
            except BaseException:  # a flaw of ours: it is told of, and the card does not wait for ever
                self.stop()
                changed()
                raise
            if not more:
                break
            changed()
            await asyncio.sleep(PAUSE_S)
        if self.asked == mine:
            changed()

    def pick(self, position: Any) -> None:
        """Look at a row closely. What is no row does nothing."""
        if isinstance(position, int) and 0 <= position < len(self.rows):
            self.picked = position

    def policy(self, position: Any) -> ts.Policy | None:
        """The policy of a row; None where there is none."""
        if self.job is None or not isinstance(position, int) or not 0 <= position < len(self.rows):
            return None
        return self.job.candidates[position].policy

    def put_beside(self, position: Any) -> None:
        """Compare a row with others."""
        if self.policy(position) is not None and not self.rows[position].error:
            self._beside(f"row:{position}", self.rows[position])

    def put_preset(self, name: Any, loaded: Loaded, base: ts.Policy) -> None:
        """Compare a preset with others: it is replayed, counted as the rows are. Unknown names do nothing."""
        known = ts.presets()
        if isinstance(name, str) and name in known and len(self.compared) < MOST_COMPARED:
            found = whole_policies({name: known[name].policy}, self.job.base if self.job else base)
            counts = loaded.unscaled or loaded.counts
            row = next(sweep_rows(loaded.transcript, found, counts=counts, values=loaded.call_values))
            self._beside(f"preset:{name}", row)

    def take_away(self, id: Any) -> None:
        """Compare a policy no longer."""
        self.compared = tuple(each for each in self.compared if each[0] != id)

    def _beside(self, id: str, row: ts.SweepRow) -> None:
        if len(self.compared) < MOST_COMPARED and id not in dict(self.compared):
            self.compared = (*self.compared, (id, row))


def axes_of(sent: Any) -> tuple[tuple[str, str], ...]:
    """The axes that the page sent: `[{key, text}]`; what is not of that form is left out."""
    if not isinstance(sent, list):
        return ()
    found = (
        (each.get("key"), each.get("text")) for each in sent[:3] if isinstance(each, Mapping) and each.get("key")
    )
    return tuple((key, text) for key, text in found if isinstance(key, str) and isinstance(text, str))
