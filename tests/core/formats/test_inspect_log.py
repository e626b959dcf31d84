"""Inspect's logs, as JSON and as archives: samples, attachments, errors; and archives that must not be opened."""

import io
import json
import zipfile

import pytest

import trimscope as ts
from trimscope.formats import load_all
from trimscope.source import archive

MD5 = "0123456789abcdef0123456789abcdef"
USED = {"input_tokens": 5, "output_tokens": 3, "total_tokens": 103, "input_tokens_cache_read": 95}


def call(identity, **arguments):
    return {"id": identity, "function": "bash", "arguments": arguments, "type": "function"}


def says(identity, content, *calls, **more):
    return {"id": identity, "role": "assistant", "content": content, "tool_calls": list(calls), **more}


def tool(identity, content, **more):
    return {"role": "tool", "tool_call_id": identity, "function": "bash", "content": content, **more}


def sample(*messages, number=1, epoch=1, **more):
    return {"id": number, "epoch": epoch, "input": "x", "target": "y", "messages": list(messages), **more}


def log(*samples):
    head = {"version": 2, "status": "success", "eval": {"model": "openai/gpt-x"}, "plan": {}}
    return {**head, "samples": list(samples)}


RUN = sample(
    {"role": "user", "content": f"Read this: attachment://{MD5}", "source": "input"},
    says("m1", [{"type": "reasoning", "reasoning": "Hm."}, {"type": "text", "text": "I look."}], call("a", cmd="ls")),
    tool("a", "", error={"type": "timeout", "message": "Timed out."}),
    says("m2", "Done."),
    attachments={MD5: "a long letter"},
    events=[{"event": "model", "output": {"choices": [{"message": {"id": "m1"}}], "usage": USED}}],
)


def test_a_sample_is_a_conversation_with_its_attachments_put_back():
    transcript = ts.load(log(RUN))
    assert transcript.format == "inspect-log" and transcript.model == "openai/gpt-x"
    assert transcript.messages[0].text == "Read this: a long letter"
    assert not ts.group(transcript).faults


def test_a_call_is_a_name_with_arguments_and_a_failed_tool_sends_its_error():
    transcript = ts.load(log(RUN))
    made = transcript.messages[1].calls[0]
    assert (made.name, json.loads(made.arguments)) == ("bash", {"cmd": "ls"})
    assert transcript.messages[2].results[0].texts[0].text == "Timed out."
    assert transcript.messages[1].usage == ts.transcript.Usage(100, 95, 0, 3)


def test_pictures_and_server_tools_are_no_text():
    picture = {"type": "image", "image": f"attachment://{MD5}", "detail": "auto"}
    search = {"type": "tool_use", "tool_type": "web_search", "name": "search", "arguments": "{}", "result": "found"}
    held = sample(
        {"role": "user", "content": [picture]}, says("m", [search]), attachments={MD5: "data:image/png;base64,AA"}
    )
    transcript = ts.load(log(held))
    assert transcript.messages[0].parts[0].kind == "image_url" and transcript.messages[0].text == ""
    assert "found" in transcript.messages[1].parts[0].text


def test_samples_are_named_by_id_and_epoch_and_one_alone_is_read_too():
    found = load_all(log(RUN, {**RUN, "epoch": 2}))
    assert len(found) == 2
    assert ts.load(log(RUN, {**RUN, "epoch": 2}), select="1_epoch_2").messages
    assert ts.load(RUN).format == "inspect-log"


def test_a_log_of_a_header_only_says_so():
    with pytest.raises(ts.LoadError, match="no samples"):
        ts.load(log())


def test_stand_ins_that_grow_without_end_are_refused():
    many = " ".join([f"attachment://{MD5}"] * 300)
    with pytest.raises(ts.LoadError, match="200 million"):
        ts.load(log(sample({"role": "user", "content": many}, attachments={MD5: "x" * 1_000_000})))


def packed(members, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made:
        for name, value in members.items():
            made.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return buffer.getvalue()


HEADER = {key: value for key, value in log().items() if key != "samples"}


def test_an_archive_is_the_log_it_was_made_of_with_samples_in_order():
    samples = {f"samples/{n}_epoch_1.json": {**RUN, "id": n} for n in (10, 9, 2)}
    found = load_all(packed({"header.json": HEADER, **samples, "summaries.json": []}))
    assert [each.format for each in found] == ["inspect-log"] * 3
    assert archive.unpacked(packed({"header.json": HEADER, **samples}))["samples"][2]["id"] == 10


def test_a_run_that_was_broken_off_has_its_journal_for_a_header():
    made = packed({"_journal/start.json": {"eval": {}, "plan": {}}, "samples/1_epoch_1.json": RUN})
    assert ts.load(made).messages


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (packed({"readme.txt": b"hello"}), "no Inspect log"),
        (packed({"header.json": [1]}), "no object"),
        (packed({"header.json": b"{oops"}), "header.json of the archive: Line 1"),
        (packed({"header.json": HEADER})[:-30], "damaged"),
        (b"PK\x03\x04" + b"\x00" * 50, "damaged"),
    ],
)
def test_what_is_no_such_archive_says_so_in_one_sentence(made, words):
    with pytest.raises(ts.LoadError, match=words):
        ts.load(made)


def test_members_in_a_packing_this_python_cannot_read_are_named(monkeypatch):
    made = bytearray(packed({"header.json": HEADER}))
    for magic, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = made.index(magic) + offset
        made[at : at + 2] = (97).to_bytes(2, "little")
    with pytest.raises(ts.LoadError, match="Zstandard"):
        ts.load(bytes(made))


def test_an_archive_that_inflates_too_far_is_not_opened(monkeypatch):
    monkeypatch.setattr(archive, "MOST_INFLATED", 1_000_000)
    bomb = packed({"header.json": HEADER, "samples/1_epoch_1.json": b" " * 5_000_000})
    assert len(bomb) < 10_000
    with pytest.raises(ts.LoadError, match="inflates"):
        ts.load(bomb)


def test_the_cap_counts_all_members_together(monkeypatch):
    monkeypatch.setattr(archive, "MOST_INFLATED", 1_000_000)
    members = {f"samples/{n}_epoch_1.json": json.dumps(RUN).encode() + b" " * 300_000 for n in range(5)}
    with pytest.raises(ts.LoadError, match="inflates"):
        ts.load(packed({"header.json": HEADER, **members}))
