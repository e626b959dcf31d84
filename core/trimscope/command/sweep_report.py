"""What `trimscope sweep` prints and writes: a table by cost with the front marked, the recommendation, the corpus."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from trimscope.command import console
from trimscope.errors import PolicyError
from trimscope.exporting.csv_text import csv_text
from trimscope.sweeping.corpus import Corpus
from trimscope.sweeping.row import SweepRow
from trimscope.sweeping.sweep import Sweep
from trimscope.sweeping.telling import sentences
from trimscope.words import load_error
from trimscope.words.costs import cost as cost_text
from trimscope.words.sweeping import HEADS, percent, sentence

WORST = 5
"""Runs that are listed as losing most: enough to look at, few enough to read."""

WIDTHS = (18, 9, 8, 8, 10, 8, 8, 8)
"""Places of the table's columns: nine digits with their commas and their unit, percentages, counts."""


@dataclass(frozen=True)
class Report:
    """A sweep's results, as they are told."""

    corpus: Corpus
    whole: int
    """policies of the grid"""
    stopped: bool

    @cached_property
    def sweep(self) -> Sweep:
        """The rows over all compared runs."""
        return Sweep.of(self.corpus.sweep.rows, self.whole)

    @property
    def many(self) -> bool:
        """Whether there is more than one run."""
        return len(self.corpus.swept) > 1


def to_json(report: Report) -> str:
    """The contract of `--json`; costs are integers in micro-units of `unit`."""
    found, corpus = report.sweep, report.corpus
    advice = found.advice
    rows = [
        row.to_mapping()
        | {"front": i in found.front}
        | ({"spread": {"cost": asdict(corpus.cost(i)), "lost": asdict(corpus.lost(i))}} if report.many else {})
        for i, row in enumerate(found.rows)
    ]
    said = {
        "runs": len(corpus.compared),
        "policies": report.whole,
        "stopped": report.stopped,
        "rows": rows,
        "advice": None if advice is None else asdict(advice),
        "failed": [{"name": each.name, "error": each.error} for each in corpus.failed],
    }
    if report.many and advice is not None:
        worst = corpus.worst(advice.row, WORST)
        said["worst"] = [{"name": each.name} | each.rows[advice.row].to_mapping() for each in worst]
        said["by_run"] = [{"name": e.name, "rows": [row.to_mapping() for row in e.rows]} for e in corpus.compared]
    return json.dumps(said)


def to_text(report: Report, top: int, lang: str) -> str:
    """For people: rows by cost, those of the front marked `*` and the advised one `>`; at most `top`, but all of the
    front."""
    found, corpus = report.sweep, report.corpus
    units = list(dict.fromkeys(row.unit for row in found.rows))  # costs of two units are in no order
    keys = [(bool(row.error), units.index(row.unit), row.cost, i) for i, row in enumerate(found.rows)]
    order = [key[-1] for key in sorted(keys)]
    shown = [i for place, i in enumerate(order) if place < top or i in found.front]
    lines = [_head(lang), *(_line(found, i, lang) for i in shown)]
    if len(shown) < len(order):
        lines.append(sentence("more_rows", lang, n=len(order) - len(shown)))
    lines += [sentence("legend", lang), "", *sentences(found, lang)]
    if report.many:
        lines += ["", *_corpus(report, lang)]
    lines += [f"{each.name}: {load_error(each.error, lang) or each.error}" for each in corpus.failed]
    return "\n".join(lines)


def _head(lang: str) -> str:
    *columns, policy = HEADS.get(lang, HEADS["en"])
    # A Chinese character takes two places of a terminal.
    padded = (word.rjust(width - len(word) * (lang == "zh")) for word, width in zip(columns, WIDTHS, strict=True))
    return "  " + " ".join(padded) + f"  {policy}"


def _line(found: Sweep, position: int, lang: str) -> str:
    row = found.rows[position]
    advised = found.advice is not None and found.advice.row == position
    mark = ">" if advised else "*" if position in found.front else " "
    if row.error:
        return f"{mark} {row.name}: {row.error}"
    share = percent(row.cost * 1000 // row.untrimmed_cost) if row.untrimmed_cost else "-"
    columns = (cost_text(row.cost, row.unit, lang), share, f"{row.lost:,}", percent(row.lost_share), f"{row.peak:,}",
               percent(row.cached_share), f"{row.breaks:,}", f"{row.failing:,}")  # fmt: skip
    padded = (text.rjust(width) for text, width in zip(columns, WIDTHS, strict=True))
    return f"{mark} " + " ".join(padded) + f"  {row.name}"


def _corpus(report: Report, lang: str) -> list[str]:
    """The spread over the runs for the policies of the front, and the runs that lose most under the advised one."""
    corpus, found = report.corpus, report.sweep
    lines = [sentence("runs", lang, n=len(corpus.compared), failed=len(corpus.failed))]
    for position in sorted(found.front, key=lambda i: found.rows[i].cost):
        unit, cost, lost = found.rows[position].unit, corpus.cost(position), corpus.lost(position)
        lines.append(found.rows[position].name)
        numbers = {key: cost_text(value, unit, lang) for key, value in asdict(cost).items()}
        lines.append("  " + sentence("spread_cost", lang, **numbers))
        lines.append("  " + sentence("spread_lost", lang, **asdict(lost)))
    if found.advice is not None:
        worst = corpus.worst(found.advice.row, WORST)
        lines += [sentence("worst", lang, name=found.rows[found.advice.row].name)] if worst else []
        for each in worst:
            row = each.rows[found.advice.row]
            lines.append("  " + sentence("worst_run", lang, run=each.name, lost=row.lost, grounded=row.grounded))
    return lines


def flat(corpus: Corpus) -> list[Mapping[str, Any]]:
    """One flat row for every run and policy; a run that failed has one with its error."""
    rows: list[Mapping[str, Any]] = []
    for each in corpus.swept:
        rows += [{"run": each.name} | _cells(row) for row in each.rows]
        if each.error:
            rows.append({"run": each.name, "error": each.error})
    return rows


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """As CSV, with a line of names first."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    return csv_text(columns, ([row.get(name) for name in columns] for row in rows))


def check(parquet: str | None) -> None:
    """Refuse early what cannot be written. Raises PolicyError naming what to install."""
    missing = [name for name in ("pandas", "pyarrow") if find_spec(name) is None]
    if parquet and missing:
        raise PolicyError(f"--parquet needs {' and '.join(missing)}: install trimscope[app,parquet], or use --csv.")


def write_parquet(rows: Sequence[Mapping[str, Any]], name: str) -> None:
    """As Parquet, whole numbers as whole numbers. Raises WriteError naming the file."""
    frame = import_module("pandas").DataFrame(list(rows)).convert_dtypes()
    try:
        data = io.BytesIO()
        frame.to_parquet(data, index=False)
        console.write_whole(name, data.getvalue())
    except (TypeError, ValueError):
        raise console.WriteError(f"{name}: the values of one key are of kinds that Parquet cannot mix.") from None


def _cells(row: SweepRow) -> dict[str, Any]:
    """A row's values as a table holds them: lists and tables as JSON."""
    whole = row.to_mapping() | {"verdicts": " ".join(row.verdicts)}
    return {
        key: json.dumps(value) if isinstance(value, list | tuple | Mapping) else value for key, value in whole.items()
    }
