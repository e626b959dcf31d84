"""OpenAI chat records as every peer gets them, their tokens under our estimator, and how a trimmed list is compared."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import trimscope as ts

Record = dict[str, Any]
Sent = list[tuple[int | None, str | None, tuple[str, ...]]]
"""What is sent: number of the record (None: the peer put it in), its text, the ids of its calls."""


def sent(record: Record) -> tuple[int | None, str | None, tuple[str, ...]]:
    """One record as it is compared."""
    return record.get("x"), record["content"], tuple(call["id"] for call in record.get("tool_calls") or ())


def tokens(record: Record) -> int:
    """Tokens of one record under the estimator that our strategies use."""
    return _tokens(json.dumps({key: value for key, value in record.items() if key != "x"}))


@cache
def _tokens(record: str) -> int:
    return ts.count(ts.load({"messages": [json.loads(record)]})).messages[0]


def by_number(records: list[Record]) -> dict[int, Record]:
    return {record["x"]: record for record in records}


def batches(records: list[Record]) -> list[list[Record]]:
    """Records with all results of one turn together, as peers hold them that keep these in one message."""
    out: list[list[Record]] = []
    for record in records:
        if record["role"] == "tool" and out and out[-1][0]["role"] == "tool":
            out[-1].append(record)
        else:
            out.append([record])
    return out
