"""From settings to a plan, and from one moved control to new settings: pure functions that the playground uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import trimscope as ts
from trimscope import tokens
from trimscope_app.samples import samples
from trimscope_app.views.faults import blocking
from trimscope_app.views.inserted import inserted_of
from trimscope_app.views.loaded import Loaded


@dataclass(frozen=True)
class Asked:
    """What is asked of a plan beside its policy: how far the run has come."""

    spent: int = 0
    """tokens the run used before this call"""
    retry: int = 0
    """how many times the provider answered context_length_exceeded to this call"""
    call: int | None = None
    """the model call of the run that is looked at, from 1; None: the next one"""


def planned(
    loaded: Loaded | None, settings: Mapping[str, Any], asked: Asked
) -> tuple[Loaded | None, ts.Policy, ts.Plan | None]:
    """The transcript (counted anew where the estimate changed), the policy and the plan of these settings.

    Raises ts.TrimscopeError for settings that cannot be.
    """
    policy = ts.Policy.from_mapping(settings)
    if loaded is None:
        return None, policy, None
    pricing = tokens.profile_for(loaded.transcript, policy.profile, policy.model)
    counts = loaded.unscaled or loaded.counts
    if counts.profile != pricing:
        loaded = loaded.recounted(pricing)
        counts = loaded.counts
    plan = ts.plan(loaded.transcript, policy, counts=counts, call=asked.call, spent=asked.spent, retry=asked.retry)
    if plan.view.counts is not loaded.counts:
        loaded = loaded.counted_as(plan.view.counts, None if plan.view.counts is counts else counts)
    return loaded, policy, plan


def base_settings(loaded: Loaded | None) -> dict[str, Any]:
    """What a transcript comes with: its sample's policy; else the default policy, whose window is its model's."""
    sample = next((each for each in samples() if loaded is not None and each.id == loaded.sample), None)
    return ts.Policy.from_mapping(sample.policy if sample else {}).to_mapping(defaults=True)


def moved(settings: Mapping[str, Any], key: str, value: Any, limit: int) -> dict[str, Any]:
    """The settings with one changed; `summary.text` and the like reach into a table, which is switched on by it.

    `limit` is the window now in force, in tokens: leaving a model keeps it.
    """
    if isinstance(value, float):
        value = round(value, 3)  # the finest share the core knows; sliders count 0.15000000000000002
    changed = dict(settings)
    table, _, inner = key.partition(".")
    if inner:
        changed[table] = dict(changed[table] or {}) | {inner: value}
    else:
        changed[key] = value
    if key == "model":
        # A named model brings its window; leaving it keeps the window that was on screen.
        changed |= {"model": value or None, "window": 0 if value else limit}
    elif key == "window":
        changed["model"] = None
    return changed


def first_look(plan: ts.Plan) -> int | None:
    """What is selected after a load: a fault, else the longest shortened result, else a text of ours, else nothing."""
    refused = [fault.message for fault in blocking(plan)]
    if refused:
        return refused[0]
    cut = [each for each in plan.decisions if each.action == "truncate" and each.message is not None]
    if cut:
        return max(cut, key=lambda each: each.before).message
    return -1 if inserted_of(plan) else None
