"""Scaling the estimate by what the provider reported for earlier calls (policy key `calibrate`).

A report is of the whole request, and a log often holds only a part of it: no system prompt, no tool definitions. So
the ratio is taken from what the history *grew* by between two calls, reported beside estimated: that part is in the
file. What the newest report has beyond the scaled estimate is booked once, as tokens that are sent and not in the
file. (Measured on 23 logs of real runs: the first report is 1 to 1,400 times the estimate, the growth 0.94 to 1.2
times in most. The next call's input was met within 5 % in 18 of them; the plain estimate was 7 to 98 % off.)

With one report there is no growth. It is then taken for the whole request where its ratio is one that tokenizers have,
and else for a request that the file holds a part of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from trimscope.frames.frames import Frames
from trimscope.known_texts import KnownTexts
from trimscope.reported.calls import ReportedCall, newest, reconcile
from trimscope.tokens import Counts, Profile, counted
from trimscope.transcript import Transcript

LEAST, MOST = 500, 3_000
"""Ratios in per mille that may be the fault of an estimate. The rougher profiles need up to 2.7 to 3 to be safe for
99 of 100 documents, and are hardly ever twice too high (measurement); beyond that something else differs."""

ENOUGH = 200
"""Least estimated tokens of growth that a ratio is taken from: below that, frames outweigh texts."""


@dataclass(frozen=True, slots=True)
class Scaled:
    """An estimator of texts, times a ratio."""

    measure: Callable[[str], int]
    ratio: int
    """per mille"""
    known: Callable[[str], int] = field(compare=False, repr=False)
    """the same measure, which knows the transcript's own texts: a run is scaled anew at every call of it"""

    def __call__(self, text: str) -> int:
        """Tokens of a text that is not empty, to the nearest; at least 1."""
        return max(1, _times(self.known(text), self.ratio))


def scaled(transcript: Transcript, counts: Counts, call: int | None = None) -> Counts:
    """Counts scaled by the reports of the calls before `call` (from 1; None: of all), or the same counts where there
    is no report. Recounts the transcript; done once for the same ratio and call."""
    known = tuple(each for each in reconcile(transcript, counts).compared if call is None or each.call < call)
    last = newest(known)
    if last is None or last.usage is None:
        return counts
    reported = last.usage.context
    ratio = ratio_of(known)

    def recount() -> Counts:
        known = counts.remembered("unscaled", None, lambda: _known(transcript, counts.profile))
        pricing = _priced(counts.profile, ratio, known.look_up)
        again = counted(transcript, pricing)
        estimated = reconcile(transcript, again).calls[last.call - 1].estimated
        unseen = max(0, reported - estimated)
        by_role = {"frame": again.frame + unseen, **{role: n for role, n in again.by_role.items() if role != "frame"}}
        return replace(again, profile=replace(pricing, unseen=unseen), frame=again.frame + unseen, by_role=by_role)

    return counts.remembered("scaled", (ratio, last.call), recount)


def ratio_of(calls: Sequence[ReportedCall]) -> int:
    """Reported for each estimated token, in per mille, between LEAST and MOST; 1000 where that cannot be told.

    Reasoning that a report counts and the file does not hold is no growth of the file: it is taken off. Steps over
    which the rest fell (the run took something out by itself) and steps into another epoch say nothing.
    """
    grown = [
        (
            later.estimated - earlier.estimated,
            later.usage.context - earlier.usage.context - _hidden(earlier),
        )
        for earlier, later in pairwise(calls)
        if earlier.epoch == later.epoch and earlier.usage is not None and later.usage is not None
    ]
    steps = [(estimated, reported) for estimated, reported in grown if estimated > 0 and reported > 0]
    estimated, reported = sum(step[0] for step in steps), sum(step[1] for step in steps)
    if estimated >= ENOUGH:
        return min(MOST, max(LEAST, reported * 1000 // estimated))
    last = newest(calls)
    if last is None or last.usage is None:
        return 1000
    whole = last.usage.context * 1000 // max(1, last.estimated)
    return whole if LEAST <= whole <= MOST else 1000


def _hidden(call: ReportedCall) -> int:
    """Tokens of an answer that are reasoning which the file does not hold: what was reported beyond its estimate, where
    that is more than twice as much (less may be the estimate's own fault)."""
    return call.given - call.answer if call.given > 2 * call.answer else 0


def _known(transcript: Transcript, pricing: Profile) -> KnownTexts:
    """Unscaled tokens of every text of the transcript, short ones as well: all are asked for once a call."""
    known = KnownTexts(pricing.measure, shortest=1)
    counted(transcript, replace(pricing, measure=known))
    return known


def _priced(pricing: Profile, ratio: int, known: Callable[[str], int]) -> Profile:
    """A profile at scaled prices: texts and frames. Pictures keep their provider's formula."""
    if ratio == 1000:
        return pricing
    frames: Frames = replace(
        pricing.frames,
        request=_times(pricing.frames.request, ratio),
        message=_times(pricing.frames.message, ratio),
        call=_times(pricing.frames.call, ratio),
        result_id=_times(pricing.frames.result_id, ratio),
        thinking=_times(pricing.frames.thinking, ratio),
    )
    return replace(pricing, measure=Scaled(pricing.measure, ratio, known), frames=frames, scale=ratio)


def _times(tokens: int, ratio: int) -> int:
    return (tokens * ratio + 500) // 1000
