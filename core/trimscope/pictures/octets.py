"""Bytes at a place of base64 text: only those asked for are decoded, however long the text is."""

from __future__ import annotations

import binascii

WRAPPED = 1 << 20
"""Characters looked at of base64 that is broken into lines: its places cannot be computed, so the beginning is put
together first. The size of a picture stands in the first few hundred bytes, behind a camera's notes (at most 64 KB a
segment) in some."""

FIRST_LINE = 128
"""Characters within which wrapped base64 has its first line end (MIME breaks at 76)."""

_URL_SAFE = {ord("-"): "+", ord("_"): "/"}


class Octets:
    """The bytes that base64 text stands for; both alphabets (RFC 4648), with or without padding."""

    def __init__(self, text: str) -> None:
        if any(blank in text[:FIRST_LINE] for blank in "\r\n "):
            text = text[:WRAPPED].replace("\n", "").replace("\r", "").replace(" ", "")
        self._text = text

    def __len__(self) -> int:
        """Bytes in all, padding aside."""
        return len(self._text) * 3 // 4

    def at(self, start: int, count: int) -> bytes:
        """`count` bytes from byte `start` on; fewer, or none, where the text ends or is no base64."""
        first = start // 3 * 4
        chunk = self._text[first : (start + count + 2) // 3 * 4].rstrip("=").translate(_URL_SAFE)
        chunk = chunk[: len(chunk) - (len(chunk) % 4 == 1)]  # one character alone is no byte
        try:
            decoded = binascii.a2b_base64(chunk + "=" * (-len(chunk) % 4))
        except ValueError:
            return b""
        return decoded[start % 3 :][:count]
