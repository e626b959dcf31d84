"""Width and height of a picture, read out of the first bytes of its file without a picture library.

Where they stand, by the formats' specifications: PNG in its first chunk, GIF in its screen descriptor, JPEG in the
first segment that begins a frame (baseline, progressive or lossless; its camera notes come before), WebP in its first
chunk: one form each for lossy, lossless and extended files.
"""

from __future__ import annotations

from trimscope.pictures.octets import Octets

MOST = 1 << 24
"""Pixels of a side from which on a size is not believed: WebP allows 2^24, JPEG and GIF 65,535, and no provider takes
more than some ten thousand. A forged header then gives the fallback."""

SEGMENTS = 200
"""Segments of a JPEG that are passed over in search of the frame: files with notes, thumbnails and colour profiles
have some twenty, a profile of 4 MB has 64."""

_NO_FRAME = frozenset((0xC4, 0xC8, 0xCC))
"""Of the markers C0 to CF, those that begin no frame: tables and a reserved one."""

_LONE = frozenset((0x01, *range(0xD0, 0xD8)))
"""JPEG markers without a length behind them: a filler and restart marks."""


def pixels_of(octets: Octets) -> tuple[int, int] | None:
    """(width, height) in pixels; None for what is no such picture, is cut short, or claims an impossible size."""
    head = octets.at(0, 32)
    found = None
    if head[:8] == b"\x89PNG\r\n\x1a\n" and head[12:16] == b"IHDR" and len(head) >= 24:
        found = _big(head[16:20]), _big(head[20:24])
    elif head[:6] in (b"GIF87a", b"GIF89a") and len(head) >= 10:
        found = _little(head[6:8]), _little(head[8:10])
    elif head[:4] == b"RIFF" and head[8:12] == b"WEBP" and len(head) >= 30:
        found = _webp(head)
    elif head[:2] == b"\xff\xd8":
        found = _jpeg(octets)
    return found if found is not None and all(0 < side < MOST for side in found) else None


def _webp(head: bytes) -> tuple[int, int] | None:
    kind, body = head[12:16], head[20:]
    if kind == b"VP8X":  # three bytes each, one less than the side
        return _little(body[4:7]) + 1, _little(body[7:10]) + 1
    if kind == b"VP8L" and body[0] == 0x2F:  # fourteen bits each, one less than the side
        bits = _little(body[1:5])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":  # two bits above each are its scaling
        return _little(body[6:8]) & 0x3FFF, _little(body[8:10]) & 0x3FFF
    return None


def _jpeg(octets: Octets) -> tuple[int, int] | None:
    at = 2
    for _ in range(SEGMENTS):
        segment = octets.at(at, 9)
        if len(segment) < 9 or segment[0] != 0xFF:
            return None
        marker = segment[1]
        if marker == 0xFF:  # a filling byte
            at += 1
        elif marker in _LONE:
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_FRAME:
            return _big(segment[7:9]), _big(segment[5:7])  # height first
        else:
            at += 2 + _big(segment[2:4])
    return None


def _big(number: bytes) -> int:
    return int.from_bytes(number, "big")


def _little(number: bytes) -> int:
    return int.from_bytes(number, "little")
