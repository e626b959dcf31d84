"""An independent reading of what providers accept and what belongs together: brute force, on documents, slow.

It shares no code with the core: the tests compare the core's judgement with it.
"""

from __future__ import annotations

from typing import Any

TOMBSTONE_STARTS = ("[trim note: ", "[裁剪说明：")


def would_refuse(document: dict[str, Any], format: str) -> bool:
    """Whether the provider would answer HTTP 400 because of pairing."""
    records = document["messages"]
    return _openai_refuses(records) if format == "openai-chat" else _anthropic_refuses(records)


def _openai_refuses(records: list[dict[str, Any]]) -> bool:
    position = 0
    while position < len(records):
        record = records[position]
        position += 1
        if record["role"] == "tool":
            return True  # not in a run behind its call
        wanted = [call["id"] for call in record.get("tool_calls") or ()]
        got = []
        while wanted and position < len(records) and records[position]["role"] == "tool":
            got.append(records[position]["tool_call_id"])
            position += 1
        if any(identity not in wanted for identity in got):
            return True
        missing = any(got.count(identity) < wanted.count(identity) for identity in wanted)
        if missing and position < len(records):
            return True
    return False


def _anthropic_refuses(records: list[dict[str, Any]]) -> bool:
    turns: list[tuple[str, list[dict[str, Any]]]] = []
    for record in records:
        content = record["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if turns and turns[-1][0] == record["role"]:
            turns[-1][1].extend(blocks)
        else:
            turns.append((record["role"], list(blocks)))
    asked: list[str] = []
    for number, (role, blocks) in enumerate(turns):
        if role == "assistant":
            asked = [block["id"] for block in blocks if block["type"] == "tool_use"]
            continue
        kinds = [block["type"] == "tool_result" for block in blocks]
        if kinds != sorted(kinds, reverse=True):
            return True  # a result behind other content
        got = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        open_ = [identity for identity in asked if identity not in got]
        if any(got.count(identity) > asked.count(identity) for identity in got):
            return True
        answered = sum(kinds) == len(asked)
        at_the_end = number == len(turns) - 1 and all(kinds) and _all_newest(records, open_ + got)
        if any(1 < asked.count(identity) > got.count(identity) for identity in asked) and not at_the_end:
            return True  # one id asked twice in one turn: which of them is open cannot be said
        if not answered and not at_the_end:
            return True
        asked = []
    return not _all_newest(records, asked)


def _all_newest(records: list[dict[str, Any]], identities: list[str]) -> bool:
    """Whether these calls are all of the newest assistant record: the run was cut before their results came."""
    newest = [record for record in records if record["role"] == "assistant"][-1:]
    blocks = newest[0]["content"] if newest and isinstance(newest[0]["content"], list) else []
    mine = {block["id"] for block in blocks if block["type"] == "tool_use"}
    return mine.issuperset(identities)


def numbers(document: Any) -> list[int]:
    """The numbers `x` of all records and blocks of a document, in order."""
    found: list[int] = []
    if isinstance(document, dict):
        if "x" in document:
            found.append(document["x"])
        for value in document.values():
            found += numbers(value)
    elif isinstance(document, list):
        for value in document:
            found += numbers(value)
    return found


def nodes(document: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Records and blocks by their number."""
    found: dict[int, dict[str, Any]] = {}
    for record in document["messages"]:
        found[record.get("x", -1)] = record
        for block in record["content"] if isinstance(record["content"], list) else ():
            if isinstance(block, dict) and "x" in block:
                found[block["x"]] = block
    return found


def ring_numbers(document: dict[str, Any], format: str) -> list[set[int]]:
    """For each assistant output with calls: the numbers of its record and of all its results' nodes."""
    nearest: dict[str, set[int]] = {}
    rings: list[set[int]] = []
    for record in document["messages"]:
        if format == "openai-chat":
            calls = [call["id"] for call in record.get("tool_calls") or ()]
            results = [(record["tool_call_id"], record["x"])] if record["role"] == "tool" else []
        else:
            blocks = record["content"] if isinstance(record["content"], list) else []
            calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
            results = [(block["tool_use_id"], block["x"]) for block in blocks if block["type"] == "tool_result"]
        for identity, number in results:
            if identity in nearest:
                nearest[identity].add(number)
        if calls:
            ring = {record["x"]}
            rings.append(ring)
            for identity in calls:
                nearest[identity] = ring
    return rings


def typed_records(document: dict[str, Any]) -> list[dict[str, Any]]:
    """User records that a person typed: no wrapper, no tombstone, not results only, some content."""
    return [record for record in document["messages"] if record["role"] == "user" and _is_typed(record)]


def _is_typed(record: dict[str, Any]) -> bool:
    content = record["content"]
    if isinstance(content, str):
        return bool(content) and not content.startswith(("<system-reminder>", *TOMBSTONE_STARTS))
    own = [block for block in content if block["type"] != "tool_result"]
    return any(block["type"] != "text" or block["text"] for block in own)
