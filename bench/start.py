"""What `import trimscope` costs, as a ratio to the import of what any such program needs.

Run: python bench/start.py. Prints the modules and the processor time of `import json, dataclasses, re`, of
`import trimscope`, and of a first plan, each in interpreters of their own. In the browser (Pyodide) every module is a
file to unpack and to compile, so that their number counts as much as the time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CORE = Path(__file__).resolve().parents[1] / "core"
ROUNDS = 9
"""Interpreters each; the best one counts, because noise only ever adds."""

STEPS = {
    "json, dataclasses, re": "import json, dataclasses, re",
    "trimscope": "import trimscope",
    "trimscope, first plan": "import trimscope as ts; ts.plan(ts.load([{'role': 'user', 'content': 'Hello'}]))",
}


def measured(code: str) -> tuple[float, int, int]:
    """Seconds of processor time of the best interpreter that ran the code, modules it loaded, and ours among them."""
    told = "import sys, time; print(time.process_time(), len(sys.modules), sum('trimscope' in m for m in sys.modules))"
    found = []
    for _ in range(ROUNDS):
        done = subprocess.run(
            [sys.executable, "-c", f"{code}\n{told}"],
            env={**os.environ, "PYTHONPATH": str(CORE)},
            capture_output=True,
            text=True,
            check=True,
        )
        seconds, modules, ours = done.stdout.split()
        found.append((float(seconds), int(modules), int(ours)))
    return min(found)


def main() -> None:
    least = None
    for name, code in STEPS.items():
        seconds, modules, ours = measured(code)
        least = least or seconds
        print(f"{name:<24}{1000 * seconds:7.0f} ms {seconds / least:6.1f} x  {modules:4} modules, {ours} of ours")


if __name__ == "__main__":
    main()
