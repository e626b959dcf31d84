"""The controls: panel-material-ui widgets over the playground's settings, built from `control_table`.

A widget moved by the user becomes `playground.change(key, value)`; settings changed in any way come back through
`refresh`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import panel as pn
import panel_material_ui as pmui
from param.parameterized import edit_constant

from trimscope_app import control_table as table
from trimscope_app.components import Caption, Origin, Sections
from trimscope_app.control_table import Spec
from trimscope_app.fields import WITH_STRATEGY
from trimscope_app.i18n import tr
from trimscope_app.options import Now
from trimscope_app.playground import Playground
from trimscope_app.react import heed, react
from trimscope_app.settling import STEP, limit_of
from trimscope_app.theme import WIDGET_THEME
from trimscope_app.views.origin import BASE

LIVE: Final = 1_000  # messages up to which every step of a slider is planned (about 0.05 s); beyond, the last one


@dataclass
class Control:
    """One widget over one setting."""

    spec: Spec
    widget: Any
    help: Caption | None = None
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
        folded = pn.Column(
            *self._placed(table.MORE), self._caption("help", "controls.anchors"), *self._placed(table.ANCHORS),
            *self._placed(table.TOMBSTONE),
            visible=more.param.open, sizing_mode="stretch_width", margin=0, css_classes=["ts-group"],
            stylesheets=[_css()],
        )
        daily: list[Any] = []
        for heading, specs in table.GROUPS:
            daily += [self._caption("heading", f"controls.{heading}"), *self._placed(specs)]
        origin = Origin(data=self.playground.param.source, css_classes=["ts-origin"], sizing_mode="stretch_width",
                        margin=0)
        react(origin, "reset", lambda _: self.playground.reset())
        return pn.Column(
            self._caption("heading", "controls.policy"), *self._placed([table.PRESET]), origin,
            self._sections("strategy"), *daily, self._sections("sections"), more, folded,
            css_classes=["ts-controls"], sizing_mode="stretch_width", margin=0, stylesheets=[_css()],
        )

    def _sections(self, name: str) -> Sections:
        """Native fields for what is set less often, and for a strategy's parameters."""
        made = Sections(data=self.playground.param[name], css_classes=[f"ts-{name}"], sizing_mode="stretch_width",
                        margin=0)
        heed(made, {"enter": lambda entry: self.playground.enter(entry["key"], entry["value"], entry["number"]),
                    "act": self.playground.act})
        return made

    def _caption(self, kind: str, key: str, testid: str = "", css_class: str = "") -> Caption:
        classes = [css_class or f"ts-{kind}"]
        caption = Caption(kind=kind, testid=testid, css_classes=classes, sizing_mode="stretch_width")
        self._captions.append((caption, key))
        return caption

    def _placed(self, specs: Iterable[Spec]) -> list[Any]:
        """The widgets of some controls, each with its line of help below."""
        placed: list[Any] = []
        for spec in specs:
            control = Control(spec, _widget(spec))
            self.all[spec.key] = control
            self._listen(control)
            placed.append(control.widget)
            if spec.help is not None:
                control.help = Caption(kind="help", css_classes=["ts-help"], sizing_mode="stretch_width")
                placed.append(control.help)
        return placed

    def _listen(self, control: Control) -> None:
        react(control.widget, "value", lambda _: self._moved(control, False), unless=lambda: self._quiet)
        if "value_throttled" in control.widget.param:
            react(control.widget, "value_throttled", lambda _: self._moved(control, True), unless=lambda: self._quiet)

    # Moving

    def _now(self) -> Now:
        playground = self.playground
        loaded, plan = playground.loaded, playground.plan
        return Now(
            playground.settings,
            playground.lang,
            limit_of(playground.settings, loaded.transcript.model if loaded else None),
            own="sample" if playground.origin == BASE and loaded is not None and loaded.sample else "custom",
            uncounted=plan is not None and "nothing_to_count" in plan.notes,
        )

    def _moved(self, control: Control, released: bool) -> None:
        """The user moved a widget. Where planning takes long, a slider counts only once it is let go."""
        loaded, value = self.playground.loaded, control.widget.value
        slides = "value_throttled" in control.widget.param
        if released and control.spec.kind in (table.SLIDER, table.SHARE):
            value = control.widget.value_throttled  # it may come before the last `value` does
        if slides and not released and loaded is not None and len(loaded.transcript.messages) > LIVE:
            return
        if _differ(control.spec.value(self._now()), value):
            if control.spec is table.PRESET:
                self.playground.use_preset(value)
                self.refresh()  # "of my own" is no preset to take: the choice goes back
            else:
                self.playground.change(control.spec.key, value)

    def refresh(self) -> None:
        """Bring every widget to the settings and the language."""
        now = self._now()
        self._quiet = True
        try:
            with pn.io.hold():
                for caption, key in self._captions:
                    caption.text = tr(now.lang, key)
                for control in self.all.values():
                    self._bring(control, now)
        finally:
            self._quiet = False

    def _bring(self, control: Control, now: Now) -> None:
        spec, widget = control.spec, control.widget
        value = spec.value(now)
        changes: dict[str, Any] = {
            "label": tr(now.lang, f"controls.{spec.name}"), "value": value,
            "disabled": now.settings["strategy"] is not None and spec.key not in WITH_STRATEGY,
        }
        if spec.offer:
            options = dict(spec.offer(now, control.seen))
            if value not in options.values():
                control.seen.append(value)
                options = dict(spec.offer(now, control.seen))
            changes["options"] = options
        elif spec.groups:
            changes["groups"] = dict(spec.groups(now))
        elif spec.kind == table.SLIDER:
            changes["end"] = max(spec.end, value)
        news = {name: new for name, new in changes.items() if name not in control.shown or control.shown[name] != new}
        if _differ(widget.value, value):
            news["value"] = value
        else:
            news.pop("value", None)
        # A value at another place among renamed options has to be sent again, though it is the same.
        moved = not news.keys().isdisjoint(("options", "groups")) and "value" not in news
        control.shown = changes
        if "value" in news and spec.kind in (table.SLIDER, table.SHARE):
            # Else letting the slider go where it was let go before would be no change, and no event.
            with edit_constant(widget):
                widget.param.update(**news, value_throttled=value)
        elif news:
            widget.param.update(**news)
        if moved:
            widget.param.trigger("value")
        if control.help is not None and spec.help is not None and control.help.text != (text := spec.help(now)):
            control.help.text = text


def _widget(spec: Spec) -> Any:
    common = {"theme_config": WIDGET_THEME, "sizing_mode": "stretch_width", "margin": 0,
              "css_classes": [f"ts-c-{spec.key}"]}
    slider = common | {"size": "small", "tooltips": False}
    none = {"options": {"–": None}, "value": None}  # until the first refresh
    if spec.kind == table.SLIDER:
        return pmui.IntSlider(start=int(spec.start), end=int(spec.end), step=1, value=int(spec.start), **slider)
    if spec.kind == table.SHARE:
        return pmui.FloatSlider(start=spec.start, end=spec.end, step=STEP, value=spec.start, format="0%", **slider)
    if spec.kind == table.STEPS:
        return pmui.DiscreteSlider(**none, **slider)
    if spec.groups:
        return pmui.Select(groups={"–": {"–": None}}, value=None, size="small", **common)
    if spec.kind == table.CHOICE:
        return pmui.Select(**none, size="small", **common)
    if spec.kind == table.GROUP:
        return pmui.RadioButtonGroup(**none, size="small", **common)
    return pmui.Switch(value=True, **common)


def _differ(one: Any, other: Any) -> bool:
    """Whether two values of a setting are not the same; sliders count in floats (0.15000000000000002)."""
    if isinstance(one, float) and isinstance(other, float | int):
        return abs(one - other) > 0.0005  # half of the finest step a share has in the core
    return bool(one != other)


def _css() -> str:
    return Path(__file__).with_name("controls.css").read_text(encoding="utf-8")
