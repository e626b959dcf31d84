"""How near the cache model comes to what providers reported: cached tokens, modelled beside reported.

Run: PYTHONPATH=core python bench/caching.py FILE_OR_FOLDER... Every file that can be read, has at least four calls with
usage and at least one read from a cache gives a line; the last line sums them up.

The model is given what the provider reported of each call's whole input, so that nothing here depends on estimating
tokens: each request begins with the whole one before it (nothing was trimmed), the first call of a run and of an epoch
finds nothing. What the model cannot know shows as a difference: prefixes that another session had left in the cache
(reported more), and agents that change their prefix or do not mark it (reported less).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import trimscope as ts
from trimscope.caching.billing import Bill, bill
from trimscope.caching.gaps import call_gaps
from trimscope.caching.rules import rules
from trimscope.models import resolve
from trimscope.transcript import Transcript, Usage

FEWEST = 4
"""Calls with usage that a run must have: the first finds nothing, and three are left to compare."""

LARGEST = 8_000_000
"""Bytes of a file that is read."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One run: its calls that report usage, each beside its bill."""

    name: str
    format: str
    calls: tuple[tuple[Usage, Bill], ...]

    @property
    def input(self) -> int:
        """Input tokens of all calls."""
        return sum(usage.context for usage, _ in self.calls)

    @property
    def reported(self) -> int:
        """Tokens the provider read from its cache."""
        return sum(usage.cached for usage, _ in self.calls)

    @property
    def modelled(self) -> int:
        """Tokens the model says it read."""
        return sum(made.cached for _, made in self.calls)

    @property
    def near(self) -> int:
        """Calls whose modelled cached tokens are within a twentieth of the input of the reported ones."""
        return sum(20 * abs(made.cached - usage.cached) <= usage.context for usage, made in self.calls)


def compare(transcript: Transcript, name: str = "") -> Compared:
    """The calls of a transcript that report usage, each with the bill of the cache model."""
    due, gaps = rules(resolve(transcript.model)), call_gaps(transcript)
    found, before, epoch = [], 0, 0
    for number, index in enumerate(transcript.call_indexes):
        usage = transcript.messages[index].usage
        now = max(start for start in transcript.epochs if start <= index)
        if now != epoch:
            before, epoch = 0, now
        if usage is None or not usage.context:
            continue
        found.append((usage, bill(usage.context, before, due, gaps[number])))
        before = usage.context
    return Compared(name, transcript.format, tuple(found))


def runs(paths: list[Path]) -> Iterator[Compared]:
    """The runs that say something about caching."""
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if not file.is_file() or file.stat().st_size > LARGEST:
                continue
            try:
                found = compare(ts.load(file.read_bytes()), file.name)
            except ts.TrimscopeError:
                continue
            if len(found.calls) >= FEWEST and found.reported:
                yield found


def main() -> None:
    """Print one line a run, and the sum."""
    print(f"{'run':44} {'calls':>5} {'input':>10} {'reported':>9} {'modelled':>9} {'near':>6}")
    every = []
    for run in runs([Path(name) for name in sys.argv[1:]]):
        every.append(run)
        shares = [f"{part / run.input:9.1%}" for part in (run.reported, run.modelled)]
        print(f"{run.name[:44]:44} {len(run.calls):5} {run.input:10} {' '.join(shares)} {run.near:>3}/{len(run.calls)}")
    if every:
        calls = [call for run in every for call in run.calls]
        total = Compared("all", "", tuple(calls))
        shares = [f"{part / total.input:9.1%}" for part in (total.reported, total.modelled)]
        print(f"{'all':44} {len(calls):5} {total.input:10} {' '.join(shares)} {total.near:>3}/{len(calls)}")


if __name__ == "__main__":
    main()
