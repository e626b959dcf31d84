"""Real histories, traces and recordings of agent frameworks, from outside the repository.

Counts are those of LOG.tsv or the difference is explained in `COUNTS`: the log's quick scripts counted every copy of
a call in the file, or only what the last request of a recording holds.
"""

import copy
import json

import pytest

import trimscope as ts
from corpus.corpus import POLICIES, files, log_of
from small import outside

FOLDERS = (
    "sharegpt",
    "langgraph-thread-state",
    "langsmith-run",
    "langfuse-trace",
    "otel-genai-span",
    "letta-agent-file",
    "toolbench-answer",
    "vcr-cassette",
)
WRITTEN = ("sharegpt", "langgraph-thread-state")
"""Formats that are written back in their own shape."""

COUNTS = {
    # a trace holds the same call once in every later call's input; here each is one
    "google-adk-2025-08-28": (1, 1, "the log counts 6 calls and 3 results: every copy, the answers' included"),
    "koog-2025-08-26": (2, 2, "the log saw no call: they are written as the text of tool messages"),
    "langgraph-js-2025-10-30": (1, 1, "the log counts 12 copies of the one result"),
    "langgraph-python-2025-08-22": (1, 1, "the log counts 8 copies of the one result, tool definitions included"),
    "microsoft-agent-2025-12-17": (1, 1, "the log counts the copy in the agent's own observation"),
    "pydantic-ai-tools-2025-12-04": (4, 3, "the log counts 13 results; the rating agent ends with a pending call"),
    # the log adds up snapshots of which each repeats the one before
    "G1_answer_11": (4, 3, "the log counts 1+2+3+4 calls and 0+1+2+3 results; the path ends with the call of Finish"),
    "G3_answer_13": (5, 4, "the log counts 1+2+3+4+5 calls; the path ends with the call of Finish"),
    # the log counts the last request of a recording; its answer is part of the conversation
    "test_complex_agent_run.yaml": (4, 3, "the answer to the last request is a call"),
    "test_google_instructions_only": (7, 6, "the answer to the last request is a call"),
    "test_bedrock_model_structured_output": (2, 1, "the answer to the last request is a call"),
    "TestAnthropicStructuredPlanning": (10, 10, "the recording holds a planning conversation besides, with one call"),
    "test_cross_provider_capability_replay": (6, 6, "the recording holds the same run at two providers: 2 and 4 calls"),
}
NAMED = {"dazzaji_manual_traces.json": "a program's own trace of its stages, no spans: it is named, not read"}
BROKEN = {
    "llamafactory_glaive_zh.json": {"orphan_result"},
    "pydantic-ai_test_deepseek_responses_rejects_interleaved_function_calls.yaml": {"interleaved_call"},
}
"""Files with faults that a provider refuses: two samples with an observation too many; a request that got HTTP 400."""


FILES = files(*FOLDERS, without=NAMED)


def test_the_corpus_is_here():
    assert outside("transcripts") and len(FILES) == 39


@pytest.fixture(params=FILES, ids=lambda path: path.name[:60])
def file(request):
    return request.param


def source_of(path):
    if path.suffix != ".yaml":
        return path.read_bytes()
    pytest.importorskip("yaml")
    from trimscope_app import yaml_files

    return yaml_files.read(path.read_bytes())


def test_it_is_told_and_its_counts_are_those_of_the_log_or_the_difference_is_explained(file):
    found = ts.formats.load_all(source_of(file))
    log = log_of(file)
    assert {each.format for each in found} == {file.parent.name}
    calls = sum(len(m.calls) for each in found for m in each.messages)
    results = sum(len(m.results) for each in found for m in each.messages)
    explained = next((value for name, value in COUNTS.items() if name in file.name), None)
    expected = explained[:2] if explained else (int(log["n_tool_calls"]), int(log["n_tool_results"]))
    assert (calls, results) == expected
    refused = {f.code for each in found for f in ts.group(each).faults if f.severity == "refused"}
    assert refused == BROKEN.get(file.name, set())


def test_trimming_brings_no_new_fault_and_reads_again_with_the_same_count(file):
    found = ts.formats.load_all(source_of(file))
    for transcript in found[:: max(1, len(found) // 40)]:
        refused = ts.group(transcript).refused
        for keys in POLICIES.values():
            policy = ts.Policy(**keys)
            plan = ts.plan(transcript, policy)
            assert refused or plan.status != "refused"
            own = transcript.format in WRITTEN
            again = ts.load(copy.deepcopy(plan.document), format=transcript.format if own else transcript.dialect)
            assert ts.count(again).total == plan.tokens.sent
            if not refused:
                assert json.dumps(ts.plan(again, policy).document) == json.dumps(plan.document)


def test_no_edits_mean_the_same_document(file):
    transcript = ts.load(source_of(file))
    plan = ts.plan(transcript, ts.Policy(old_rounds="keep", result_limit=None, window=10_000_000))
    assert plan.document is transcript.document
    if transcript.format == "langgraph-thread-state":
        assert plan.document == json.loads(file.read_bytes())


def test_what_is_only_named_says_what_it_is():
    path = outside("transcripts") / "otel-genai-span" / "dazzaji_manual_traces.json"
    with pytest.raises(ts.LoadError, match="own trace of its stages"):
        ts.load(path.read_bytes())


def test_reported_usage_of_a_recording_finds_its_call():
    path = next(outside("transcripts").glob("vcr-cassette/*TestAnthropicStructuredPlanning*"))
    transcript = ts.load(source_of(path))
    calls = [m for m in transcript.messages if m.role == "assistant"]
    assert all(m.usage for m in calls) and [m.usage.context for m in calls] == sorted(m.usage.context for m in calls)


def test_no_other_file_is_taken_for_one_of_these():
    from trimscope.formats import FORMATS
    from trimscope.formats.source import Source
    from trimscope.source import reading

    ours = {*FOLDERS, "langchain", "pydantic-ai-messages", "vercel-ui-messages", "vercel-model-messages"}
    ours |= {"mlflow-trace", "autogen-state", "smolagents", "camel-memory", "browser-use"}
    modules = [module for module in FORMATS if module.NAME in ours]
    assert len(modules) == len(ours)
    for path in sorted(outside("transcripts").glob("*/*")):
        if path.suffix in (".yaml", ".eval"):
            continue
        try:
            source = Source(*reading.read_damaged(path.read_bytes()))
        except ts.LoadError:
            continue
        found = [module.NAME for module in modules if module.detect(source)]
        assert found in ([], [path.parent.name]), path.name
