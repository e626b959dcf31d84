"""The result of planning: decisions, sums, faults, and what would be sent, as value objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from trimscope import formats
from trimscope.budgets.budget_report import verdicts
from trimscope.budgets.window import Window
from trimscope.planning import digest
from trimscope.planning.decision import Decision, Sums
from trimscope.planning.placing import Written
from trimscope.planning.view import Change, View
from trimscope.policies import strategy_names
from trimscope.policies.policy import Policy
from trimscope.source import canonical
from trimscope.source.edits import Edit
from trimscope.structure.rings import Fault
from trimscope.summaries.summary import Report
from trimscope.texts.tombstone import Tombstone
from trimscope.transcript import Transcript

Status = Literal["fine", "above_watermark", "over_budget", "refused"]


@dataclass(frozen=True)
class Plan:
    """The decisions of one policy on one transcript at one call, and what would be sent."""

    view: View
    status: Status
    decisions: tuple[Decision, ...]
    tokens: Sums
    chars: Sums
    faults: tuple[Fault, ...]
    """of the transcript as loaded (its messages' indexes)"""
    sent_faults: tuple[Fault, ...]
    """of what would be sent, beyond those"""
    tombstone: Tombstone | None
    """the tombstone that would be sent"""
    written: tuple[Written, ...]
    """texts of ours that this plan puts in: tombstone, notices"""
    changes: Mapping[int, Change]
    edits: tuple[Edit, ...]
    notes: tuple[str, ...]
    """codes of what a user should know (`words.note`): nothing_to_count, and those of `trimscope.policies.notes`"""
    summary: Report | None = None
    """what became of the summary, where one was due"""

    @property
    def transcript(self) -> Transcript:
        return self.view.transcript

    @property
    def policy(self) -> Policy:
        return self.view.policy

    @property
    def window(self) -> Window:
        return self.view.window

    @property
    def call(self) -> int:
        """Number of the model call it is for, from 1."""
        return self.view.call

    @cached_property
    def strategy(self) -> str:
        """What its way of trimming is called: a preset, a strategy, or `custom`."""
        return strategy_names.name_of(self.policy)

    @property
    def summarised(self) -> bool:
        """Whether a summary stands for some of its messages."""
        return any(decision.action == "summarise" for decision in self.decisions)

    @cached_property
    def verdicts(self) -> tuple[str, ...]:
        """Codes of the budgets it is over, of the request and of the run (`words.verdict`); `budget_report` has all."""
        return verdicts(self)

    @cached_property
    def document(self) -> Any:
        """The source document as it would be sent; the very same object when nothing changes."""
        return formats.write(self.transcript, self.edits)

    @cached_property
    def messages(self) -> list[Any]:
        """The assembled messages in the source's own format."""
        node = self.document
        for step in self.transcript.base:
            node = node[step]
        records: list[Any] = node
        return records

    @cached_property
    def plan_digest(self) -> str:
        """SHA-256 over policy, profile, window and decisions (codes and integers, no words)."""
        moment: dict[str, int | str] = {"spent": self.view.spent, "retry": self.view.retry}
        if self.summary is not None and self.summary.asked == "hook":
            moment["summary"] = canonical.sha256(self.summary.value)  # the policy does not say what a hook said
        return digest.of_plan(
            self.policy, self.view.counts.profile.label, self.window, self.decisions, moment
        )

    @cached_property
    def messages_digest(self) -> str:
        """SHA-256 over the assembled neutral messages."""
        return digest.of_messages(self.transcript, self.view.counts, self.decisions, self.changes, self.written)
