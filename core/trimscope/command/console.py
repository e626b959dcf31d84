"""What the command line does outside itself: standard streams that take any text, files that are whole or untouched.

The only module besides `cli` that knows of files.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import traceback
from pathlib import Path
from typing import TextIO

from trimscope.errors import TrimscopeError
from trimscope.texts.printable import printable

INTERRUPTED = 130
"""Exit code of a program stopped by Ctrl+C: 128 + the number of the signal, as shells have it."""


class WriteError(TrimscopeError):
    """A file or stream could not be written; the sentence names it and the system's reason."""


def prepare() -> None:
    """Let the standard streams take every character: what their encoding lacks is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def flush() -> None:
    """Send what was printed, so that a closed pipe or a full disk is met here and not when Python ends."""
    sys.stdout.flush()


def let_go() -> None:
    """Point standard output at nothing, after it failed: Python would fail again when it ends."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # not a real stream (a test's): there is nothing to fail


def sentence(error: OSError) -> str:
    """One sentence for an error of the system; one without a file's name met a standard stream."""
    return f"{error.filename or 'standard output'}: {error.strerror or error}."


def surprise(error: BaseException) -> str:
    """One sentence for an error nobody foresaw, with the place, asking for a report."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    what = printable(f"{type(error).__name__}: {error}")[:300]
    return f"this should not have happened: {what}{place}. Please report it with the command that was run."


def same_file(one: str, other: str) -> bool:
    """Whether two names are one file, through symbolic and hard links too; `-` is what standard input reads."""
    try:
        return Path("/dev/stdin" if one == "-" else one).samefile(other)
    except OSError:
        return False  # one of them is not there, or there is no such name for standard input


def put(name: str, text: str) -> None:
    """Write a text to a file as a whole, or to standard output where the name is `-`. Raises WriteError."""
    if name == "-":
        print_text(text)
    else:
        write_whole(name, text)


def print_text(text: str) -> None:
    """Write text to standard output as UTF-8, whatever the terminal's encoding."""
    stream: TextIO = sys.stdout
    stream.flush()
    if isinstance(stream, io.TextIOWrapper):
        stream.buffer.write(text.encode("utf-8"))
    else:
        stream.write(text)


def write_whole(name: str, text: str | bytes) -> None:
    """Write a file (a text as UTF-8) so that it is either wholly the new text or as it was before.

    Raises WriteError with the name and the reason.
    """
    path = Path(name)
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    try:
        path = path.resolve() if path.is_symlink() else path
        if path.exists() and not path.is_file():
            with path.open("wb") as device:  # a device or a pipe has nothing to keep
                device.write(data)
            return
        _replace(path, data)
    except OSError as error:
        raise WriteError(f"{name}: {error.strerror or error}: it was not written.") from None


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with beside.open("xb") as new:
            new.write(data)
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
