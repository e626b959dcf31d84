"""What a block of a message holds: a picture, a document, a recording; its pixels, or its bytes, where it has them.

The dialects wrap data differently (`data:` addresses, `source.data`, `inlineData.data`, `bytes`), but it is base64 in
all of them, and what it is shows in its first bytes. So the block is searched for such a string; its label decides
only where the bytes say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.pictures.octets import Octets
from trimscope.pictures.pixels import pixels_of
from trimscope.transcript import Held

NODES = 64
"""Nodes of a block that are looked at: dialects wrap data four times at most, with some ten fields beside it."""

LABEL = 128
"""Characters of a `data:` address before its comma: a media type and its parameters."""

SHORTEST = 32
"""Characters of the shortest data worth reading: a header with a size in it."""

MEDIA_TYPES = ("media_type", "mediaType", "mime_type", "mimeType", "mimetype", "format")
"""Keys under which dialects say what data is."""

_BEGINNINGS: Mapping[bytes, str] = {
    b"\x89PNG": "picture",
    b"GIF8": "picture",
    b"\xff\xd8\xff": "picture",
    b"%PDF": "pdf",
    b"ID3": "audio",
    b"OggS": "audio",
    b"fLaC": "audio",
    b"\xff\xfb": "audio",
    b"\xff\xf3": "audio",
}
"""First bytes of files (their formats' specifications)."""

_LABELS: Mapping[str, str] = {
    "image": "picture",
    "screenshot": "picture",
    "pdf": "pdf",
    "document": "pdf",
    "audio": "audio",
    "video": "video",
    "text": "text",
}
"""Words of media types and of kinds of blocks, in the order in which they are looked for. A document whose bytes are
not there is most often a PDF."""


def held(kind: str, node: Any) -> Held:
    """What a block of this kind holds."""
    strings = tuple(_strings(node))
    low = any(key == "detail" and text == "low" for key, text in strings)
    for key, text in strings:
        data, label = _data(key, text)
        if data is None:
            continue
        octets = Octets(data)
        what = _told(octets.at(0, 16))
        if what or label:
            pixels = pixels_of(octets) if what in ("picture", "") else None
            return Held("picture" if pixels else what or _labelled(label, kind, strings), pixels, len(octets), low)
    longest = max((text for _, text in strings), key=len, default="")
    octets_there = len(longest) * 3 // 4 if len(longest) > LABEL and " " not in longest[:LABEL] else 0
    address = longest.startswith(("http:", "https:", "gs:", "s3:", "file"))
    return Held(_labelled("", kind, strings), None, 0 if address else octets_there, low)


def _strings(node: Any) -> Iterator[tuple[str, str]]:
    """The strings of a block with the keys they stand under, in order, as far as `NODES`."""
    waiting: list[tuple[str, Any]] = [("", node)]
    for _ in range(NODES):
        if not waiting:
            return
        key, value = waiting.pop()
        if isinstance(value, str):
            yield key, value
        elif isinstance(value, Mapping):
            waiting += [(str(name), value[name]) for name in reversed(list(value)[:NODES])]
        elif isinstance(value, list):
            waiting += [(key, item) for item in reversed(value[:NODES])]


def _data(key: str, text: str) -> tuple[str | None, str]:
    """The base64 text in a string, and the media type it comes with."""
    if text.startswith("data:"):
        label, comma, _ = text[5 : 5 + LABEL].partition(",")
        if not comma or not label.endswith(";base64"):
            return None, ""
        return text[5 + len(label) + 1 :], label
    return (text if len(text) >= SHORTEST and " " not in text[:SHORTEST] else None), ""


def _told(head: bytes) -> str:
    """What the first bytes of a file say it is; empty where they say nothing."""
    if head[:4] == b"RIFF":
        return {b"WEBP": "picture", b"WAVE": "audio", b"AVI ": "video"}.get(head[8:12], "")
    if head[4:8] == b"ftyp":
        return "audio" if head[8:11] == b"M4A" else "picture" if head[8:11] in (b"avi", b"hei", b"mif") else "video"
    return next((what for beginning, what in _BEGINNINGS.items() if head.startswith(beginning)), "")


def _labelled(label: str, kind: str, strings: tuple[tuple[str, str], ...]) -> str:
    """What its media type or its kind says it is; `file` where neither does."""
    types = [text for key, text in strings if key in MEDIA_TYPES]
    for words in (label, *types, kind):
        for word, what in _LABELS.items():
            if word in words[:LABEL]:
                return what
    return "file"
