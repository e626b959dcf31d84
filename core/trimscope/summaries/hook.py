"""A hook that writes the summary: a callable of whoever runs the agent, usually one more call of a model.

It gets a `Request` and answers with a JSON object or with lines of `field: text`. It may be slow, fail or answer with
nonsense, and none of that may stop the plan: whatever goes wrong has a code, and the middle stays as it was.

Time. Where threads exist the hook runs in one of its own and is given up after `timeout_ms`; the thread is left to end
by itself (Python has no way to stop one), and does not keep the program from ending. Where there are none (Pyodide in
the browser) it is called directly and cannot be given up: with a `Timed` clock its answer is thrown away if it took too
long, so that both places give the same plan; without one it takes as long as it takes.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from trimscope.transcript import Message


@dataclass(frozen=True)
class Request:
    """What a hook is asked to summarise."""

    messages: tuple[Message, ...]
    """the messages the summary will stand for, oldest first"""
    goal: str
    """the first thing a person typed; empty where nobody did"""
    earlier: Mapping[str, Any] | None
    """the summary of what was before these; its items are carried on without the hook's doing"""
    draft: Mapping[str, Any]
    """what rules alone make of the messages (`trimscope.draft_summary`): done effects, ids and counts"""
    max_tokens: int
    timeout_ms: int
    lang: str
    """language of our own texts: en or zh"""


Answer = str | Mapping[str, Any]
Summarise = Callable[[Request], Answer]


@dataclass(frozen=True)
class Timed:
    """A hook with a clock, for where there are no threads: `clock` gives milliseconds that only go up."""

    summarise: Summarise
    clock: Callable[[], int]


Hook = Summarise | Timed


def ask(hook: Hook, request: Request) -> tuple[Answer | None, str]:
    """The hook's answer and an empty code, or None and what went wrong: hook_raised, hook_timed_out, hook_no_text,
    hook_async."""
    call = hook.summarise if isinstance(hook, Timed) else hook
    outcome: list[tuple[Answer | None, str]] = []

    def work() -> None:
        outcome.append(_called(call, request))

    thread = threading.Thread(target=work, daemon=True)
    try:
        thread.start()
    except RuntimeError:  # no threads here
        return _measured(hook, call, request)
    thread.join(request.timeout_ms / 1000)
    return outcome[0] if outcome else (None, "hook_timed_out")


def _measured(hook: Hook, call: Summarise, request: Request) -> tuple[Answer | None, str]:
    clock = hook.clock if isinstance(hook, Timed) else None
    begun = clock() if clock else 0
    outcome = _called(call, request)
    took = clock() - begun if clock else 0
    return (None, "hook_timed_out") if took > request.timeout_ms else outcome


def _called(call: Summarise, request: Request) -> tuple[Answer | None, str]:
    try:
        answer = call(request)
    except Exception:  # whatever it is, it is the hook's; its words are not passed on
        return None, "hook_raised"
    if isinstance(answer, Awaitable):
        if isinstance(answer, Coroutine):
            answer.close()  # nobody will await it, and Python would warn of that
        return None, "hook_async"
    if not isinstance(answer, str | Mapping) or not answer:
        return None, "hook_no_text"
    return answer, ""
