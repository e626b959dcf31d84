"""langchain-core's `trim_messages`, run as it is, with our token counts."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import convert_to_messages, trim_messages

from peer_runs.records import Record, Sent, by_number, sent, tokens


def messages(records: list[Record]) -> list[Any]:
    found = convert_to_messages([{key: value for key, value in r.items() if key != "x"} for r in records])
    for message, record in zip(found, records, strict=True):
        message.id = str(record["x"])
    return found


def trim(records: list[Record], params: dict[str, Any]) -> Sent:
    sizes = {str(r["x"]): 1 if params.get("unit", "messages") == "messages" else tokens(r) for r in records}
    kept = trim_messages(
        messages(records),
        strategy="last",
        max_tokens=params["max_tokens"],
        token_counter=lambda some: sum(sizes[m.id] for m in some),
        include_system=params.get("include_system", False),
        start_on="human" if params.get("start_on_human") else None,
    )
    known = by_number(records)
    return [sent(known[int(message.id)]) for message in kept]


PEERS = {"langchain_trim": trim}
