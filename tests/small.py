"""Small transcripts by hand, and where test data outside the repository lies."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import trimscope as ts

REPOSITORY = Path(__file__).resolve().parents[1]

SYSTEM = {"role": "system", "content": "You are a stock-room helper."}
GOAL = {"role": "user", "content": "Count the bolts in every bin and report the total."}


def outside(name: str) -> Path:
    """A folder of test data outside the repository; the test is skipped where it is absent."""
    path = Path(os.environ.get("TRIMSCOPE_SHARED", REPOSITORY.parent / "shared")) / name
    if not path.is_dir():
        pytest.skip(f"test data outside the repository ({name}) is not here; TRIMSCOPE_SHARED names its folder")
    return path


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def says(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def calls(*ids: str, tool: str = "count_bin", **arguments: Any) -> dict[str, Any]:
    """One assistant message that makes some tool calls."""
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": identity, "type": "function", "function": function} for identity in ids],
    }


def answer(identity: str, text: Any = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": identity, "content": text}


def ring(identity: str, text: Any = "ok", tool: str = "count_bin") -> list[dict[str, Any]]:
    return [calls(identity, tool=tool), answer(identity, text)]


def rings(count: int, text: str = "ok") -> list[dict[str, Any]]:
    return [record for i in range(1, count + 1) for record in ring(f"c{i}", text)]


def turns(*records: dict[str, Any], **request: Any) -> dict[str, Any]:
    """An Anthropic request."""
    return {"max_tokens": 100, "system": "You are a stock-room helper.", **request, "messages": list(records)}


def uses(*ids: str, name: str = "count_bin") -> dict[str, Any]:
    blocks = [{"type": "tool_use", "id": identity, "name": name, "input": {"bin": 1}} for identity in ids]
    return {"role": "assistant", "content": blocks}


def results(*ids: str, text: Any = "ok", then: str | None = None) -> dict[str, Any]:
    blocks = [{"type": "tool_result", "tool_use_id": identity, "content": text} for identity in ids]
    return {"role": "user", "content": blocks + ([{"type": "text", "text": then}] if then else [])}


def plan(records: Any, **keys: Any) -> ts.Plan:
    """The plan for some records under a policy of these keys."""
    return ts.plan(ts.load(records), ts.Policy(**keys))


def call_ids(messages: list[dict[str, Any]]) -> list[str]:
    """Ids of all calls in OpenAI chat messages."""
    return [call["id"] for record in messages for call in record.get("tool_calls") or ()]


def result_ids(messages: list[dict[str, Any]]) -> list[str]:
    return [record["tool_call_id"] for record in messages if record["role"] == "tool"]


def codes(faults: Any) -> list[tuple[str, str, int, str | None]]:
    return [(fault.code, fault.severity, fault.message, fault.call_id) for fault in faults]


def counted(function: Any) -> int:
    """How many Python function calls and lines of the core a piece of work takes."""
    steps = 0

    def trace(frame, event, arg):
        nonlocal steps
        steps += 1
        return trace if "trimscope" in frame.f_code.co_filename else None

    old = sys.gettrace()
    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(old)
    return steps
