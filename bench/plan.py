"""How fast loading and planning are, as ratios that mean the same on every machine.

Run: PYTHONPATH=core python bench/plan.py. Prints: load against `json.loads`, a plan against one pass of a real
tokenizer (tiktoken's o200k_base, where TIKTOKEN_CACHE_DIR holds it) over the same text, for the first plan after
loading and for one step of a slider, and how a plan grows from 1,000 to 10,000 messages.
"""

from __future__ import annotations

import gc
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import trimscope as ts

LINE = "src/app/main.py:{}: warning: value V-37 of hotel HT-002 is unused; 数一数每个箱子里的螺栓\n"
"""Every line has its own number: a text of lines that are all the same is easier than real ones."""
LINES = 74
"""Lines of a result, so that 10,000 messages have 30 million characters."""
SMALL, LARGE = 1_000, 10_000
POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"old_rounds": "compact"},
    {"trigger": "watermark", "token_budget": 20_000},
    {"ledger": True, "memory": True, "dedupe": True, "observations": True},
)
TABLE = "fb374d419588a4632f3f557e76b4b70aebbca790"
"""Name of o200k_base in tiktoken's cache: the SHA-1 of the address it comes from."""
ROUNDS = 3
"""Repetitions; the best one counts, because noise only ever adds."""


def document(messages: int, lines: int = 12) -> dict[str, Any]:
    """A run of `messages` messages: one goal and tool rings with results of some lines of about 80 characters."""
    records: list[dict[str, Any]] = [{"role": "user", "content": "Mend the warnings."}]
    body = "".join(LINE.format(line) for line in range(10, 10 + lines))
    for number in range(messages // 2):
        function = {"name": "grep", "arguments": json.dumps({"pattern": f"V-{number}"})}
        call = {"id": f"c{number}", "type": "function", "function": function}
        records.append({"role": "assistant", "content": None, "tool_calls": [call]})
        records.append({"role": "tool", "tool_call_id": f"c{number}", "content": f"{number}\n{body}"})
    return {"messages": records}


def best(work: Callable[[], object]) -> float:
    """Seconds of processor time of the fastest of some runs."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        gc.collect()  # what the last run left is not this one's cost
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


PROFILES = ("light", "patchcat")
"""How texts are counted that a plan makes: by the table that is the default, and by two ratios."""


def planned(messages: int, lines: int, **keys: Any) -> tuple[float, float, float]:
    """Seconds of the first plan after loading and counting, of one after `keep_rounds` moved, and of one after
    `result_limit` moved (every long result is cut anew)."""
    transcript = ts.load(document(messages, lines))
    policy = ts.Policy(**keys)
    keeps, limits = iter(range(1, 100)), iter(range(3_000, 4_000, 7))

    def first() -> None:
        ts.plan(transcript, policy, counts=fresh.pop())

    counts = ts.count(transcript, policy.profile)
    fresh = [replace(counts, memo={}) for _ in range(ROUNDS)]
    once = best(first)
    ts.plan(transcript, policy, counts=counts)
    kept = best(lambda: ts.plan(transcript, policy.replace(keep_rounds=next(keeps)), counts=counts))
    cut = best(lambda: ts.plan(transcript, policy.replace(result_limit=next(limits)), counts=counts))
    return once, kept, cut


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
    results = [message["content"] for message in document(LARGE, LINES)["messages"] if message["content"]]
    print(f"{LARGE:,} messages, {sum(map(len, results)) / 1e6:.0f} million characters; keep: keep_rounds moved, ")
    print("limit: result_limit moved. Share of one tokenizer pass over the same text; in brackets how many times")
    print(f"as long as with {SMALL:,} messages ({LARGE // SMALL} is linear)")
    passed = None if isinstance(encoding, str) else best(lambda: [encoding.encode_ordinary(text) for text in results])
    if passed is None:
        print(encoding)
    for profile, keys in product(PROFILES, POLICIES):
        small, large = (planned(size, LINES, profile=profile, **keys) for size in (SMALL, LARGE))
        for name, few, many in zip(("first", "keep", "limit"), small, large, strict=True):
            share = f"{100 * many / passed:6.2f} %" if passed else "        "
            print(f"  {profile:<9}{name:<6}{share}   ({many / few:5.1f} x)   {keys}", flush=True)


if __name__ == "__main__":
    main()
