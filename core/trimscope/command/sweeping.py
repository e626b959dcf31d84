"""`trimscope sweep FILE_OR_FOLDER_OR_PATTERN ... --keep-rounds 1:12 --result-limit 500,1000`.

Every policy key has an option that takes the values to sweep it over. One run or many: with many the work goes to an
engine, and the report is of all of them together. Ctrl+C ends with what is done.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from trimscope.caching.rules import Prices
from trimscope.command import console, files, pricing, sweep_report
from trimscope.errors import LoadError, PolicyError
from trimscope.policies.policy import Policy, settings
from trimscope.sweeping import grid_text
from trimscope.sweeping.corpus import Corpus, Swept, Task
from trimscope.sweeping.grid import Candidate, candidates
from trimscope.sweeping.row import SweepRow
from trimscope.sweeping.sweep import sweep_rows

FINE, FAILED, BAD_INPUT = 0, 1, 2

ENGINES = ("local", "dask")
"""What works on many runs (`command.engines`)."""

MOST_JOBS = 512
"""Processes: more than any one machine has use for."""


class _Axis(argparse.Action):
    """One key of the grid: kept in the order of the command line, which is the order of the rows."""

    def __call__(self, parser: object, args: argparse.Namespace, values: Any, option: str | None = None) -> None:
        key, text = (self.dest, values) if self.dest != "grid" else values.partition("=")[::2]
        if key in args.axes:
            raise PolicyError(f"{key} is swept twice: write all its values in one place.")
        args.axes = {**args.axes, key: text}


def add(commands: Any, read_policy: Callable[[argparse.Namespace], Policy], suffixes: tuple[str, ...]) -> None:
    """Add the command to those there are. `read_policy` reads --policy and --set; `suffixes` are of policy files."""
    command = commands.add_parser("sweep", help="what many policies would cost and lose over one run or many")
    command.add_argument("files", nargs="+", metavar="FILE", help="transcripts, folders of them, patterns; - reads one")
    kinds = "|".join(suffix.removeprefix(".") for suffix in suffixes)
    command.add_argument("--policy", metavar="FILE|PRESET", help=f"what stays: a policy file ({kinds}), or a preset")
    command.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change one key of it")
    command.add_argument("--format", metavar="FORMAT", help="instead of detecting it")
    command.add_argument("--select", metavar="NAME|NUMBER", help="one of several conversations of each file")
    command.add_argument("--provider", metavar="PROVIDER", help="whose rules hold, not the format's own")
    command.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the words")
    command.add_argument("--json", action="store_true", help="JSON on standard output")
    command.add_argument("--csv", metavar="OUT", help="write a row for every run and policy (- prints it)")
    command.add_argument("--parquet", metavar="OUT", help="the same as Parquet (needs trimscope[app,parquet])")
    command.add_argument("--top", type=int, default=40, metavar="N", help="rows of the table (default 40)")
    command.add_argument("--engine", choices=ENGINES, default="local", help="where many runs are worked on")
    command.add_argument("--jobs", type=int, metavar="N", help="processes; default: one a processor")
    command.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster (with --engine dask)")
    pricing.add(command)
    swept = command.add_argument_group(
        "policy keys to sweep", "each takes values between commas (drop,compact; 500,none), FROM:TO or FROM:TO:STEP; "
        "lists and tables as a JSON list of them ('[[], [\"bash\"]]')",
    )
    for key, kind in settings().items():
        words = kind.words.replace("%", "%%")
        swept.add_argument(f"--{key.replace('_', '-')}", dest=key, action=_Axis, metavar="VALUES", help=words)
    swept.add_argument("--grid", action=_Axis, metavar="KEY=VALUES", help="or a key in a table (summary.max_tokens=..)")
    command.set_defaults(run=lambda args: _run(args, read_policy), axes={}, model=None, window=None, profile=None)


def _run(args: argparse.Namespace, read_policy: Callable[[argparse.Namespace], Policy]) -> int:
    if args.scheduler is not None and args.engine != "dask":
        raise PolicyError("--scheduler names a Dask cluster: add --engine dask, or leave it out.")
    if args.jobs is not None and not 1 <= args.jobs <= MOST_JOBS:
        raise PolicyError(f"--jobs {args.jobs}: processes are a number from 1 to {MOST_JOBS}.")
    if args.top < 1:
        raise PolicyError(f"--top {args.top}: the table has at least one row.")
    grid = {key: grid_text.values(key, text) for key, text in args.axes.items()}
    if not grid:
        raise PolicyError("There is nothing to sweep: name a key with its values, as in --keep-rounds 1:12.")
    sweep_report.check(args.parquet)
    found = candidates(grid, read_policy(args))
    args.prices = pricing.prices(args.price)
    names = files.found(args.files, args.transcripts)
    _keep_inputs(args, names)
    runs = files.transcripts(
        names, args.transcripts, format=args.format, select=args.select, provider=args.provider
    )
    swept, stopped = _swept(args, runs, found)
    corpus = Corpus(tuple(swept))
    _write(args, corpus)
    if not corpus.compared:
        for each in corpus.failed:
            print(f"trimscope: {each.name}: {each.error}", file=sys.stderr)
        return console.INTERRUPTED if stopped else BAD_INPUT
    report = sweep_report.Report(corpus, len(found), stopped)
    if args.csv != "-":  # what prints its rows as CSV is read by a program
        print(sweep_report.to_json(report) if args.json else sweep_report.to_text(report, args.top, args.lang))
    if stopped:
        return console.INTERRUPTED
    advice = report.sweep.advice
    return FAILED if corpus.failed or advice is None or advice.failing else FINE


def _keep_inputs(args: argparse.Namespace, names: tuple[str, ...]) -> None:
    if args.csv == "-" and args.json:
        raise PolicyError("--csv - and --json both print on standard output: name a file for --csv.")
    if args.parquet == "-":
        raise PolicyError("--parquet -: Parquet is bytes and no text to print; name a file.")
    for option, output in (("--csv", args.csv), ("--parquet", args.parquet)):
        if output == "":
            raise PolicyError(f"{option} is given as an empty text: name a file, or leave it out.")
        if output and any(console.same_file(name, output) for name in names):
            raise PolicyError(f"{option} {output} is a transcript itself, which is never overwritten.")


def _swept(
    args: argparse.Namespace, runs: Iterator[files.Found], found: tuple[Candidate, ...]
) -> tuple[list[Swept], bool]:
    """What is done of all runs, and whether Ctrl+C ended it."""
    first = list(islice(runs, 2))
    if len(first) < 2 and args.engine == "local":
        return _one(first, found, args.prices)
    from trimscope.command import engines  # processes and queues: what no other command needs to load

    done: list[Swept] = []
    tasks = (_task(name, each, found, args.prices) for name, each in chain(first, runs))
    far = args.engine == "dask"
    engine = engines.dask(tasks, args.scheduler, args.jobs) if far else engines.local(tasks, args.jobs)
    try:
        for each in engine:
            done.append(each)
            _progress(f"{len(done):,} runs")
    except KeyboardInterrupt:
        engine.close()
        return done, True
    finally:
        _progress("")
    return done, False


def _task(name: str, each: Any, found: tuple[Candidate, ...], prices: Prices) -> Task | Swept:
    return Swept(name, error=str(each)) if isinstance(each, Exception) else Task(name, each, found, prices)


def _one(first: list[files.Found], found: tuple[Candidate, ...], prices: Prices) -> tuple[list[Swept], bool]:
    """A single run, row by row in this process."""
    if not first:
        raise LoadError("There is no conversation in the file.")
    name, transcript = first[0]
    if isinstance(transcript, Exception):
        raise transcript
    rows: list[SweepRow] = []
    stopped = False
    try:
        for row in sweep_rows(transcript, found, prices=prices):
            rows.append(row)
            _progress(f"{len(rows):,} of {len(found):,} policies")
    except KeyboardInterrupt:
        stopped = True
    finally:
        _progress("")
    return [Swept(name, tuple(rows))] if rows else [], stopped


def _progress(text: str) -> None:
    """On standard error, over itself, and only where a person sees it."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _write(args: argparse.Namespace, corpus: Corpus) -> None:
    rows: list[Mapping[str, Any]] = sweep_report.flat(corpus)
    if args.csv:
        console.put(args.csv, sweep_report.to_csv(rows))
    if args.parquet:
        sweep_report.write_parquet(rows, args.parquet)
    for output in (each for each in (args.csv, args.parquet) if each not in (None, "-")):
        print(f"trimscope: wrote {output} ({len(rows):,} rows).", file=sys.stderr)
