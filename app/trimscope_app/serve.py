"""`trimscope serve`: the page on a local server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import panel as pn

from trimscope_app.page import TITLE, WEBSOCKET_BYTES, create

HOST: Final = "127.0.0.1"  # transcripts are often secret: other machines only when asked for
PORT: Final = 5006  # Panel's own default


def serve(
    start: Mapping[str, Any] | None = None, *, host: str = HOST, port: int = PORT, show: bool = True,
    origins: list[str] | None = None,
) -> None:
    """Serve the page until interrupted.

    Args:
        start: what every visitor's page opens on, see `page.create`.
        host: address to listen on. port: 0 takes a free one. show: open the browser.
        origins: host:port names the page may be opened under besides its own (behind a proxy, in a container).

    Raises:
        OSError: the port is taken.
    """
    pn.serve(
        {"/": lambda: create(start)},
        address=host,
        port=port,
        title={"/": TITLE},
        show=show,
        websocket_origin=_origins(host, port, origins),
        websocket_max_message_size=WEBSOCKET_BYTES,
        # The largest file is one message: the HTTP layer must not cut it short either.
        http_server_kwargs={"max_buffer_size": WEBSOCKET_BYTES},
        check_unused_sessions_milliseconds=60_000,
        unused_session_lifetime_milliseconds=600_000,  # ten minutes: a laptop's short sleep keeps its page
    )


def _origins(host: str, port: int, more: list[str] | None) -> list[str] | None:
    """None lets Panel allow the page's own address; port 0 is known only once it listens."""
    if not more:
        return None
    return [f"{host}:{port}", f"localhost:{port}", *more]
