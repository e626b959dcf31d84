"""Presets on the page: a named policy laid over what belongs to the user's own run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import trimscope as ts

OWN: Final = ("window", "model", "output_reserve", "safety_margin", "profile", "pins")
"""What a preset that says nothing of it leaves alone: it is of the user's model and transcript, not of the policy."""

CUSTOM: Final = ""
"""Stands for settings that are no preset's."""


def with_preset(name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a preset, the user's own kept where it says nothing of them."""
    named = ts.preset(name)
    full, said = named.to_mapping(defaults=True), named.to_mapping()
    if "window" in said:
        said |= {"model": full["model"]}  # a window of its own is no model's
    return full | {key: settings[key] for key in OWN if key not in said}


def preset_of(settings: Mapping[str, Any]) -> str:
    """The name of the preset these settings are, or `CUSTOM`."""
    return next((name for name in ts.presets() if with_preset(name, settings) == dict(settings)), CUSTOM)
