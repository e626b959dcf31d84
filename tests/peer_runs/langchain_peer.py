"""langchain's middleware: clearing of tool results, and the cut of the summarising one (no model is called)."""

from __future__ import annotations

from typing import Any

from langchain.agents.middleware import ClearToolUsesEdit, SummarizationMiddleware

from peer_runs.langchain_core_peer import messages
from peer_runs.records import Record, Sent, by_number, sent, tokens


def clear(records: list[Record], params: dict[str, Any]) -> Sent:
    known, base = by_number(records), {r["x"]: tokens(r) for r in records}
    edit = ClearToolUsesEdit(
        trigger=params["trigger"],
        clear_at_least=params["clear_at_least"],
        keep=params["keep"],
        exclude_tools=params["exclude_tools"],
        placeholder=params["placeholder"],
    )

    def count(some: list[Any]) -> int:
        total = 0
        for message in some:
            record = known[int(message.id)]
            same = message.content == record["content"]
            total += base[record["x"]] if same else tokens(record | {"content": message.content})
        return total

    listed = messages(records)
    edit.apply(listed, count_tokens=count)
    return [sent(known[int(m.id)] | {"content": m.content}) for m in listed]


def summary(records: list[Record], params: dict[str, Any]) -> Sent:
    system, others = records[:1], records[1:]  # the prompt is no message of an agent's state
    middleware = object.__new__(SummarizationMiddleware)  # its constructor wants a model
    cut = middleware._find_safe_cutoff(messages(others), params["keep"])
    heading = middleware._build_new_messages("")[0].content if cut > 0 else None
    note: Sent = [(None, heading, ())] if heading is not None else []
    return [*map(sent, system), *note, *map(sent, others[max(0, cut) :])]


PEERS = {"clear_results": clear, "langchain_summary": summary}
