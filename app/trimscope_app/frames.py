"""Rows as a pandas DataFrame, for the CSV download. pandas is loaded when that is first asked for: in the browser from
the page's own site, which takes some seconds."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from typing import Any


async def rows_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV text, whole numbers as whole numbers.

    Raises ImportError where pandas is not there and cannot be loaded.
    """
    await _ready()
    frame = importlib.import_module("pandas").DataFrame([{k: _cell(v) for k, v in row.items()} for row in rows])
    text: str = frame.convert_dtypes().to_csv(index=False, lineterminator="\n")
    return text


async def _ready() -> None:
    if sys.platform == "emscripten" and "pandas" not in sys.modules:
        js: Any = importlib.import_module("pyodide_js")
        await js.loadPackage("pandas")
        importlib.invalidate_caches()


def _cell(value: Any) -> Any:
    """Lists as their texts: a cell holds one value."""
    return " ".join(str(each) for each in value) if isinstance(value, list | tuple) else value
