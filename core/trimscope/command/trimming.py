"""What `trimscope trim` prints and writes, once the transcript and the policy are read.

Standard output is for one thing only: the report, or the trimmed transcript (`-o -`), or the metrics. What gives way
goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import sys

from trimscope import plan
from trimscope.command import console, contract_report, report, taking_along, usage_report
from trimscope.command.summary_report import drafted, summary_json, summary_text
from trimscope.measures import prometheus
from trimscope.measures.metrics import metrics, timed
from trimscope.planning.result import Plan
from trimscope.policies.policy import Policy
from trimscope.source import output
from trimscope.transcript import Transcript


def run(args: argparse.Namespace, transcript: Transcript, policy: Policy) -> bool:
    """Plan, print, write; whether what would be sent is fine."""
    taking_along.check(args)
    if args.draft_summary:
        console.print_text(output.to_text(drafted(transcript, policy, args.call), "json"))
        return True
    result, times = _planned(args, transcript, policy)
    good = result.status in ("fine", "above_watermark")
    written = bool(args.output) and _write(result, args.output, good or args.force)
    taking_along.report(args, result)
    code = taking_along.code_text(args, result)
    if code is not None:
        console.print_text(code)
        return good
    if args.json:
        more = contract_report.contract_json(result) if args.contract else {}
        more |= {"metrics": metrics(result, nanoseconds=times).to_mapping()} if args.metrics else {}
        more |= summary_json(result) | usage_report.trim_json(result)
        more |= {"wrote": {"file": args.output, "format": result.transcript.dialect}} if written else {}
        said = json.dumps(report.trim_json(result) | more)
    else:
        said = report.trim_text(result, args.lang) + summary_text(result, args.lang)
        said += contract_report.contract_text(result, args.lang) if args.contract else ""
    aside = args.output == "-" or (args.metrics and not args.json)  # standard output is for one thing only
    print(said, file=sys.stderr if aside else sys.stdout)
    if args.metrics and not args.json:
        print(prometheus.exposition(metrics(result, nanoseconds=times)), end="")
    return good


def _planned(args: argparse.Namespace, transcript: Transcript, policy: Policy) -> tuple[Plan, list[int] | None]:
    """The plan, and the nanoseconds it took where there is a clock."""
    moment = {"call": args.call, "spent": args.spent, "retry": args.retry}
    if args.clock is None:
        return plan(transcript, policy, **moment), None
    result, took = timed(lambda: plan(transcript, policy, **moment), args.clock)
    return result, [took]


def _write(result: Plan, path: str, allowed: bool) -> bool:
    """Write what would be sent, where that is allowed; says on standard error what became of it."""
    if not allowed:
        print(
            f"trimscope: {_name(path)} was not written: the status is {result.status} (--force writes it).",
            file=sys.stderr,
        )
        return False
    text = output.to_text(result.document, result.transcript.layout)
    console.put(path, text)
    source, dialect = result.transcript.format, result.transcript.dialect
    made = dialect if source == dialect else f"{dialect}, made from {source}"
    print(f"trimscope: wrote {_name(path)} ({made}).", file=sys.stderr)
    return True


def _name(path: str) -> str:
    return "standard output" if path == "-" else path
