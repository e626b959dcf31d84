"""Presets on the page: a named policy laid over what belongs to the user's own run."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final

import trimscope as ts

OWN: Final = ("window", "model", "output_reserve", "safety_margin", "profile", "pins")
"""What a preset that says nothing of it leaves alone: it is of the user's model and transcript, not of the policy."""

CUSTOM: Final = ""
"""Stands for settings that are no preset's."""


def with_preset(name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a preset, the user's own kept where it says nothing of them."""
    full, said = _mappings(name)
    if "window" in said:
        said = said | {"model": full["model"]}  # a window of its own is no model's
    return full | {key: settings[key] for key in OWN if key not in said}


def preset_of(settings: Mapping[str, Any]) -> str:
    """The name of the preset these settings are, or `CUSTOM`."""
    now = dict(settings)
    return next((name for name in ts.presets() if with_preset(name, settings) == now), CUSTOM)


@functools.cache
def _mappings(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A preset's settings, all of them and those that it says; read once, because there are dozens."""
    named = ts.preset(name)
    return named.to_mapping(defaults=True), named.to_mapping()
