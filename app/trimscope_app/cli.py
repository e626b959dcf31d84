"""The console script `trimscope`: the core's command line, and `serve` and `build`.

Without the `app` extra the core's commands work as they are; the two others say in one sentence what to install.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trimscope import cli as core
from trimscope.errors import PolicyError, TrimscopeError

MISSING = "this needs the page's packages: pip install 'trimscope[app]' ({name} is not installed)."


class MissingExtra(TrimscopeError):
    """A command needs an extra that is not installed."""


def _yaml(data: bytes) -> Any:
    try:
        import yaml
    except ImportError:
        raise MissingExtra("reading YAML needs PyYAML: pip install 'trimscope[yaml]'.") from None
    try:
        return yaml.safe_load(data)
    except yaml.YAMLError as error:
        raise PolicyError(f"The policy file is not YAML: {' '.join(str(error).split())}.") from None


READERS: Mapping[str, core.Reader] = {**core.READERS, ".yaml": _yaml, ".yml": _yaml}


def parser() -> argparse.ArgumentParser:
    """The core's parser with the app's commands."""
    root = core.parser(READERS)
    # argparse hands out the sub-parsers object only once, when it is made.
    commands = next(action for action in root._actions if isinstance(action, argparse._SubParsersAction))
    serve = commands.add_parser("serve", help="open the page on a local server")
    serve.add_argument("file", metavar="FILE", nargs="?", help="a transcript to open on, instead of the first sample")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    serve.add_argument("--port", type=int, default=5006, help="port to listen on; 0 takes a free one")
    serve.add_argument("--no-show", action="store_true", help="do not open the browser")
    serve.add_argument("--allow-origin", action="append", metavar="HOST:PORT", help="another name it is opened under")
    serve.add_argument("--lang", choices=("en", "zh"), help="language (default: the browser's)")
    serve.set_defaults(run=_serve)
    build = commands.add_parser("build", help="write the page as a static site that runs in the browser")
    build.add_argument("dir", metavar="DIR", type=Path, help="folder to write")
    build.add_argument("--pyodide", metavar="DIR|URL", help="where Pyodide's files are (verified by their hashes)")
    build.set_defaults(run=_build)
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return core.main(argv, parser())


def _serve(args: argparse.Namespace) -> int:
    try:
        from trimscope_app.serve import serve
    except ImportError as error:
        raise MissingExtra(MISSING.format(name=error.name)) from None
    start: dict[str, Any] = {"lang": args.lang} if args.lang else {}
    if args.file:
        path = Path(args.file)
        start |= {"name": path.name, "source": path.read_bytes()}
    try:
        serve(start, host=args.host, port=args.port, show=not args.no_show, origins=args.allow_origin)
    except OSError as error:
        print(f"trimscope: cannot listen on {args.host}:{args.port}: {error.strerror or error}.", file=sys.stderr)
        return core.FAILED
    except KeyboardInterrupt:
        pass
    return core.FINE


def _build(args: argparse.Namespace) -> int:
    try:
        from trimscope_app.build.site import build
    except ImportError as error:
        raise MissingExtra(MISSING.format(name=error.name)) from None
    build(args.dir, pyodide=args.pyodide)
    return core.FINE


if __name__ == "__main__":
    raise SystemExit(main())
