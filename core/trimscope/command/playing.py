"""`trimscope replay FILE`: a run under a policy, call by call, with its sums, verdicts and lost references."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from trimscope.command import assigning, console, pricing
from trimscope.command.playing_report import row_json, to_json, to_text
from trimscope.errors import PolicyError
from trimscope.exporting.csv_text import csv_text
from trimscope.policies.policy import Policy
from trimscope.replaying.replay import replay
from trimscope.replaying.run_caps import RunCaps
from trimscope.transcript import Transcript

FINE, FAILED = 0, 1

Command = Callable[[argparse.ArgumentParser], None]
Read = Callable[[argparse.Namespace], Any]


def add(commands: Any, common: Command, load: Read, read_policy: Read, listed: Read, suffixes: tuple[str, ...]) -> None:
    """Add the command to those there are: `common` adds the options that all of them have, `load` and `read_policy`
    read the transcript and the policy, `listed` lists a file's conversations."""
    command = commands.add_parser("replay", help="what every call of a run would have got, its cost, what was lost")
    common(command)
    assigning.add_options(command, suffixes)
    command.add_argument("--history", choices=("raw", "persisted"), help="whether what was dropped stays dropped")
    pricing.add(command)
    command.add_argument("--max-seconds", type=int, metavar="S", help="say which call this limit would have stopped")
    command.add_argument("--max-cost", metavar="DOLLARS", help="the same, of what all input before a call cost")
    command.add_argument("--csv", metavar="OUT", help="write a row for every call (- prints it)")
    command.set_defaults(run=lambda args: listed(args) if args.list else _run(args, load(args), read_policy(args)))


def _run(args: argparse.Namespace, transcript: Transcript, policy: Policy) -> int:
    if args.csv == "":
        raise PolicyError("--csv is given as an empty text: name a file, or leave it out.")
    if args.csv and args.csv != "-" and console.same_file(args.file, args.csv):
        raise PolicyError(f"--csv {args.csv} is the transcript itself, which is never overwritten: name another file.")
    if args.csv == "-" and args.json:
        raise PolicyError("--csv - and --json both print on standard output: name a file for --csv.")
    caps = RunCaps(args.max_seconds, None if args.max_cost is None else pricing.dollars("--max-cost", args.max_cost))
    found = replay(transcript, policy, history=args.history, prices=pricing.prices(args.price), caps=caps)
    if args.max_cost is not None and found.rules.unit != "usd":
        raise PolicyError("--max-cost needs the model's price: name a --model that has one, or give --price input=.")
    calls = len(found.rows)
    if args.call is not None and not 1 <= args.call <= calls:
        raise PolicyError(f"call: {args.call} is not there; the run has {calls} model calls.")
    rows = [row for row in found.rows if args.call in (None, row.call)]
    if args.csv:
        console.put(args.csv, _csv([row_json(row) for row in rows]))
    if args.json:
        print(json.dumps(to_json(found, rows)))
    elif args.csv != "-":
        print(to_text(found, rows, args.lang))
    return FAILED if any(row.status in ("over_budget", "refused") for row in found.rows) else FINE


def _csv(rows: list[dict[str, Any]]) -> str:
    """Rows as CSV; the lists of lost references and faults as how many they are."""
    plain = [{key: len(value) if isinstance(value, list) else value for key, value in row.items()} for row in rows]
    return csv_text(list(plain[0]) if plain else [], (list(row.values()) for row in plain))
