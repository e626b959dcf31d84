"""The controls: panel-material-ui widgets over the playground's settings.

Each control knows its policy key, how to read the settings and what its options are called in a language. A widget
moved by the user becomes `playground.change(key, value)`; settings changed in any way come back through `refresh`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import panel as pn
import panel_material_ui as pmui

import trimscope as ts
from trimscope_app import options as offered
from trimscope_app.components import Caption, Origin
from trimscope_app.i18n import number, tr
from trimscope_app.playground import Playground
from trimscope_app.presets import preset_of
from trimscope_app.react import react
from trimscope_app.settling import STEP, automatic, limit_of, room
from trimscope_app.theme import WIDGET_THEME
from trimscope_app.views.origin import BASE

MOST_ROUNDS: Final = 20  # end of the keep_rounds slider; a policy with more stretches it
LIVE: Final = 1_000  # messages up to which every step of a slider is planned (about 0.05 s); beyond, the last one


@dataclass
class Control:
    """One widget over one setting."""

    key: str
    widget: Any
    label: str
    read: Callable[[Mapping[str, Any]], Any]
    options: offered.Offer | None = None
    """(language, values seen so far) -> {name: value}"""
    help: Caption | None = None
    help_key: Callable[[Mapping[str, Any]], str] | None = None
    help_words: Callable[[Mapping[str, Any], str], str] | None = None
    """the line of help by settings and language, where it is no fixed key's"""
    shown: dict[str, Any] = field(default_factory=dict)
    """what the widget was last brought to: comparing here is much cheaper than asking the widget"""
    seen: list[Any] = field(default_factory=list)
    """values outside the steps that a policy brought: they stay reachable while the page lives"""


class Controls:
    """All controls of a playground; `view` is the panel to put on the page."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self._quiet = False
        self.all: dict[str, Control] = {}
        self._captions: list[tuple[Caption, str]] = []
        self.fold = self._caption("fold", "controls.fold", testid="fold-controls", css_class="ts-foldside")
        self.view = self._layout()
        playground.param.watch(lambda *_: self.refresh(), ["settings", "lang", "loaded", "origin"])
        self.refresh()

    # Building

    def _layout(self) -> pn.Column:
        more = Caption(kind="fold", testid="more")
        self._captions.append((more, "controls.more"))
        choice = offered.named
        folded = pn.Column(
            *self._choice("round_unit", choice("controls.unit", "ring", "turn", "user_turn", "message"),
                          "round_unit", by_value=True),
            *self._choice("on_pairing_fault", choice("controls.pairing", "fail", "repair", "drop_ring"),
                          "on_pairing_fault", by_value=True),
            *self._choice("on_over_budget", choice("controls.over", "fail", "extreme_then_fail",
                          "drop_tools_schema_then_fail"), "on_over_budget", by_value=True),
            *self._slider("output_reserve", self._with_auto(offered.RESERVES, "reserve"), help=True),
            *self._slider("safety_margin", self._with_auto(offered.MARGINS, "margin"), help=True),
            *self._choice("profile", lambda lang, seen: {name: name for name in (*offered.PROFILES, *seen)}),
            self._caption("help", "controls.anchors"),
            *self._switch("protect_system"), *self._switch("protect_first_user"), *self._switch("protect_last_user"),
            *self._choice("tombstone.style", offered.named("controls.style", "counted", "stable", "off"),
                          "tombstone_style"),
            *self._choice("tombstone.lang", offered.named("controls.lang", "en", "zh"), "tombstone_lang"),
            visible=more.param.open, sizing_mode="stretch_width", margin=0, css_classes=["ts-group"],
            stylesheets=[_css()],
        )
        return pn.Column(
            self._caption("heading", "controls.policy"),
            *self._preset(), self._origin(),
            self._caption("heading", "controls.rounds"),
            *self._group("old_rounds", lambda lang, seen: {tr(lang, f"controls.{v}"): v for v in
                                                           ("drop", "compact", "clear", "keep")}, by_value=True),
            *self._count("keep_rounds", MOST_ROUNDS),
            *self._group("trigger", lambda lang, seen: {tr(lang, "controls.always"): "always",
                                                        tr(lang, "controls.watermark_trigger"): "watermark"},
                         by_value=True),
            self._caption("heading", "controls.results"),
            *self._slider("result_limit", self._limits, help=True),
            *self._ratio("head"),
            self._caption("heading", "controls.window"),
            *self._choice("model", offered.model_options, read=lambda settings: settings["model"] or ""),
            *self._slider("window", offered.sizes(offered.WINDOWS), help=True, label="window_size", read=self._limit),
            *self._ratio("watermark", start=STEP),
            *self._ratio("target", end=1 - STEP),
            more, folded,
            css_classes=["ts-controls"], sizing_mode="stretch_width", margin=0, stylesheets=[_css()],
        )

    def _preset(self) -> list[Any]:
        placed = self._choice("preset", self._presets, by_value=True, read=preset_of)
        self.all["preset"].help_words = lambda settings, lang: (
            ts.presets()[name].words[lang] if (name := preset_of(settings)) else tr(lang, "controls.preset_help"))
        return placed

    def _origin(self) -> Origin:
        """Where the settings come from, and the way back to what the transcript came with."""
        origin = Origin(data=self.playground.param.source, css_classes=["ts-origin"], sizing_mode="stretch_width",
                        margin=0)
        react(origin, "reset", lambda _: self.playground.reset())
        return origin

    def _caption(self, kind: str, key: str, testid: str = "", css_class: str = "") -> Caption:
        classes = [css_class or f"ts-{kind}"]
        caption = Caption(kind=kind, testid=testid, css_classes=classes, sizing_mode="stretch_width")
        self._captions.append((caption, key))
        return caption

    def _add(self, control: Control, helped: bool, by_value: bool = False) -> list[Any]:
        self.all[control.key] = control
        react(control.widget, "value", lambda _: self._moved(control, False), unless=lambda: self._quiet)
        if "value_throttled" in control.widget.param:
            react(control.widget, "value_throttled", lambda _: self._moved(control, True), unless=lambda: self._quiet)
        if not helped and not by_value:
            return [control.widget]
        name = control.label.removeprefix("controls.")
        control.help = Caption(kind="help", css_classes=["ts-help"], sizing_mode="stretch_width")
        if by_value:
            control.help_key = lambda settings: f"controls.{name}_help.{control.read(settings)}"
        else:
            control.help_key = lambda settings: f"controls.{name}_help"
        return [control.widget, control.help]

    def _count(self, key: str, most: int) -> list[Any]:
        widget = pmui.IntSlider(start=0, end=most, step=1, value=0, **_slider(key))
        control = Control(key, widget, f"controls.{key}", lambda settings: settings[key])
        placed = self._add(control, True)
        control.help_key = lambda settings: "controls.no_rings" if self._uncounted() else f"controls.{key}_help"
        return placed

    def _uncounted(self) -> bool:
        """Whether `keep_rounds` has nothing to count in this transcript."""
        plan = self.playground.plan
        return plan is not None and "nothing_to_count" in plan.notes

    def _ratio(self, key: str, start: float = 0.0, end: float = 1.0) -> list[Any]:
        widget = pmui.FloatSlider(start=start, end=end, step=STEP, value=start, format="0%", **_slider(key))
        return self._add(Control(key, widget, f"controls.{key}", lambda settings: settings[key]), True)

    def _slider(self, key: str, options: Any, *, help: bool, label: str = "", read: Any = None) -> list[Any]:
        widget = pmui.DiscreteSlider(options={"–": None}, value=None, **_slider(key))
        control = Control(key, widget, f"controls.{label or key}", read or (lambda settings: settings[key]), options)
        return self._add(control, help)

    def _choice(self, key: str, options: Any, label: str = "", by_value: bool = False, read: Any = None) -> list[Any]:
        widget = pmui.Select(options={"–": None}, value=None, size="small", **_common(key))
        control = Control(key, widget, f"controls.{label or key}", read or _reader(key), options)
        return self._add(control, False, by_value)

    def _group(self, key: str, options: Any, by_value: bool) -> list[Any]:
        widget = pmui.RadioButtonGroup(options={"–": None}, value=None, size="small", **_common(key))
        return self._add(Control(key, widget, f"controls.{key}", _reader(key), options), False, by_value)

    def _switch(self, key: str) -> list[Any]:
        widget = pmui.Switch(value=True, **_common(key))
        return self._add(Control(key, widget, f"controls.{key}", _reader(key)), False)

    # Options that depend on the state

    def _limit(self, settings: Mapping[str, Any]) -> int:
        """The window in force: given, or the model's."""
        loaded = self.playground.loaded
        return limit_of(settings, loaded.transcript.model if loaded else None)

    def _presets(self, lang: str, seen: list[Any]) -> offered.Options:
        playground = self.playground
        sample = playground.origin == BASE and playground.loaded is not None and playground.loaded.sample
        return offered.preset_options(lang, "sample" if sample else "custom")

    def _limits(self, lang: str, seen: list[Any]) -> offered.Options:
        unit = self.playground.settings["limit_unit"]
        values = sorted({*offered.LIMITS, *(value for value in seen if value is not None)})
        return {tr(lang, f"controls.{unit}", n=value): value for value in values} | {tr(lang, "controls.off"): None}

    def _with_auto(self, values: tuple[int, ...], part: str) -> offered.Offer:
        def options(lang: str, seen: list[Any]) -> offered.Options:
            limit = self._limit(self.playground.settings)
            auto = automatic(limit)[0 if part == "reserve" else 1]
            # No step that leaves no budget: the slider ends where the window does.
            now = self.playground.settings["output_reserve" if part == "reserve" else "safety_margin"]
            most = room(limit)
            offer = {*values, *(value for value in seen if value is not None)}
            given = sorted(value for value in offer if value <= most or value == now)
            return {tr(lang, "controls.auto", n=auto): None} | {number(value): value for value in given}
        return options

    # Moving

    def _moved(self, control: Control, released: bool) -> None:
        """The user moved a widget. Where planning takes long, a slider counts only once it is let go."""
        loaded, value = self.playground.loaded, control.widget.value
        slides = "value_throttled" in control.widget.param
        if slides and not released and loaded is not None and len(loaded.transcript.messages) > LIVE:
            return
        if _differ(control.read(self.playground.settings), value):
            if control.key == "preset":
                self.playground.use_preset(value)
                self.refresh()  # "of my own" is no preset to take: the choice goes back
            else:
                self.playground.change(control.key, value)

    def refresh(self) -> None:
        """Bring every widget to the settings and the language."""
        settings, lang = self.playground.settings, self.playground.lang
        self._quiet = True
        try:
            with pn.io.hold():
                for caption, key in self._captions:
                    caption.text = tr(lang, key)
                for control in self.all.values():
                    self._bring(control, settings, lang)
        finally:
            self._quiet = False

    def _bring(self, control: Control, settings: Mapping[str, Any], lang: str) -> None:
        value, widget = control.read(settings), control.widget
        changes: dict[str, Any] = {"label": tr(lang, control.label), "value": value}
        if control.options:
            options = dict(control.options(lang, control.seen))
            if value not in options.values():
                control.seen.append(value)
                options = dict(control.options(lang, control.seen))
            changes["options"] = options
        elif control.key == "keep_rounds":
            changes["end"] = max(MOST_ROUNDS, value)
        news = {name: new for name, new in changes.items() if name not in control.shown or control.shown[name] != new}
        if _differ(widget.value, value):
            news["value"] = value
        else:
            news.pop("value", None)
        # A value at another place among renamed options has to be sent again, though it is the same.
        moved = "options" in news and "value" not in news
        control.shown = changes
        if news:
            widget.param.update(**news)
        if moved:
            widget.param.trigger("value")
        if control.help is not None:
            text = (control.help_words(settings, lang) if control.help_words
                    else tr(lang, control.help_key(settings)) if control.help_key else "")
            if control.help.text != text:
                control.help.text = text


def _differ(one: Any, other: Any) -> bool:
    """Whether two values of a setting are not the same; sliders count in floats (0.15000000000000002)."""
    if isinstance(one, float) and isinstance(other, float | int):
        return abs(one - other) > 0.0005  # half of the finest step a share has in the core
    return bool(one != other)


def _reader(key: str) -> Callable[[Mapping[str, Any]], Any]:
    table, _, inner = key.partition(".")
    return lambda settings: settings[table][inner] if inner else settings[table]


def _css() -> str:
    return Path(__file__).with_name("controls.css").read_text(encoding="utf-8")


def _common(key: str) -> dict[str, Any]:
    return {"theme_config": WIDGET_THEME, "sizing_mode": "stretch_width", "margin": 0, "css_classes": [f"ts-c-{key}"]}


def _slider(key: str) -> dict[str, Any]:
    return _common(key) | {"size": "small", "tooltips": False}
