"""Ascending whole numbers as differences of seven bits a byte, and several byte strings in one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def pack_ascending(numbers: Iterable[int]) -> bytes:
    """Numbers in ascending order, each as its difference to the one before."""
    out = bytearray()
    previous = 0
    for number in numbers:
        difference, previous = number - previous, number
        while difference > 127:
            out.append(difference & 127 | 128)
            difference >>= 7
        out.append(difference)
    return bytes(out)


def ascending(packed: bytes) -> list[int]:
    """The numbers of `pack_ascending`."""
    found: list[int] = []
    value = part = shift = 0
    for byte in packed:
        part |= (byte & 127) << shift
        if byte < 128:
            value += part
            found.append(value)
            part = shift = 0
        else:
            shift += 7
    return found


def join(sections: Sequence[bytes]) -> bytes:
    """Byte strings behind each other, each with its length in four bytes before it."""
    return b"".join(len(section).to_bytes(4, "big") + section for section in sections)


def split(joined: bytes) -> list[bytes]:
    """The byte strings of `join`."""
    found: list[bytes] = []
    at = 0
    while at < len(joined):
        size = int.from_bytes(joined[at : at + 4], "big")
        found.append(joined[at + 4 : at + 4 + size])
        at += 4 + size
    return found
