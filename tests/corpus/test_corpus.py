"""Real files of real agents, from outside the repository: they load, count, come back equal, and trim cleanly."""

import copy
import json

import pytest

import trimscope as ts
from corpus.corpus import POLICIES, files, log_of
from small import outside

FORMATS = ("openai-chat", "anthropic-messages")
NOT_REQUESTS = {
    "kakao_ko_FunctionChat-Dialog.jsonl": "a benchmark's own wrapper around queries, no list of messages",
    "kakao_ko_FunctionChat-Singlecall.jsonl": "a benchmark's own wrapper around queries, no list of messages",
}


FILES = files(*FORMATS, without=NOT_REQUESTS)


def test_the_corpus_is_here():
    assert outside("transcripts") and FILES


@pytest.fixture(params=FILES, ids=lambda path: path.name[:50])
def file(request):
    return request.param


def test_the_file_loads_as_what_it_is_and_its_counts_are_those_of_the_log(file):
    transcript = ts.load(file.read_bytes())
    log = log_of(file)
    assert transcript.format == log["format"]
    records = transcript.document
    for step in transcript.base:
        records = records[step]
    assert len(records) == int(log["n_messages"])
    assert sum(len(m.calls) for m in transcript.messages) == int(log["n_tool_calls"])
    assert sum(len(m.results) for m in transcript.messages) == int(log["n_tool_results"])
    assert not ts.group(transcript).refused


def test_it_comes_back_equal(file):
    transcript = ts.load(file.read_bytes())
    before = json.dumps(transcript.document)
    plan = ts.plan(transcript, ts.Policy(old_rounds="keep", result_limit=None, window=10_000_000))
    assert plan.document is transcript.document and json.dumps(plan.document) == before


@pytest.mark.parametrize("name", POLICIES)
def test_four_policies_bring_no_new_fault(file, name):
    check(ts.load(file.read_bytes()), ts.Policy(**POLICIES[name]))


@pytest.mark.parametrize("name", NOT_REQUESTS)
def test_what_is_no_request_is_refused_with_one_sentence(name):
    path = outside("transcripts") / "openai-chat" / name
    try:
        transcript = ts.load(path.read_bytes())
    except ts.LoadError as error:
        assert str(error).endswith(".")
    else:
        assert transcript.messages, NOT_REQUESTS[name]


def runs():
    path = outside("transcripts") / "tau-bench-results" / "gpt-4o-airline.json"
    return [item["traj"] for item in json.loads(path.read_bytes())]


@pytest.mark.parametrize("name", POLICIES)
def test_recorded_airline_runs_trim_cleanly(name):
    for number, messages in enumerate(runs()):
        if number % 10 == 0:
            check(ts.load(messages), ts.Policy(**POLICIES[name]))


def test_an_airline_run_folds_call_by_call():
    transcript = ts.load(max(runs(), key=len))
    counts, before = ts.count(transcript), None
    policy = ts.Policy(trigger="watermark", token_budget=4000, result_limit=1000)
    gone: set[int] = set()
    for call in range(1, len(transcript.call_indexes) + 2):
        before = ts.plan(transcript, policy, counts=counts, call=call, before=before)
        now = {d.message for d in before.decisions if d.action == "drop"}
        assert gone <= now and before.status != "refused"
        gone = now


def check(transcript, policy):
    refused = ts.group(transcript).refused
    plan = ts.plan(transcript, policy)
    assert refused or plan.status != "refused"
    again = ts.load(copy.deepcopy(plan.document), format=transcript.format)
    assert ts.count(again).total == plan.tokens.sent
    if not refused:
        assert json.dumps(ts.plan(again, policy).document) == json.dumps(plan.document)
