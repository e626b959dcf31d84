"""The transcripts that names on the command line stand for: files, folders, patterns; and what is in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from glob import glob
from pathlib import Path
from typing import Any

from trimscope import formats
from trimscope.command import console
from trimscope.errors import LoadError, TrimscopeError
from trimscope.transcript import Transcript

SUFFIXES = (".json", ".jsonl", ".ndjson")
"""Files of a folder that are taken; the readers of other kinds of files add theirs."""

Found = tuple[str, Transcript | TrimscopeError]
"""A transcript under its name, or what kept it from being read."""


def found(names: Iterable[str], suffixes: Iterable[str] = (), what: str = "transcript") -> tuple[str, ...]:
    """The files that some names stand for, each once: a folder for all transcripts below it, a pattern (`*`, `**`) for
    what it matches, each in the order of their names; `-` is standard input. A file that is not there stays, to be
    told of when it is read. Raises LoadError for a folder or pattern without a file, in which no `what` is then."""
    taken = (*SUFFIXES, *suffixes)
    files: dict[str, None] = {}
    for name in names:
        path = Path(name)
        if not name:
            raise LoadError("FILE is given as an empty text: name one, or leave it out.")
        if name != "-" and path.is_dir():
            matched = sorted(str(each) for each in path.rglob("*") if each.suffix.lower() in taken and each.is_file())
        elif name != "-" and not path.exists() and any(sign in name for sign in "*?["):
            matched = sorted(each for each in glob(name, recursive=True) if Path(each).is_file())
        else:
            matched = [name]
        if not matched:
            raise LoadError(f"{name}: no {what} there ({', '.join(taken)}).")
        files |= dict.fromkeys(matched)
    return tuple(files)


def transcripts(
    files: Iterable[str],
    readers: Mapping[str, Callable[[bytes], Any]],
    *,
    format: str | None = None,
    select: str | None = None,
    provider: str | None = None,
) -> Iterator[Found]:
    """Every conversation of the files, read when it is asked for; `select` takes one of each file."""
    for name in files:
        try:
            source = _source(name, readers)
            if select is not None:
                yield name, formats.load(source, format=format, select=select, provider=provider)
                continue
            parts = list(formats.each(source, format=format))
        except TrimscopeError as error:
            yield name, error
            continue
        except OSError as error:
            yield name, LoadError(console.sentence(error))
            continue
        for part, _, read in parts:
            try:
                transcript = read() if provider is None else replace(read(), provider=provider)
                yield (name if len(parts) == 1 else f"{name}#{part}"), transcript
            except TrimscopeError as error:
                yield f"{name}#{part}", error


def _source(name: str, readers: Mapping[str, Callable[[bytes], Any]]) -> Any:
    if name == "-":
        return sys.stdin.buffer.read()
    path = Path(name)
    reader = readers.get(path.suffix.lower())
    return reader(path.read_bytes()) if reader else path.read_bytes()


def content(name: str) -> bytes:
    """The bytes of a file; `-` is standard input. Raises LoadError in the system's words."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise LoadError(console.sentence(error)) from None


def beside(name: str, other: str) -> str | None:
    """The file that another one names, seen from where that lies; None where there is none."""
    path = Path(name).parent / other
    return str(path) if other and "\0" not in other and path.is_file() else None


def seen_from(name: str, other: str) -> str:
    """The way from the folder of one file to another one, as a name that `beside` finds; `-` is here."""
    if other == "-":
        return ""
    folder, path = Path(name).resolve().parent, Path(other).resolve()
    for up, above in enumerate((folder, *folder.parents)):
        if path.is_relative_to(above):
            return "/".join((*("..",) * up, *path.relative_to(above).parts))
    return path.as_posix()  # another drive
