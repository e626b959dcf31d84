"""Buttons that fill in a setting from the loaded run: the setting's key and its new value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import trimscope as ts
from trimscope_app.views.inspect.fields import whitelist
from trimscope_app.views.inspect.summary import drafted
from trimscope_app.views.loaded import Loaded


def suggest(loaded: Loaded, plan: ts.Plan) -> tuple[str, Any]:
    """The whitelist that follows from what the run used."""
    return "field_whitelist", whitelist(loaded.suggested)


def draft(loaded: Loaded, plan: ts.Plan) -> tuple[str, Any]:
    """A summary from rules; none where nothing is left for it to stand for."""
    return "summary.text", drafted(plan) or None


def ledger(loaded: Loaded, plan: ts.Plan) -> tuple[str, Any]:
    """The side-effect ledger, switched on."""
    return "ledger", True


def calibrate(loaded: Loaded, plan: ts.Plan) -> tuple[str, Any]:
    """The estimate scaled by what was reported."""
    return "calibrate", True


ACTIONS: Final[Mapping[str, Callable[[Loaded, ts.Plan], tuple[str, Any]]]] = {
    "suggest": suggest, "draft": draft, "ledger": ledger, "calibrate": calibrate,
}  # fmt: skip
