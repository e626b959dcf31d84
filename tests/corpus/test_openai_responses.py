"""Real Responses requests, answers, Codex sessions, saved agent runs, and requests that really got HTTP 400."""

import copy
import json

import pytest

import trimscope as ts
from corpus.corpus import POLICIES, files, log_of, logged, tally
from small import outside

FOLDERS = (
    "openai-responses",
    "openai-responses-response",
    "codex-rollout",
    "openai-agents-runstate",
    "http-400-bodies",
)
EMPTY = "ccusage_branch_parent.jsonl"
"""A Codex session of token counts only: there is nothing to load."""

DIFFERENT = {
    # the log pairs by id; a tool search of the provider has none (null), and its call and output pair in order
    "pydantic-ai_test_openai_native_tool_search_with_deferred_capability.req3.json": {"calls_without_result": 0},
}
FAULTS = {
    "deepseek_responses_rejects_interleaved": ("deepseek-responses", "interleaved_call", "call-a"),
    "thinking_with_modified_history": (
        "openai-responses",
        "lone_reasoning",
        "rs_68c42de022c881948db7ed1cc2529f2e0202c9ad459e0d23",
    ),
}


FILES = files(*FOLDERS)


def test_the_files_are_here():
    assert outside("transcripts") and FILES


@pytest.fixture(params=[path for path in FILES if path.name != EMPTY], ids=lambda path: path.name[:60])
def file(request):
    return request.param


def test_the_format_is_told_and_calls_and_results_are_those_of_the_log(file):
    transcript = ts.load(file.read_bytes())
    if file.parent.name != "http-400-bodies":
        assert transcript.format == log_of(file)["format"]
    assert tally([transcript]) == logged(file) | DIFFERENT.get(file.name, {})


def test_without_edits_it_is_the_same_document(file):
    parsed = json.loads(file.read_bytes()) if file.suffix == ".json" else None
    transcript = ts.load(file.read_bytes())
    plan = ts.plan(transcript, ts.Policy(old_rounds="keep", result_limit=None, window=10_000_000))
    if transcript.epochs == (0,):
        assert plan.document is transcript.document
    if parsed is not None and transcript.format in ("openai-responses", "openai-responses-response", "openai-chat"):
        assert json.dumps(transcript.document) == json.dumps(parsed)


@pytest.mark.parametrize("name", POLICIES)
def test_four_policies_bring_no_new_fault_and_the_output_reads_as_counted(file, name):
    transcript = ts.load(file.read_bytes())
    refused = ts.group(transcript).refused
    plan = ts.plan(transcript, ts.Policy(**POLICIES[name]))
    assert refused or plan.status != "refused"
    again = ts.load(copy.deepcopy(plan.document))
    assert ts.count(again).total == plan.tokens.sent
    assert refused or not ts.group(again).refused


def test_a_session_of_counts_only_is_refused_with_one_sentence():
    with pytest.raises(ts.LoadError, match="no conversation"):
        ts.load((outside("transcripts") / "codex-rollout" / EMPTY).read_bytes())


@pytest.mark.parametrize("name", FAULTS)
def test_what_really_got_http_400_is_refused_for_the_reason_the_provider_gave(name):
    path = next((outside("transcripts") / "http-400-bodies").glob(f"*{name}*"))
    transcript = ts.load(path.read_bytes())
    provider, code, identity = FAULTS[name]
    assert transcript.provider == provider
    assert (code, "refused", identity) in {(f.code, f.severity, f.call_id) for f in ts.group(transcript).faults}
    assert ts.plan(transcript).status == "refused"


def test_a_refusal_for_what_the_model_wrote_is_no_fault_of_the_request():
    # the provider's own model called a tool with wrong parameters: nothing in the request is wrong
    path = next((outside("transcripts") / "http-400-bodies").glob("*tool_use_failed*"))
    assert not ts.group(ts.load(path.read_bytes())).faults


def test_every_model_call_of_a_codex_session_has_its_usage_and_the_wrapper_is_no_goal():
    for path in sorted((outside("transcripts") / "codex-rollout").glob("*rollout-2025*")):
        transcript = ts.load(path.read_bytes())
        counts = {
            json.dumps(line["payload"]["info"]["total_token_usage"])
            for line in map(json.loads, path.read_text(encoding="utf-8").splitlines())
            if line["payload"].get("type") == "token_count" and line["payload"]["info"]
        }
        reported = [m.usage for m in transcript.messages if m.usage]
        assert len(reported) == len(counts) and all(each.context >= each.cached for each in reported)
        first = transcript.messages[0]
        assert first.injected and first.text.startswith("<environment_context>")
        assert not transcript.messages[1].injected


def test_no_other_file_is_taken_for_one_of_these():
    from trimscope.formats import openai_responses, openai_responses_response
    from trimscope.formats.logs import codex_rollout, openai_agents_runstate
    from trimscope.formats.source import Source
    from trimscope.source import reading

    modules = (openai_responses, openai_responses_response, codex_rollout, openai_agents_runstate)
    for path in sorted(outside("transcripts").glob("*/*")):
        if path.parent.name in FOLDERS or path.suffix in (".yaml", ".eval"):
            continue
        try:
            source = Source(*reading.read_damaged(path.read_bytes()))
        except ts.LoadError:
            continue
        assert not [module.NAME for module in modules if module.detect(source)], path.name
