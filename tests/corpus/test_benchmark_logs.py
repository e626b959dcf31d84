"""Real logs of coding agents and benchmarks: found, counted, trimmed without new faults."""

import json

import pytest

import trimscope as ts
from corpus.corpus import POLICIES, files, log_of, logged, tally
from small import outside
from trimscope.formats import load_all
from trimscope.source import archive

FORMATS = (
    "atif-trajectory",
    "inspect-log",
    "mini-swe-agent-traj",
    "moatless-trajectory",
    "opencode-events",
    "openhands-llm-completion",
    "openhands-output-jsonl",
    "openhands-sdk-events",
    "openhands-trajectory",
    "swe-agent-traj",
    "tarko-event-stream",
    "tau-bench-results",
)
TEXT = "the log takes actions in the answer's text for calls; they were sent as text, so they are read as text"
PENDING = "the log counts each call again as a call without result; only the last one has none"
DIFFERENT = {
    # calls, results, calls without result, results without call; and why the log's numbers are others
    "marshmallow_default.traj": ((0, 0, 0, 0), TEXT),
    "ctf_web.traj": ((0, 0, 0, 0), TEXT),
    "pydicom-1458.traj": ((0, 0, 0, 0), TEXT),
    "basic.json": ((2, 1, 1, 0), PENDING),
    "basic_gui_mode.json": ((4, 4, 0, 0), PENDING),
    "wrong_initial_state.json": ((4, 3, 1, 0), PENDING),
    "multi_swe_output.jsonl": ((105, 103, 2, 0), "two 'error' observations that the log counts answer no call"),
    "resolver_mock_output.jsonl": ((24, 24, 0, 0), "actions without ids are calls all the same: each has its result"),
    "goal_events.jsonl": ((2, 3, 0, 1), "the log did not look for this kind; one call was cut out of the file by hand"),
    "uitars_many_images.jsonl": ((6, 6, 0, 0), "all six calls share one id, which the log counts once"),
    "django-11039.json": ((5, 5, 0, 0), "every call has its node's observation; the log looked for results by id"),
    "sympy-11400_large.json": ((16, 16, 0, 0), "every call has its node's observation; the log looked by id"),
}
FILES = files(*FORMATS)
EVERY = 20
"""Of files with very many conversations, planning every twentieth shows as much."""


def test_the_corpus_is_here():
    assert outside("transcripts") and FILES


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.name[:40])
def file(request):
    return request.param


@pytest.fixture(scope="module")
def conversations(file):
    return load_all(file.read_bytes())


def some(conversations):
    return conversations if len(conversations) < EVERY else conversations[::EVERY]


def document_of(path):
    data = path.read_bytes()
    if archive.is_archive(data):
        return archive.unpacked(data)
    try:
        return json.loads(data)
    except ValueError:
        return [json.loads(line) for line in data.decode().split("\n") if line.strip()]


def test_the_format_is_found_and_the_counts_are_those_of_the_log(file, conversations):
    counts = tally(conversations)
    assert {each.format for each in conversations} == {log_of(file)["format"]}
    if file.name in DIFFERENT:
        assert tuple(counts.values()) == DIFFERENT[file.name][0]
    else:
        assert counts == logged(file)


def test_every_message_knows_its_place_in_the_file(file, conversations):
    document = document_of(file)
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
    for each in some(conversations):
        refused = ts.group(each).refused
        plan = ts.plan(each, ts.Policy(**POLICIES[name]))
        assert refused or plan.status != "refused"
        again = ts.load(plan.document, format=each.dialect)
        assert ts.count(again).total == plan.tokens.sent


def test_no_edit_leaves_the_request_as_it_was_made(conversations):
    for each in some(conversations):
        if len(each.epochs) == 1:
            plan = ts.plan(each, ts.Policy(old_rounds="keep", result_limit=None, window=10_000_000))
            assert plan.document is each.document


def test_no_picture_and_no_attachment_is_counted_as_text(conversations):
    for each in some(conversations):
        for message in each.messages:
            assert ";base64," not in message.text and "attachment://" not in message.text


def test_a_voice_run_says_that_it_holds_no_words():
    path = outside("transcripts") / "tau2-results" / "voice_sim_49b22f0c.json"
    with pytest.raises(ts.LoadError, match=r"sound, not text"):
        ts.load(path.read_bytes())


@pytest.mark.parametrize(("name", "count", "calls"), [("Dialog", 45, 70), ("Singlecall", 100, 0)])
def test_a_benchmark_of_dialogues_gives_each_dialogue_once(name, count, calls):
    path = outside("transcripts") / "openai-chat" / f"kakao_ko_FunctionChat-{name}.jsonl"
    found = load_all(path.read_bytes())
    assert {each.format for each in found} == {"function-chat-bench"} and len(found) == count
    assert sum(len(m.calls) for each in found for m in each.messages) == calls
    assert all(each.tools for each in found)
