"""Transcripts and plans for the tests of the views."""

import json

import trimscope as ts
from trimscope_app.views.loaded import Loaded, load

SYSTEM = {"role": "system", "content": "You keep a stock room."}
GOAL = {"role": "user", "content": "Count the bolts in every bin and report the total."}


def calls(*ids, tool="count_bin", arguments="{}"):
    made = [{"id": each, "type": "function", "function": {"name": tool, "arguments": arguments}} for each in ids]
    return {"role": "assistant", "content": None, "tool_calls": made}


def answer(call, text):
    return {"role": "tool", "tool_call_id": call, "content": text}


def ring(call, text="ok", tool="count_bin"):
    return [calls(call, tool=tool), answer(call, text)]


def rings(count, text="bin counted, nothing to add"):
    return [record for n in range(count) for record in ring(f"c{n}", f"{text} {n}")]


def loaded(records, name="run.json") -> Loaded:
    return load(name, json.dumps(records), 1)


def planned(records, **settings):
    """The loaded transcript and its plan."""
    found = loaded(records)
    return found, ts.plan(found.transcript, ts.Policy.from_mapping({"window": 8_000, **settings}), counts=found.counts)
