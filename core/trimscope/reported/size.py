"""The present size of a request, where the number comes from, and how far off it may be.

A report of the provider is better than any estimate: it has the system prompt, the tools and the framing that a log
does not hold. So the size stands on the newest report of the run, and only what came after it is estimated. A report
tells of the request that was sent then. After a trim, or where the history has a note of an earlier one, that is no
longer the request at hand, and the size is estimated as a whole.

These are second numbers beside the plan's: no status and no decision looks at them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Literal

from trimscope.planning.result import Plan
from trimscope.planning.view import View
from trimscope.reported.calls import ReportedCall, newest, reconcile
from trimscope.tokens import Profile

Label = Literal["estimated", "exact", "reported", "reported+estimated", "scaled"]

BANDS: Mapping[str, int] = {"exact": 0, "fine": 15, "light": 50, "glance": 88, "patchcat": 380, "chars4": 641}
"""Per mille of a profile's estimate that 95 of 100 transcripts stay within, up and down (measurement). `exact` is off
by nothing in texts; frames and pictures are estimates under every profile."""

UNTOUCHED = ("anchor", "keep")
"""Actions of decisions that leave a message as it is."""

WIDEST = max(BANDS.values())
"""Of a profile that was not measured."""


@dataclass(frozen=True, slots=True)
class Size:
    """Tokens of one request."""

    tokens: int
    label: Label
    reported: int = 0
    """of these, what the provider reported (an answer's tokens included)"""
    band: int = 0
    """tokens that the estimated part may be off, up and down"""
    call: int | None = None
    """number of the call whose report it stands on"""

    @property
    def low(self) -> int:
        """Lower end of the band."""
        return self.tokens - self.band

    @property
    def high(self) -> int:
        """Upper end of the band."""
        return self.tokens + self.band

    @property
    def estimated(self) -> int:
        """The part that was estimated."""
        return self.tokens - self.reported

    def may_not_fit(self, budget: int) -> bool:
        """Whether it fits a budget as it stands, and not at the upper end of the band. It never changes a plan."""
        return self.tokens <= budget < self.high


def error_band(pricing: Profile) -> int:
    """Per mille that an estimate under a profile may be off: by the profile and, where another family's tokens are
    told from o200k's, by that correction. The two are independent, so their squares add up."""
    own = BANDS.get(pricing.name, WIDEST)
    family = pricing.family.error[1] if pricing.adapts else 0
    return isqrt(own * own + family * family)


def stored_size(view: View) -> Size:
    """The size of what is stored at a call: reported where that very call was, else the newest report of its history
    and the estimate of what came after it, else the estimate."""
    counts = view.counts
    estimate = view.fixed + sum(counts.messages[index] for index in view.history)
    if not _holds(view):
        return _estimated(estimate, view)
    calls = reconcile(view.transcript, counts)
    last = view.history[-1] + 1 if view.history else 0
    here = [each for each in calls.known if each.message == last and each.call == view.call]
    if here and here[0].usage is not None:
        return Size(here[0].usage.context, "reported", here[0].usage.context, 0, here[0].call)
    anchor = _anchor(view)
    if anchor is None:
        return _estimated(estimate, view)
    return _onward(anchor, sum(counts.messages[i] for i in view.history if i > anchor.message), view)


def sent_size(plan: Plan) -> Size:
    """The size of what a plan would send: that of what is stored where the plan leaves it as it is; where it changes
    only what came after the newest report, that report and the estimate of the rest; else the estimate."""
    view = plan.view
    changed = [d.message if d.message is not None else d.at or 0 for d in plan.decisions if d.action not in UNTOUCHED]
    after = sum(decision.after for decision in plan.decisions)
    if plan.tokens.sent != view.fixed + after:
        return _estimated(plan.tokens.sent, view)  # tools were dropped, or neighbours joined
    if not changed:
        return stored_size(view)
    anchor = _anchor(view) if _holds(view) else None
    if anchor is None or min(changed) <= anchor.message:
        return _estimated(plan.tokens.sent, view)
    places = ((d.message if d.message is not None else d.at or 0, d.after) for d in plan.decisions)
    return _onward(anchor, sum(tokens for place, tokens in places if place > anchor.message), view)


def _holds(view: View) -> bool:
    """Whether reports tell of the history at hand: no note of an earlier trim stands in it."""
    return view.standing is None


def _anchor(view: View) -> ReportedCall | None:
    """The newest reported call whose request and answer are in the history of a view."""
    inside = set(view.history)
    known = reconcile(view.transcript, view.counts).known
    start = max((each for each in view.transcript.epochs if each in inside), default=0)
    return newest(each for each in known if each.message in inside and each.epoch >= start)


def _estimated(tokens: int, view: View) -> Size:
    pricing = view.counts.profile
    scaled = pricing.scale != 1000 or pricing.unseen
    label: Label = "scaled" if scaled else "exact" if pricing.is_exact else "estimated"
    return Size(tokens, label, band=_share(tokens - pricing.unseen, error_band(pricing)))


def _onward(anchor: ReportedCall, after: int, view: View) -> Size:
    """An anchor's input and answer, and what came after it."""
    assert anchor.usage is not None
    said = 0 if anchor.placeholder else anchor.usage.output
    reported = anchor.usage.context + (said if said >= anchor.answer else 0)
    tokens = anchor.usage.context + anchor.given + after
    band = _share(tokens - reported, error_band(view.counts.profile))
    return Size(tokens, "reported+estimated", reported, band, anchor.call)


def _share(tokens: int, per_mille: int) -> int:
    """A share of some tokens, rounded up: a band is never told too narrow."""
    return -(-tokens * per_mille // 1000)
