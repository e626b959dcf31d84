"""The whole page: one state, its components, laid out by one grid.

`create()` is what `trimscope serve` calls for every visitor and what the browser build runs. It imports neither numpy
nor pandas. Files arrive through the top bar as base64 inside one message of up to 4/3 of `views.topbar.CAP_BYTES`
plus overhead: a server must allow websocket messages of `WEBSOCKET_BYTES` (serve.py does).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import panel as pn

import trimscope as ts
from trimscope_app import real_tokenizer
from trimscope_app.browser import browser_language
from trimscope_app.components import (
    Checks,
    Chooser,
    Exporter,
    Gauge,
    LessonPanel,
    Notice,
    Preview,
    RingMap,
    Run,
    Share,
    Topbar,
    Tune,
)
from trimscope_app.controls import Controls
from trimscope_app.i18n import known
from trimscope_app.lesson_messages import learning
from trimscope_app.link_messages import sharing
from trimscope_app.playground import Playground
from trimscope_app.react import heed, react
from trimscope_app.samples import samples
from trimscope_app.tune_messages import tuning
from trimscope_app.views.topbar import CAP_BYTES
from trimscope_app.views.trouble import Trouble

WEBSOCKET_BYTES: Final = CAP_BYTES * 4 // 3 + 1024 * 1024  # base64 of the largest file, and its envelope
TITLE: Final = "Trimscope"

_HERE = Path(__file__).parent


def create(start: Mapping[str, Any] | None = None) -> pn.Column:
    """The page, ready to be shown.

    Args:
        start: what it opens on; all keys are optional. `sample`: id of a sample (default: the first);
            `name` and `source` (str or bytes): a transcript instead; `policy`: policy keys laid over; `lang`: en or zh
            (default: the browser's); `dark`: bool (default: the browser's).
    """
    start = dict(start or {})
    playground = Playground(lang=known(start.get("lang") or browser_language()))
    if start.get("source") is not None:
        playground.load_source(str(start.get("name") or ""), start["source"])
    if playground.loaded is None:
        trouble = playground.trouble
        playground.load_sample(str(start.get("sample") or samples()[0].id))
        if trouble:
            playground.report(replace(trouble, title="error.title_sample"))
    for key, value in dict(start.get("policy") or {}).items():
        playground.change(key, value)
    return assemble(playground, dark=start.get("dark"))


def assemble(playground: Playground, *, dark: bool | None = None) -> pn.Column:
    """Components over a playground, in the page's grid."""
    state = playground.param
    top = Topbar(data=state.topbar, answered=state.answers, lang=playground.lang,
                 auto_dark=dark is None, dark=bool(dark), **_area("top"))
    note = Notice(data=state.notice, **_area("note"))
    gauge = Gauge(data=state.gauge, **_area("gauge"))
    ringmap = RingMap(data=state.rows, plan=state.plan_rows, selected=state.selected, **_area("map"))
    preview = Preview(data=state.preview, **_area("view"))
    exporter = Exporter(data=state.exporter, **_stretch("ts-export"))
    checks = Checks(data=state.checks, page=state.inspection, **_area("checks"))
    run = Run(data=state.run, played=state.played, **_area("run"))
    tune = Tune(data=state.tune, swept=state.swept, **_area("tune"))
    chooser = Chooser(data=state.chooser, **_area("choose"))
    share = Share(data=state.share, **_area("share"))
    lesson = LessonPanel(data=state.lesson, **_area("lesson"))
    controls = Controls(playground)

    heed(share, sharing(playground, share, top))
    heed(lesson, learning(playground))
    react(top, "upload", lambda upload: _uploaded(playground, top, upload))
    react(top, "sample", lambda sample: playground.load_sample(str(sample.get("id"))))
    react(top, "lang", playground.speak)
    react(ringmap, "selected", playground.select)
    react(note, "selected", lambda index: _jump(playground, note, index))
    react(preview, "selected", lambda index: _jump(playground, preview, index))
    react(gauge, "ask", lambda number: gauge.param.update(answer=number))
    react(checks, "tab", playground.look)
    heed(checks, {"enter": lambda entry: playground.enter(entry["key"], entry["value"]),
                  "act": lambda name: _act(playground, name)})
    heed(preview, {"pin": playground.pin})
    heed(run, {"call": lambda call: playground.go(int(call)), "open": playground.play,
               "save": lambda what: _answer(playground, run, str(what))})
    heed(tune, tuning(playground, tune))
    react(run, "selected", lambda index: _jump(playground, run, index))
    react(checks, "selected", lambda index: _jump(playground, checks, index))
    react(chooser, "request", lambda request: _list(playground, chooser, request))
    react(chooser, "chosen", lambda chosen: playground.choose(int(chosen["n"])) if chosen else None)
    react(note, "closed", lambda _: playground.dismiss())
    heed(exporter, {"save": lambda what: _answer(playground, exporter, str(what))})

    side = pn.Column(controls.fold, controls.view, exporter, css_classes=["ts-side"], sizing_mode="stretch_width",
                     stylesheets=[_css("side")])
    return pn.Column(top, note, lesson, side, gauge, run, tune, checks, ringmap, preview, chooser, share,
                     sizing_mode="stretch_width", margin=0,
                     stylesheets=[_css("page")], css_classes=["ts-page"])


def _area(name: str) -> dict[str, Any]:
    return _stretch(f"ts-{name}")


def _stretch(css_class: str) -> dict[str, Any]:
    return {"css_classes": [css_class], "sizing_mode": "stretch_width", "margin": 0}


def _css(name: str) -> str:
    return (_HERE / f"{name}.css").read_text(encoding="utf-8")


def _uploaded(playground: Playground, top: Topbar, upload: Mapping[str, Any]) -> None:
    if not upload:
        return
    playground.load_upload(upload)
    top.upload = {}  # lets go of the bytes, here and in the browser


def _jump(playground: Playground, component: Any, index: int | None) -> None:
    if index is None:
        return
    playground.select(index)
    component.selected = None  # so that the same link works again


def _act(playground: Playground, name: str) -> None:
    if name == real_tokenizer.NAME:
        real_tokenizer.ask(playground)
    else:
        playground.act(name)


def _list(playground: Playground, chooser: Chooser, request: Mapping[str, Any]) -> None:
    if request:
        chooser.entries = playground.conversations()


def _answer(playground: Playground, asking: Exporter | Run, what: str) -> None:
    try:
        found = playground.export(what)
    except ts.TrimscopeError as error:
        playground.report(Trouble("export.trouble", core=str(error)))
        return
    if found:
        asking.response = {"n": int(asking.response.get("n", 0)) + 1, **found}

