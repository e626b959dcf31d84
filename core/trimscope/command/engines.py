"""Where the work of a sweep over many runs is done: in this process, in several, or on a Dask cluster.

Every engine takes tasks as they come, keeps a few under way, and gives the results in the order of the tasks, so that
they are the same whichever is chosen. What fails in a task is its result's error.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import cpu_count, get_context
from typing import Any

from trimscope.command import console
from trimscope.errors import TrimscopeError
from trimscope.sweeping.corpus import Swept, Task, work

AHEAD = 2
"""Tasks under way for each worker: one is worked on while the next is sent."""

Tasks = Iterable[Task | Swept]
"""What is to be done; a Swept is a run that failed before: it keeps its place."""


Done = Generator[Swept, None, None]
"""Results; closing it lets go of what is under way."""


class EngineError(TrimscopeError):
    """An engine is missing, cannot be reached, or broke; the sentence says what to do."""


def local(tasks: Tasks, jobs: int | None = None) -> Done:
    """Work in processes of this machine, `jobs` of them (default: one a processor); with one in this process."""
    workers = jobs or cpu_count()
    if workers == 1:
        yield from (_done(each, lambda task: work(task)) for each in tasks)
        return
    # Spawned, not forked: the same on every system, and no threads are copied.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _deaf)
    try:
        yield from _in_order(tasks, lambda task: pool.submit(work, task), workers * AHEAD)
    except BrokenProcessPool:
        raise EngineError("A worker process ended, perhaps for want of memory: try fewer with --jobs.") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def dask(tasks: Tasks, scheduler: str | None = None, jobs: int | None = None) -> Done:
    """Work on a Dask cluster: that of the scheduler's address, or one started here with `jobs` workers.

    Raises EngineError where Dask is not installed or the scheduler does not answer.
    """
    if find_spec("distributed") is None:
        raise EngineError("--engine dask needs Dask: install trimscope[dask].")
    distributed = import_module("distributed")
    try:
        if scheduler is not None:
            client = distributed.Client(scheduler, timeout=CONNECT)
        else:
            client = distributed.Client(
                n_workers=jobs or cpu_count(), threads_per_worker=1, dashboard_address=None, set_as_default=False
            )
    except (OSError, ValueError):
        raise EngineError(f"--scheduler {scheduler}: no Dask scheduler answers there.") from None
    with client:
        workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        yield from _in_order(tasks, lambda task: client.submit(work, task, pure=False), workers * AHEAD)


CONNECT = 10
"""Seconds until a scheduler that does not answer is given up: its own default is 30, and a typing error costs that."""


def _in_order(tasks: Tasks, submit: Callable[[Task], Any], ahead: int) -> Done:
    waiting: deque[tuple[Task | Swept, Any]] = deque()
    for each in tasks:
        waiting.append((each, submit(each) if isinstance(each, Task) else None))
        if len(waiting) > ahead:
            yield _result(*waiting.popleft())
    while waiting:
        yield _result(*waiting.popleft())


def _result(each: Task | Swept, future: Any) -> Swept:
    return _done(each, lambda _: future.result())


def _done(each: Task | Swept, do: Callable[[Task], Swept]) -> Swept:
    if isinstance(each, Swept):
        return each
    try:
        return do(each)
    except BrokenProcessPool:
        raise
    except Exception as error:  # one run that nobody foresaw must not end the others
        return Swept(each.name, error=str(error) if isinstance(error, TrimscopeError) else console.surprise(error))


def _deaf() -> None:
    """Ctrl+C reaches every process of a terminal: the workers leave it to the one that started them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
