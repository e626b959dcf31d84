"""Python modules compiled by Pyodide itself, run in Node: imports from byte code take 0.4 of those from source."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from .errors import BuildError
from .pyodide_files import VERSION, Log

NODE_SECONDS = 600
"""How long compiling may take; 800 modules need about 10 s on one slow core."""

_SCRIPT = Path(__file__).with_name("compile.mjs")


def compile_all(files: Mapping[str, bytes], pyodide: Path, cache: Path, log: Log) -> dict[str, bytes]:
    """The files, each `NAME.py` replaced by its compiled `NAME.pyc`; all other files as they are.

    What was compiled is kept in the cache by the hash of name and source, so that a second build compiles only
    what changed. Without Node nothing is compiled, and the log says so.

    Args:
        files: path in site-packages -> content.
        pyodide: the folder with Pyodide's verified files.
        cache: where compiled files are kept.
        log: gets one line.

    Raises:
        BuildError: Node is there but cannot run Pyodide.
    """
    node = shutil.which("node")
    if node is None:
        log("Node is not installed: the site gets plain Python files, and starts more slowly for it")
        return dict(files)
    cache.mkdir(parents=True, exist_ok=True)
    keys = {name: _key(name, data) for name, data in files.items() if name.endswith(".py")}
    missing = {name: files[name] for name, key in keys.items() if not (cache / key).is_file()}
    if missing:
        _compile(node, missing, keys, pyodide, cache)
    log(f"Byte code: {len(missing)} modules compiled, {len(keys) - len(missing)} from the cache")
    return dict(_compiled(name, data, cache, keys) for name, data in files.items())


def _compiled(name: str, data: bytes, cache: Path, keys: Mapping[str, str]) -> tuple[str, bytes]:
    """The module's byte code under its name; its source where it could not be compiled."""
    code = (cache / keys[name]).read_bytes() if name in keys else b""
    return (f"{name}c", code) if code else (name, data)


def _key(name: str, source: bytes) -> str:
    return hashlib.sha256(f"{VERSION}\0{name}\0".encode() + source).hexdigest() + ".pyc"


def _compile(
    node: str, sources: Mapping[str, bytes], keys: Mapping[str, str], pyodide: Path, cache: Path
) -> None:
    """Compile these into the cache; a file that does not compile leaves an empty entry."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in sources.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        done = subprocess.run(
            [node, str(_SCRIPT), str(pyodide), folder],
            input="\n".join(sources), capture_output=True, text=True, timeout=NODE_SECONDS,
        )
        if done.returncode:
            raise BuildError(f"Node could not run Pyodide to compile the modules: {done.stderr.strip()[:500]}")
        for name in sources:
            code = Path(folder, f"{name}c")
            part = cache / f"{keys[name]}.{os.getpid()}.part"
            part.write_bytes(code.read_bytes() if code.is_file() else b"")
            part.replace(cache / keys[name])
