"""What the share dialog says, and what it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import trimscope as ts
from trimscope_app.components import Share, Topbar
from trimscope_app.i18n import tr
from trimscope_app.links.making import SIZES, Shared, answer, as_file
from trimscope_app.links.opening import THEMES, of_link
from trimscope_app.playground import Playground
from trimscope_app.views.trouble import Trouble

FILE = "trimscope-scenario.json"


def sharing(playground: Playground, share: Share, top: Topbar) -> Mapping[str, Callable[[Any], None]]:
    """Reactions by name: `make` a link, `save` a file, `open` the link that the page came with."""

    def make(asked: Any) -> None:
        reply(asked, lambda shared, size, kept: answer(shared, size, kept))

    def save(asked: Any) -> None:
        reply(asked, lambda shared, size, kept: {"file": {"name": FILE, "text": as_file(shared, size, kept)}})

    def reply(asked: Any, work: Callable[[Shared, str, frozenset[int]], dict[str, Any]]) -> None:
        if not isinstance(asked, Mapping) or playground.loaded is None or asked.get("size") not in SIZES:
            return
        number = asked.get("n")
        kept = frozenset(each for each in asked.get("kept") or () if type(each) is int)
        try:
            found = work(_shared(playground, dark=bool(asked.get("dark"))), str(asked["size"]), kept)
        except ts.TrimscopeError as error:
            found = {"error": _said(error, playground.lang)}
        share.answer = {"n": number, **found}

    def open_link(link: Any) -> None:
        try:
            opened = of_link(str(link))
            playground.restore(opened)
            if opened.word("theme") in THEMES:
                top.dark = opened.word("theme") == "dark"
        except ts.TrimscopeError as error:
            playground.report(Trouble("link.title", core=str(error)))

    return {"make": make, "save": save, "open": open_link}


def _shared(playground: Playground, *, dark: bool) -> Shared:
    assert playground.loaded is not None
    view = {"tab": playground.tab, "selected": playground.selected, "language": playground.lang,
            "theme": "dark" if dark else "light"}  # fmt: skip
    kept = {key: value for key, value in view.items() if value not in (None, "")}
    return Shared(playground.loaded, playground.policy, playground.asked, kept)


def _said(error: ts.TrimscopeError, lang: str) -> str:
    """The core's sentence in that language; where it has none, that it cannot be shared this way, and the sentence."""
    own = ts.words.load_error(str(error), lang)
    return own or f"{tr(lang, 'share.cannot')} {error}"
