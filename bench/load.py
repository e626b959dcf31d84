"""How fast a file is read, and in how much memory, against `json.loads` of the same bytes.

Run: PYTHONPATH=core python bench/load.py [FILE ...]; without files it reads histories of its own making, about
3 MB each, in five formats. The ratios of one run mean the same on every machine: CPU time, both sides in turn, and the
peak of what Python allocates. The same file runs in Pyodide: node bench/pyodide.mjs.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import trimscope as ts

SECONDS = 4.0
"""CPU time spent on a file: both sides run in turn until it is used up, so that small files run more often."""

ROUNDS = 7
"""Turns at least, however large the file."""

BYTES = 3_000_000
"""Size of a made file: a long day of a coding agent."""

RESULT = 'src/app/main.py:41: warning: value V-37 of "hotel" HT-002 is unused\n数一数每个箱子里的螺栓\n' * 24
"""About 2,000 characters, the mean of a tool result in real coding sessions, with line breaks and quotes."""


def chat(number: int) -> list[dict[str, Any]]:
    call = {"id": f"c{number}", "type": "function", "function": {"name": "grep", "arguments": f'{{"n": {number}}}'}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"c{number}", "content": RESULT},
    ]


def blocks(number: int) -> list[dict[str, Any]]:
    use = {"type": "tool_use", "id": f"c{number}", "name": "grep", "input": {"n": number}}
    result = {"type": "tool_result", "tool_use_id": f"c{number}", "content": [{"type": "text", "text": RESULT}]}
    return [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]


def items(number: int) -> list[dict[str, Any]]:
    call = {"type": "function_call", "name": "grep", "arguments": f'{{"n": {number}}}', "call_id": f"c{number}"}
    return [call, {"type": "function_call_output", "call_id": f"c{number}", "output": RESULT}]


def claude(number: int) -> list[dict[str, Any]]:
    line = {"isSidechain": False, "userType": "external", "cwd": "/w", "sessionId": "s", "version": "2.0.1"}
    usage = {"input_tokens": 3, "cache_read_input_tokens": 90, "output_tokens": 5}
    asked, answered = blocks(number)
    message = {"id": f"m{number}", "type": "message", "model": "claude-sonnet-4-5", **asked, "usage": usage}
    last = f"b{number - 1}" if number else "g"
    return [
        {**line, "type": "assistant", "parentUuid": last, "uuid": f"a{number}", "message": message},
        {**line, "type": "user", "parentUuid": f"a{number}", "uuid": f"b{number}", "message": answered},
    ]


def codex(number: int) -> list[dict[str, Any]]:
    kind = {"timestamp": "2026-01-01T00:00:00Z", "type": "response_item"}
    return [{**kind, "payload": item} for item in items(number)]


def made() -> Iterator[tuple[str, bytes]]:
    """Histories of about `BYTES` bytes, by format."""
    goal: dict[str, Any] = {"role": "user", "content": "Mend the warnings."}
    yield "openai-chat", one({"messages": [goal, *fill(chat)]})
    yield "anthropic-messages", one({"messages": [goal, *fill(blocks)]})
    yield "openai-responses", one({"model": "gpt-5", "input": [goal, *fill(items)]})
    first = {"type": "user", "uuid": "g", "parentUuid": None, "sessionId": "s", "version": "2.0.1", "message": goal}
    yield "claude-code-jsonl", many([first, *fill(claude)])
    meta = {"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": "s", "cwd": "/w"}}
    typed = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Mend the warnings."}]}
    yield "codex-rollout", many([meta, {**meta, "type": "response_item", "payload": typed}, *fill(codex)])


def fill(ring: Callable[[int], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    count = BYTES // len(one(ring(0)))
    return [record for number in range(count) for record in ring(number)]


def one(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def many(lines: list[Any]) -> bytes:
    return b"\n".join(one(line) for line in lines)


def standard(source: bytes) -> Any:
    """The same bytes read by the standard library: one value, or one a line."""
    try:
        return json.loads(source)
    except ValueError:
        return None


def standard_lines(source: bytes) -> Any:
    return [json.loads(line) for line in source.split(b"\n") if line.strip()]


def time_ratio(work: Callable[[], object], measure: Callable[[], object]) -> float:
    """CPU time of the work as a multiple of the measure's: the middle one of many pairs.

    The two run in turn, so that a busy spell of the machine meets both of a pair, and the median leaves out the pairs
    where it met one only. Each run starts from a collected heap, and the collector stays on for both, as it is in use.
    """
    ratios: list[float] = []
    spent = 0.0
    while spent < SECONDS or len(ratios) < ROUNDS:
        base, taken = seconds(measure), seconds(work)
        ratios.append(taken / base)
        spent += base + taken
    return statistics.median(ratios)


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one run; freeing what it made is no part of it."""
    gc.collect()
    start = time.process_time()
    kept = work()
    taken = time.process_time() - start
    del kept
    return taken


def peak(work: Callable[[], object]) -> int:
    """Bytes that Python holds at most while it works, beyond what it held before."""
    gc.collect()
    tracemalloc.start()
    try:
        kept = work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        del kept


def main(files: list[str]) -> None:
    sources = ((Path(file).name, Path(file).read_bytes()) for file in files) if files else made()
    print(
        f"{'load / json.loads':<34}{'MB':>6}{'messages':>10}{'time':>8}{'memory':>8}   Python {sys.version.split()[0]}"
    )
    for name, source in sources:
        try:
            transcript = ts.load(source)
        except ts.TrimscopeError as error:
            print(f"{name[:32]:<34}skipped: {error}")
            continue
        plain = standard_lines if standard(source) is None else standard
        times = time_ratio(lambda s=source: ts.load(s), lambda s=source, read=plain: read(s))
        memory_ratio = peak(lambda s=source: ts.load(s)) / peak(lambda s=source, read=plain: read(s))
        size, count = len(source) / 1e6, len(transcript.messages)
        print(f"{name[:32]:<34}{size:>6.2f}{count:>10,}{times:>8.2f}{memory_ratio:>8.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
