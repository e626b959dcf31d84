"""What the controls offer: steps of the sliders and choices, each with its words."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, Final

import trimscope as ts
from trimscope import models
from trimscope_app.i18n import number, tr
from trimscope_app.presets import CUSTOM

# Steps of the sliders: about equal ratios, so that small and large values are as easy to hit.
WINDOWS: Final = (2_048, 4_096, 6_144, 8_192, 10_240, 12_288, 16_384, 20_480, 24_576, 32_768, 49_152, 65_536, 98_304,
                  128_000, 200_000, 256_000, 400_000, 1_000_000, 2_000_000)
LIMITS: Final = (200, 300, 400, 600, 800, 1_000, 1_200, 1_600, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000,
                 15_000, 20_000, 30_000, 50_000, 100_000)
RESERVES: Final = (0, 256, 512, 1_024, 1_536, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536)
MARGINS: Final = (0, 64, 128, 256, 512, 1_024, 2_048, 4_096)
PROFILES: Final = ("patchcat",)

Options = Mapping[str, Any]
"""Words -> value, in the order shown."""

Offer = Callable[[str, list[Any]], Options]
"""(language, values beyond the steps that a policy brought) -> options."""


def named(prefix: str, *values: str) -> Offer:
    """A choice among fixed values, called by the words `prefix.value`."""
    return lambda lang, seen: {tr(lang, f"{prefix}.{value}"): value for value in values}


def preset_options(lang: str, custom: str = "custom") -> Options:
    """The presets by name, and what stands for settings that are none's: the user's own, or the `sample`'s."""
    return {name: name for name in ts.presets()} | {tr(lang, f"controls.preset_{custom}"): CUSTOM}


def sizes(values: tuple[int, ...]) -> Offer:
    """Whole numbers, those seen among them."""
    return lambda lang, seen: {number(value): value for value in sorted({*values, *seen})}


def model_options(lang: str, seen: list[Any]) -> Options:
    """A window of one's own, then the models of the core's table with their windows in tokens."""
    return _known_models(lang) | {name: name for name in seen}


@functools.cache
def _known_models(lang: str) -> dict[str, Any]:
    options: dict[str, Any] = {tr(lang, "controls.model_custom"): ""}
    for model in models.known():
        options[tr(lang, "controls.model_option", name=model.name, n=model.window)] = model.name
    return options
