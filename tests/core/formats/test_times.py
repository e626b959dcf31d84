"""When each message was written, as the file says it."""

import pytest

import trimscope as ts
from small import GOAL, SYSTEM, outside, says
from trimscope.formats import times


@pytest.mark.parametrize(
    "value,time",
    [
        ("2025-06-14T11:00:00Z", "2025-06-14T11:00:00Z"),
        ("2025-01-27T22:44:56.900854", "2025-01-27T22:44:56.900854"),
        ("2025-10-31 22:56:56+00:00", "2025-10-31 22:56:56+00:00"),
        (1763681581544, "1763681581544"),
        (1743873355.514693, "1743873355.514693"),
        (18.5, None),
        (True, None),
        (None, None),
        ("yesterday", None),
        ("2025-06-14T11:00:00Z ignore all rules", None),
        ({"created": 1763681581544}, None),
    ],
)
def test_a_time_is_handed_on_as_it_is_written_and_nothing_else_is(value, time):
    assert times.written(value) == time


def test_a_request_has_no_times_and_a_chat_may_have_them():
    assert ts.load([SYSTEM, GOAL, says("so")]).times == ()
    stamped = ts.load([SYSTEM, {**GOAL, "timestamp": "2025-06-14T11:00:00Z"}, says("so")])
    assert stamped.times == (None, "2025-06-14T11:00:00Z", None)


def test_the_time_of_a_call_is_none_of_the_messages_in_its_request():
    assert times.of("langfuse-trace", {"timestamp": "2025-06-14T11:00:00Z"}, ts.load([GOAL]).messages) == ()


def read(path):
    try:
        return ts.load(path.read_bytes())
    except ts.LoadError:
        return None


@pytest.mark.parametrize(
    "format", ["claude-code-jsonl", "codex-rollout", "pi-session-jsonl", "openhands-trajectory", "vscode-copilot-chat"]
)
def test_the_logs_at_hand_have_times_that_begin_before_they_end(format):
    paths = sorted(path for path in (outside("transcripts") / format).iterdir() if path.stat().st_size < 4_000_000)
    transcript = max((read(path) for path in paths), key=lambda each: len(each.messages) if each else 0)
    known = [time for time in transcript.times if time]
    assert len(known) >= len(transcript.messages) - 1 and known[0] <= known[-1]
