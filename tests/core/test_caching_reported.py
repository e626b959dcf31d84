"""The cache model beside what providers reported: on recorded runs, and on one small enough to check by hand."""

import json
import sys

import pytest

import trimscope as ts
from small import REPOSITORY, outside
from trimscope.caching.gaps import call_gaps
from trimscope.caching.rules import rules
from trimscope.models import resolve

sys.path.insert(0, str(REPOSITORY / "bench"))
from caching import compare

RUNS = {
    "claude-code-jsonl/dkimuson_ja_b.jsonl": 10,
    "claude-code-jsonl/jnarowski_full-session-four.jsonl": 30,
    "openhands-trajectory/basic_gui_mode.json": 4,
    "inspect-log/browser.json": 5,
    "codex-rollout/jnarowski_rollout-2025-09-24T19-22-20-01997e76-d124-7592-9cac-2ec05abbca08.jsonl": 132,
}


@pytest.mark.parametrize(("name", "calls"), RUNS.items())
def test_on_recorded_runs_the_modelled_share_is_within_three_points_of_the_reported_one(name, calls):
    found = compare(ts.load((outside("transcripts") / name).read_bytes()), name)
    assert len(found.calls) == calls
    assert abs(found.modelled - found.reported) <= 0.03 * found.input
    assert found.near >= 0.85 * calls


def test_prefixes_expire_after_the_documented_lifetime_in_recorded_runs_too():
    """Calls of Claude models whose predecessor is farther away than the lifetime: nothing that this run wrote is
    read back (one agent's system prompt, 13,168 tokens, is kept alive by other sessions)."""
    names = ["pi-session-jsonl/pimono_large-session.jsonl", *(name for name in RUNS if name.startswith("claude"))]
    late = []
    for name in names:
        transcript = ts.load((outside("transcripts") / name).read_bytes())
        lifetime = rules(resolve(transcript.model)).lifetime_s
        for index, gap in zip(transcript.call_indexes, call_gaps(transcript), strict=True):
            usage = transcript.messages[index].usage
            if gap is not None and gap > lifetime and usage is not None:
                late.append(usage.cached)
    assert len(late) >= 5 and set(late) <= {0, 13_168}


def line(kind, minute, second, content, **more):
    stamp = f"2025-06-14T11:{minute:02}:{second:02}Z"
    message = {"role": kind, "content": content, **more}
    return {"type": kind, "uuid": stamp, "timestamp": stamp, "sessionId": "s", "message": message}


def said(minute, second, context, cached, written):
    usage = {"input_tokens": context - cached - written, "cache_read_input_tokens": cached,
             "cache_creation_input_tokens": written, "output_tokens": 20}  # fmt: skip
    return line("assistant", minute, second, [{"type": "text", "text": "yes"}], id=f"m{minute}{second}",
                model="claude-sonnet-4-5-20250929", usage=usage)  # fmt: skip


def session():
    """Three calls of a Claude Code session, the third eight minutes after the second."""
    run = [
        *(line("user", 0, 0, "Count."), said(0, 5, 2_000, 0, 2_000)),
        *(line("user", 1, 0, "Again."), said(1, 5, 2_100, 2_000, 100)),
        *(line("user", 9, 0, "And now?"), said(9, 5, 2_200, 0, 2_200)),
    ]
    chained = [each | {"parentUuid": run[at - 1]["uuid"] if at else None} for at, each in enumerate(run)]
    return ts.load("\n".join(map(json.dumps, chained)))


def test_a_replay_knows_when_a_prefix_is_too_old():
    rows = ts.replay(session(), ts.Policy(), prices={"minimum": 0}).rows
    assert [row.gap for row in rows] == [None, 60, 480]
    assert [row.breaks for row in rows] == [False] * 3, "the requests themselves go on from each other"
    assert [row.bill.cached for row in rows] == [0, rows[0].sent, 0]
    lasting = ts.replay(session(), ts.Policy(), prices={"minimum": 0, "lifetime_s": 3_600}).rows
    assert [row.bill.cached for row in lasting] == [0, rows[0].sent, rows[1].sent]


def test_a_run_is_compared_call_by_call():
    found = compare(session())
    assert [(made.cached, made.written) for _, made in found.calls] == [(0, 2_000), (2_000, 100), (0, 2_200)]
    assert [(made.cached, made.written) for _, made in found.calls] == [
        (usage.cached, usage.cache_write) for usage, _ in found.calls
    ]
    assert (found.input, found.reported, found.modelled, found.near) == (6_300, 2_000, 2_000, 3)
