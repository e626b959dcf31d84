"""Old media leave tool results before text does, in every dialect, and what is left reads and counts as planned."""

import copy

import pytest

import trimscope as ts
from small import GOAL, answer, calls, says

DATA = "A" * 90
NOTE = "[media removed to fit the budget]"


def openai_chat():
    return [
        GOAL,
        calls("a", tool="f"),
        answer("a", [{"type": "text", "text": "bin"}, {"type": "image_url", "image_url": {"url": "data:," + DATA}}]),
        calls("b", tool="f"),
        answer("b"),
        says("so"),
    ]


def openai_responses():
    def ring(identity, output):
        call = {"type": "function_call", "call_id": identity, "name": "f", "arguments": "{}"}
        return call, {"type": "function_call_output", "call_id": identity, "output": output}

    seen = [{"type": "input_text", "text": "bin"}, {"type": "input_image", "image_url": "data:," + DATA}]
    return {"model": "gpt-4o", "input": [GOAL, *ring("a", seen), *ring("b", "ok"), says("so")]}


def anthropic_messages():
    def ring(identity, content):
        use = {"type": "tool_use", "id": identity, "name": "f", "input": {}}
        result = {"type": "tool_result", "tool_use_id": identity, "content": content}
        return {"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}

    image = {"type": "image", "source": {"type": "base64", "data": DATA}}
    seen = [{"type": "text", "text": "bin"}, image]
    return {"max_tokens": 9, "messages": [GOAL, *ring("a", seen), *ring("b", "ok"), says("so")]}


def gemini_contents():
    def ring(identity, **more):
        asked = {"role": "model", "parts": [{"functionCall": {"id": identity, "name": "f", "args": {}}}]}
        told = {"id": identity, "name": "f", "response": {"output": "bin"}, **more}
        return asked, {"role": "user", "parts": [{"functionResponse": told}]}

    image = {"inlineData": {"mimeType": "image/png", "data": DATA}}
    start, end = {"role": "user", "parts": [{"text": "go"}]}, {"role": "model", "parts": [{"text": "so"}]}
    return {"contents": [start, *ring("a", parts=[image]), *ring("b"), end]}


def vercel_model_messages():
    def ring(identity, output):
        call = {"type": "tool-call", "toolCallId": identity, "toolName": "f", "input": {}}
        result = {"type": "tool-result", "toolCallId": identity, "toolName": "f", "output": output}
        return {"role": "assistant", "content": [call]}, {"role": "tool", "content": [result]}

    parts = [{"type": "text", "text": "bin"}, {"type": "media", "data": DATA, "mediaType": "image/png"}]
    seen = {"type": "content", "value": parts}
    return [GOAL, *ring("a", seen), *ring("b", {"type": "text", "value": "ok"}), says("so")]


def langchain():
    def ring(identity, content):
        call = {"id": identity, "name": "f", "args": {}, "type": "tool_call"}
        return {"type": "ai", "content": "", "tool_calls": [call]}, {
            "type": "tool",
            "tool_call_id": identity,
            "content": content,
        }

    seen = [{"type": "text", "text": "bin"}, {"type": "image_url", "image_url": {"url": "data:," + DATA}}]
    return [{"type": "human", "content": "go"}, *ring("a", seen), *ring("b", "ok"), {"type": "ai", "content": "so"}]


def pydantic_ai_messages():
    def ring(identity, content):
        call = {"part_kind": "tool-call", "tool_name": "f", "args": {}, "tool_call_id": identity}
        told = {"part_kind": "tool-return", "tool_name": "f", "tool_call_id": identity, "content": content}
        return {"kind": "response", "parts": [call]}, {"kind": "request", "parts": [told]}

    seen = ["bin", {"kind": "image-url", "url": "data:," + DATA}]
    start = {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "go"}]}
    end = {"kind": "response", "parts": [{"part_kind": "text", "content": "so"}]}
    return [start, *ring("a", seen), *ring("b", "ok"), end]


WITH_NOTE = [openai_chat, openai_responses, anthropic_messages, langchain]
WITHOUT = [gemini_contents, vercel_model_messages, pydantic_ai_messages]
"""Dialects whose results have no text parts of the form that messages have: the picture goes, the text says no more."""


@pytest.mark.parametrize("make", [*WITH_NOTE, *WITHOUT], ids=lambda make: make.__name__)
def test_a_picture_leaves_its_result_and_the_text_stays(make):
    name = make.__name__.replace("_", "-")
    document = make()
    transcript = ts.load(copy.deepcopy(document), format=name)
    sent = ts.plan(transcript, ts.Policy(token_budget=300, exclude_tools=["f"]))
    assert sent.status == "fine" and [d.reason for d in sent.decisions].count("media_over_budget") == 1
    again = ts.load(copy.deepcopy(sent.document), format=name)
    first = next(result for message in again.messages for result in message.results)
    assert first.media == () and [text.text for text in first.texts] == ["bin", *[NOTE] * (make in WITH_NOTE)]
    assert ts.count(again).total == sent.tokens.sent and transcript.document == document
    assert ts.plan(again, sent.policy).document == sent.document


@pytest.mark.parametrize("keys", [{"observations": True}, {"limit_unit": "tokens"}, {"result_limit": 20}], ids=str)
def test_a_note_that_would_be_framed_or_cut_at_the_next_trim_is_left_out(keys):
    sent = ts.plan(ts.load(openai_chat()), ts.Policy(token_budget=130, exclude_tools=["f"], **keys))
    assert "media_over_budget" in [d.reason for d in sent.decisions] and NOTE not in str(sent.document)
    assert ts.plan(ts.load(copy.deepcopy(sent.document)), sent.policy).document == sent.document


def test_a_picture_the_model_has_not_seen_yet_or_that_is_pinned_stays():
    records = openai_chat()
    assert "media_over_budget" not in str(ts.plan(ts.load(records[:3]), ts.Policy(token_budget=130)).decisions)
    pinned = ts.plan(ts.load(records), ts.Policy(token_budget=130, pins=["call:a"]))
    assert records[2] in pinned.messages and pinned.status == "over_budget"
