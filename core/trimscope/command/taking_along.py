"""What `trimscope trim` hands out beside the trimmed transcript: `--report FILE` and `--code KIND`."""

from __future__ import annotations

import argparse
import sys

from trimscope import __version__
from trimscope.command import console
from trimscope.errors import PolicyError
from trimscope.planning.result import Plan


def arguments(trim: argparse.ArgumentParser) -> None:
    """The options of the command."""
    trim.add_argument("--report", metavar="OUT.html", help="write the plan as an HTML page that needs nothing else")
    trim.add_argument(
        "--code", metavar="KIND", help="print code instead: python (this plan), or anthropic, langchain, openai (near)"
    )


def check(args: argparse.Namespace) -> None:
    """Raises PolicyError where two things would go to one place, or a report over what was read."""
    if args.code is not None:
        from trimscope.exporting.code import KINDS

        if args.code not in KINDS:
            raise PolicyError(f"--code {args.code} is not known: choose one of {', '.join(KINDS)}.")
        for other, given in (("-o -", args.output == "-"), ("--metrics", args.metrics), ("--json", args.json)):
            if given:
                raise PolicyError(f"--code and {other} both print on standard output: leave one out.")
    if args.report is None:
        return
    if args.report in ("", "-"):
        raise PolicyError("--report takes the name of a file.")
    if args.report == args.output:
        raise PolicyError(f"-o and --report both name {args.report}: name two files.")
    for read, what in ((args.file, "the transcript"), (args.policy or "", "the policy file")):
        if console.same_file(read, args.report):
            raise PolicyError(f"--report {args.report} is {what} itself, which is never overwritten.")


def report(args: argparse.Namespace, result: Plan) -> None:
    """Write the report, whatever the status: it says why nothing would be sent. Raises console.WriteError."""
    if args.report is None:
        return
    from trimscope.exporting.report import report_html

    title = "" if args.file == "-" else args.file.replace("\\", "/").rsplit("/", 1)[-1]
    console.write_whole(args.report, report_html(result, args.lang, title=title, version=__version__))
    print(f"trimscope: wrote {args.report} (a report on the plan).", file=sys.stderr)


def code_text(args: argparse.Namespace, result: Plan) -> str | None:
    """The code that was asked for; None where none was."""
    if args.code is None:
        return None
    from trimscope.exporting.code import code

    file = "transcript.json" if args.file == "-" else args.file
    return code(result, args.code, args.lang, file=file, select=args.select)
