"""Real requests and sessions for Gemini, Bedrock, Mistral, Cohere and Ollama, from outside the repository."""

import copy
import json

import pytest

import trimscope as ts
from corpus.corpus import POLICIES, files, log_of
from small import outside

DIALECTS = ("gemini-contents", "bedrock-converse", "mistral-chat", "cohere-v2", "ollama-chat")
LOGS = ("gemini-cli-session", "qwen-code-jsonl", "google-adk-session")
MESSAGES = {
    "jnarowski_session-2025-10-29T10-40-359abdd0.json": "3 records; a call's record holds its result: one message more",
    "jnarowski_tool-result-cancelled.json": "1 record that holds a call and its result: two messages",
    "text_search_floral_dress.session.json": "50 events, of which 10 carry a change of state and no content",
    "image_search_denim_skirt.session.json": "41 events, of which 9 carry a change of state and no content",
    "travel_intrip.test.json": "1 case; its 4 turns are what was asked and what was answered",
    "splitrail_qwen_code.jsonl": "8 lines, of which 4 are the program's own (telemetry, snapshots)",
}
"""Files whose messages are more or fewer than the log's count of lines or records, and why."""
FRAGMENTS = {"jnarowski_tool-result-cancelled.json": "a single record of a session, the model's: no user speaks first"}


FILES = files(*DIALECTS, *LOGS)


@pytest.fixture(params=FILES, ids=lambda path: path.name[:50])
def file(request):
    return request.param


def test_the_files_are_here():
    assert outside("transcripts") and FILES


def test_the_format_is_detected_and_the_counts_are_those_of_the_log(file):
    transcript = ts.load(file.read_bytes())
    log = log_of(file)
    assert transcript.format == log["format"]
    assert transcript.dialect == (transcript.format if transcript.format in DIALECTS else "gemini-contents")
    assert sum(len(m.calls) for m in transcript.messages) == int(log["n_tool_calls"])
    assert sum(len(m.results) for m in transcript.messages) == int(log["n_tool_results"])
    grouped = ts.group(transcript)
    assert len(grouped.pairs) == int(log["n_tool_results"])
    assert (len(transcript.messages) != int(log["n_messages"])) == (file.name in MESSAGES)
    assert grouped.refused == (file.name in FRAGMENTS)


def test_it_comes_back_equal(file):
    transcript = ts.load(file.read_bytes())
    before = json.dumps(transcript.document)
    plan = ts.plan(transcript, ts.Policy(old_rounds="keep", result_limit=None, window=10_000_000))
    assert plan.document is transcript.document and json.dumps(plan.document) == before
    if transcript.format in DIALECTS:
        assert plan.document == json.loads(file.read_bytes())


@pytest.mark.parametrize("name", POLICIES)
def test_four_policies_bring_no_new_fault(file, name):
    policy = ts.Policy(**POLICIES[name])
    for transcript in ts.formats.load_all(file.read_bytes()):
        plan = ts.plan(transcript, policy)
        assert (plan.status == "refused") == (file.name in FRAGMENTS)
        again = ts.load(copy.deepcopy(plan.document), format=transcript.dialect)
        assert ts.count(again).total == plan.tokens.sent
        assert json.dumps(ts.plan(again, policy).document) == json.dumps(plan.document)


def test_reported_usage_is_kept_with_its_call():
    for name, count in (("gemini-cli-session", 2), ("qwen-code-jsonl", 2)):
        path = min((outside("transcripts") / name).iterdir())
        found = [message for message in ts.load(path.read_bytes()).messages if message.usage]
        assert len(found) == count and all(m.role == "assistant" and m.usage.context > 400 for m in found)
