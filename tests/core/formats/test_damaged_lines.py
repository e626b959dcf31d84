"""Logs with a few damaged lines are read and the lines named; a chat with one is refused with the place."""

import json

import pytest

import trimscope as ts

LINES = [
    {"type": kind, "uuid": f"u{n}", "sessionId": "s", "message": {"role": kind, "content": f"text {n}"}}
    for n, kind in enumerate(("user", "assistant") * 5)
]


def jsonl(lines, damaged=()):
    written = [json.dumps(line) for line in lines]
    return "\n".join(line[: len(line) // 2] if n in damaged else line for n, line in enumerate(written))


@pytest.mark.parametrize("damaged,shown", [([4], "line 5."), ([9], "line 10."), ([3, 9], "line 4, 10.")])
def test_damaged_lines_of_a_log_are_left_out_and_named(damaged, shown):
    transcript = ts.load(jsonl(LINES, damaged))
    assert len(transcript.messages) == 10 - len(damaged)
    note = transcript.notes[-1]
    assert shown in note["en"] and str(damaged[0] + 1) in note["zh"]


def test_places_in_the_file_count_the_damaged_lines_too():
    assert ts.load(jsonl(LINES, [4])).messages[-1].origin == ((9,),)


def test_more_than_a_fifth_damaged_is_refused_with_the_first_place():
    with pytest.raises(ts.LoadError, match=r"^Line 3, column \d+: .*\.$"):
        ts.load(jsonl(LINES, [2, 4, 6]))


def test_a_chat_with_one_damaged_line_is_refused_with_the_place():
    chat = [{"role": "user", "content": f"text {n}"} for n in range(20)]
    with pytest.raises(ts.LoadError, match=r"^Line 13, column \d+"):
        ts.load(jsonl(chat, [12]))


def test_a_line_that_is_json_but_too_deep_is_never_left_out():
    text = jsonl(LINES) + "\n" + "[" * 300 + "]" * 300
    with pytest.raises(ts.LoadError, match=r"Line 11.*deeper"):
        ts.load(text)


def test_a_format_chosen_by_hand_does_not_make_a_chat_tolerant():
    chat = [{"role": "user", "content": f"text {n}"} for n in range(20)]
    with pytest.raises(ts.LoadError, match="Line 13"):
        ts.load(jsonl(chat, [12]), format="openai-chat")
