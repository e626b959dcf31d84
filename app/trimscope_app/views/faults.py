"""Faults by where they stand on the page: which rows they mark, and which were mended on the way."""

from __future__ import annotations

import trimscope as ts


def is_moved(plan: ts.Plan) -> bool:
    """Whether faults of what would be sent count its messages, which a repair moved: they have no row here."""
    return plan.view.rings.refused and plan.policy.on_pairing_fault == "repair"


def stops_here(plan: ts.Plan) -> bool:
    """Whether nothing was planned, because the history as loaded would be refused."""
    return plan.view.rings.refused and plan.policy.on_pairing_fault == "fail"


def blocking(plan: ts.Plan) -> list[ts.Fault]:
    """The faults for which the provider would refuse what is sent, each at a message of the loaded transcript."""
    if plan.status != "refused":
        return []
    sent = () if is_moved(plan) else plan.sent_faults
    found = dict.fromkeys((*plan.faults, *sent))
    return [fault for fault in found if fault.severity == "refused"]


def lesser(plan: ts.Plan) -> list[ts.Fault]:
    """Faults that stop nothing: those the provider takes, and those that were mended before sending."""
    stopping = set(blocking(plan))
    return [fault for fault in dict.fromkeys(plan.faults) if fault not in stopping and fault.severity != "info"]
