"""What the browser hands over to be loaded, as bytes; or why it cannot be."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from trimscope_app.views.topbar import CAP_BYTES
from trimscope_app.views.trouble import Trouble

MEGA: Final = 1024 * 1024


@dataclass(frozen=True)
class Upload:
    """A file, or text that was pasted (then without a name)."""

    name: str
    source: bytes
    others: int = 0
    """files that were dropped with it and are not loaded"""


def read_upload(sent: Mapping[str, Any], title: str) -> Upload | Trouble:
    """What the top bar read: `{name, base64, others}`, or `{name, error, bytes}` when it could not. `title` are the
    words that a failure is introduced with."""
    name, size = str(sent.get("name") or ""), int(sent.get("bytes") or 0)
    if sent.get("error") == "too_big":
        return _too_big(size, title)
    if sent.get("error"):
        return Trouble(title, "error.unreadable")
    try:
        source = base64.b64decode(str(sent.get("base64") or ""), validate=True)
    except binascii.Error:
        return Trouble(title, "error.unreadable")
    if len(source) > CAP_BYTES:
        return _too_big(len(source), title)
    return Upload(name, source, int(sent.get("others") or 0))


def _too_big(size: int, title: str) -> Trouble:
    return Trouble(title, "error.too_big", {"size": -(-size // MEGA), "cap": CAP_BYTES // MEGA})
