"""Fetch axe-core, which the accessibility test runs in the page: once, verified by hash, kept in the cache.

`make test` calls it. Without npm or a network it says so and fails nothing: the test is then skipped, and says that.
"""

import hashlib
import os
import sys
from pathlib import Path

from trimscope_app.build.pyodide_sources import NpmPackage

SPEC = "axe-core@4.14.1"
FILE = "axe.min.js"
SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"


def path() -> Path:
    """Where it is kept: ${XDG_CACHE_HOME:-~/.cache}/trimscope/axe-core-VERSION.min.js."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "trimscope" / f"{SPEC.replace('@', '-')}.min.js"


def script() -> str | None:
    """The verified script, or None where it is not there."""
    kept = path()
    data = kept.read_bytes() if kept.is_file() else b""
    return data.decode("utf-8") if hashlib.sha256(data).hexdigest() == SHA256 else None


def fetch() -> str | None:
    """The script, fetched where it is not there yet."""
    if script() is None:
        for _, data in NpmPackage(SPEC).read((FILE,)):
            if hashlib.sha256(data).hexdigest() == SHA256:
                path().parent.mkdir(parents=True, exist_ok=True)
                part = path().with_suffix(f".{os.getpid()}")
                part.write_bytes(data)
                part.replace(path())
    return script()


if __name__ == "__main__":
    try:
        found = fetch() is not None
    except OSError as error:
        print(f"axe-core cannot be fetched: {error}", file=sys.stderr)
        found = False
    if not found:
        print("The accessibility test will be skipped.", file=sys.stderr)
