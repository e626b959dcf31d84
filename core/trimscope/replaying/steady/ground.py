"""What is the same at every call of an epoch: its rounds, its anchors, and what becomes of each result by itself.

Most runs are well formed: each ring stands together, its results directly behind their call, and the goal comes before
the first answer. Then a round is the same at every call that has it, and what stays or goes is told by a few numbers.
`ground` gives None for a run or a policy of which that is not so; those are planned call by call.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from trimscope.planning.plan import history_at
from trimscope.planning.view import Change, View, look
from trimscope.policies.policy import Policy
from trimscope.stages import results
from trimscope.stages.account import Account
from trimscope.structure.anchors import COMPACTIONS, typed_in
from trimscope.structure.providers import provider
from trimscope.structure.rings import Round
from trimscope.texts import notices, tombstone
from trimscope.tokens import Counts
from trimscope.transcript import Media, Message, Transcript

OFF = ("dedupe", "keep_errors", "clear_at_least", "courtesies", "select_by_value", "buckets", "soft_limits", "degrade")
CARRIED = ("ledger", "memory", "summary", "strategy", "recent_user_turns")
"""Policy keys of stages that look at the whole request: with one of them on, every call is planned by itself."""

OWN_CHECKS = frozenset(("first_role", "lone_reasoning", "call_id_form", "interleaved_call", "empty_message"))
"""Provider rules that dropping whole rounds behind the goal cannot break: they are about single messages, or the first
one. A provider with any other rule, or one that joins neighbours, is planned call by call."""


@dataclass(frozen=True, slots=True)
class Ground:
    """An epoch of a run under a policy."""

    view: View
    """the whole epoch; of its anchors the newest user message is left out, for it changes along the run"""
    rounds: tuple[Round, ...]
    """in order; each stands together"""
    free: tuple[bool, ...]
    """by round: no anchor and no pin"""
    typed: frozenset[int]
    """indexes of what a person typed"""
    cut: dict[int, Change]
    """what the stage of results does to messages"""
    stored: tuple[int, ...]
    """by round: tokens as it is stored"""
    kept: tuple[int, ...]
    """by round: tokens as it is sent while it stays"""


def suits(transcript: Transcript, policy: Policy) -> bool:
    """Whether a policy, at the transcript's provider, acts on rounds by their age alone."""
    rules = provider(transcript.provider)
    plain = not any(getattr(policy, key) for key in (*OFF, *CARRIED))
    counted = policy.round_unit in ("ring", "turn") and policy.protect_first_user
    apart = not rules.alternates and not rules.joins_outputs
    return plain and counted and apart and OWN_CHECKS.issuperset(rules.checks)


def ground(transcript: Transcript, policy: Policy, counts: Counts, call: int) -> Ground | None:
    """The ground of the epoch whose last model call has this number; None where its messages are not well formed.

    Raises PolicyError for a window without budget or a pin that is nowhere.
    """
    history = history_at(transcript, call)
    view = look(transcript, counts, replace(policy, protect_last_user=False, old_rounds="keep"), history)
    typed = typed_in(view.messages, policy)
    first = next((message.index for message in view.messages if message.role == "assistant"), None)
    if not typed or (first is not None and typed[0].index > first) or view.rings.refused:
        return None
    if view.standing is not None or view.anchors.notices or any(map(_is_special, view.messages)):
        return None
    if not all(_stands_together(transcript, each) for each in view.rings.rounds):
        return None
    account = Account(view)
    results.run(view, account)
    rounds = view.rings.rounds
    free = tuple(not any(map(view.is_protected, each.messages)) for each in rounds)
    stored = tuple(sum(counts.messages[index] for index in each.messages) for each in rounds)
    kept = tuple(sum(map(account.tokens, each.messages)) for each in rounds)
    return Ground(view, rounds, free, frozenset(m.index for m in typed), account.changes, stored, kept)


def _is_special(message: Message) -> bool:
    """Whether a message is one of ours, or holds a history that its provider compacted."""
    if any(isinstance(part, Media) and part.kind in COMPACTIONS for part in message.parts):
        return True
    if message.role != "user":
        return False
    return tombstone.read(message.text) is not None or notices.read(message.text) is not None


def _stands_together(transcript: Transcript, each: Round) -> bool:
    """Whether a round is a plain message, or one assistant message and its results directly behind it."""
    first = each.messages[0]
    if each.messages != tuple(range(first, first + len(each.messages))):
        return False
    roles = [transcript.messages[index].role for index in each.messages]
    return len(roles) == 1 or (roles[0] == "assistant" and set(roles[1:]) == {"tool"})
