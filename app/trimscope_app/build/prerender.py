"""The page drawn in advance: documents with the default scenario's finished result, and what they need.

Panel reads where its scripts and styles lie once, when it is imported. So this runs in an interpreter of its
own, where both lie behind addresses that exist nowhere (`FRONT`), which the site then replaces by its own.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import BuildError

FRONT = "https://front.invalid/"
"""Stands for the site's folder of scripts and styles until the page knows its own address. `.invalid` is
reserved: an address that slips through can reach nobody."""

PANEL_ROOT = f"{FRONT}panel/"
MATERIAL_ROOT = f"{FRONT}panel-material-ui/v"

SECONDS = 300
"""How long drawing the page may take; it needs about 5 s."""

_REPLACED = "/es-module-shims"
"""A script Panel would load and `boot.js` replaces."""

_MARK = "trimscope-prerendered:"
_SCRIPT = re.compile(r'<script[^>]* src="([^"]+)"')
_STYLE = re.compile(r'<link[^>]* href="([^"]+)"[^>]*>')


@dataclass(frozen=True, slots=True)
class Prerendered:
    """The page before Python is up."""

    pictures: dict[str, str]
    """Name -> document, as BokehJS reads it."""
    roots: int
    """How many elements the document is drawn into."""
    title: str
    scripts: tuple[str, ...]
    """Addresses, in the order they must run."""
    styles: tuple[str, ...]


def prerender(module: str, starts: Mapping[str, Mapping[str, Any]], path: Sequence[str] = ()) -> Prerendered:
    """Draw `module.create(start)` for each start.

    Args:
        module: the module with the page.
        starts: a picture's name -> what the page opens on. All must need the same scripts and styles.
        path: more folders to import from.

    Raises:
        BuildError: the page cannot be made; the sentence ends with Python's own.
    """
    environment = {
        **os.environ,
        "BOKEH_RESOURCES": "cdn",  # Panel inside Pyodide sets the same
        "PANEL_CDN_ROOT": PANEL_ROOT,
        "PANEL_MATERIAL_UI_CDN_ROOT": MATERIAL_ROOT,
        "PYTHONHASHSEED": "0",  # two builds of the same sources give the same page
        "PYTHONPATH": os.pathsep.join([*path, *sys.path]),
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", __spec__.name, module, json.dumps(starts)],
        env=environment, capture_output=True, text=True, encoding="utf-8", timeout=SECONDS,
    )  # fmt: skip
    marked = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    if done.returncode or not marked:
        lines = done.stderr.strip().splitlines() or ["no output"]
        raise BuildError(f"The page {module} cannot be drawn in advance: {lines[-1]}")
    found = json.loads(marked[-1].removeprefix(_MARK))
    return Prerendered(**{**found, "scripts": tuple(found["scripts"]), "styles": tuple(found["styles"])})


def _draw(module: str, starts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The fields of `Prerendered`."""
    drawn = {name: _draw_one(module, start) for name, start in starts.items()}
    pictures = {name: one.pop("document") for name, one in drawn.items()}
    first, *others = drawn.values()
    if any(other != first for other in others):
        raise ValueError("the pictures differ in more than what they show")
    return {"pictures": pictures, **first}


def _draw_one(module: str, start: Mapping[str, Any]) -> dict[str, Any]:
    """One picture, and what it needs."""
    from bokeh.document import Document
    from panel.io.document import MockSessionContext
    from panel.io.resources import Resources, bundle_resources, set_resource_mode
    from panel.io.state import set_curdoc, state

    from .bridge import drawable, make_page

    doc = Document()
    doc._session_context = lambda: MockSessionContext(document=doc)  # type: ignore[assignment, no-untyped-call]
    with set_resource_mode("cdn"):
        with set_curdoc(doc):
            make_page(module, start, doc)
            state._on_load(None)
            scripts, styles = bundle_resources(doc.roots, Resources(mode="cdn"))
        document = drawable(doc)
    return {
        "document": document,
        "roots": len(doc.roots),
        "title": doc.title,
        "scripts": [address for address in _SCRIPT.findall(scripts) if _REPLACED not in address],
        "styles": _STYLE.findall(styles),
    }


if __name__ == "__main__":
    # Bokeh and Panel draw ids by lot; here they count, so that the same sources make the same pictures.
    uuid.uuid4 = map(uuid.UUID, map("{:032x}".format, itertools.count())).__next__
    print(_MARK + json.dumps(_draw(sys.argv[1], json.loads(sys.argv[2]))))
