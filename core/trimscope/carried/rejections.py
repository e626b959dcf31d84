"""A rejected trial: which call was refused, and what class of error refused it, without a word of the error's text.

>>> trial("book_hotel", {"room_type": "luxury"}, '{"error": {"code": "INVALID_ROOM_TYPE", "message": "..."}}')
{'tool': 'book_hotel', 'args': {'room_type': 'luxury'}, 'error': 'INVALID_ROOM_TYPE'}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from trimscope.texts import stub
from trimscope.values.short_values import Value

LOOKED_AT = 400
"""Characters at either end of an error's text in which its class is sought: a traceback names it last."""

_TOKEN = re.compile(r"[A-Za-z0-9_.:-]{1,40}")
"""An enumeration as error codes are written: one word."""

_NAMED = re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Za-z]{0,36}(?:Error|Exception)(?![A-Za-z0-9_])")
_CODED = re.compile(r"(?<![A-Z0-9_])[A-Z][A-Z0-9]{1,18}(?:_[A-Z0-9]{1,18}){1,4}(?![A-Z0-9_])")
"""An exception's name; a code in capitals, such as INVALID_ROOM_TYPE or ECONNRESET_2."""

_HTTP = re.compile(r"(?:HTTP|http|status)[^0-9\n]{0,12}([45][0-9][0-9])(?![0-9])")
_EXIT = re.compile(r"[Ee]xit(?:ed with)?(?: code| status)?:? ?([0-9]{1,3})(?![0-9])")

FIELDS = ("code", "type", "error_code", "errorCode", "status", "name", "error")
"""Fields of an error that hold its class, the most telling first."""

UNNAMED = "error"

LARGEST_CODE = 10**6
"""A larger number is no code of an error: database servers' have five digits."""


def trial(tool: str, arguments: Mapping[str, Value], text: str) -> dict[str, Any]:
    """A rejected trial as it is carried; `text` is the result that said no."""
    args = {"args": dict(arguments)} if arguments else {}
    return {"tool": tool, **args, "error": class_of_error(text)}


def class_of_error(text: str) -> str:
    """The class of an error: a code, an exception's name, an HTTP status, an exit code; `error` where none is given."""
    value = stub.json_of(text)
    if isinstance(value, dict):
        return next(_codes(value), UNNAMED)
    ends = text[:LOOKED_AT], text[-LOOKED_AT:]
    named = [match[0] for end in reversed(ends) for match in _NAMED.finditer(end)]
    coded = next((match[0] for end in ends for match in _CODED.finditer(end)), None)
    http = next((match[1] for end in ends for match in _HTTP.finditer(end)), None)
    left = _EXIT.search(ends[0])
    if coded or named:
        return coded or named[-1]
    return f"HTTP {http}" if http else f"exit {left[1]}" if left else UNNAMED


def _codes(value: dict[str, Any]) -> Iterator[str]:
    inner = value.get("error")
    for source in (inner, value) if isinstance(inner, dict) else (value,):
        for code in (source.get(field) for field in FIELDS):
            if isinstance(code, int) and not isinstance(code, bool) and 0 < code < LARGEST_CODE:
                yield str(code)
            elif isinstance(code, str) and _TOKEN.fullmatch(code):
                yield code
