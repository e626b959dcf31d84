"""A document as text in the layout it was loaded from: one JSON value, or JSON Lines."""

from __future__ import annotations

import json
from typing import Any, Literal


def to_text(document: Any, layout: Literal["json", "jsonl"]) -> str:
    """JSON text, letters as themselves; with lone surrogates (which no file can hold) as escapes."""
    if layout == "jsonl":
        return "".join(_dump(line, None) + "\n" for line in document)
    return _dump(document, 2) + "\n"


def _dump(value: Any, indent: int | None) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, indent=indent, allow_nan=False)
    return text
