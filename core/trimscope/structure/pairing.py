"""Which faults are of pairing (a tool call and its result), among those a provider would refuse."""

from __future__ import annotations

from trimscope.planning.result import Plan
from trimscope.structure.empty_messages import CODE as EMPTY_MESSAGE
from trimscope.structure.provider_checks import CHECKS
from trimscope.structure.rings import Fault

OTHER = (*CHECKS, EMPTY_MESSAGE, "empty_request")
"""Codes that have nothing to do with calls and results finding each other: who speaks first, whose turn it is."""


def refused_pairing(plan: Plan) -> tuple[Fault, ...]:
    """The pairing faults of what would be sent that the provider answers with HTTP 400, in order.

    Where the policy stops at a broken pairing nothing is mended: what was loaded is what would be sent.
    """
    loaded = plan.faults if plan.policy.on_pairing_fault == "fail" else ()
    faults = (fault for fault in (*plan.sent_faults, *loaded) if fault.severity == "refused")
    return tuple(dict.fromkeys(fault for fault in faults if fault.code not in OTHER))
