"""Seconds between calls, from times as logs write them, against the standard library's calendar."""

import dataclasses
import doctest
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trimscope as ts
import trimscope.caching.gaps
from small import GOAL, SYSTEM, answer, calls, says
from trimscope.caching.gaps import call_gaps, seconds

MOMENTS = st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1))
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
RUN = [SYSTEM, GOAL, calls("a"), answer("a"), calls("b"), answer("b"), says("done")]


def stamped(*times):
    return dataclasses.replace(ts.load(RUN), times=times)


@given(MOMENTS, ZONES, st.sampled_from(["auto", "seconds", "milliseconds", "microseconds", "minutes"]))
def test_a_written_time_is_the_moment_the_calendar_says(moment, zone, precision):
    written = moment.replace(tzinfo=zone)
    if precision == "minutes":
        written = written.replace(second=0, microsecond=0)
    expected = (written - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(seconds=1)
    assert seconds(written.isoformat(timespec=precision)) == expected
    assert seconds(written.astimezone(UTC).isoformat(" ", precision).replace("+00:00", "Z")) == expected


@given(st.integers(10**9, 4 * 10**9), st.sampled_from([1, 10**3, 10**6, 10**9]), st.integers(0, 999_999_999))
def test_a_number_is_seconds_or_parts_of_them(whole, parts, rest):
    assert seconds(str(whole * parts + rest * parts // 10**9)) == whole


@pytest.mark.parametrize(
    "time",
    ["", "soon", "12", "2025-02-30T10:00:00Z", "2025-13-01", "2025-00-01", "2025-01-00", "2025-06-14T25:00:00Z",
     "2025-06-14T11:60:00Z", "2025-06-14T11", "1e+18", "-1749898830", "2025-06-14T11:00:00+5",
     "2025-06-14T11:00:00+1:2:3"],
)  # fmt: skip
def test_what_is_no_time_is_none(time):
    assert seconds(time) is None


def test_a_date_alone_is_its_midnight():
    assert seconds("2025-06-14") == int(datetime(2025, 6, 14, tzinfo=UTC).timestamp())
    assert seconds("2024-02-29") - seconds("2024-02-28") == seconds("1900-03-01") - seconds("1900-02-28") == 86_400


def test_a_call_happens_when_its_newest_message_is_there():
    transcript = stamped(None, "2025-01-01T10:00:00Z", "2025-01-01T10:00:09Z", "2025-01-01T10:05:00Z", None,
                         "2025-01-01T12:05:00+01:00", "2025-01-01T11:06:00Z")  # fmt: skip
    assert call_gaps(transcript) == (None, 300, 3_600)


def test_without_the_newest_messages_time_the_answers_counts():
    assert call_gaps(stamped(None, None, "1700000000", None, "1700000060", None, "1700000061.5")) == (None, 60, 1)


def test_times_that_cannot_be_compared_are_no_gap():
    backwards = stamped(None, "1700000060", None, "1700000000", None, "1700000001", None)
    assert call_gaps(backwards) == (None, None, 1)
    zones = stamped(None, "2025-01-01T10:00:00Z", None, "2025-01-01T10:00:01", None, "2025-01-01T10:00:02", None)
    assert call_gaps(zones) == (None, None, 1)
    assert call_gaps(stamped(None, None, None, "1700000000", None, "nonsense", None)) == (None, None, None)


def test_a_request_has_no_times():
    assert call_gaps(ts.load(RUN)) == (None, None, None)


def test_the_examples_in_the_module_are_true():
    assert doctest.testmod(trimscope.caching.gaps).failed == 0
