"""A lesson to begin from: two pages, one question, all of it in form and true."""

from __future__ import annotations

import json

from trimscope_app.lessons.reading import SCHEMA

_ID_CHARS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def skeleton(name: str) -> str:
    """The text of a lesson file of that name; its id is the name in what a link may hold."""
    id = "-".join("".join(char if char in _ID_CHARS else " " for char in name.lower()).split()) or "my-lesson"
    document = {
        "schema": SCHEMA,
        "id": id[:60],
        "title": {"en": name, "zh": name},
        "about": {"en": "What is learned here, in a sentence.", "zh": "用一句话说明这一课讲什么。"},
        "transcripts": {"mine": [
            {"role": "system", "content": "You look up orders."},
            {"role": "user", "content": "Where is order A-1047?"},
            {"role": "assistant", "content": None, "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "find", "arguments": "{\"id\": \"A-1047\"}"}}]},
            {"role": "tool", "tool_call_id": "c1", "content": "A-1047: packed, waiting for the van."},
        ]},
        "pages": [
            {"text": {"en": "Say what is on the page.\n\nAn empty line begins a paragraph.",
                      "zh": "说明页面上有什么。\n\n空行开始新的一段。"},
             "scene": {"transcript": "mine", "policy": {"window": 8000, "keep_rounds": 4}, "selected": 3},
             "highlight": "gauge"},
            {"text": {"en": "Ask something that the core can work out.", "zh": "提一个内核能算出答案的问题。"},
             "question": {
                 "text": {"en": "Would this request be accepted?", "zh": "这个请求会被接受吗？"},
                 "choices": [
                     {"value": "fine", "text": {"en": "Yes, and there is room.", "zh": "会，而且还有空间。"}},
                     {"value": "refused", "text": {"en": "No, it would be refused.", "zh": "不会，会被拒绝。"}}],
                 "answer": {"figure": "status"},
                 "reason": {"en": "Every call has its result.", "zh": "每个调用都有结果。"}}},
        ],
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
