"""The samples that ship with the app: whole, readable, real, and worth looking at with the policy they open with."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import trimscope as ts

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLES = REPOSITORY / "static" / "samples"
INDEX = json.loads((SAMPLES / "index.json").read_text(encoding="utf-8"))
IDS = [entry["id"] for entry in INDEX]
WHOLE = [entry for entry in INDEX if entry["id"] != "broken"]

each = pytest.mark.parametrize("entry", INDEX, ids=IDS)
each_whole = pytest.mark.parametrize("entry", WHOLE, ids=[entry["id"] for entry in WHOLE])


def read(entry):
    return ts.load((SAMPLES / entry["file"]).read_bytes())


def planned(entry, **changes):
    return ts.plan(read(entry), ts.Policy.from_mapping(entry["policy"] | changes))


def entry_of(name):
    return next(entry for entry in INDEX if entry["id"] == name)


def actions(plan):
    return {decision.action for decision in plan.decisions}


def test_there_are_four_samples_with_names_of_their_own():
    assert len(INDEX) >= 4
    assert len(set(IDS)) == len(IDS)


def test_every_sample_file_is_listed():
    assert {path.name for path in SAMPLES.glob("*.json")} == {"index.json"} | {entry["file"] for entry in INDEX}


@each
def test_titles_and_notes_are_in_both_languages(entry):
    for words in (entry["title"], entry["note"]):
        assert set(words) == {"en", "zh"}
        assert re.search("[一-鿿]", words["zh"])
        assert words["en"].strip()


@each
def test_a_sample_is_small_enough_to_read(entry):
    assert 15_000 <= (SAMPLES / entry["file"]).stat().st_size <= 90_000
    assert 10 <= len(read(entry).messages) <= 45


def test_both_request_formats_are_shown():
    assert {read(entry).format for entry in INDEX} == {"openai-chat", "anthropic-messages"}


@each_whole
def test_every_call_has_its_result(entry):
    assert not planned(entry).faults


@each_whole
def test_the_untrimmed_sample_reaches_the_watermark_and_the_trimmed_one_is_fine(entry):
    plan = planned(entry)
    assert plan.tokens.stored >= 0.75 * plan.window.budget
    assert plan.status == "fine"


@each_whole
def test_trimming_saves_at_least_a_third(entry):
    tokens = planned(entry).tokens
    assert tokens.saved >= tokens.stored / 3


@each
def test_the_window_is_small_enough_that_it_matters(entry):
    assert 8_000 <= entry["policy"]["window"] <= 16_000


def test_the_first_sample_shows_drop_truncation_tombstone_and_anchors_at_once():
    plan = planned(INDEX[0])
    assert {"drop", "truncate", "insert", "anchor", "keep"} <= actions(plan)


def test_the_verdict_of_a_long_test_log_survives_in_its_tail():
    sent = json.dumps(planned(entry_of("coding")).messages)
    assert "1 failed, 104 passed" in sent


def test_the_hotel_sample_keeps_the_id_that_the_last_booking_needs():
    plan = planned(entry_of("hotel"))
    assert "compact" in actions(plan)
    first_result = next(message for message in plan.messages if message["role"] == "tool")
    assert json.loads(first_result["content"])["_compacted"] is True
    assert "HT-XA-003" in first_result["content"]


def test_dropping_instead_would_lose_that_id_before_the_booking():
    before_last_booking = ts.load((SAMPLES / "hotel.json").read_bytes()).document["messages"][:29]
    plan = ts.plan(ts.load({"messages": before_last_booking}), ts.Policy(window=12_000, keep_rounds=4))
    assert "HT-XA-003" in json.dumps(before_last_booking)
    assert "HT-XA-003" not in json.dumps(plan.messages)


def test_the_research_sample_has_parallel_calls_and_waits_for_the_watermark():
    transcript = read(entry_of("research"))
    calls = [sum(type(part).__name__ == "ToolCall" for part in message.parts) for message in transcript.messages]
    assert max(calls) >= 3
    assert "drop" in actions(planned(entry_of("research")))
    assert "drop" not in actions(planned(entry_of("research"), window=64_000))


def test_the_broken_sample_fails_closed():
    plan = planned(entry_of("broken"))
    assert plan.status == "refused"
    assert {"missing_result", "orphan_result"} <= {fault.code for fault in plan.faults}
    assert "drop" not in actions(plan)


@each
def test_a_sample_holds_no_path_of_the_machine_it_was_recorded_on(entry):
    text = (SAMPLES / entry["file"]).read_text(encoding="utf-8")
    assert not re.search(r"/tmp/|/root/|/work/|\.pyenv|lorem", text, re.IGNORECASE)


@pytest.mark.parametrize("name", ["hotel", "broken"])
def test_running_the_tools_again_gives_the_same_sample(name, tmp_path):
    recorder = REPOSITORY / "tools" / "record_samples"
    subprocess.run([sys.executable, "-B", recorder, name, "--into", tmp_path], check=True, capture_output=True)
    assert (tmp_path / f"{name}.json").read_bytes() == (SAMPLES / f"{name}.json").read_bytes()


def test_the_commit_hash_is_out_of_sight_when_the_coding_agent_needs_it():
    entry = entry_of("coding")
    document = json.loads((SAMPLES / entry["file"]).read_text(encoding="utf-8"))
    commit = document["messages"][25]["content"][-1]["input"]["command"]
    culprit = re.search(r"brought in by ([0-9a-f]{7})", commit)[1]
    before = document | {"messages": document["messages"][:25]}
    plan = ts.plan(ts.load(before), ts.Policy.from_mapping(entry["policy"]))
    assert culprit in json.dumps(before)
    assert culprit not in json.dumps(plan.messages)
