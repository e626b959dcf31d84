"""The tokens an estimate knows: exact strings, sorted and front-coded, or hashes of the whole vocabulary."""

from __future__ import annotations

import bz2
import zlib
from collections.abc import Callable, Collection

from trimscope.estimators.packing import ascending, pack_ascending

LONGEST = 16
"""Characters of the longest token looked for inside a piece: longer ones are hardly met (measured)."""

LONGEST_FOREIGN = 8
"""The same for pieces in other scripts than Latin."""

LONGEST_KNOWN = 128
"""Characters of the longest token of all (blanks); beyond it a hash is not asked for."""

BEGIN = 4
"""Characters by which the longest token with that beginning is looked up (2 take a third longer; measured)."""

HASH_BITS = 28
"""Of 200,000 hashes of 28 bits, 1 string in 1,300 is taken for a token it is not."""


def pack_strings(tokens: Collection[str]) -> bytes:
    """Tokens as sorted text, each with the number of leading characters it shares with the one before."""
    lines: list[str] = []
    previous = ""
    for token in sorted(tokens):
        shared = 0
        while shared < min(len(previous), len(token)) and previous[shared] == token[shared]:
            shared += 1
        lines.append(chr(ord("0") + shared) + token[shared:])
        previous = token
    return bz2.compress("\x00".join(lines).encode())


def strings(packed: bytes) -> frozenset[str]:
    """The tokens of `pack_strings`."""
    found: list[str] = []
    previous = ""
    for line in bz2.decompress(packed).decode().split("\x00"):
        previous = previous[: ord(line[0]) - ord("0")] + line[1:]
        found.append(previous)
    return frozenset(found)


def pack_hashes(tokens: Collection[bytes]) -> bytes:
    """The tokens' hashes."""
    return zlib.compress(pack_ascending(sorted({_hash(token) for token in tokens})), 9)


def hashes(packed: bytes) -> frozenset[int]:
    """The hashes of `pack_hashes`."""
    return frozenset(ascending(zlib.decompress(packed)))


class Known:
    """Exact strings that are tokens."""

    def __init__(self, tokens: frozenset[str]) -> None:
        self._tokens = tokens
        self.listed = tokens
        self.has: Callable[[str], bool] = tokens.__contains__
        self._longest = {token[:BEGIN]: len(token) for token in sorted(tokens, key=len) if len(token) >= BEGIN}

    def cover(self, piece: str) -> int:
        """How many tokens cover a piece when each time the longest known one is taken; a character is one."""
        longest, tokens = self._longest, self._tokens
        at = count = 0
        while at < len(piece):
            stop = at + longest.get(piece[at : at + BEGIN], BEGIN - 1)
            while piece[at:stop] not in tokens and stop > at + 1:
                stop -= 1
            at = stop
            count += 1
        return count

    def cuts(self, piece: str) -> list[int]:
        """Where each of the tokens that `cover` counts ends (apart from it, which is asked far more often)."""
        found: list[int] = []
        at = 0
        while at < len(piece):
            stop = at + self._longest.get(piece[at : at + BEGIN], BEGIN - 1)
            while piece[at:stop] not in self._tokens and stop > at + 1:
                stop -= 1
            at = min(stop, len(piece))
            found.append(at)
        return found


class Hashed:
    """Tokens by the hashes of their bytes."""

    def __init__(self, known: frozenset[int]) -> None:
        self.listed: frozenset[str] = frozenset()
        """no token is known by its text"""
        self._known = known

    def has(self, text: str) -> bool:
        return len(text) <= LONGEST_KNOWN and _hash(text.encode()) in self._known

    def cover(self, piece: str) -> int:
        """As `Known.cover`."""
        return len(self.cuts(piece))

    def cuts(self, piece: str) -> list[int]:
        """As `Known.cuts`."""
        return cuts(piece, self.has)


def cuts(piece: str, has: Callable[[str], bool]) -> list[int]:
    """Where each token ends when each time the longest known one is taken; a character is one."""
    found: list[int] = []
    at = 0
    longest = LONGEST if piece.isascii() else LONGEST_FOREIGN
    while at < len(piece):
        stop = min(len(piece), at + longest)
        while stop > at + 1 and not has(piece[at:stop]):
            stop -= 1
        found.append(stop)
        at = stop
    return found


def _hash(token: bytes) -> int:
    return zlib.crc32(token) >> (32 - HASH_BITS)
