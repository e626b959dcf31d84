"""Our own visuals: one JSComponent a file pair (`name.js` with what it imports, beside `name.css`).

They alone show text that comes from a transcript, and they set it by `textContent` only. Each takes view models
(JSON, words already in the user's language) and hands back small values; none knows the core.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import param
from panel.custom import JSComponent

from trimscope_app.components.scripts import script

_HERE = Path(__file__).parent


def _css(name: str) -> list[str]:
    return [(_HERE / "base.css").read_text(encoding="utf-8"), (_HERE / f"{name}.css").read_text(encoding="utf-8")]


class Topbar(JSComponent):
    """Product name, the loaded transcript, loading (open, drop, paste, samples), language, dark mode."""

    data = param.Dict(default={}, doc="view model of views/topbar.py")
    answered = param.Integer(default=0, doc="in: changes when an attempt to load has ended")
    upload = param.Dict(default={}, doc="out: {name, base64 | error, bytes, others, n}")
    sample = param.Dict(default={}, doc="out: {id, n}")
    lang = param.String(default="en")
    dark = param.Boolean(default=False)
    auto_dark = param.Boolean(default=False, doc="follow the browser's colour scheme at the start")
    theme_css = param.String(default=(_HERE / "theme.css").read_text(encoding="utf-8"))

    _esm = script("topbar")
    _stylesheets: ClassVar[list[Any]] = _css("topbar")


class Notice(JSComponent):
    """Errors of loading, and pairing faults, in words."""

    data = param.Dict(default={}, doc="view model of views/notice.py")
    selected = param.Integer(default=None, allow_None=True, doc="out: index of the message a fault stands at")
    closed = param.Number(default=0, doc="out: changes when the user closes the error")

    _esm = script("notice")
    _stylesheets: ClassVar[list[Any]] = _css("notice")


class Gauge(JSComponent):
    """The window as one bar, stored above sent."""

    data = param.Dict(default={}, doc="view model of views/gauge.py")
    ask = param.Number(default=0, doc="out: a number to be answered once all before it is done")
    answer = param.Number(default=0, doc="in: that number")

    _esm = script("gauge")
    _stylesheets: ClassVar[list[Any]] = _css("gauge")


class RingMap(JSComponent):
    """The transcript as a list of rows; `data` changes with the transcript, `plan` with every setting."""

    data = param.Dict(default={}, doc="rows, from views/ringmap.py")
    plan = param.Dict(default={}, doc="what happened to each row, from views/ringmap.py")
    selected = param.Integer(default=None, allow_None=True, doc="in and out: message index; -1 is the tombstone")

    _esm = script("ringmap")
    _stylesheets: ClassVar[list[Any]] = _css("ringmap")


class Preview(JSComponent):
    """The selected message: stored, sent, and why."""

    data = param.Dict(default={}, doc="view model of views/preview.py")
    selected = param.Integer(default=None, allow_None=True, doc="out: index of a linked message")

    _esm = script("preview")
    _stylesheets: ClassVar[list[Any]] = _css("preview")


class Checks(JSComponent):
    """Pairing and the provider's rules with pass or fail, and behind tabs what else there is to look at."""

    data = param.Dict(default={}, doc="view model of views/checks.py")
    page = param.Dict(default={}, doc="in: the open tab's page, from views/inspect")
    tab = param.String(default="", doc="out: the tab that is open; empty while all is folded")
    selected = param.Integer(default=None, allow_None=True, doc="out: index of the message a fault stands at")

    _esm = script("checks")
    _stylesheets: ClassVar[list[Any]] = _css("checks")


class Run(JSComponent):
    """The run: a slider over its calls; unfolded, what the policy would have done along it. Says {call}, {open}
    and {save: what}."""

    data = param.Dict(default={}, doc="view model of views/run/card.py")
    played = param.Dict(default={}, doc="the whole run, from the same module")
    selected = param.Integer(default=None, allow_None=True, doc="out: index of the message a row or mark leads to")
    response = param.Dict(default={}, doc="in: {n, name, mime, text}")

    _esm = script("run")
    _stylesheets: ClassVar[list[Any]] = _css("run")


class Tune(JSComponent):
    """A sweep of policies over the run: its axes and progress, and what it found as maps, plot, advice and table.
    Starting, cancelling, picking, applying and comparing go as messages."""

    data = param.Dict(default={}, doc="view model of views/tune/card.py")
    swept = param.Dict(default={}, doc="what it found, from the same module")
    progress = param.Dict(default={}, doc="in: {running, done, whole, text} while it works")
    file = param.Dict(default={}, doc="in: {n, name, mime, text} to save")

    _esm = script("tune")
    _stylesheets: ClassVar[list[Any]] = _css("tune")


class Chooser(JSComponent):
    """The conversations of a file in a dialog with a search."""

    data = param.Dict(default={}, doc="words and what is open, from views/chooser.py")
    entries = param.Dict(default={}, doc="in: {key, rows}, once they were asked for")
    request = param.Dict(default={}, doc="out: {key, n} when the dialog opens without its rows")
    chosen = param.Dict(default={}, doc="out: {n, at}, the number of the conversation chosen")

    _esm = script("chooser")
    _stylesheets: ClassVar[list[Any]] = _css("chooser")


class Share(JSComponent):
    """The dialog that makes links and scenario files. Says {make}, {save} and {open}, the link a page came with."""

    data = param.Dict(default={}, doc="view model of views/share.py")
    answer = param.Dict(default={}, doc="in: {n, size, link, chars, level, secrets} or {n, file}, or {n, error}")

    _esm = script("share")
    _stylesheets: ClassVar[list[Any]] = _css("share")


class LessonPanel(JSComponent):
    """The list of lessons, and the page of one that is open. Says {start}, {turn}, {answer} and {leave}."""

    data = param.Dict(default={}, doc="view model of views/lesson.py")

    _esm = script("lesson")
    _stylesheets: ClassVar[list[Any]] = _css("lesson")


class Exporter(JSComponent):
    """Download buttons, and a list of what else can be taken along. Says {save: what}."""

    data = param.Dict(default={}, doc="view model of views/export.py")
    response = param.Dict(default={}, doc="in: {n, name, mime, text}")

    _esm = script("exporter")
    _stylesheets: ClassVar[list[Any]] = _css("exporter")


class Caption(JSComponent):
    """A heading, a line of help, or a fold's handle among the controls."""

    kind = param.Selector(default="help", objects=["heading", "help", "fold"])
    text = param.String(default="")
    testid = param.String(default="")
    open = param.Boolean(default=False)

    _esm = script("caption")
    _stylesheets: ClassVar[list[Any]] = _css("caption")


class Sections(JSComponent):
    """Folded sections of settings, as native fields."""

    data = param.Dict(default={}, doc="view model of views/sections.py")

    _esm = script("sections")
    _stylesheets: ClassVar[list[Any]] = _css("sections")


class Origin(JSComponent):
    """Where the settings come from, and the button that goes back."""

    data = param.Dict(default={}, doc="view model of views/origin.py")
    reset = param.Number(default=0, doc="out: changes when the user goes back")

    _esm = script("origin")
    _stylesheets: ClassVar[list[Any]] = _css("origin")
