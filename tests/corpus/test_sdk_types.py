"""Real files, read and trimmed: their requests are what the providers' SDK types accept."""

import json

import pytest

import trimscope as ts
from corpus.corpus import FOLDER
from small import outside

checks = pytest.importorskip("sdk_checks", reason="the providers' SDKs (extra `sdk`) are not installed; CI has them")
RECORDS, refused = checks.RECORDS, checks.refused

AS_RECORDED = {
    "anthropic-managed-agent-events/langsmith_custom_tools.jsonl": "a toolset that only the agents' own API knows",
    "claude-web-session-json/simonw_sample_session.json": "thinking whose signature the recording left out",
    "tarko-event-stream/uitars_github_reviewer_claude37.jsonl": "a picture in a tool result, in the log's own shape",
    "codex-rollout/": "reasoning without an id, pictures without their detail: Codex sends them and is answered",
}
"""Requests that were made, or recorded, in a shape that the SDK's types do not describe: kept as they are."""

POLICIES = {
    "default": {},
    "compact": {"old_rounds": "compact", "keep_rounds": 1, "result_limit": 500},
    "clear": {"old_rounds": "clear", "keep_rounds": 1},
    "watermark": {"trigger": "watermark", "token_budget": 3000, "keep_rounds": 1},
}

SOME = 4
"""Conversations looked at of a file that holds many: they were written by one program."""


FILES = sorted(path for path in FOLDER.glob("*/*") if path.is_file())


def test_the_corpus_is_here():
    assert outside("transcripts") and FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name[:40]}")
def test_a_trim_makes_nothing_that_the_sdk_refuses(path):
    try:
        transcripts = ts.load_all(path.read_bytes())[:SOME]
    except ts.TrimscopeError:
        return  # no transcript: other tests say which these are
    for transcript in transcripts:
        if transcript.dialect not in RECORDS:
            continue
        records = ts.formats.at(transcript.document, transcript.base)
        known = refused(transcript.dialect, records, transcript.document)
        assert not known or f"{path.parent.name}/{path.name}".startswith(tuple(AS_RECORDED))
        before = {json.dumps(node) for node in known}
        for keys in POLICIES.values():
            plan = ts.plan(transcript, ts.Policy(**keys))
            if plan.status == "refused":
                continue
            new = refused(transcript.dialect, plan.messages, plan.document)
            assert [node for node in new if json.dumps(node) not in before] == []
