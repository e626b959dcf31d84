"""Two hundred valid histories from one seed, and the measure of what a trim breaks in them.

The same histories and the same measure are used for the peers and for our own policies, in the tests and in
`bench/peers.py`. The measure is brute force on OpenAI chat records and shares no code with the core.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

SEED = 7
HISTORIES = 200
TOOLS = ("search", "read_file", "run_tests", "book_room")
WORDS = ("bolt", "bin", "shelf", "count", "total", "error", "line", "room", "price", "螺栓", "箱子", "总数")
FAULTS = (
    "orphan_result",
    "dangling_call",
    "first_not_user",
    "system_lost",
    "first_user_lost",
    "newest_user_lost",
    "only_system",
)
"""What a trimmed history can have lost; codes of `broken`."""

Record = dict[str, Any]


def histories(count: int = HISTORIES, seed: int = SEED) -> list[list[Record]]:
    """Valid histories as OpenAI chat records, each with a system prompt, 1 to 4 user turns and tool rings of 1 to 3
    calls. They end where the model is to speak next: behind a question or behind results. `x` numbers the records."""
    rng = Random(seed)
    return [_history(rng) for _ in range(count)]


def _history(rng: Random) -> list[Record]:
    records: list[Record] = [{"role": "system", "content": "You are a stock-room helper. " + _prose(rng, 30)}]
    turns = rng.randint(1, 4)
    ids = 0
    for turn in range(turns):
        records.append({"role": "user", "content": f"Question {turn + 1}: " + _prose(rng, 25)})
        last = turn == turns - 1
        # the last turn may be only its question; a history of one turn has enough rings to be worth trimming
        for _ in range(rng.randint(4 if turns == 1 else 0 if last else 1, 7)):
            calls = []
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                ids += 1
                arguments = json.dumps({"query": _prose(rng, 6), "page": ids})
                function = {"name": rng.choice(TOOLS), "arguments": arguments}
                calls.append({"id": f"call_{ids}", "type": "function", "function": function})
            said = rng.choice(("", "", "Let me look. " + _prose(rng, 8)))
            records.append({"role": "assistant", "content": said, "tool_calls": calls})
            for call in calls:
                text = _prose(rng, rng.choice((3, 20, 60, 200)))
                records.append({"role": "tool", "tool_call_id": call["id"], "content": text})
        if not last:
            records.append({"role": "assistant", "content": "So: " + _prose(rng, 20)})
    for number, record in enumerate(records):
        record["x"] = number
    return records


def _prose(rng: Random, most: int) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, most)))


def broken(before: Sequence[Record], after: Sequence[Record]) -> set[str]:
    """Which of `FAULTS` a trimmed history has. `after` holds the records that were kept, whatever else was inserted.

    The first record that is no system message must be of a user; system and users count as lost when their text is
    no longer there whole."""
    asked = {call["id"] for record in after for call in record.get("tool_calls") or ()}
    answered = {record["tool_call_id"] for record in after if record["role"] == "tool"}
    found = set()
    seen: set[str] = set()
    for record in after:
        seen.update(call["id"] for call in record.get("tool_calls") or ())
        if record["role"] == "tool" and record["tool_call_id"] not in seen:
            found.add("orphan_result")
    if asked - answered:
        found.add("dangling_call")
    talk = [record for record in after if record["role"] not in ("system", "developer")]
    if talk and talk[0]["role"] != "user":
        found.add("first_not_user")
    if not talk:
        found.add("only_system")
    texts = [record["content"] for record in after]
    users = [record["content"] for record in before if record["role"] == "user"]
    for fault, wanted in (("system_lost", before[0]["content"]), ("first_user_lost", users[0]),
                          ("newest_user_lost", users[-1])):  # fmt: skip
        if not any(isinstance(text, str) and wanted in text for text in texts):
            found.add(fault)
    return found


def shares(trimmed: Sequence[set[str]]) -> dict[str, int]:
    """For each fault the share of the trimmed outputs that have it, in whole per cent."""
    return {fault: round(100 * sum(fault in each for each in trimmed) / max(1, len(trimmed))) for fault in FAULTS}
