"""Rows as the text of a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Any]], ending: str = "\n") -> str:
    """A line of names, then a line a row; None is an empty cell. Lines end with `ending`: a line feed, as other
    commands read it, or what RFC 4180 has.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator=ending)
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()
