"""How much a text is, and which head and tail of it make up a given size: in characters, tokens or lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from trimscope.texts.graphemes import cut, cut_after

Unit = Literal["chars", "tokens", "lines"]

LINE_CAP = 2000
"""Characters of one kept line where lines are counted: what coding agents' own read tools allow a line.
Without it one minified file would be one line and never be cut."""


class Ruler(Protocol):
    """A unit of size. `split` gives (head end, tail start): a head and a tail of together at most `room`
    units."""

    @property
    def is_tokens(self) -> bool: ...
    def measure(self, text: str) -> int: ...
    def fits(self, text: str, limit: int) -> bool: ...
    def split(self, text: str, room: int, per_mille: int) -> tuple[int, int]: ...


def ruler(unit: Unit, count: Callable[[str], int]) -> Ruler:
    """The ruler of `unit`; `count` (text -> tokens) is used by "tokens" only."""
    if unit == "tokens":
        return Tokens(count)
    return Lines() if unit == "lines" else Chars()


@dataclass(frozen=True, slots=True)
class Chars:
    """Code points."""

    is_tokens: bool = False

    def measure(self, text: str) -> int:
        return len(text)

    def fits(self, text: str, limit: int) -> bool:
        return len(text) <= limit

    def split(self, text: str, room: int, per_mille: int) -> tuple[int, int]:
        head = room * per_mille // 1000
        head_end = cut(text, head)
        return head_end, max(head_end, cut_after(text, len(text) - (room - head)))


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens, by a counter handed in: prefix and suffix are found by doubling and halving, so that only about
    what is kept is ever counted, however long the text is."""

    count: Callable[[str], int]
    is_tokens: bool = True

    def measure(self, text: str) -> int:
        return self.count(text) if text else 0  # some estimators give 1 for nothing

    def fits(self, text: str, limit: int) -> bool:
        return self.measure(text) <= limit

    def split(self, text: str, room: int, per_mille: int) -> tuple[int, int]:
        head = room * per_mille // 1000
        size = len(text)
        head_end = cut(text, self._longest(size, head, lambda n: text[:n]))
        tail = self._longest(size - head_end, room - head, lambda n: text[size - n :])
        return head_end, max(head_end, cut_after(text, size - tail))

    def _longest(self, size: int, room: int, piece: Callable[[int], str]) -> int:
        """About the most characters of a prefix or suffix (`piece` of n characters) that fit in `room` tokens."""
        if room <= 0:
            return 0  # also where a counter gives nothing for a few characters
        low, low_tokens, high = 0, 0, min(size, room)
        while (high_tokens := self.measure(piece(high))) <= room:
            if high == size:
                return size
            low, low_tokens, high = high, high_tokens, min(size, 2 * high)
        halve = False
        while high - low > 1 and low_tokens < room:
            # Tokens grow nearly evenly, so that aiming hits in two or three; halving in turn bounds the worst.
            aim = low + (high - low) * (room - low_tokens) // (high_tokens - low_tokens)
            middle = (low + high) // 2 if halve else min(max(aim, low + 1), high - 1)
            tokens = self.measure(piece(middle))
            if tokens <= room:
                low, low_tokens = middle, tokens
            else:
                high, high_tokens = middle, tokens
            halve = not halve
        return low


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that end at ``\\n`` (a last one without it counts too). Kept lines are whole; one over
    `LINE_CAP` ends the head, or begins the tail, with its share of that cap, so that its two pieces are one
    cap together."""

    is_tokens: bool = False

    def measure(self, text: str) -> int:
        return text.count("\n") + (0 if text.endswith("\n") or not text else 1)

    def fits(self, text: str, limit: int) -> bool:
        """Whether there are at most `limit` lines, none of them over `LINE_CAP` characters."""
        if self.measure(text) > limit:
            return False
        return all(len(line) <= LINE_CAP for line in text.split("\n"))

    def split(self, text: str, room: int, per_mille: int) -> tuple[int, int]:
        head = room * per_mille // 1000
        front = LINE_CAP * per_mille // 1000
        head_end = 0
        for _ in range(head):
            # One past the cap is looked at: the newline of a line of exactly that length.
            at = text.find("\n", head_end, head_end + LINE_CAP + 1)
            if at < 0 and len(text) - head_end > LINE_CAP:
                head_end = cut(text, head_end + front)
                break
            head_end = len(text) if at < 0 else at + 1
        tail_start = len(text)
        for _ in range(room - head):
            if tail_start <= head_end:
                break
            end = tail_start - 1 if text[tail_start - 1] == "\n" else tail_start
            at = text.rfind("\n", max(0, end - LINE_CAP - 1), end)
            if at < 0 and end > LINE_CAP:
                tail_start = cut_after(text, end - (LINE_CAP - front))
                break
            tail_start = at + 1
        return head_end, max(head_end, tail_start)
