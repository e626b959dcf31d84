"""`ContextTracker`: what an agent's loop asks around each model call.

    tracker = ts.ContextTracker(policy, model="gpt-4o", on_watermark=warn)
    request = tracker.assemble(history)                 # raises what must stop the call
    tracker.before(request)                             # how full it is, by role, before it is sent
    answer = model(request)
    tracker.after(answer.usage.prompt_tokens)           # the estimate beside what the provider counted

The fourth source article's tracker (snapshot before the call, reconciliation after it, a warning at the watermark)
and the first one's retries after `context_length_exceeded`. It holds the state of one run and nothing else: no
threads, no clock, nothing shared between two trackers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from trimscope import formats, tokens
from trimscope.budgets.run_limits import MOST_RETRIES
from trimscope.budgets.window import Window
from trimscope.command.report import stored_status
from trimscope.errors import BudgetError, PolicyError
from trimscope.planning.plan import assembled, history_at, plan
from trimscope.planning.result import Plan, Status
from trimscope.planning.view import View, look
from trimscope.policies.policy import Policy
from trimscope.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A request before it is sent. Tokens are the estimator's; shares are whole thousandths."""

    call: int
    """number of the snapshot, from 1"""
    tokens: int
    by_role: Mapping[str, int]
    """messages by role, and `frame`, `tools`, `system` that no message holds; they sum up to `tokens`"""
    window: Window
    used_of_budget: int
    used_of_window: int
    status: Status
    scaled: int | None
    """tokens times the ratio of the last reconciliation; None before the first. It decides nothing: every status
    is of the estimate, so that the same messages always get the same one"""


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """The estimate of a request beside the prompt tokens that the provider reported for it."""

    call: int
    estimated: int
    reported: int
    output: int = 0
    """tokens of the answer"""

    @property
    def difference(self) -> int:
        """Reported less estimated, in tokens: above 0 where the estimate was too low."""
        return self.reported - self.estimated

    @property
    def ratio(self) -> int:
        """Reported for each estimated token, in thousandths."""
        return self.reported * 1000 // max(1, self.estimated)


class ContextTracker:
    """The state of one run. `on_watermark` is called with the snapshot that reaches the watermark, once for each
    time it is crossed from below."""

    def __init__(
        self,
        policy: Policy | None = None,
        *,
        model: str | None = None,
        on_watermark: Callable[[Snapshot], object] | None = None,
        format: str | None = None,
        provider: str | None = None,
    ) -> None:
        """`model` overrides the policy's; `format` and `provider` are as in `trimscope.load`.

        Raises PolicyError for a window without budget, and for an `on_watermark` that cannot be called.
        """
        if on_watermark is not None and not callable(on_watermark):
            raise PolicyError("on_watermark: it takes a function that is called with the snapshot, or None.")
        policy = policy or Policy()
        self.policy = policy if model is None else policy.replace(model=model)
        self.retry = 0
        """tightened retries of the call at hand"""
        self.snapshots: tuple[Snapshot, ...] = ()
        self.reconciliations: tuple[Reconciliation, ...] = ()
        self._on_watermark = on_watermark
        self._reading = {"format": format, "provider": provider}
        self._above = False
        self._sent: Snapshot | None = None
        self._last: Plan | None = None
        self._before: Plan | None = None

    @property
    def last(self) -> Plan:
        """The newest plan: what was decided for the call at hand. Raises PolicyError before the first."""
        if self._last is None:
            raise PolicyError("last: there is no plan yet; assemble() or plan() makes one.")
        return self._last

    @property
    def ratio(self) -> int | None:
        """The newest reconciliation's ratio, in thousandths; None before the first."""
        return self.reconciliations[-1].ratio if self.reconciliations else None

    @property
    def spent(self) -> int:
        """Tokens of the run so far as they were reported, requests and answers: what `run_token_budget` limits."""
        return sum(each.reported + each.output for each in self.reconciliations)

    def plan(self, history: Any, **options: Any) -> Plan:
        """The plan for the next call on the stored history; options as in `planning.plan`. What the run has spent
        and the retries of this call are the tracker's.

        With persisted history what the tracker's plan before this one dropped stays dropped, as long as the history
        only grew. Raises as `trimscope.load` and `trimscope.planning.plan` do.
        """
        transcript = self._read(history)
        if self.retry == 0:
            self._before = self._last  # a retry plans the same call again: what was before that call stays the same
        if self.policy.persisted and self._before is not None and _grew(self._before.transcript, transcript):
            options.setdefault("before", self._before)
        options.setdefault("retry", self.retry)
        options.setdefault("spent", self.spent)
        self._last = plan(transcript, self.policy, **options)
        return self._last

    def assemble(self, history: Any, **options: Any) -> list[Any]:
        """The messages to send for the next call.

        Raises PairingError and BudgetError as `trimscope.assemble` does, when nothing should be sent.
        """
        return assembled(self.plan(history, **options))

    def before(self, request: Any) -> Snapshot:
        """Note a request that is about to be sent: its messages, or all of it (then its tools are counted)."""
        transcript = self._read(request)
        counts = tokens.count(transcript, self.policy.profile, self.policy.model)
        view = look(transcript, counts, self.policy.replace(pins=[]), history_at(transcript))
        used = counts.total
        snapshot = Snapshot(
            len(self.snapshots) + 1,
            used,
            counts.by_role,
            view.window,
            used * 1000 // view.window.budget,
            used * 1000 // view.window.limit,
            _status(view, used),
            None if self.ratio is None else used * self.ratio // 1000,
        )
        self.snapshots += (snapshot,)
        self._sent = snapshot
        crossed = view.window.over_watermark(used) and not self._above
        self._above = view.window.over_watermark(used)
        if crossed and self._on_watermark is not None:
            self._on_watermark(snapshot)
        return snapshot

    def after(self, reported_prompt_tokens: int, output_tokens: int = 0) -> Reconciliation:
        """Note the prompt tokens that the provider reported for the request noted last, and those of its answer; the
        call succeeded.

        Raises PolicyError for what is no number of tokens, and where no request was noted since.
        """
        for number in (reported_prompt_tokens, output_tokens):
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                raise PolicyError("after: it takes the tokens that the provider reported, whole numbers from 0.")
        if self._sent is None:
            raise PolicyError("after: no request was noted; call before(request) ahead of each model call.")
        made = Reconciliation(self._sent.call, self._sent.tokens, reported_prompt_tokens, output_tokens)
        self.reconciliations += (made,)
        self._sent = None
        self.retry = 0
        return made

    def exceeded(self) -> int:
        """Note that the provider refused the request as too long: the next plan drops one more ring for each retry.

        Returns the number of the retry. Raises BudgetError after the second one: then the call has to stop.
        """
        if self.retry >= MOST_RETRIES:
            raise BudgetError(
                f"The provider refused the request as too long again after {MOST_RETRIES} tightened retries: "
                "lower keep_rounds or result_limit, or take a larger window."
            )
        self.retry += 1
        return self.retry

    def _read(self, given: Any) -> Transcript:
        return given if isinstance(given, Transcript) else formats.load(_as_it_is_now(given), **self._reading)


def _as_it_is_now(given: Any) -> Any:
    """Lists of a request copied: a loop goes on appending to its history, and an earlier plan must not see that."""
    if isinstance(given, list):
        return list(given)
    if isinstance(given, dict):
        return {key: list(value) if isinstance(value, list) else value for key, value in given.items()}
    return given


def _status(view: View, used: int) -> Status:
    found: Status = stored_status(view, used)  # type: ignore[assignment]
    return found


def _grew(before: Transcript, now: Transcript) -> bool:
    """Whether a history is an earlier one with messages added behind it: then indexes mean the same in both."""
    kept = len(before.messages)
    return len(now.messages) >= kept and _parts(now, kept) == _parts(before, kept)


def _parts(transcript: Transcript, count: int) -> list[Any]:
    return [(message.role, message.parts, message.where) for message in transcript.messages[:count]]
