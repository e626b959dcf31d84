"""Writes requirements/*.txt: every package pinned, with the hashes of all its files, and no host named.

    python tools/lock_requirements.py            # or: make lock

Runs pip-tools in a throw-away environment on the Python that runs this script. Resolve on 3.11, the oldest one
supported: what is pinned there carries files, and so hashes, for the newer ones too.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[1]
LOCKS = {
    "app": ("app", "exact", "yaml"),     # what `make serve` and `make site` need
    "dev": ("dev",),                     # the same and the tests' tools
}
QUIET = ("--quiet", "--no-config", "--no-header", "--no-annotate", "--strip-extras", "--no-emit-options",
         "--no-emit-index-url", "--no-emit-trusted-host", "--no-emit-find-links")
HEADER = "# Pinned for {name}: {extras}. Written by tools/lock_requirements.py (make lock); do not edit.\n"
OWN_EXTRAS = re.compile(r"trimscope\[([a-z,]+)\]$")


def requirements(project: dict[str, Any], extras: tuple[str, ...]) -> list[str]:
    """The requirement lines of some extras, with references to our own extras (`trimscope[app]`) followed."""
    lines: list[str] = []
    for extra in extras:
        for line in project["optional-dependencies"][extra]:
            own = OWN_EXTRAS.match(line)
            lines += requirements(project, tuple(own[1].split(","))) if own else [line]
    return lines


def lock(python: Path, name: str, lines: list[str], extras: tuple[str, ...]) -> None:
    """Resolves requirement lines into requirements/NAME.txt."""
    target = REPOSITORY / "requirements" / f"{name}.txt"
    source = python.parent / f"{name}.in"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run([python, "-m", "piptools", "compile", *QUIET, "--generate-hashes",
                    "--output-file", target, source], check=True)
    target.write_text(HEADER.format(name=name, extras=", ".join(extras)) + target.read_text())


def main() -> None:
    """Makes the environment, then the locks one after the other."""
    document = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    # What builds the project is pinned as well: it is built without isolation, so nothing comes unpinned.
    build = document["build-system"]["requires"]
    (REPOSITORY / "requirements").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "-q", "pip-tools>=7.4"], check=True)
        for name, extras in LOCKS.items():
            lock(python, name, requirements(document["project"], extras) + build, extras)
            print(f"requirements/{name}.txt", file=sys.stderr)


if __name__ == "__main__":
    main()
