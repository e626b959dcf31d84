"""Where an OpenHands run condensed its history: what it forgot, and the epoch that begins behind it.

What was forgotten lies in the middle: the first events stay, then the summary, then the rest. So the new epoch
begins right behind the last forgotten event, with copies of the records kept from the front and the summary.
Calls made between there and the condensation itself still had the longer history; their number is small, and
writing them twice would count them twice.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from trimscope.formats.logs.chat_records import ChatRecords
from trimscope.transcript import Pointer

Forgotten = tuple[list[Any], str]
"""Ids of forgotten events, and the summary in their place."""


class Condensations:
    """The condensations of one list of events, each given as (its id, what it forgets or None)."""

    def __init__(self, events: Sequence[tuple[Any, Forgotten | None]]) -> None:
        places = {id: number for number, (id, _) in enumerate(events) if isinstance(id, Hashable)}
        self._at: dict[int, tuple[frozenset[int], str]] = {}
        gone: set[int] = set()
        for _, forgotten in events:
            if forgotten is None:
                continue
            known = [places[id] for id in forgotten[0] if isinstance(id, Hashable) and id in places]
            gone.update(known)
            if known:
                self._at[max(known) + 1] = (frozenset(gone), forgotten[1])
        self._starts: list[int] = []
        """number of records there were before each event"""

    def before(self, number: int, at: Pointer, chat: ChatRecords) -> None:
        """Called before an event is read: begins the epoch that stands here."""
        self._starts.append(len(chat.records))
        begins = self._at.get(number)
        if begins is None:
            return
        gone, summary = begins
        first = min(gone)
        kept = [*range(self._starts[first])] if first < len(self._starts) else []
        for position, record in enumerate(kept):
            chat.copy(record, epoch=position == 0)
        chat.say(at, summary, injected=True, epoch=not kept)
        self._starts[-1] = len(chat.records)

    def begins(self, number: int) -> bool:
        """Whether an epoch begins before this event."""
        return number in self._at
