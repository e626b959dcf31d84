"""Real logs of Claude's tools and of other agents with a session file: found, counted, trimmed without new faults."""

import json

import pytest

import trimscope as ts
from corpus.corpus import POLICIES, files, log_of, logged, tally
from small import outside
from trimscope.formats import load_all

FORMATS = (
    "anthropic-managed-agent-events",
    "anthropic-response",
    "anthropic-snapshot",
    "claude-code-jsonl",
    "claude-sdk-cassette",
    "claude-stream-json",
    "claude-web-session-json",
    "cline-sdk-messages",
    "openclaw-telemetry",
    "pi-session-jsonl",
    "vscode-copilot-chat",
)
DIFFERENT = {
    # calls, results, calls without result, results without call; and why the log's numbers are others
    "daaain_edge_cases.jsonl": ((3, 1, 2, 0), "one result stands under a misspelt key ('contenst'): nobody reads it"),
    "langsmith_custom_tools.jsonl": ((1, 1, 0, 0), "the log counts the result as sent and as streamed back"),
    "splitrail_copilot.json": ((13, 13, 0, 0), "the log looked for results beside the calls; they lie in another map"),
    "scout_openclaw_telemetry.jsonl": ((17, 17, 0, 0), "the log counts the history again at every agent.start"),
}
FILES = files(*FORMATS)


def test_the_corpus_is_here():
    assert outside("transcripts") and FILES


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.name[:40])
def file(request):
    return request.param


@pytest.fixture(scope="module")
def conversations(file):
    return load_all(file.read_bytes())


def test_the_format_is_found_and_the_counts_are_those_of_the_log(file, conversations):
    counts = tally(conversations)
    assert {each.format for each in conversations} == {log_of(file)["format"]}
    if file.name in DIFFERENT:
        assert tuple(counts.values()) == DIFFERENT[file.name][0]
    else:
        assert counts == logged(file)


def test_every_message_knows_its_place_in_the_file(file, conversations):
    data = file.read_bytes()
    try:
        document = json.loads(data)
    except ValueError:
        document = [json.loads(line) for line in data.decode().split("\n") if line.strip()]
    for each in conversations:
        for message in each.messages:
            assert message.origin
            for at in message.origin:
                node = document
                for step in at:
                    node = node[step]
                assert node is not None


@pytest.mark.parametrize("name", POLICIES)
def test_four_policies_bring_no_new_fault_and_what_they_send_reads_again(conversations, name):
    for each in conversations:
        refused = ts.group(each).refused
        plan = ts.plan(each, ts.Policy(**POLICIES[name]))
        assert refused or plan.status != "refused"
        again = ts.load(plan.document, format=each.dialect)
        assert ts.count(again).total == plan.tokens.sent


def test_no_edit_leaves_the_request_as_it_was_made(conversations):
    for each in conversations:
        if len(each.epochs) == 1:
            plan = ts.plan(each, ts.Policy(old_rounds="keep", result_limit=None, window=10_000_000))
            assert plan.document is each.document


def test_one_call_in_several_lines_has_its_usage_once(file, conversations):
    if file.name == "dkimuson_c.jsonl":
        lines = [json.loads(line) for line in file.read_bytes().decode().split("\n") if line.strip()]
        ids = {line["message"]["id"] for line in lines if line.get("type") == "assistant"}
        reported = [m.usage for each in conversations for m in each.messages if m.usage]
        assert len(reported) == len(ids) and sum(usage.output for usage in reported) == 51_933


def test_goals_are_what_people_typed(file, conversations):
    if file.name == "jnarowski_full-session-two.jsonl":
        typed = next(m for m in conversations[0].messages if m.role == "user" and not m.injected)
        assert typed.text.startswith("please move the + button")
