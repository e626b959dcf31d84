"""Transcripts to load, made from the research sample's own messages (OpenAI) or by hand."""

import json

import trimscope as ts
from trimscope_app.samples import samples

LOG = "".join(f"line {n}: the build goes on, nothing to see\n" for n in range(300))
"""A tool result well over every limit a test sets."""


def research_messages():
    sample = next(each for each in samples() if each.id == "research")
    return ts.plan(ts.load(sample.read()), ts.Policy(old_rounds="keep", result_limit=None)).messages


def openai_list():
    return json.dumps(research_messages())


def openai_object():
    return json.dumps({"messages": research_messages()})


def openai_body():
    tool = {"type": "function", "function": {"name": "bash", "parameters": {"type": "object", "properties": {}}}}
    return json.dumps({"model": "gpt-4o", "messages": research_messages(), "tools": [tool]})


def openai_lines():
    return "".join(json.dumps(message) + "\n" for message in research_messages())


def anthropic():
    """Top-level system, thinking, and two parallel calls answered in one message, twice over."""
    messages = [{"role": "user", "content": "Why is the build red?"}]
    for turn in range(6):
        ids = [f"toolu_{turn}_{n}" for n in (0, 1)]
        calls = [{"type": "tool_use", "id": id, "name": "read_log", "input": {"part": turn}} for id in ids]
        results = [{"type": "tool_result", "tool_use_id": call["id"], "content": LOG} for call in calls]
        thinking = {"type": "thinking", "thinking": f"Look at part {turn}.", "signature": "c2lnbmVk"}
        messages.append({"role": "assistant", "content": [thinking, *calls]})
        messages.append({"role": "user", "content": results})
    messages.append({"role": "assistant", "content": [{"type": "text", "text": "It is not: the log is green."}]})
    tools = [{"name": "read_log", "description": "Reads a log.", "input_schema": {"type": "object"}}]
    body = {"model": "claude-sonnet-4-5", "max_tokens": 1024, "system": "You read logs.", "tools": tools}
    return json.dumps({**body, "messages": messages})


FORMATS = {
    "a list of OpenAI messages": (openai_list, "OpenAI Chat"),
    "an object with messages": (openai_object, "OpenAI Chat"),
    "a request body with tools": (openai_body, "OpenAI Chat"),
    "JSON Lines": (openai_lines, "OpenAI Chat"),
    "Anthropic Messages": (anthropic, "Anthropic Messages"),
}
"""What it is -> (its text, the name of the format on the page)."""


def long_run(count):
    """`count` messages (an odd number) as one JSON text: rings of a call and its result after one question."""
    messages = [{"role": "user", "content": "Count the files."}]
    for n in range(1, count, 2):
        call = {"id": f"call_{n}", "type": "function", "function": {"name": "ls", "arguments": f'{{"path": "/{n}"}}'}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"call_{n}", "content": f"file_{n}.txt\n" * (1 + n % 7)})
    return json.dumps(messages)


def payload(place):
    """Text that runs as a script wherever it is taken for HTML, and names the place it stood at."""
    script = "window.__xss=1"
    return f'{place}<img src="xss.png" onerror="{script}"><script>{script}</script>"\'><svg onload="{script}">'


def hostile(*, broken=False):
    """A payload in every field that holds text. `broken`: one result is missing, its call is named as a fault."""
    name = payload("name")
    call = {"id": payload("id"), "type": "function",
            "function": {"name": name, "arguments": json.dumps({payload("key"): payload("argument")})}}  # fmt: skip
    messages = [
        {"role": "system", "content": payload("system")},
        {"role": "user", "content": payload("goal"), "name": payload("user")},
        {"role": "assistant", "content": payload("thought"), "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call["id"], "name": name, "content": payload("error: failed\n") * 100},
        {"role": "assistant", "content": payload("answer")},
        {"role": "user", "content": payload("newest")},
    ]
    if broken:
        del messages[3]
    tool = {"type": "function", "function": {"name": name, "description": payload("description"),
                                             "parameters": {payload("schema"): payload("value")}}}  # fmt: skip
    return json.dumps({"model": payload("model"), "tools": [tool], "messages": messages})
