"""Records the samples: `python tools/record_samples [NAME ...] [--into FOLDER]`. See README.md."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from recording import write

NAMES = ("coding", "hotel", "research", "broken")
SAMPLES = Path(__file__).resolve().parents[2] / "static" / "samples"


def main() -> None:
    """Records the samples named, or all of them, into static/samples or another folder."""
    parser = argparse.ArgumentParser(prog="record_samples", description="Records the samples anew.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}; default: all")
    parser.add_argument("--into", type=Path, default=SAMPLES, metavar="FOLDER")
    options = parser.parse_args()
    for name in options.names or NAMES:
        if name not in NAMES:
            parser.error(f"there is no sample {name!r}; there are {', '.join(NAMES)}")
        write(options.into / f"{name}.json", importlib.import_module(name).record())


if __name__ == "__main__":
    main()
