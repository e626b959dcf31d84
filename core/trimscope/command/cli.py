"""The command line: `trimscope inspect FILE`, `trimscope trim FILE`, `trimscope sweep FILE ...`.

Exit 0 fine, 1 the check failed, 2 bad input or usage. The app's console script adds `serve` and `build`, and a
reader for YAML; nothing here knows of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from trimscope import __version__, formats, listing, preset, tokens, words
from trimscope.command import (
    assigning,
    console,
    effects_report,
    list_report,
    playing,
    report,
    scenarios,
    sweeping,
    taking_along,
    trimming,
    usage_report,
    whitelist_report,
)
from trimscope.errors import PolicyError, TrimscopeError
from trimscope.planning.plan import history_at
from trimscope.planning.view import look
from trimscope.policies import foreign
from trimscope.policies.policy import Policy
from trimscope.presets import presets
from trimscope.source import reading
from trimscope.structure.providers import PROVIDERS
from trimscope.transcript import Transcript
from trimscope.values.suggestions import suggest_whitelist

FINE, FAILED, BAD_INPUT = 0, 1, 2

OPTIONS = ("model", "window", "profile")
"""Policy keys with an option of their own. A policy file's value gives way to the option, as to `--set`."""

NAMED: Mapping[str, Callable[[], Sequence[str]]] = {"format": formats.names, "provider": lambda: tuple(PROVIDERS)}
"""Options that take one of many names: too many for the usage lines, so they are checked here and not by argparse."""

Reader = Callable[[bytes], Any]
"""Turns a policy file's bytes into a mapping."""


def _toml(data: bytes) -> Any:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PolicyError(f"The policy file is not TOML: {error}.") from None


READERS: Mapping[str, Reader] = {".json": lambda data: reading.read(data)[0], ".toml": _toml}


def parser(
    readers: Mapping[str, Reader] = READERS,
    transcripts: Mapping[str, Reader] | None = None,
    clock: Callable[[], int] | None = None,
) -> argparse.ArgumentParser:
    """The argument parser of the core's two commands. `transcripts` read what is no JSON, by the file's suffix;
    `clock` counts nanoseconds for the metrics (the core has none of its own)."""
    root = argparse.ArgumentParser(prog="trimscope", description="What a trimming policy does, before it does it.")
    root.add_argument("--version", action="version", version=f"trimscope {__version__}")
    root.set_defaults(run=None, transcripts=transcripts or {}, clock=clock)
    commands = root.add_subparsers(title="commands", dest="command")
    inspect = commands.add_parser("inspect", help="what is in a transcript: rings, anchors, faults, tokens")
    _common(inspect)
    inspect.add_argument("--whitelist", action="store_true", help="which fields of JSON results the run used as well")
    inspect.add_argument("--effects", action="store_true", help="list what the run changed, and how each call went")
    inspect.add_argument("--usage", action="store_true", help="list what each call reported, beside the estimate")
    inspect.set_defaults(run=_inspect)
    trim = commands.add_parser("trim", help="what a policy would do to it, and the trimmed transcript")
    _common(trim)
    assigning.add_options(trim, readers)
    trim.add_argument("-o", "--output", metavar="OUT", help="write the trimmed transcript, in its format (- prints it)")
    trim.add_argument("--spent", type=int, default=0, metavar="TOKENS", help="what the run used before this call")
    trim.add_argument("--retry", type=int, default=0, metavar="N", help="how often this call was refused as too long")
    trim.add_argument(
        "--draft-summary", action="store_true", help="print a summary from rules for summary.text, and stop"
    )
    trim.add_argument("--contract", action="store_true", help="the fourteen points of the context contract as well")
    trim.add_argument(
        "--metrics", action="store_true", help="print Prometheus metrics instead (with --json: among the JSON)"
    )
    taking_along.arguments(trim)
    trim.add_argument("--force", action="store_true", help="write also what is over budget or would be refused")
    trim.set_defaults(run=lambda args: _trim(args, readers))
    read_policy = lambda args: _with_options(_policy(args, readers), args)  # noqa: E731
    for more in (playing, scenarios):
        more.add(commands, _common, _load, read_policy, _list, tuple(readers))
    sweeping.add(commands, lambda args: _policy(args, readers), tuple(readers))
    return root


def main(argv: Sequence[str] | None = None, root: argparse.ArgumentParser | None = None) -> int:
    """Run the command line; returns the exit code. `root` is an extended parser, if any."""
    console.prepare()
    said = ""
    args = argparse.Namespace()
    try:
        code = _run(root or parser(), argv, args)
        console.flush()
        return code
    except BrokenPipeError:
        console.let_go()  # whoever read us has seen enough: nothing to say
        return FAILED
    except KeyboardInterrupt:
        return console.INTERRUPTED
    except TrimscopeError as error:
        said = words.load_error(str(error), getattr(args, "lang", "en")) or str(error)
    except OSError as error:
        said = console.sentence(error)
        if error.filename is None:
            console.let_go()
    except Exception as error:  # whatever it is, people get a sentence and not a traceback
        said = console.surprise(error)
    print(f"trimscope: {said}", file=sys.stderr)
    return BAD_INPUT


def _run(root: argparse.ArgumentParser, argv: Sequence[str] | None, args: argparse.Namespace) -> int:
    """Run what is asked for; `args` takes what was parsed, which its caller has also after an error."""
    try:
        root.parse_args(argv, args)
    except SystemExit:
        console.flush()  # --help, --version
        raise
    if args.run is None:
        root.print_help()
        return BAD_INPUT
    for option in ("file", "output", "policy", "model", *NAMED):
        if getattr(args, option, None) == "":
            shown = "FILE" if option == "file" else "-o" if option == "output" else f"--{option}"
            raise PolicyError(f"{shown} is given as an empty text: name one, or leave it out.")
    for option, known in NAMED.items():
        given = getattr(args, option, None)
        if given is not None and given not in known():
            raise PolicyError(f"--{option} {given} is not known: choose one of {', '.join(known())}.")
    code: int = args.run(args)
    return code


def _common(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a transcript (JSON or JSON Lines); - reads standard input")
    command.add_argument("--format", metavar="FORMAT", help="instead of detecting it; ? lists the formats")
    command.add_argument("--select", metavar="NAME|NUMBER", help="one of several conversations, numbered from 0")
    command.add_argument("--list", action="store_true", help="list the conversations of the file and stop")
    command.add_argument("--provider", metavar="PROVIDER", help="whose rules hold, not the format's own; ? lists them")
    command.add_argument("--model", help="resolves the context window")
    command.add_argument("--window", type=int, metavar="TOKENS", help="the context window")
    command.add_argument("--profile", choices=tuple(tokens.PROFILES), help="the token estimator")
    command.add_argument("--call", type=int, metavar="K", help="look at model call K (from 1); default: the next one")
    command.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the words")
    command.add_argument("--json", action="store_true", help="JSON on standard output")


def _list(args: argparse.Namespace) -> int:
    """Print the conversations of the file."""
    found = listing.entries(_read(args), args.format, args.profile or tokens.DEFAULT_PROFILE)
    print(json.dumps(list_report.list_json(found)) if args.json else list_report.list_text(found, args.lang))
    return FINE


def _inspect(args: argparse.Namespace) -> int:
    if args.list:
        return _list(args)
    transcript = _load(args)
    policy = _with_options(Policy(), args)
    history = history_at(transcript, args.call)
    view = look(transcript, tokens.count(transcript, policy.profile, policy.model), policy, history)
    found = suggest_whitelist(transcript, policy.profile) if args.whitelist else ()
    if args.json:
        more = whitelist_report.whitelist_json(found) if args.whitelist else {}
        more |= effects_report.effects_json(view) if args.effects else {}
        more |= usage_report.inspect_json(view) | (usage_report.calls_json(view) if args.usage else {})
        print(json.dumps(report.inspect_json(view) | more))
    else:
        print(report.inspect_text(view, args.lang))
        if args.whitelist:
            print(whitelist_report.whitelist_text(found, args.lang))
        if args.effects:
            print(effects_report.effects_text(view, args.lang))
        if args.usage:
            print(usage_report.calls_text(view, args.lang))
    return FAILED if view.rings.refused else FINE


def _trim(args: argparse.Namespace, readers: Mapping[str, Reader]) -> int:
    for read, what in ((args.file, "the transcript"), (args.policy or "", "the policy file")):
        if args.output and args.output != "-" and console.same_file(read, args.output):
            raise PolicyError(f"-o {args.output} is {what} itself, which is never overwritten: name another file.")
    if args.metrics and args.output == "-" and not args.json:
        raise PolicyError("--metrics and -o - both print on standard output: name a file for -o, or add --json.")
    if args.list:
        return _list(args)
    transcript = _load(args)
    policy = _with_options(_policy(args, readers), args)
    return FINE if trimming.run(args, transcript, policy) else FAILED


def _read(args: argparse.Namespace) -> Any:
    """The file's bytes, or its value where a reader knows its suffix."""
    if args.file == "-":
        return sys.stdin.buffer.read()
    path = Path(args.file)
    reader = args.transcripts.get(path.suffix.lower())
    return reader(path.read_bytes()) if reader else path.read_bytes()


def _load(args: argparse.Namespace) -> Transcript:
    return formats.load(_read(args), format=args.format, select=args.select, provider=args.provider)


def _policy(args: argparse.Namespace, readers: Mapping[str, Reader]) -> Policy:
    mapping: dict[str, Any] = {}
    if args.policy in presets():
        mapping = preset(args.policy).to_mapping()
    elif args.policy:
        path = Path(args.policy)
        suffix = path.suffix.lower()
        if suffix not in readers and not path.exists():
            preset(args.policy)  # raises with the names there are
        if suffix not in readers:
            raise PolicyError(f"{args.policy}: a policy file ends in {', '.join(readers)}.")
        loaded = readers[suffix](path.read_bytes())
        if not isinstance(loaded, dict):
            raise PolicyError(f"{args.policy}: a policy file holds one object of policy keys.")
        mapping, noted = foreign.policy_keys(loaded)
        for note in noted:
            print(f"trimscope: note: {note[args.lang]}", file=sys.stderr)
    for assignment in args.set:
        key = assignment.partition("=")[0]
        if key in OPTIONS and getattr(args, key) is not None:
            raise PolicyError(f"{key} is given twice, by --set {key} and by --{key}: leave one out.")
        assigning.assign(mapping, assignment)
    return Policy.from_mapping(mapping)


def _with_options(policy: Policy, args: argparse.Namespace) -> Policy:
    given = {key: getattr(args, key) for key in OPTIONS}
    return policy.replace(**{key: value for key, value in given.items() if value is not None})
