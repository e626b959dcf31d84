"""How fast loading and planning are, as ratios that mean the same on every machine.

Run: PYTHONPATH=core python bench/plan.py. Prints: load against `json.loads`, a plan against one pass of a real
tokenizer (tiktoken's o200k_base, where TIKTOKEN_CACHE_DIR holds it) over the same text, and how a plan grows from
1,000 to 10,000 messages (10 would be linear).
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import trimscope as ts

RESULT = "src/app/main.py:41: warning: value V-37 of hotel HT-002 is unused; 数一数每个箱子里的螺栓\n" * 12
TABLE = "fb374d419588a4632f3f557e76b4b70aebbca790"
"""Name of o200k_base in tiktoken's cache: the SHA-1 of the address it comes from."""
ROUNDS = 5
"""Repetitions; the best one counts, because noise only ever adds."""


def document(messages: int) -> dict[str, Any]:
    """A run of `messages` messages: one goal and tool rings with about 900 characters a result."""
    records: list[dict[str, Any]] = [{"role": "user", "content": "Mend the warnings."}]
    for number in range(messages // 2):
        function = {"name": "grep", "arguments": json.dumps({"pattern": f"V-{number}"})}
        call = {"id": f"c{number}", "type": "function", "function": function}
        records.append({"role": "assistant", "content": None, "tool_calls": [call]})
        records.append({"role": "tool", "tool_call_id": f"c{number}", "content": f"{number}\n{RESULT}"})
    return {"messages": records}


def best(work: Callable[[], object]) -> float:
    """Seconds of the fastest of some runs."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        gc.collect()  # what the last run left is not this one's cost
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def plan_time(messages: int, **keys: Any) -> float:
    """Seconds of one plan when everything that costs was computed before (a slider moves)."""
    transcript = ts.load(document(messages))
    counts = ts.count(transcript)
    policy = ts.Policy(**keys)
    ts.plan(transcript, policy, counts=counts)
    keeps = iter(range(1, 100))
    return best(lambda: ts.plan(transcript, policy.replace(keep_rounds=next(keeps)), counts=counts))


def tokenizer() -> Any:
    """tiktoken's o200k_base where its table lies in TIKTOKEN_CACHE_DIR, else one sentence why there is none: a bench
    downloads nothing."""
    table = Path(os.environ.get("TIKTOKEN_CACHE_DIR", "")) / TABLE
    if not os.environ.get("TIKTOKEN_CACHE_DIR") or not table.is_file():
        return f"skipped: TIKTOKEN_CACHE_DIR names no folder with o200k_base ({TABLE})"
    try:
        import tiktoken
    except ImportError:
        return "skipped: tiktoken is not installed"
    return tiktoken.get_encoding("o200k_base")


def main() -> None:
    text = json.dumps(document(1000))
    parsed, loaded = best(lambda: json.loads(text)), best(lambda: ts.load(text))
    counted = best(lambda: ts.count(ts.load(text))) - loaded
    print(f"load / json.loads          {loaded / parsed:8.2f}   ({len(text):,} characters)")
    print(f"count / json.loads         {counted / parsed:8.2f}")
    encoding = tokenizer()
    results = [m["content"] for m in document(1000)["messages"] if m["content"]]
    tokenized = None if isinstance(encoding, str) else best(lambda: encoding.encode_batch(results))
    for keys in ({}, {"old_rounds": "compact"}, {"trigger": "watermark", "token_budget": 20_000}):
        small, large = plan_time(1000, **keys), plan_time(10_000, **keys)
        print(f"plan 10,000 / 1,000        {large / small:8.2f}   {keys}")
        print("plan / tokenizer pass      " + (encoding if tokenized is None else f"{small / tokenized:8.4f}"))


if __name__ == "__main__":
    main()
