"""The Python end of the worker: the page as a document, and its changes to and from the browser's end.

The other end is `static/worker.js` and `static/boot.js`. What goes across is what Bokeh sends over a websocket:
patches as JSON text, and bytes (an uploaded file, an array) beside them by id. So the app behaves in the
browser as it does when it is served.

Runs inside Pyodide, except `make_page`, which the build also runs to draw the page in advance.
"""

from __future__ import annotations

import importlib
import json
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import panel as pn
from bokeh.core.json_encoder import serialize_json
from bokeh.core.serialization import Buffer, Serialized, Serializer
from bokeh.document import Document
from bokeh.document.json import PatchJson
from bokeh.embed.util import standalone_docs_json_and_render_items
from bokeh.events import DocumentReady
from panel.io.state import state
from panel_material_ui.base import CDN_BASE, MaterialComponent

Post = Callable[[list[str], dict[str, bytes]], None]
"""Sends patches (each as JSON text) and the bytes they refer to."""


def make_page(module: str, start: Mapping[str, Any], doc: Document) -> None:
    """Fill the document with `module.create(start)`. Both ends must do the same: as many roots, in the same order."""
    _keep_import_maps_at_home()
    source = importlib.import_module(module)
    pn.panel(source.create(start)).servable(title=getattr(source, "TITLE", None), location=False)


def drawable(doc: Document) -> str:
    """The document as BokehJS reads it. Its roots are drawn, in their order, into the page's elements."""
    docs, _ = standalone_docs_json_and_render_items(doc.roots, suppress_callback_warning=True)
    return serialize_json(next(iter(docs.values())))


class Bridge:
    """One page and the connection to its picture in the browser.

    Args:
        module: the module whose `create(start)` makes the page.
        start: what the page opens on.
        post: see `Post`.
    """

    def __init__(self, module: str, start: Mapping[str, Any], post: Post) -> None:
        from panel.io.pyodide import init_doc  # exists only inside Pyodide

        init_doc()
        self._doc: Document = state.curdoc
        self._post = post
        self._patches: list[str] = []
        self._buffers: dict[str, bytes] = {}
        self._gathering = False
        make_page(module, start, self._doc)

    def document_json(self) -> str:
        """The document for the browser to draw, as Bokeh's JSON."""
        text = drawable(self._doc)
        self._doc._session_context = None  # as Panel does here: changes are handled at once, no server loop
        return text

    def connect(self) -> None:
        """The browser has drawn the document: from now on every change goes across."""
        self._doc.on_change(self._changed)
        self._doc.unhold()
        self._doc.on_event("document_ready", partial(state._schedule_on_load, self._doc))
        self._doc.callbacks.trigger_event(DocumentReady())

    def apply(self, patch: str, buffers: Any) -> str:
        """A change made in the browser. What it changes in turn is sent at once, as one message.

        Args:
            patch: Bokeh's patch, as JSON text.
            buffers: JS array of [id, ArrayBuffer].

        Returns:
            Empty, or the traceback of a callback that failed: the page goes on, the browser reports it.
        """
        received = [Buffer(id=id, data=data.to_bytes()) for id, data in buffers]
        self._gathering = True
        try:
            self._doc.apply_json_patch(Serialized(content=json.loads(patch), buffers=received), setter="js")
        except Exception:
            return traceback.format_exc()
        finally:
            self._gathering = False
            self._send()
        return ""

    def _changed(self, event: Any) -> None:
        """One change of the document, encoded at once: what it refers to may change again."""
        if getattr(event, "setter", None) == "js":
            return
        serializer = Serializer(references=self._doc.models.synced_references)
        patch = PatchJson(events=serializer.encode([event]))
        self._doc.models.flush_synced(lambda model: not serializer.has_ref(model))
        self._patches.append(serialize_json(patch))
        self._buffers.update((buffer.id, buffer.to_bytes()) for buffer in serializer.buffers)
        if not self._gathering:
            self._send()

    def _send(self) -> None:
        if self._patches:
            patches, buffers = self._patches, self._buffers
            self._patches, self._buffers = [], {}
            self._post(patches, buffers)


def open_page(module: str, start: str, post: Any) -> Bridge:
    """Make the page and its connection; called once, by the worker.

    Args:
        module: see `Bridge`.
        start: what the page opens on, as JSON.
        post: JS function of (array of patches, array of [id, Uint8Array]).
    """
    from pyodide.ffi import to_js  # exists only inside Pyodide

    return Bridge(
        module, json.loads(start), lambda patches, buffers: post(to_js(patches), to_js(list(buffers.items())))
    )


def _keep_import_maps_at_home() -> None:
    """panel-material-ui names addresses on other hosts, for components that are not in its bundle. All are: so
    nothing is ever fetched from them, and the page need not name them. The key stays: Panel looks for it."""
    own = {"imports": {"@mui/material/": f"{CDN_BASE}/"}, "scopes": {}}
    MaterialComponent._process_importmap = classmethod(lambda cls: own)  # type: ignore[method-assign]
