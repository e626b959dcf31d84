"""Faults by where they stand on the page: which rows they mark, and which were mended on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.views.titles import short

CALL_ID: Final = 120  # characters of a call's id in a line: the longest providers give have about 64
CALLS: Final = 3  # ids named where one message holds many faults of a kind; their number is told


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


def grouped(faults: Iterable[ts.Fault]) -> list[list[ts.Fault]]:
    """The faults by message and code, in order: a message with forty orphan results is one line."""
    found: dict[tuple[int, str], list[ts.Fault]] = {}
    for fault in faults:
        found.setdefault((fault.message, fault.code), []).append(fault)
    return list(found.values())


def calls_of(faults: Sequence[ts.Fault], lang: str) -> str:
    """The ids of the calls of a group's faults, the first few by name."""
    ids = [short(fault.call_id, CALL_ID) for fault in faults if fault.call_id]
    named = ", ".join(ids[:CALLS])
    return f"{named} {tr(lang, 'fault.more', n=len(ids) - CALLS)}" if len(ids) > CALLS else named
