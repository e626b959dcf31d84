"""Pins: what the user asked never to be dropped, each named so that it means the same message anywhere."""

from __future__ import annotations

import trimscope as ts
from trimscope.structure.anchors import NAMED_PINS, find_pin, pin_for
from trimscope_app.views.loaded import Loaded

Pin = int | str


def pins_of(loaded: Loaded, policy: ts.Policy, index: int) -> list[Pin]:
    """The pins that keep this message: those of its round, since a pin takes its whole ring along."""
    if not policy.pins:
        return []
    members = {index, *loaded.links.get(index, ())}
    return [pin for pin in policy.pins if members.intersection(find_pin(pin, loaded.transcript) or ())]


def toggled(loaded: Loaded, policy: ts.Policy, index: int) -> list[Pin]:
    """The pins with this message pinned, or with all pins of its round taken away."""
    taken = pins_of(loaded, policy, index)
    if taken:
        return [pin for pin in policy.pins if pin not in taken]
    return [*policy.pins, pin_for(loaded.transcript.messages[index], loaded.transcript)]


def without_places(pins: list[Pin]) -> list[Pin]:
    """The pins that mean something in another transcript too: those by name, not by a call, an id or an index."""
    return [pin for pin in pins if pin in NAMED_PINS]
