"""Trimscope's core: what a context-trimming policy does to an agent's transcript, before it does it.

    import trimscope as ts
    transcript = ts.load(text)
    plan = ts.plan(transcript, ts.Policy(keep_rounds=4), model="gpt-4o")
    plan.messages, plan.decisions, plan.status

Pure Python, standard library only: no screen, no files, no clock, no randomness.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from trimscope import words
from trimscope.budgets.buckets import Share, buckets
from trimscope.budgets.budget_report import BudgetReport, budget_report
from trimscope.carried.effects import Effect, effects
from trimscope.carried.memory import remember
from trimscope.errors import BudgetError, LoadError, PairingError, PolicyError, TrimscopeError
from trimscope.formats import load, load_all
from trimscope.planning.decision import Decision
from trimscope.planning.plan import assemble, plan
from trimscope.planning.result import Plan
from trimscope.policies.policy import Policy
from trimscope.presets import preset, presets
from trimscope.reported.calls import Reconciled, ReportedCall, reconcile
from trimscope.structure.rings import Fault, Rings, Round, group
from trimscope.summaries.draft import draft_summary
from trimscope.summaries.hook import Request as SummaryRequest
from trimscope.summaries.hook import Timed as TimedSummary
from trimscope.tokens import Counts, count, count_tokens
from trimscope.transcript import Message, Transcript

if TYPE_CHECKING:
    from trimscope.contract_checks import Check, contract
    from trimscope.explaining.differences import Difference, differences
    from trimscope.explaining.explain import explain
    from trimscope.explaining.explanation import Explanation, Piece
    from trimscope.listing import Entry, entries
    from trimscope.measures.metrics import Metrics, metrics, timed
    from trimscope.planning.fold import Exit, exit_of, run
    from trimscope.planning.tracker import ContextTracker, Reconciliation, Snapshot
    from trimscope.replaying.references import CallValues, LostReference
    from trimscope.replaying.replay import replay
    from trimscope.replaying.result import CallRow, Replay
    from trimscope.reported.size import Size, sent_size, stored_size
    from trimscope.scenarios.building import scenario
    from trimscope.scenarios.opening import open_scenario
    from trimscope.scenarios.scenario import Scenario, ScenarioError
    from trimscope.scenarios.verifying import Mismatch, Verification, verify
    from trimscope.sweeping.row import SweepRow
    from trimscope.sweeping.sweep import Sweep, sweep
    from trimscope.texts.instructions import Finding, instruction_like
    from trimscope.values.suggestions import Field, Suggestion, field_sizes, suggest_whitelist

__version__ = "0.1.0"

__all__ = [
    "BudgetError",
    "BudgetReport",
    "CallRow",
    "CallValues",
    "Check",
    "ContextTracker",
    "Counts",
    "Decision",
    "Difference",
    "Effect",
    "Entry",
    "Exit",
    "Explanation",
    "Fault",
    "Field",
    "Finding",
    "LoadError",
    "LostReference",
    "Message",
    "Metrics",
    "Mismatch",
    "PairingError",
    "Piece",
    "Plan",
    "Policy",
    "PolicyError",
    "Reconciled",
    "Reconciliation",
    "Replay",
    "ReportedCall",
    "Rings",
    "Round",
    "Scenario",
    "ScenarioError",
    "Share",
    "Size",
    "Snapshot",
    "Suggestion",
    "SummaryRequest",
    "Sweep",
    "SweepRow",
    "TimedSummary",
    "Transcript",
    "TrimscopeError",
    "Verification",
    "assemble",
    "buckets",
    "budget_report",
    "contract",
    "count",
    "count_tokens",
    "differences",
    "draft_summary",
    "effects",
    "entries",
    "exit_of",
    "explain",
    "field_sizes",
    "group",
    "instruction_like",
    "load",
    "load_all",
    "metrics",
    "open_scenario",
    "plan",
    "preset",
    "presets",
    "reconcile",
    "remember",
    "replay",
    "run",
    "scenario",
    "sent_size",
    "stored_size",
    "suggest_whitelist",
    "sweep",
    "timed",
    "verify",
    "words",
]

_LATER: Mapping[str, tuple[str, ...]] = {
    "trimscope.contract_checks": ("Check", "contract"),
    "trimscope.explaining.differences": ("Difference", "differences"),
    "trimscope.explaining.explain": ("explain",),
    "trimscope.explaining.explanation": ("Explanation", "Piece"),
    "trimscope.listing": ("Entry", "entries"),
    "trimscope.measures.metrics": ("Metrics", "metrics", "timed"),
    "trimscope.planning.fold": ("Exit", "exit_of", "run"),
    "trimscope.planning.tracker": ("ContextTracker", "Reconciliation", "Snapshot"),
    "trimscope.replaying.references": ("CallValues", "LostReference"),
    "trimscope.replaying.replay": ("replay",),
    "trimscope.replaying.result": ("CallRow", "Replay"),
    "trimscope.reported.size": ("Size", "sent_size", "stored_size"),
    "trimscope.scenarios.building": ("scenario",),
    "trimscope.scenarios.opening": ("open_scenario",),
    "trimscope.scenarios.scenario": ("Scenario", "ScenarioError"),
    "trimscope.scenarios.verifying": ("Mismatch", "Verification", "verify"),
    "trimscope.sweeping.row": ("SweepRow",),
    "trimscope.sweeping.sweep": ("Sweep", "sweep"),
    "trimscope.texts.instructions": ("Finding", "instruction_like"),
    "trimscope.values.suggestions": ("Field", "Suggestion", "field_sizes", "suggest_whitelist"),
}
"""Names by module that neither loading nor planning needs: imported when first asked for, as a quarter of the time of
`import trimscope` went into them (bench/start.py). The same as above, where type checkers read them."""

_HOMES = {name: module for module, names in _LATER.items() for name in names}


def __getattr__(name: str) -> Any:
    """A public name of a module that is imported now. Raises AttributeError for a name that is none."""
    if name not in _HOMES:
        raise AttributeError(f"module 'trimscope' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
