"""What the page may know of the browser it is shown in."""

from __future__ import annotations

import sys

import panel as pn


def browser_language() -> str | None:
    """The language the browser asks for, such as `zh-CN`; None where nobody asks (tests, the build's picture)."""
    if sys.platform == "emscripten":
        from js import navigator  # type: ignore[import-not-found]

        return str(navigator.language)
    headers = pn.state.headers or {}
    accepted = next((value for name, value in headers.items() if name.lower() == "accept-language"), "")
    return str(accepted).split(",")[0].split(";")[0].strip() or None
