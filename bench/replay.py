"""What replays say and how fast they are: (a) a loop of 40 steps under several policies, (b) time against a real
tokenizer and against LangChain's trim_messages at every step, (c) growth with the run's length.

Run: PYTHONPATH=core python bench/replay.py. The tokenizer is tiktoken's o200k_base, from TIKTOKEN_CACHE_DIR; LangChain
is measured where `langchain_core` is installed. Times are CPU time, so that other work on the machine does not count.
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections.abc import Callable
from typing import Any

import trimscope as ts

STEPS = 40
LINE = "src/app/main.py:41: warning: value V-37 of hotel HT-002 is unused; 数一数每个箱子里的螺栓\n"
ROUNDS = 3
"""Repetitions; the best one counts, because noise only ever adds."""

WINDOW = {"token_budget": 2_500, "trigger": "watermark", "keep_rounds": 1}
LOOP: dict[str, dict[str, Any]] = {
    "no trimming": {"old_rounds": "keep"},
    "newest 4 rings, counted tombstone": {},
    "newest 4 rings, constant tombstone": {"tombstone": {"style": "stable"}},
    "clear, newest 4": {"old_rounds": "clear"},
    "clear at 75 %, persisted": {**WINDOW, "old_rounds": "clear", "history": "persisted"},
    "75 % -> 74 %, afresh": {**WINDOW, "target": 0.74, "history": "raw"},
    "75 % -> 50 %, afresh": {**WINDOW, "target": 0.5, "history": "raw"},
    "75 % -> 50 %, persisted": {**WINDOW, "target": 0.5, "history": "persisted"},
    "75 % -> 25 %, persisted": {**WINDOW, "target": 0.25, "history": "persisted"},
}


def records(count: int, lines: int) -> list[dict[str, Any]]:
    """A system prompt, a goal, and so many rings with results of some lines of about 80 characters."""
    found: list[dict[str, Any]] = [
        {"role": "system", "content": "You mend warnings. " * 20},
        {"role": "user", "content": "Mend the warnings of the project and report what you changed."},
    ]
    for number in range(count):
        arguments = json.dumps({"pattern": f"V-{number}", "path": f"src/app/module_{number // 3}.py"})
        call = {"id": f"c{number}", "type": "function", "function": {"name": "grep", "arguments": arguments}}
        found.append({"role": "assistant", "content": "", "tool_calls": [call]})
        found.append({"role": "tool", "tool_call_id": f"c{number}", "content": f"{number}\n{LINE * lines}"})
    return found


def loop() -> None:
    print(f"A loop of {STEPS} steps; cost in fresh tokens, a cached one costs a tenth")
    print(f"{'policy':36}{'breaks':>8}{'sent':>10}{'cached %':>10}{'cost':>10}{'lost':>6}")
    transcript = ts.load(records(STEPS, 6))
    for name, keys in LOOP.items():
        found = ts.replay(transcript, ts.Policy(**{"result_limit": None, "profile": "chars4", **keys}))
        sums = found.totals
        cost = sums.cost // 1_000_000 if found.rules.unit == "usd" else sums.cost
        print(
            f"{name:36}{sums.breaks:>8}{sums.sent:>10,}{sums.cached_share / 10:>10.1f}{cost:>10,}{sums.lost:>6}"
            + "".join(f"  {each.code}" for each in found.verdicts)
        )


def best(work: Callable[[], object]) -> float:
    """CPU seconds of the fastest of some runs."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def against_the_tokenizer() -> None:
    folder = os.environ.get("TIKTOKEN_CACHE_DIR")
    if not folder:
        print("\nTIKTOKEN_CACHE_DIR names no folder: no tokenizer to compare with.")
        return
    import tiktoken

    encoding = tiktoken.get_encoding("o200k_base")
    for lines in (12, 30, 74):
        transcript = ts.load(records(500, lines))
        texts = [text.text for m in transcript.messages for result in m.results for text in result.texts]
        policy = ts.Policy()
        counts = ts.count(transcript, policy.profile)
        ts.replay(transcript, policy, counts=counts)
        real = best(lambda texts=texts: [encoding.encode_ordinary(text) for text in texts])
        took = best(lambda t=transcript, p=policy, c=counts: ts.replay(t, p, counts=c))
        size = sum(map(len, texts)) / 1e6
        print(f"1,000 messages, {size:.1f} million characters: a replay takes {took / real:.2f} of a tokenizer's pass")


def against_langchain() -> None:
    try:
        from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage, trim_messages
        from langchain_core.messages.utils import count_tokens_approximately
    except ImportError:
        print("langchain_core is not installed: not compared.")
        return
    made: list[Any] = []
    for record in records(200, 6):
        if record["role"] == "assistant":
            function = record["tool_calls"][0]
            arguments = json.loads(function["function"]["arguments"])
            made.append(AIMessage("", tool_calls=[{"name": "grep", "args": arguments, "id": function["id"]}]))
        elif record["role"] == "tool":
            made.append(ToolMessage(record["content"], tool_call_id=record["tool_call_id"]))
        else:
            made.append((SystemMessage if record["role"] == "system" else HumanMessage)(record["content"]))
    ends = [index for index, message in enumerate(made) if isinstance(message, AIMessage)]

    def each_step() -> None:
        for end in ends:
            trim_messages(
                made[:end],
                max_tokens=2_500,
                token_counter=count_tokens_approximately,
                include_system=True,
                strategy="last",
            )

    transcript = ts.load(records(200, 6))
    policy = ts.Policy(token_budget=2_500, old_rounds="keep", result_limit=None)
    counts = ts.count(transcript, policy.profile)
    theirs, ours = best(each_step), best(lambda: ts.replay(transcript, policy, counts=counts))
    print(f"200 calls: LangChain's trim_messages at every step takes {theirs / ours:.0f} times a replay")


def growth() -> None:
    print("\nCPU time of a replay of 5,000 calls over that of 500 (10 is linear)")
    large = {"window": 10_000_000}  # a budget that is reached in the long run only would be other work
    watermark = {"trigger": "watermark", "token_budget": 10_000}
    budget = {"old_rounds": "keep", "token_budget": 10_000}
    for keys in (large, {**large, "old_rounds": "compact"}, {**large, "old_rounds": "keep"}, watermark, budget):
        took = []
        for size in (500, 5_000):
            transcript, policy = ts.load(records(size, 3)), ts.Policy(**keys)
            counts = ts.count(transcript, policy.profile)
            ts.replay(transcript, policy, counts=counts)
            took.append(best(lambda t=transcript, p=policy, c=counts: ts.replay(t, p, counts=c)))
        print(f"{keys!s:64}{took[1] / took[0]:>6.1f}   {took[1] * 1000 / 5_000:.2f} ms a call", flush=True)


def values() -> None:
    transcript = ts.load(records(2_000, 37))
    chars = sum(ts.count(transcript, "chars4").chars)

    def read() -> None:
        found = ts.CallValues(transcript)
        for message in transcript.messages:
            found.in_message(message.index)

    print(f"\nvalues of 2,000 calls in {chars / 1e6:.1f} million characters: {best(read):.2f} s of CPU time")


if __name__ == "__main__":
    loop()
    against_the_tokenizer()
    against_langchain()
    values()
    growth()
