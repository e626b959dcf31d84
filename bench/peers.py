"""What trimming breaks: our policies beside the real peers, on the same 200 seeded histories swept over sizes.

Run: PYTHONPATH=core:tests python bench/peers.py [HISTORIES]. Of all outputs that were trimmed, the share in per cent
that has each fault: a result without its call, a call without its result, a first message that is no user's, the system
prompt, the first or the newest question lost, nothing but the prompt left, more tokens than the limit without a word.
A peer that is not installed (extra `peers`) is shown by our strategy of its name only, marked with a *.
"""

from __future__ import annotations

import importlib
import logging
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import seeded_histories as seeded
import trimscope as ts
from peer_runs.sizes import ADAPTERS
from trimscope import strategies

Record = dict[str, Any]
Params = dict[str, Any]

COLUMNS = (*seeded.FAULTS, "over_limit")
COUNTS = (3, 5, 8, 13, 20)
TOKENS = (300, 600, 1000, 1600)

OURS: dict[str, list[Params]] = {
    "newest rings, dropped": [{"keep_rounds": n} for n in (0, 1, 2, 4)],
    "newest rings, compacted": [{"keep_rounds": n, "old_rounds": "compact"} for n in (0, 1, 2)],
    "newest user turns": [{"keep_rounds": n, "round_unit": "user_turn"} for n in (0, 1, 2)],
    "watermark 75 % -> 50 %": [{"trigger": "watermark", "window": w, "keep_rounds": 1} for w in TOKENS],
    "token budget": [{"token_budget": n} for n in TOKENS],
    "PatchCat": [ts.preset("patchcat").to_mapping() | {"keep_rounds": n} for n in (1, 2, 4)],
}

PEERS: list[tuple[str, str, str, list[Params]]] = [
    ("LangChain trim, count", "langchain_core", "langchain_trim", [{"max_tokens": n} for n in COUNTS]),
    (
        "LangChain trim, system + human",
        "langchain_core",
        "langchain_trim",
        [{"max_tokens": n, "include_system": True, "start_on_human": True} for n in COUNTS],
    ),
    (
        "LangChain trim, system, tokens",
        "langchain_core",
        "langchain_trim",
        [{"max_tokens": n, "unit": "tokens", "include_system": True} for n in TOKENS],
    ),
    ("LangChain summary cut", "langchain", "langchain_summary", [{"keep": n} for n in COUNTS]),
    ("LiteLLM trim", "litellm", "litellm_trim", [{"max_tokens": n} for n in TOKENS]),
    (
        "AutoGen buffered",
        "autogen_core",
        "autogen_buffered",
        [{"buffer_size": n, "system_in_list": True} for n in COUNTS],
    ),
    (
        "AutoGen head 2 and tail",
        "autogen_core",
        "autogen_head_and_tail",
        [{"head_size": 2, "tail_size": n, "system_in_list": True} for n in COUNTS],
    ),
    (
        "AutoGen token limited",
        "autogen_core",
        "autogen_token_limited",
        [{"token_limit": n, "system_in_list": True} for n in TOKENS],
    ),
    (
        "Semantic Kernel truncation",
        "semantic_kernel",
        "semantic_kernel_truncation",
        [{"target_count": n} for n in COUNTS],
    ),
    (
        "agent-framework window",
        "agent_framework",
        "agent_framework_window",
        [{"keep_last_groups": n} for n in COUNTS],
    ),
    (
        "agent-framework truncation + first",
        "agent_framework",
        "agent_framework_truncation",
        [{"max_n": n, "compact_to": max(1, n // 2), "preserve_first_user_group": True} for n in COUNTS],
    ),
    ("Strands window", "strands", "strands_window", [{"window_size": n} for n in COUNTS]),
    ("Strands window, pin_first 1", "strands", "strands_window", [{"window_size": n, "pin_first": 1} for n in COUNTS]),
    (
        "pydantic harness window",
        "pydantic_ai_harness",
        "harness_window",
        [{"max_messages": n, "keep_messages": n} for n in COUNTS],
    ),
    ("Inspect trim", "inspect_ai", "inspect_trim", [{"preserve": share} for share in (0.2, 0.4, 0.6, 0.8)]),
    ("OpenHands recent events", "openhands", "openhands_recent", [{"max_events": n} for n in COUNTS]),
    ("Vercel pruneMessages", "ai sdk", "vercel_prune", [{"keep_last_messages": n} for n in (1, 2, 4)]),
    ("messages[-n:]", "", "last_messages", [{"n": n} for n in COUNTS]),
    ("[messages[0]] + messages[-n:]", "", "first_and_last", [{"n": n} for n in COUNTS]),
]
"""Label, package, strategy, sizes."""

LIMITS = {"litellm_trim": "max_tokens", "autogen_token_limited": "token_limit"}
"""Parameters that are limits in tokens; LangChain's is one where its unit is tokens."""

History = tuple[list[Record], ts.Transcript, ts.Counts]


def ours(history: History, keys: Params) -> set[str] | None:
    """Faults of what one of our policies sends; None where nothing was trimmed."""
    records, transcript, counts = history
    plan = ts.plan(transcript, ts.Policy(**keys), counts=counts)
    if all(decision.action in ("anchor", "keep") for decision in plan.decisions):
        return None
    found = seeded.broken(records, plan.messages)
    if plan.tokens.sent > plan.window.budget and plan.status not in ("over_budget", "refused"):
        found.add("over_limit")
    return found


def by_strategy(history: History, name: str, params: Params) -> list[Record]:
    """What our strategy of that name sends."""
    _, transcript, counts = history
    return ts.plan(transcript, ts.Policy(strategy=name, params=params, window=10_000_000), counts=counts).messages


def by_peer(run: Any, records: list[Record], name: str, params: Params) -> list[Record]:
    """What the real peer sends, as records again."""
    full = {key: each.default for key, each in strategies.strategy(name).params.items()} | params
    out: list[Record] = []
    for number, text, ids in run(records, full):
        if number is None:
            out.append({"role": "assistant" if name == "agent_framework_collapse" else "user", "content": text})
            continue
        record = {**records[number], "content": text}
        if record.get("tool_calls"):
            record["tool_calls"] = [call for call in record["tool_calls"] if call["id"] in ids]
        out.append(record)
    return out


def judged(history: History, sent: list[Record], name: str, params: Params) -> set[str] | None:
    """Faults of what was sent; None where nothing was trimmed."""
    if sent == history[0]:
        return None
    found = seeded.broken(history[0], sent)
    limit = params.get(LIMITS.get(name, "max_tokens" if params.get("unit") == "tokens" else ""))
    if limit is not None and sent and sum(ts.count(ts.load({"messages": sent})).messages) > limit:
        found.add("over_limit")
    return found


def row(label: str, mark: str, outcomes: Iterable[set[str] | None]) -> str:
    """One line of the table."""
    trimmed = [each for each in outcomes if each is not None]
    shares = [round(100 * sum(fault in each for each in trimmed) / max(1, len(trimmed))) for fault in COLUMNS]
    return f"{label:36}{mark:2}{len(trimmed):8}" + "".join(f"{share:18}" for share in shares)


def peer(package: str) -> dict[str, Callable[..., Any]]:
    """The runners of an installed peer; none where it is not installed."""
    try:
        importlib.import_module(package)
        runners: dict[str, Callable[..., Any]] = importlib.import_module(f"peer_runs.{ADAPTERS[package]}").PEERS
    except (ImportError, ValueError, KeyError):
        return {}
    return runners


def rows(histories: list[History]) -> Iterator[str]:
    """The lines of the table, as they are ready."""
    yield f"{'':36}{'':2}{'trimmed':>8}" + "".join(f"{column:>18}" for column in COLUMNS)
    for label, sizes in OURS.items():
        yield row(label, "", (ours(history, keys) for history in histories for keys in sizes))
    for label, package, name, sizes in PEERS:
        run = peer(package).get(name)
        pairs = [(history, params) for history in histories for params in sizes]
        if run is None:
            sent = ((h, by_strategy(h, name, params), params) for h, params in pairs)
        else:
            sent = ((h, by_peer(run, h[0], name, params), params) for h, params in pairs)
        yield row(label, "" if run or not package else " *", (judged(h, out, name, params) for h, out, params in sent))


def main() -> None:
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else seeded.HISTORIES
    loaded = [(records, ts.load({"messages": records})) for records in seeded.histories(count)]
    for line in rows([(records, transcript, ts.count(transcript)) for records, transcript in loaded]):
        print(line, flush=True)


if __name__ == "__main__":
    main()
