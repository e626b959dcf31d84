"""The real tokenizer on the static page: its package and its table come from the page's own site, once asked for.

Served, it is there or not (`trimscope.estimators.exact`), and nothing here has anything to do.
"""

from __future__ import annotations

import asyncio
import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from trimscope.estimators import exact
from trimscope_app.views.trouble import Trouble

if TYPE_CHECKING:
    from trimscope_app.playground import Playground

NAME: Final = "exact"
"""The button that asks for it, and the profile that counts with it."""

ADDRESS: Final = "TRIMSCOPE_EXACT"
"""The environment variable that worker.js sets: where the site has the table; empty or missing where it has none."""

FOLDER: Final = Path("/tmp/tiktoken")
"""Where tiktoken then finds it, in the browser's memory."""


def offered() -> bool:
    """Whether there is something to ask for."""
    return exact.missing() is not None and bool(os.environ.get(ADDRESS))


def ask(playground: Playground) -> asyncio.Task[None] | None:
    """Begin to load it; nothing where it is being loaded, is there, or cannot be had."""
    if not offered() or playground.fetching is not None:
        return None
    playground.fetching = asyncio.ensure_future(_load(playground))
    return playground.fetching


async def _load(playground: Playground) -> None:
    try:
        await fetch(os.environ[ADDRESS])
        lacking = exact.missing()  # also checks that the table is the one it should be
    except Exception:  # whatever the network or the browser may say: one sentence of ours is what helps
        lacking = "what could not be loaded"
    playground.fetching = None
    if lacking is None:
        playground.param.trigger("settings")  # the estimate may be `exact` from now on
        playground.look(playground.tab)
    else:
        playground.report(Trouble("error.exact", key="error.exact_why"))
        playground.look(playground.tab)


async def fetch(address: str) -> None:
    """The package, then the table. Only in the browser."""
    js: Any = importlib.import_module("pyodide_js")
    http: Any = importlib.import_module("pyodide.http")
    await js.loadPackage("tiktoken")
    answer = await http.pyfetch(address)
    answer.raise_for_status()
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / exact.FILE).write_bytes(await answer.bytes())
    os.environ["TIKTOKEN_CACHE_DIR"] = str(FOLDER)
    importlib.invalidate_caches()
