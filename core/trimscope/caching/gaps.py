"""How many seconds lie between one model call and the next, where the file has times: a cache may be gone by then.

A request goes out when its newest message is there, so that message's time is the call's; a file that has none for it
has the time of the answer. A time without a zone is compared with others without one only.

>>> seconds("2025-06-14T11:00:30.5Z")
1749898830
>>> seconds("1749898830500"), seconds("1749898830.5")
(1749898830, 1749898830)
"""

from __future__ import annotations

import re

from trimscope.transcript import Transcript

_ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]*)?)? ?(Z|[+-][0-9:]{2,6})?)?"
)
_ZONE = re.compile(r"([+-])([0-9]{2}):?([0-9]{2})?")
_NUMBER = re.compile(r"([0-9]{10,20})(?:\.[0-9]*)?")

DAY = 86_400
"""Seconds of a day; leap seconds are in no Unix time."""

UNITS = ((17, 10**9), (14, 10**6), (11, 10**3))
"""Digits before the point of a number since 1970, and its parts of a second: 19 are nanoseconds, 16 microseconds, 13
milliseconds, 10 seconds. The bounds lie between them (years 1973 to 5138 in each unit)."""


def call_gaps(transcript: Transcript) -> tuple[int | None, ...]:
    """For each model call the whole seconds since the call before it; None for the first, where either time is not
    known or has a zone while the other has none, and where the file's clock ran backwards."""
    found: list[int | None] = []
    before: tuple[int, bool] | None = None
    for index in transcript.call_indexes:
        now = _of_call(transcript, index)
        gap = now[0] - before[0] if now and before and now[1] == before[1] else -1
        found.append(gap if gap >= 0 else None)
        before = now
    return tuple(found)


def seconds(time: str) -> int | None:
    """Whole seconds since 1970 of a time as files write it (ISO 8601, or seconds to nanoseconds since 1970), rounded
    down; a time without a zone as if it were UTC. None for what is no time, a 30th of February among it."""
    found = _read(time)
    return None if found is None else found[0]


def _of_call(transcript: Transcript, index: int) -> tuple[int, bool] | None:
    """The time of a call, and whether its zone is known."""
    times = transcript.times
    for at in (index - 1, index) if times else ():
        time = times[at] if at >= 0 else None
        if time is not None and (found := _read(time)) is not None:
            return found
    return None


def _read(time: str) -> tuple[int, bool] | None:
    if (number := _NUMBER.fullmatch(time)) is not None:
        digits = number[1]
        parts = next((parts for length, parts in UNITS if len(digits) > length), 1)
        return int(digits) // parts, True
    iso = _ISO.fullmatch(time)
    if iso is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in iso.groups()[:6])
    offset = _offset(iso[7] or "Z")
    if offset is None or not (1 <= month <= 12 and 1 <= day <= _days_in(year, month)):
        return None
    if hour > 24 or minute > 59 or second > 60:
        return None
    return _days(year, month, day) * DAY + hour * 3600 + minute * 60 + second - offset, iso[7] is not None


def _offset(zone: str) -> int | None:
    """Seconds that a zone is ahead of UTC."""
    if zone == "Z":
        return 0
    found = _ZONE.fullmatch(zone)
    if found is None:
        return None
    ahead = int(found[2]) * 3600 + int(found[3] or 0) * 60
    return -ahead if found[1] == "-" else ahead


def _days_in(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 28 + leap if month == 2 else 30 + (month + month // 8) % 2


def _days(year: int, month: int, day: int) -> int:
    """Days from 1 January 1970 to a date: years counted from March, so that a leap day is the last of its year."""
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 1 - 719_468
