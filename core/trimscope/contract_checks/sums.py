"""The points about numbers: tokens counted, room reserved, and what happens where they do not suffice."""

from __future__ import annotations

from trimscope.contract_checks.check import Found
from trimscope.contract_checks.sent import Sent
from trimscope.planning.plan import history_at
from trimscope.structure.pairing import refused_pairing


def counted(sent: Sent) -> Found:
    """8. Input tokens are counted or reliably estimated before sending. Every plan estimates them; where the
    transcript has a provider's own number for an earlier call, the estimate of that call is held to it: it may be
    too low by the safety margin, which is kept for just that."""
    plan = sent.plan
    numbers = {"sent": plan.tokens.sent}
    reported = _reported(sent)
    if reported is None:
        return Found("pass", "estimated", (), numbers)
    index, estimate, tokens = reported
    numbers |= {"estimated": estimate, "reported": tokens, "margin": plan.window.margin}
    if tokens - estimate > plan.window.margin:
        return Found("fail", "estimate_too_low", (index,), numbers)
    return Found("pass", "estimate_holds", (index,), numbers)


def reserve(sent: Sent) -> Found:
    """9. Room for the answer and a safety margin are kept free."""
    window, used = sent.plan.window, sent.plan.tokens.sent
    numbers = {"reserve": window.reserve, "margin": window.margin, "sent": used, "window": window.limit}
    if window.reserve == 0 or window.margin == 0:
        return Found("fail", "nothing_reserved", (), numbers)
    if used + window.reserve + window.margin > window.limit:
        return Found("fail", "reserve_used", (), numbers)
    return Found("pass", "reserved", (), numbers)


def recovery(sent: Sent) -> Found:
    """14. There is a way on from an overflow, a tool that timed out, a summary that failed. A policy that stops with
    a named error has one only if the loop around it has."""
    plan, policy = sent.plan, sent.plan.policy
    faults = refused_pairing(plan)
    if faults:
        places = tuple(sorted({fault.message for fault in faults}))
        return Found("fail", "stops_at_pairing", places, {"count": len(faults)})
    if plan.status == "over_budget":
        return Found("fail", "stops_over_budget", (), {"sent": plan.tokens.sent, "budget": plan.window.budget})
    if policy.on_over_budget != "fail" and policy.on_pairing_fault != "fail":
        return Found("pass", "steps_left")
    return Found("undecidable", "stops_with_error")


def _reported(sent: Sent) -> tuple[int, int, int] | None:
    """The newest call of this history whose usage is known: its index, what was estimated and what was reported."""
    transcript, counts = sent.plan.transcript, sent.plan.view.counts
    inside = set(sent.plan.view.history)
    indexes = transcript.call_indexes
    for call in range(len(indexes), 0, -1):
        usage = transcript.messages[indexes[call - 1]].usage
        if indexes[call - 1] in inside and usage is not None and usage.context > 0:
            history = history_at(transcript, call)
            return indexes[call - 1], counts.fixed + sum(counts.messages[i] for i in history), usage.context
    return None
