"""What a replay found: one row a model call, sums over the run, verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from trimscope import formats
from trimscope.budgets.window import Window
from trimscope.caching.billing import Bill
from trimscope.caching.prefix_cost import PrefixCost, prefix_cost
from trimscope.caching.rules import Rules
from trimscope.planning.plan import plan
from trimscope.planning.result import Status
from trimscope.policies.policy import Policy
from trimscope.replaying.references import LostReference
from trimscope.replaying.shared_prefix import Shared
from trimscope.replaying.verdicts import Verdict
from trimscope.structure.rings import Fault
from trimscope.transcript import Transcript, Usage


@dataclass(frozen=True, slots=True)
class CallRow:
    """What one model call of the run would have got under the policy. Tokens are the profile's estimate."""

    call: int
    """from 1"""
    message: int
    """index of the assistant message it led to"""
    stored: int
    """tokens of the history as it is stored"""
    sent: int
    """tokens of the request"""
    rounds: int
    """tool rings and plain messages of the history that stay, anchors included"""
    dropped: int
    """those that do not"""
    status: Status
    shared: Shared
    """the beginning that the request shares with the one before it, and why it ends there"""
    bill: Bill
    """cached, written and fresh tokens, and the cost of the input in the rules' unit (integer micro-units)"""
    untrimmed: Bill
    """the same where nothing is trimmed"""
    grounded: int
    """values of the call's arguments that stand in its history"""
    lost: tuple[LostReference, ...]
    """those of them that would have been out of sight"""
    faults: tuple[Fault, ...]
    """what the provider would refuse"""
    stops: tuple[str, ...]
    """limits of the run that are reached before this call (`run_stopped:turns`, `run_stopped:tokens`)"""
    reported: Usage | None
    """what the provider counted for this call as it really was made, for comparison"""
    gap: int | None
    """seconds since the call before it, where the file has times: a prefix older than its lifetime is not there"""
    system: str
    """hash of the system prompt as it is sent"""
    tools: str
    """hash of the tool definitions as they are sent; "" where they were dropped"""

    @property
    def breaks(self) -> bool:
        """Whether the cached prefix breaks here."""
        return self.shared.cause is not None


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over all calls of a run. Tokens are estimates, costs integer micro-units of the rules' unit."""

    calls: int
    stored: int
    """input tokens of all calls without trimming: they grow with the square of the run's length"""
    sent: int
    """input tokens of all calls"""
    stored_peak: int
    sent_peak: int
    breaks: int
    cached: int
    """input tokens read from the cache"""
    untrimmed_cached: int
    cost: int
    """of all input"""
    untrimmed_cost: int
    grounded: int
    """values of arguments that have a source"""
    lost: int
    refused: int
    """calls that the provider would refuse"""
    over_budget: int
    """calls over the input budget, or after a limit of the run"""

    @property
    def cached_share(self) -> int:
        """Cached input tokens of all that are sent, in whole thousandths."""
        return self.cached * 1000 // self.sent if self.sent else 0

    @property
    def lost_share(self) -> int:
        """Lost references of all values that have a source, in whole thousandths."""
        return self.lost * 1000 // self.grounded if self.grounded else 0


@dataclass(frozen=True)
class Replay:
    """A whole run under one policy."""

    transcript: Transcript
    policy: Policy
    """with the `history` that was replayed"""
    window: Window
    rules: Rules
    rows: tuple[CallRow, ...]
    totals: Totals
    verdicts: tuple[Verdict, ...]
    limits: dict[str, int | None]
    """for each limit of the run that the policy sets, and those of time and cost (`max_seconds`, `max_cost`): the first
    call that it would have kept from being made"""
    untrimmed_over: int | None
    """the first call at which the untrimmed history is over the input budget: from there on it cannot be sent"""

    @cached_property
    def idempotence(self) -> Verdict | None:
        """Whether trimming the last request once more leaves it as it is: `idempotent` or `not_idempotent`.

        None where that says nothing: history that is kept along a run (persisted), pins (they name messages of the
        stored history), and a last request that would not be sent (refused, over budget) or is sent as stored.
        """
        last = self.rows[-1] if self.rows else None
        if last is None or self.policy.persisted or self.policy.pins or last.status in ("refused", "over_budget"):
            return None
        once = plan(self.transcript, self.policy, call=last.call)
        if not once.changes and not once.written:
            return None
        again = plan(formats.reload(self.transcript, once.edits), self.policy)
        return Verdict("idempotent" if again.document == once.document else "not_idempotent")

    @cached_property
    def prefix_cost(self) -> PrefixCost | None:
        """Whether caching the beginning that all requests share pays: M(w + (N-1)r) against N L."""
        shared = min((row.shared.tokens for row in self.rows[1:]), default=0)  # what neighbours share, all share
        return prefix_cost(shared, len(self.rows), self.rules)

    @property
    def lost(self) -> tuple[LostReference, ...]:
        """All lost references, in the order of the calls."""
        return tuple(each for row in self.rows for each in row.lost)


def totals(rows: tuple[CallRow, ...]) -> Totals:
    """The sums of some rows."""
    return Totals(
        calls=len(rows),
        stored=sum(row.stored for row in rows),
        sent=sum(row.sent for row in rows),
        stored_peak=max((row.stored for row in rows), default=0),
        sent_peak=max((row.sent for row in rows), default=0),
        breaks=sum(row.breaks for row in rows),
        cached=sum(row.bill.cached for row in rows),
        untrimmed_cached=sum(row.untrimmed.cached for row in rows),
        cost=sum(row.bill.cost for row in rows),
        untrimmed_cost=sum(row.untrimmed.cost for row in rows),
        grounded=sum(row.grounded for row in rows),
        lost=sum(len(row.lost) for row in rows),
        refused=sum(row.status == "refused" for row in rows),
        over_budget=sum(row.status == "over_budget" for row in rows),
    )
