"""Trimscope's core: what a context-trimming policy does to an agent's transcript, before it does it.

    import trimscope as ts
    transcript = ts.load(text)
    plan = ts.plan(transcript, ts.Policy(keep_rounds=4), model="gpt-4o")
    plan.messages, plan.decisions, plan.status

Pure Python, standard library only: no screen, no files, no clock, no randomness.
"""

from trimscope import words
from trimscope.budgets.buckets import Share, buckets
from trimscope.budgets.budget_report import BudgetReport, budget_report
from trimscope.carried.effects import Effect, effects
from trimscope.carried.memory import remember
from trimscope.contract import Check, contract
from trimscope.errors import BudgetError, LoadError, PairingError, PolicyError, TrimscopeError
from trimscope.explaining.differences import Difference, differences
from trimscope.explaining.explain import explain
from trimscope.explaining.explanation import Explanation, Piece
from trimscope.formats import load, load_all
from trimscope.listing import Entry, entries
from trimscope.measures.metrics import Metrics, metrics, timed
from trimscope.planning.decision import Decision
from trimscope.planning.fold import Exit, exit_of, run
from trimscope.planning.plan import assemble, plan
from trimscope.planning.result import Plan
from trimscope.planning.tracker import ContextTracker, Reconciliation, Snapshot
from trimscope.policies.policy import Policy
from trimscope.presets import preset, presets
from trimscope.replaying.references import CallValues, LostReference
from trimscope.replaying.replay import replay
from trimscope.replaying.result import CallRow, Replay
from trimscope.structure.rings import Fault, Rings, Round, group
from trimscope.summaries.draft import draft_summary
from trimscope.summaries.hook import Request as SummaryRequest
from trimscope.summaries.hook import Timed as TimedSummary
from trimscope.sweeping.row import SweepRow
from trimscope.sweeping.sweep import Sweep, sweep
from trimscope.texts.instructions import Finding, instruction_like
from trimscope.tokens import Counts, count, count_tokens
from trimscope.transcript import Message, Transcript
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
    "PairingError",
    "Piece",
    "Plan",
    "Policy",
    "PolicyError",
    "Reconciliation",
    "Replay",
    "Rings",
    "Round",
    "Share",
    "Snapshot",
    "Suggestion",
    "SummaryRequest",
    "Sweep",
    "SweepRow",
    "TimedSummary",
    "Transcript",
    "TrimscopeError",
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
    "plan",
    "preset",
    "presets",
    "remember",
    "replay",
    "run",
    "suggest_whitelist",
    "sweep",
    "timed",
    "words",
]
