"""What a plan is looked at beyond pairing: one page for each question, computed only while it is open.

A page is {key, lead, blocks}; a block is one of
    {kind: points, points: [{title, code, state, state_text, text, links, more}]}
    {kind: table, label, columns, rows: [{tone, cells}], slim}; a cell is a text, or {text, links: [{text, message}]};
        slim: it fits a narrow page
    {kind: text, text, tone}
    {kind: button, name, text, busy}; `busy` is what it says while what it asked for is on its way, if that takes long
    {kind: legend, heading, tones: [{tone, text}], differs}
    {kind: pieces, label, size, pieces: [{text, tone, price, why, differs}], ...}: a text's pieces (`chips`)
    {kind: editor, name, label, text, buttons: [{name, text}]}; what is typed goes back with the button
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.views.inspect.contract import contract_page
from trimscope_app.views.inspect.effects import effects_page
from trimscope_app.views.inspect.fields import fields_page
from trimscope_app.views.inspect.instructions import instructions_page
from trimscope_app.views.inspect.summary import summary_page
from trimscope_app.views.inspect.tokens import tokens_page
from trimscope_app.views.inspect.usage import usage_page
from trimscope_app.views.loaded import Loaded

PAGES: Final[Mapping[str, Callable[[Loaded, ts.Plan, str], dict[str, Any]]]] = {
    "contract": contract_page,
    "effects": effects_page,
    "fields": fields_page,
    "summary": summary_page,
    "instructions": instructions_page,
    "usage": usage_page,
}
"""By the name of its tab, in order; the tab `rules` before them is the checks' own view."""


OF_SELECTED: Final = "tokens"
"""The page of the selected message, and its tab's name; it stands behind the others."""


def inspection_view(
    tab: str, loaded: Loaded, plan: ts.Plan, lang: str, selected: int | None = None
) -> dict[str, Any]:
    """The page of a tab; nothing for one that has none. `selected` as in `preview_view`."""
    if tab == OF_SELECTED:
        return {"key": tab, **tokens_page(loaded, plan, selected, lang)}
    if tab not in PAGES:
        return {"key": ""}
    return {"key": tab, **PAGES[tab](loaded, plan, lang)}


def tabs(lang: str) -> list[dict[str, str]]:
    """{key, title} of every tab."""
    return [{"key": key, "title": tr(lang, f"inspect.{key}")} for key in ("rules", *PAGES, OF_SELECTED)]
