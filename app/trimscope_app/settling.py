"""Settings that hold together: a moved control pushes the others rather than contradict them.

What the core takes is never altered here; only settings it would refuse are pushed, to a step of the controls.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import trimscope as ts
from trimscope import models
from trimscope.budgets.window import MOST_MARGIN, MOST_RESERVE
from trimscope.structure.anchors import find_pin

RESERVES: Final = (0, 256, 512, 1_024, 1_536, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536)
MARGINS: Final = (0, 64, 128, 256, 512, 1_024, 2_048, 4_096)
"""Steps of the controls of reserve and margin, in tokens: about equal ratios."""

STEP: Final = 0.05  # a step of the sliders over shares, and the smallest distance kept between target and watermark
LEAST: Final = 8  # a pushed reserve leaves an eighth of the window as input budget, so that the gauge stays readable

Settings = dict[str, Any]


def limit_of(settings: Mapping[str, Any], model: str | None = None) -> int:
    """The window W in tokens under these settings; `model` is the transcript's own name for it."""
    name = settings["model"] or model
    known = models.resolve(name) if name else None
    return int(settings["window"]) or (known.window if known else models.DEFAULT_WINDOW)


def automatic(limit: int) -> tuple[int, int]:
    """Reserve and margin in tokens where none are given, as the core takes them."""
    return min(MOST_RESERVE, limit // 8), min(MOST_MARGIN, limit // 64)


def room(limit: int) -> int:
    """The most tokens that the controls keep free of a window of this size."""
    return limit - max(1, limit // LEAST)


def settled(settings: Mapping[str, Any], moved: str = "", model: str | None = None) -> Settings:
    """The settings with every contradiction pushed away; the one `moved` gives way only where nothing else can."""
    return _window(_shares(dict(settings), moved), moved, model)


def without_lost_pins(settings: Mapping[str, Any], transcript: ts.Transcript) -> Settings:
    """The settings without the pins that name nothing in this transcript."""
    return {**settings, "pins": [pin for pin in settings["pins"] if find_pin(pin, transcript) is not None]}


def _shares(settings: Settings, moved: str) -> Settings:
    """The target stays below the watermark."""
    target, watermark = settings["target"], settings["watermark"]
    if moved == "target":
        target = min(1 - STEP, target)
    elif moved == "watermark":
        watermark = max(STEP, watermark)
    near = moved in ("target", "watermark") and watermark - target < STEP
    if target >= watermark or near:
        if moved == "target":
            watermark = max(watermark, round(target + STEP, 3))
        else:
            watermark = max(STEP, watermark)
            target = min(target, round(watermark - STEP, 3))
    return settings | {"target": target, "watermark": watermark}


def _window(settings: Settings, moved: str, model: str | None) -> Settings:
    """Reserve and margin leave an input budget: the margin gives way first, unless it is what was moved."""
    if settings["watermark_of"] == "window":
        return settings  # the core keeps nothing free then
    limit = limit_of(settings, model)
    reserve, margin = settings["output_reserve"], settings["safety_margin"]
    auto_reserve, auto_margin = automatic(limit)
    kept_reserve = auto_reserve if reserve is None else reserve
    kept_margin = auto_margin if margin is None else margin
    if kept_reserve + kept_margin < limit:
        return settings
    if moved == "safety_margin":
        kept_margin = _step(MARGINS, kept_margin, room(limit))
        kept_reserve = _step(RESERVES, kept_reserve, room(limit) - kept_margin)
    else:
        kept_reserve = _step(RESERVES, kept_reserve, room(limit))
        kept_margin = _step(MARGINS, kept_margin, room(limit) - kept_reserve)
    return settings | {"output_reserve": None if reserve is None and kept_reserve == auto_reserve else kept_reserve,
                       "safety_margin": None if margin is None and kept_margin == auto_margin else kept_margin}


def _step(steps: tuple[int, ...], wanted: int, most: int) -> int:
    """The wanted number of tokens where it fits, else the largest step that does."""
    return wanted if wanted <= most else max((step for step in steps if step <= most), default=0)
