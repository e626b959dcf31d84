"""The page in a notebook: the same page, of a height of its own, with Panel made ready for the notebook."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import panel as pn

import trimscope as ts
from trimscope_app.page import create


def shown(
    source: Any, *, policy: Mapping[str, Any] | None, lang: str | None, dark: bool | None, height: int
) -> pn.Column:
    """The page (see `trimscope_app.Playground`)."""
    ts.Policy.from_mapping(policy or {})  # of a page people are told there; a program is told here
    # What draws the page is put into the notebook: it asks nothing of elsewhere. The page tells its own troubles.
    pn.extension(inline=True, console_output="disable")
    name, data = _read(source)
    start = {"name": name, "source": data, "policy": policy, "lang": lang, "dark": dark}
    page = create({key: value for key, value in start.items() if value is not None})
    # A page is as high as its window; a notebook's cell has no window.
    page.stylesheets = [*page.stylesheets, f":host {{ height: {int(height)}px !important; min-height: 0; }}"]
    return page


def _read(source: Any) -> tuple[str, bytes | str | None]:
    """The name and content of what was given."""
    if source is None or isinstance(source, bytes):
        return "", source
    if isinstance(source, str | Path):
        path = Path(source)
        return path.name, path.read_bytes()
    return "", json.dumps(source)
