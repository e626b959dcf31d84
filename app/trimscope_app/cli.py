"""The console script: the core's command line, with `serve`, `build` and `lesson` added and YAML policies read.

Panel is imported only inside the two commands, so that `inspect` and `trim` start at once and work without it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from trimscope.command import cli
from trimscope.errors import PolicyError, TrimscopeError
from trimscope_app import lesson_command, yaml_files

DEFAULT_PORT = 5006
"""Panel's own default port: what people who know Panel expect."""

MOST_PORT = 65_535
"""Ports are numbers of 16 bits."""

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class MissingExtra(TrimscopeError):
    """A command needs an optional dependency; the sentence names the extra that brings it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code (0 fine, 1 the check failed, 2 bad input or usage)."""
    root = cli.parser(
        {**cli.READERS, ".yaml": _yaml, ".yml": _yaml},
        dict.fromkeys(yaml_files.SUFFIXES, yaml_files.read),
        time.perf_counter_ns,
    )
    commands = next(a for a in root._actions if isinstance(a, argparse._SubParsersAction))
    serve = commands.add_parser("serve", help="open the app in the browser, served from this machine")
    serve.add_argument("file", nargs="?", metavar="FILE", help="a transcript to open instead of the sample")
    serve.add_argument("--port", type=int, default=DEFAULT_PORT)
    serve.add_argument("--address", default="127.0.0.1", help="address to listen on (default: this machine only)")
    serve.add_argument(
        "--allow-origin", action="append", metavar="HOST[:PORT]", help="host names the app is reached by"
    )
    serve.add_argument("--no-open", action="store_true", help="do not open a browser")
    serve.set_defaults(run=_serve)
    build = commands.add_parser("build", help="build the static site that runs in the browser")
    build.add_argument("dir", metavar="DIR", help="the folder to write; an earlier site there is made anew")
    build.add_argument("--pyodide", metavar="DIR|URL", help="where Pyodide's files come from (verified by hash)")
    build.set_defaults(run=_build)
    lesson_command.add(commands)
    return cli.main(argv, root)


def _serve(args: argparse.Namespace) -> int:
    if not 0 <= args.port <= MOST_PORT:
        raise PolicyError(f"--port {args.port}: a port is a number from 0 (any free one) to {MOST_PORT}.")
    if args.address not in LOOPBACK and not args.allow_origin:
        raise PolicyError(
            f"--address {args.address} lets other machines in: name the host they use with --allow-origin HOST:PORT."
        )
    start: dict[str, Any] = {}
    if args.file is not None:
        path = Path(args.file)
        start = {"name": path.name, "source": yaml_files.as_json(path.name, path.read_bytes())}
    _needs_panel("serve")
    from trimscope_app.serve import serve

    serve(
        port=args.port,
        address=args.address,
        origins=args.allow_origin,
        show=not args.no_open and not os.environ.get("CI"),
        start=start,
    )
    return cli.FINE


def _build(args: argparse.Namespace) -> int:
    _needs_panel("build")
    from trimscope_app.build.errors import BuildError
    from trimscope_app.build.site import build

    try:
        build(Path(args.dir), pyodide=args.pyodide)
    except BuildError as error:
        print(f"trimscope: {error}", file=sys.stderr)
        return cli.BAD_INPUT
    return cli.FINE


def _needs_panel(command: str) -> None:
    try:
        import panel  # noqa: F401
        import panel_material_ui  # noqa: F401
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"'trimscope {command}' needs {error.name}: install it with  pip install 'trimscope[app]'"
        ) from None


def _yaml(data: bytes) -> Any:
    try:
        import yaml
    except ModuleNotFoundError:
        raise MissingExtra("A YAML policy needs PyYAML: install it with  pip install 'trimscope[yaml]'") from None
    try:
        return yaml.safe_load(data)
    except (ValueError, RecursionError):
        raise PolicyError("The policy file cannot be read: it is nested too deep, or a value in it is none.") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise PolicyError(f"The policy file is not YAML{place}.") from None


if __name__ == "__main__":
    sys.exit(main())
