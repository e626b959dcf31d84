"""Buckets: what kind of content takes how many tokens of a request (third source article, 5.2).

Every message is in exactly one bucket, so that the shares add up to what is stored and to what is sent. Only texts
of ours that are joined to a message (a tombstone behind the goal, a memory behind the system prompt) are counted
apart from it, as state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trimscope.carried import tool_names
from trimscope.planning.view import View
from trimscope.policies import sections
from trimscope.policies.policy import Policy
from trimscope.source.edits import Drop
from trimscope.stages import units
from trimscope.structure.rings import Round
from trimscope.tokens import Profile

if TYPE_CHECKING:
    from trimscope.planning.result import Plan

BUCKETS = ("policy", "tools", "task", "state", "summary", "knowledge", "results", "history", "recent")
"""What a request holds, in the order in which it stands there:

policy: system and developer messages, and the request's frame; tools: their definitions; task: the goal and the
newest thing a person typed; state: tombstone, ledger and memory; summary; knowledge: results of knowledge tools, and
context that was put before the goal; results: old tool results; history: other old messages; recent: the newest
rounds, and what stands beside them."""

RESERVED = ("output", "margin")
"""What a window keeps free: it holds nothing, and has a limit only."""

_ANCHORS: Mapping[str, str] = {
    "system": "policy",
    "goal": "task",
    "newest_user": "task",
    "leading_context": "knowledge",
    "recent_user": "recent",
}
"""Buckets of anchors by their reason; a pin stays in the bucket of what it pins."""


@dataclass(frozen=True, slots=True)
class Share:
    """One bucket: tokens stored and sent, and how many it may take (None: no limit of its own)."""

    bucket: str
    stored: int
    sent: int
    limit: int | None


def buckets(plan: Plan) -> tuple[Share, ...]:
    """The share of every bucket in a plan; `stored` and `sent` add up to the plan's own, to the token.

    The last two, output and margin, are what the window keeps free: nothing is in them.
    """
    view = plan.view
    where = places(view)
    ours = joined_texts(view)
    fixed = {"policy": view.fixed - view.counts.tools - ours.get(None, 0), "state": ours.get(None, 0)}
    stored = dict.fromkeys(BUCKETS, 0) | fixed | {"tools": view.counts.tools}
    sent = dict(stored)
    if any(isinstance(edit, Drop) and edit.at == view.transcript.tools_at for edit in plan.edits):
        sent["tools"] = 0
    for decision in plan.decisions:
        index = decision.message
        if index is None:
            sent[of_inserted(decision.reason, decision.at or 0, where)] += decision.after
            continue
        own, apart = where[index], ours.get(index, 0)
        stored[own] += decision.before - apart
        stored["state"] += apart
        added = decision.after - decision.before if decision.action == "merge" else 0
        kept = apart if decision.after else 0
        sent[own] += decision.after - kept - added
        sent["state"] += kept + added
    limits = limits_of(plan.policy)
    kept_free = {"output": view.window.reserve, "margin": view.window.margin}
    return (
        *(Share(name, stored[name], sent[name], limits.get(name)) for name in BUCKETS),
        *(Share(name, 0, 0, kept_free[name]) for name in RESERVED),
    )


def full_buckets(plan: Plan) -> tuple[str, ...]:
    """Names of the buckets that stay over the limit the policy gives them: nothing more of their own may go."""
    if not limits_of(plan.policy):
        return ()
    shares = buckets(plan)[: len(BUCKETS)]
    return tuple(each.bucket for each in shares if each.limit is not None and each.sent > each.limit)


def limits_of(policy: Policy) -> Mapping[str, int]:
    """The limits a policy gives, in tokens, by bucket."""
    section = policy.buckets or {}
    return {name: section[name] for name in BUCKETS if section.get(name) is not None}


def places(view: View) -> Mapping[int, str]:
    """The bucket of each message of the history, by index."""
    return view.counts.remembered("buckets", _key(view), lambda: _places(view))


def _key(view: View) -> tuple[object, ...]:
    """All that the buckets of messages depend on."""
    policy = view.policy
    return view.history, policy.round_unit, policy.keep_rounds, knowledge_tools(policy), view.rings, view.anchors


def _places(view: View) -> Mapping[int, str]:
    newest = newest_rounds(view)
    recent = {index for each in newest for index in each.messages} | view.open
    since = min((each.messages[0] for each in newest), default=view.history[-1] + 1 if view.history else 0)
    known = _knowledge(view)
    notices = {each.index: each.notice.kind for each in view.anchors.notices.values() if each.alone}
    tombstone = view.anchors.tombstone
    found: dict[int, str] = {}
    for message in view.messages:
        index, anchor = message.index, _ANCHORS.get(view.anchors.reasons.get(message.index, ""))
        if index in notices or index == tombstone:
            found[index] = "summary" if notices.get(index) == "summary" else "state"
        elif message.role in ("system", "developer"):
            found[index] = "policy"
        elif anchor is not None:
            found[index] = anchor
        elif index in known:
            found[index] = "knowledge"
        elif index in recent or (not message.results and not message.calls and index >= since):
            found[index] = "recent"
        else:
            found[index] = "results" if message.results and message.role == "tool" else "history"
    return found


def newest_rounds(view: View) -> list[Round]:
    """The newest `keep_rounds` rounds; where the unit occurs nowhere, as many plain messages."""
    rounds = units.of(view) or [each for each in view.rings.rounds if each.messages[0] >= view.anchors.place]
    return units.newest(view, rounds)


def knowledge_tools(policy: Policy) -> tuple[str, ...]:
    """Name patterns of the tools whose results are knowledge: the section's, or its default."""
    return tuple((policy.buckets or sections.buckets().check("buckets", True))["knowledge_tools"])


def _knowledge(view: View) -> set[int]:
    """Indexes of messages whose results all come from knowledge tools."""
    patterns = knowledge_tools(view.policy)
    verdicts: dict[str, bool] = {}
    tools: dict[int, bool] = {}
    for pair in view.rings.pairs:
        if pair.tool not in verdicts:
            verdicts[pair.tool] = tool_names.matches_any(patterns, pair.tool)
        tools[pair.result] = tools.get(pair.result, True) and verdicts[pair.tool]
    return {index for index, all_known in tools.items() if all_known}


def joined_texts(view: View) -> dict[int | None, int]:
    """Tokens of our own texts that stand inside a message of somebody else's, by its index (None: the top-level
    system prompt)."""
    pricing = view.counts.profile
    found: dict[int | None, int] = {}
    for standing in view.anchors.notices.values():
        if not standing.alone:
            cost = _ending(standing.part.text, standing.start, pricing)
            found[standing.index] = found.get(standing.index, 0) + cost
    if view.anchors.appended is not None:
        index, text = view.anchors.appended
        found[index] = found.get(index, 0) + pricing.text(text.text)
    return found


def _ending(text: str, start: int, pricing: Profile) -> int:
    """Tokens that a text takes from an offset on."""
    return pricing.text(text) - pricing.text(text[:start])


def of_inserted(reason: str, at: int, where: Mapping[int, str]) -> str:
    """The bucket of a message (or a text in the top-level system prompt) that a plan put in."""
    if reason == "synthesised_result":
        return {"history": "results", "policy": "results"}.get(where.get(at - 1, "recent"), "recent")
    return "summary" if reason == "summary" else "state"
