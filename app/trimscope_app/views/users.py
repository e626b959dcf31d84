"""Who uses each message of a run later: what the preview of one message says (`uses`), for all of them at once."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

import trimscope as ts

SHOWN: Final = 6  # calls; of a message that everything uses the first ones tell as much


def users(found: ts.CallValues) -> dict[int, list[int]]:
    """For every message that is used later the first messages (at most `SHOWN`) whose calls use it, in order."""
    by_value: dict[int, list[int]] = {}
    for at, calls in sorted(found.calls.items()):
        for number in dict.fromkeys(number for _, each in calls for number in each):
            by_value.setdefault(number, []).append(at)
    used: dict[int, list[int]] = {}
    for message in found.transcript.messages:
        later: set[int] = set()
        for number in found.in_message(message.index):
            calls_of = by_value.get(number, [])
            start = bisect_right(calls_of, message.index)
            later.update(calls_of[start : start + SHOWN])  # no more than that is shown of them all
        if later:
            used[message.index] = sorted(later)[:SHOWN]
    return used
