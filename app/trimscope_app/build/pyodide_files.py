"""Python for the browser: Pyodide's core and the few compiled packages the page uses.

Any source will do whose bytes match Pyodide's own lock, which itself is pinned here. So the sources are tried
in turn (the folder or address the user names, jsDelivr, the npm and Python package clients as they are set up
on this machine), every file is verified before it is kept, and only verified files are kept.

`python -m trimscope_app.build.pyodide_files [DIR|URL]` fills the cache.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import BuildError
from .pyodide_sources import Source, default_sources, named_source

VERSION = "314.0.3"
"""Pyodide's release: Python 3.14, ABI pyemscripten_2026_0. The hashes below belong to it."""

LOCK = "pyodide-lock.json"

CORE = {
    # sha256 of the files of npm `pyodide@314.0.3`. The lock names the hash of every package, so that pinning
    # the lock pins them all; the four others are what starts the interpreter.
    LOCK: "c963d22858f6bcb8f41586a2142f03905ab370c88ea22a86a2736e95fac2a8f3",
    "pyodide.mjs": "5cfc46f5dcbaf2a16f26e2363f441873eb424762609cc03db00d6a2ace4d00e5",
    "pyodide.asm.mjs": "1a9775427ef6e8abaa7db88ece0515422d1886915ae5c9093776410c865dfd8d",
    "pyodide.asm.wasm": "e7f8fac36f8bf11085309cbc5c829b3ec3057c18bf1d73b05a6741612d63cdbf",
    "python_stdlib.zip": "444c770dfd75a32097fc0a7d5c1413fd3140601f49c3a1f2e9af0376fcd124b4",
}

BOOT_PACKAGES = ("numpy",)
"""Loaded before the page is up: Bokeh asks it for its scalar types. The app itself imports neither it nor pandas."""

LAZY_PACKAGES = ("pandas", "tiktoken")
"""Loaded when the table or the exact count is first asked for."""

NOT_NEEDED = {"tiktoken": ("requests",)}
"""Dependencies in the lock that the page has no use for: tiktoken wants requests to download its vocabularies,
and the page makes no request outside its own origin."""

Log = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One file: its name in Pyodide's distribution, and the sha256 its bytes must have."""

    name: str
    sha256: str

    def matches(self, data: bytes) -> bool:
        """Whether these are the bytes."""
        return hashlib.sha256(data).hexdigest() == self.sha256


def cache_dir() -> Path:
    """Where verified files are kept between builds: ${XDG_CACHE_HOME:-~/.cache}/trimscope/pyodide-VERSION."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "trimscope" / f"pyodide-{VERSION}"


def fetch(pyodide: str | None = None, cache: Path | None = None, log: Log = print) -> Path:
    """Fill the cache with everything the site needs.

    Args:
        pyodide: a folder or an http(s) address with Pyodide's files; tried before all other sources.
        cache: the folder to fill; `cache_dir()` by default.
        log: gets one line for each source that was used or failed.

    Returns:
        The folder. Every file in `CORE` and of the packages (see `package_names`) is there and verified.

    Raises:
        BuildError: some file is in no source; the sentence names the files and every source's answer.
    """
    folder = cache or cache_dir()
    folder.mkdir(parents=True, exist_ok=True)
    sources = [*([named_source(pyodide)] if pyodide else []), *default_sources(VERSION)]
    _fill(folder, [Wanted(name, sha) for name, sha in CORE.items()], sources, log)
    _fill(folder, package_files(folder), sources, log)
    return folder


def lock(folder: Path) -> dict[str, Any]:
    """Pyodide's lock, verified.

    Raises:
        BuildError: the file was changed since it was fetched.
    """
    data = (folder / LOCK).read_bytes()
    if not Wanted(LOCK, CORE[LOCK]).matches(data):
        raise BuildError(f"{folder / LOCK} is not the lock of Pyodide {VERSION}; delete it and build again.")
    parsed: dict[str, Any] = json.loads(data)
    return parsed


def package_names(folder: Path, roots: Iterable[str] = (*BOOT_PACKAGES, *LAZY_PACKAGES)) -> tuple[str, ...]:
    """The packages with everything they depend on, sorted."""
    packages = lock(folder)["packages"]
    found: set[str] = set()
    open_names = list(roots)
    while open_names:
        name = open_names.pop()
        if name not in found:
            found.add(name)
            open_names += _depends(packages, name)
    return tuple(sorted(found))


def package_files(folder: Path) -> list[Wanted]:
    """The wheels of these packages, as the lock names them."""
    packages = lock(folder)["packages"]
    return [Wanted(packages[name]["file_name"], packages[name]["sha256"]) for name in package_names(folder)]


def site_lock(folder: Path) -> bytes:
    """The lock for the site: Pyodide's own, less all the packages the site does not carry (114 KB to 3 KB)."""
    whole = lock(folder)
    packages = whole["packages"]
    kept = {name: {**packages[name], "depends": _depends(packages, name)} for name in package_names(folder)}
    return json.dumps({**whole, "packages": kept}, sort_keys=True, separators=(",", ":")).encode()


def _depends(packages: dict[str, Any], name: str) -> list[str]:
    return [other for other in packages[name]["depends"] if other not in NOT_NEEDED.get(name, ())]


def _fill(folder: Path, wanted: list[Wanted], sources: list[Source], log: Log) -> None:
    """Put what is missing into the folder, from the first source that has it."""
    missing = {w.name: w for w in wanted if not _is_there(folder, w)}
    answers: list[str] = []
    for source in sources:
        if not missing:
            return
        try:
            got = 0
            for name, data in source.read(tuple(missing)):
                if missing[name].matches(data):
                    _keep(folder / name, data)
                    del missing[name]
                    got += 1
                else:
                    answers.append(f"{source.label}: {name} does not match its hash")
            if got:
                log(f"Pyodide {VERSION}: {got} file{'s' if got != 1 else ''} from {source.label}, verified")
        except (OSError, ValueError) as error:
            answers.append(f"{source.label}: {error}")
    if missing:
        raise BuildError(
            f"Pyodide {VERSION} could not be fetched whole: {', '.join(sorted(missing))} missing. "
            f"Give a folder or an address that has its files with --pyodide. ({'; '.join(answers)})"
        )


def _is_there(folder: Path, wanted: Wanted) -> bool:
    path = folder / wanted.name
    return path.is_file() and wanted.matches(path.read_bytes())


def _keep(path: Path, data: bytes) -> None:
    """Write at once or not at all: a build that is interrupted leaves no half file behind."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_bytes(data)
    part.replace(path)


if __name__ == "__main__":
    try:
        print(fetch(sys.argv[1] if len(sys.argv) > 1 else None))
    except BuildError as failure:
        sys.exit(str(failure))
