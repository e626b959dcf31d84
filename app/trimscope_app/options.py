"""What the controls offer: steps of the sliders and choices, each with its words."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import trimscope as ts
from trimscope import models
from trimscope.estimators import exact
from trimscope.presets import GROUPS
from trimscope_app.i18n import has, number, tr
from trimscope_app.presets import CUSTOM
from trimscope_app.settling import MARGINS, RESERVES, automatic, room

# Steps of the sliders: about equal ratios, so that small and large values are as easy to hit.
WINDOWS: Final = (2_048, 4_096, 6_144, 8_192, 10_240, 12_288, 16_384, 20_480, 24_576, 32_768, 49_152, 65_536, 98_304,
                  128_000, 200_000, 256_000, 400_000, 1_000_000, 2_000_000)
LIMITS: Final = (200, 300, 400, 600, 800, 1_000, 1_200, 1_600, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000,
                 15_000, 20_000, 30_000, 50_000, 100_000)
PROFILES: Final = ("light", "fine", "glance", "patchcat", "chars4")

Options = Mapping[str, Any]
"""Words -> value, in the order shown."""


@dataclass(frozen=True)
class Now:
    """What options and helping lines depend on."""

    settings: Mapping[str, Any]
    lang: str
    limit: int
    """the window in force, in tokens: given, or the model's"""
    own: str = "custom"
    """whose settings those are that no preset has: `custom` (the user's) or `sample`"""
    uncounted: bool = False
    """`keep_rounds` has nothing to count in this transcript"""


Offer = Callable[[Now, list[Any]], Options]
"""(state, values beyond the steps that a policy brought) -> options."""


def named(prefix: str, *values: str) -> Offer:
    """A choice among fixed values, called by the words `prefix.value`."""
    return lambda now, seen: {tr(now.lang, f"{prefix}.{value}"): value for value in values}


def presets(now: Now) -> Mapping[str, Options]:
    """What stands for settings that are no preset's (the user's own, or the sample's), then the presets by group."""
    groups: dict[str, dict[str, Any]] = {tr(now.lang, "controls.preset_now"): {
        tr(now.lang, f"controls.preset_{now.own}"): CUSTOM}}
    for preset in ts.presets().values():
        groups.setdefault(GROUPS[preset.group][now.lang], {})[preset_title(preset.name, now.lang)] = preset.name
    return groups


def preset_title(name: str, lang: str) -> str:
    """What a preset is called on the page; one that has no title yet, by its name."""
    return tr(lang, f"preset.{name}") if has(f"preset.{name}") else name


def windows(now: Now, seen: list[Any]) -> Options:
    """Sizes of a window in tokens, those seen among them."""
    return {number(value): value for value in sorted({*WINDOWS, *seen})}


def profiles(now: Now, seen: list[Any]) -> Options:
    """Estimator profiles by their names; the real tokenizer where it can be had."""
    real = ("exact",) if exact.missing() is None else ()
    return {name: name for name in (*PROFILES, *real, *seen)}


def model_options(now: Now, seen: list[Any]) -> Options:
    """A window of one's own, then the models of the core's table with their windows in tokens."""
    return _known_models(now.lang) | {name: name for name in seen}


def limits(now: Now, seen: list[Any]) -> Options:
    """Caps of one result in the policy's unit, the end of the slider being none."""
    unit = now.settings["limit_unit"]
    values = sorted({*LIMITS, *(value for value in seen if value is not None)})
    return {tr(now.lang, f"controls.{unit}", n=value): value for value in values} | {
        tr(now.lang, "controls.off"): None
    }


def reserves(now: Now, seen: list[Any]) -> Options:
    """Output reserves in tokens, the core's own choice first; none that leaves no budget."""
    return _with_auto(now, seen, RESERVES, automatic(now.limit)[0], now.settings["output_reserve"])


def margins(now: Now, seen: list[Any]) -> Options:
    """Safety margins in tokens, the core's own choice first; none that leaves no budget."""
    return _with_auto(now, seen, MARGINS, automatic(now.limit)[1], now.settings["safety_margin"])


def _with_auto(now: Now, seen: list[Any], steps: tuple[int, ...], auto: int, value: int | None) -> Options:
    most = room(now.limit)  # the slider ends where the window does
    offer = {*steps, *(each for each in seen if each is not None)}
    given = sorted(each for each in offer if each <= most or each == value)
    return {tr(now.lang, "controls.auto", n=auto): None} | {number(each): each for each in given}


@functools.cache
def _known_models(lang: str) -> dict[str, Any]:
    options: dict[str, Any] = {tr(lang, "controls.model_custom"): ""}
    for model in models.known():
        options[tr(lang, "controls.model_option", name=model.name, n=model.window)] = model.name
    return options
