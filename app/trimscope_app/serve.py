"""The served app: every visitor gets a page and a state of their own; nothing is kept after they leave."""

from __future__ import annotations

import errno
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import panel as pn

from trimscope.errors import TrimscopeError
from trimscope_app import page

KEEP_ALIVE_MS = 20_000
"""Between two pings of a websocket: below the 60 s after which proxies commonly cut an idle connection."""

EXPIRY_MS = 60_000
"""How long a session lives on after its page closed: long enough for a reload or a lost network."""


class CannotListen(TrimscopeError):
    """The address or port cannot be had; the sentence says what to change."""


def _why(error: OSError, port: int, address: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program: choose another with --port, or --port 0 for any free one."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system: choose one from 1024 up with --port."
    return f"The app cannot listen on {address}, port {port}: {error.strerror or error}."


def serve(
    *,
    port: int,
    address: str,
    origins: Sequence[str] | None = None,
    show: bool = True,
    start: Mapping[str, Any] | None = None,
) -> None:
    """Serve the page until interrupted.

    `port` 0 takes a free one. `origins` are the host names browsers may reach it by (default: this machine).
    `start` is what the page opens on, as in `trimscope_app.page.create`. Raises CannotListen with one sentence.
    """
    given = dict(start or {})
    try:
        server = pn.io.server.get_server(
            {"/": lambda: page.create(given)},
            port=port,
            address=address,
            websocket_origin=list(origins) if origins else None,
            title=page.TITLE,
            location=False,
            websocket_max_message_size=page.WEBSOCKET_BYTES,
            keep_alive_milliseconds=KEEP_ALIVE_MS,
            unused_session_lifetime_milliseconds=EXPIRY_MS,
        )
    except OSError as error:
        raise CannotListen(_why(error, port, address)) from None
    except ValueError as error:  # an origin that is no HOST[:PORT]
        raise CannotListen(f"The app cannot be served: {error}") from None
    server.start()
    url = f"http://{'localhost' if address in ('127.0.0.1', '::1') else address}:{server.port}/"
    print(f"Trimscope is at {url}  (Ctrl+C stops it)", file=sys.stderr, flush=True)
    if show:
        server.io_loop.add_callback(server.show, "/")
    signal.signal(signal.SIGTERM, lambda *_: server.io_loop.add_callback_from_signal(server.io_loop.stop))
    try:
        server.io_loop.start()
    except KeyboardInterrupt:
        pass
    finally:
        server.stop()
