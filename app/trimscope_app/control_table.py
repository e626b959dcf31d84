"""The controls that are always in sight, as a table: what each moves, how it is shown, what it is called.

The rest of the policy stands in folded sections (`fields.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import trimscope as ts
from trimscope_app import options as offered
from trimscope_app.i18n import tr
from trimscope_app.options import Now, Offer, Options
from trimscope_app.presets import preset_of
from trimscope_app.settling import STEP

SLIDER, STEPS, SHARE, CHOICE, GROUP, SWITCH = "slider", "steps", "share", "choice", "group", "switch"
"""Kinds: whole numbers, offered values and shares on a slider; a list to choose from; buttons in a row; on or off."""

MOST_ROUNDS: Final = 20  # end of the keep_rounds slider; a policy with more stretches it


@dataclass(frozen=True)
class Spec:
    """One control over one setting."""

    key: str
    kind: str
    offer: Offer | None = None
    groups: Callable[[Now], Mapping[str, Options]] | None = None
    """options under headings, of a list to choose from that has them"""
    label: str = ""
    """its words are `controls.label`, or `controls.key`"""
    help: Callable[[Now], str] | None = None
    """the line below it"""
    read: Callable[[Now], Any] | None = None
    """its value, where that is not simply the setting's"""
    start: float = 0.0
    end: float = 1.0

    @property
    def name(self) -> str:
        return self.label or self.key

    def value(self, now: Now) -> Any:
        """What the control shows."""
        if self.read is not None:
            return self.read(now)
        table, _, inner = self.key.partition(".")
        return now.settings[table][inner] if inner else now.settings[table]


def _line(key: str) -> Callable[[Now], str]:
    return lambda now: tr(now.lang, f"controls.{key}_help")


def _by_value(key: str) -> Callable[[Now], str]:
    return lambda now: tr(now.lang, f"controls.{key}_help.{now.settings[key]}")


def _preset_help(now: Now) -> str:
    name = preset_of(now.settings)
    return ts.presets()[name].words[now.lang] if name else tr(now.lang, "controls.preset_help")


def _rounds_help(now: Now) -> str:
    return tr(now.lang, "controls.no_rings" if now.uncounted else "controls.keep_rounds_help")


PRESET: Final = Spec("preset", CHOICE, groups=offered.presets, help=_preset_help,
                     read=lambda now: preset_of(now.settings))  # fmt: skip

GROUPS: Final = (
    ("rounds", (
        Spec("old_rounds", GROUP, offered.named("controls", "drop", "compact", "clear", "keep"),
             help=_by_value("old_rounds")),
        Spec("keep_rounds", SLIDER, help=_rounds_help, end=MOST_ROUNDS),
        Spec("trigger", GROUP, lambda now, seen: {tr(now.lang, "controls.always"): "always",
                                                  tr(now.lang, "controls.watermark_trigger"): "watermark"},
             help=_by_value("trigger")),
    )),
    ("results", (
        Spec("result_limit", STEPS, offered.limits, help=_line("result_limit")),
        Spec("head", SHARE, help=_line("head")),
    )),
    ("window", (
        Spec("model", CHOICE, offered.model_options, read=lambda now: now.settings["model"] or ""),
        Spec("window", STEPS, offered.windows, label="window_size", help=_line("window_size"),
             read=lambda now: now.limit),
        Spec("watermark", SHARE, help=_line("watermark"), start=STEP),
        Spec("target", SHARE, help=_line("target"), end=1 - STEP),
    )),
)  # fmt: skip
"""(heading, controls): what is moved every day."""

MORE: Final = (
    Spec("round_unit", CHOICE, offered.named("controls.unit", "ring", "turn", "user_turn", "message"),
         help=_by_value("round_unit")),
    Spec("on_pairing_fault", CHOICE, offered.named("controls.pairing", "fail", "repair", "drop_ring"),
         help=_by_value("on_pairing_fault")),
    Spec("on_over_budget", CHOICE,
         offered.named("controls.over", "fail", "extreme_then_fail", "drop_tools_schema_then_fail"),
         help=_by_value("on_over_budget")),
    Spec("output_reserve", STEPS, offered.reserves, help=_line("output_reserve")),
    Spec("safety_margin", STEPS, offered.margins, help=_line("safety_margin")),
    Spec("profile", CHOICE, offered.profiles),
    Spec("calibrate", SWITCH, help=_line("calibrate")),
)  # fmt: skip
"""What is set once, behind a fold."""

ANCHORS: Final = tuple(Spec(key, SWITCH) for key in ("protect_system", "protect_first_user", "protect_last_user"))

TOMBSTONE: Final = (
    Spec("tombstone.style", CHOICE, offered.named("controls.style", "counted", "stable", "off"),
         label="tombstone_style"),
    Spec("tombstone.lang", CHOICE, offered.named("controls.lang", "en", "zh"), label="tombstone_lang"),
)  # fmt: skip
