"""Where the settings come from, in words, and the way back."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import short

BASE: Final = "base"
"""The settings are those the transcript came with: its sample's policy, or the default policy."""
YOURS: Final = "yours"
"""A control was moved, or a preset was chosen, since."""

MODEL: Final = 40  # characters of a model's name in the line


def origin_view(loaded: Loaded | None, plan: ts.Plan | None, origin: str, lang: str) -> dict[str, Any]:
    """{text, reset}: `reset` names the button that goes back, empty where there is nothing to go back from."""
    base = "sample" if loaded is not None and loaded.sample else "default"
    if origin == YOURS:
        return {"code": YOURS, "text": tr(lang, "origin.yours"), "reset": tr(lang, f"origin.reset_{base}")}
    if base == "sample" or loaded is None or plan is None:
        return {"code": base, "text": tr(lang, f"origin.{base}"), "reset": ""}
    named = short(plan.window.model or "", MODEL)
    key = {"model": "origin.default_model", "assumed": "origin.default_assumed"}.get(plan.window.source)
    text = tr(lang, key, model=named, n=plan.window.limit) if key else tr(lang, "origin.default")
    return {"code": base, "text": text, "reset": ""}
