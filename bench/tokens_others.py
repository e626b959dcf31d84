"""Estimators of others that `tokens.py` compares with, each where it can be had: LangChain's, when it is installed, and
npm's tokenx, when Node and npm are there. Nothing is installed: one archive is fetched, into the user's cache.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path

TOKENX = "2.2.0"
"""The version compared with, the newest when this was written; its figures hold for it alone."""
SHA256 = "7e229459dfe4a3348338c1e909650986349d2364c379b91968b40eb9cd7ff12f"
"""Of its archive."""
PATIENCE = 120
"""Seconds until the registry is given up."""

RUN = """
import { estimateTokenCount } from "./package/dist/index.mjs";
let given = "";
for await (const part of process.stdin.setEncoding("utf8")) given += part;
const texts = JSON.parse(given);
const seconds = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
let best = Infinity, counts;
for (let round = 0; round < 3; round++) {
  const start = seconds();
  counts = texts.map((text) => estimateTokenCount(text));
  best = Math.min(best, seconds() - start);
}
console.log(JSON.stringify({ counts, best }));
"""
"""Counts the texts of the standard input; the best of three times."""


def langchain() -> Callable[[str], int] | None:
    """LangChain's `count_tokens_approximately` of one text, without its 3 tokens a message; or None."""
    try:
        from langchain_core.messages import HumanMessage
        from langchain_core.messages.utils import count_tokens_approximately
    except ImportError:
        return None
    return lambda text: count_tokens_approximately([HumanMessage(text)], extra_tokens_per_message=0)


def tokenx(texts: Sequence[str]) -> tuple[list[int], float] | str:
    """The tokens npm's tokenx sees in each text, and the CPU seconds it took for all; or why it cannot be asked."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "Node or npm is not there"
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "trimscope" / "bench"
    archive = folder / f"tokenx-{TOKENX}.tgz"
    folder.mkdir(parents=True, exist_ok=True)
    if not archive.is_file():
        pack = [npm, "pack", "--silent", "--pack-destination", str(folder), f"tokenx@{TOKENX}"]
        try:
            subprocess.run(pack, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError):
            return f"tokenx {TOKENX} cannot be fetched"
    if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
        return f"{archive} is not the archive of tokenx {TOKENX}"
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    script = folder / "tokenx.mjs"
    script.write_text(RUN)
    given = json.dumps(texts)
    done = subprocess.run([node, str(script)], input=given, capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    return answer["counts"], answer["best"]
