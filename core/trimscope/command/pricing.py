"""`--price KEY=VALUE`: one price or cache rule of the model changed on the command line.

Prices are dollars per million tokens, as providers list them; they are held as whole micro-dollars, so that a price has
at most six digits behind the point.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence

from trimscope.caching.rules import rules
from trimscope.errors import PolicyError

PRICES: Mapping[str, str] = {
    "input": "input_price",
    "read": "read_price",
    "write": "write_price",
    "output": "output_price",
}
"""Dollars per million tokens: the word of the command line, and the field of `caching.rules`."""

COUNTS: Mapping[str, str] = {"minimum": "minimum", "step": "step", "lifetime": "lifetime_s"}
"""Whole tokens, and for the lifetime seconds."""

NOTHING = "none"
"""No cache (read), no extra price (write), no expiry (lifetime)."""

_DOLLARS = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,6}))?")
_WHOLE = re.compile(r"[0-9]{1,12}")

MICRO, DIGITS = 1_000_000, 6
"""Micro-dollars of a dollar, and their digits behind the point."""


def add(command: argparse.ArgumentParser) -> None:
    """The option."""
    command.add_argument(
        "--price",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change a price of the model: input, read, write, output (dollars per million tokens), or a rule of its "
        "cache: minimum, step (tokens), lifetime (seconds); none: there is none",
    )


def prices(assignments: Sequence[str]) -> dict[str, int | None]:
    """The changes to cache rules that the options name. Raises PolicyError for what is no price."""
    found: dict[str, int | None] = {}
    for assignment in assignments:
        word, separator, text = assignment.partition("=")
        field = PRICES.get(word) or COUNTS.get(word)
        if not separator or field is None:
            raise PolicyError(f"--price {assignment}: write key=value with one of {', '.join((*PRICES, *COUNTS))}.")
        if field in found:
            raise PolicyError(f"--price {word} is given twice: leave one out.")
        found[field] = None if text == NOTHING else _number(word, text)
    rules(None, **found)  # raises for what no rule can be
    return found


def _number(word: str, text: str) -> int:
    if word in COUNTS:
        if _WHOLE.fullmatch(text) is None:
            raise PolicyError(f"--price {word}={text}: it takes a whole number, or {NOTHING}.")
        return int(text)
    return dollars(f"--price {word}", text, f" per million tokens, or {NOTHING}")


def dollars(option: str, text: str, more: str = "") -> int:
    """An amount of dollars as whole micro-dollars. Raises PolicyError naming the option; `more` ends its sentence."""
    match = _DOLLARS.fullmatch(text)
    if match is None:
        raise PolicyError(f"{option}={text}: it takes dollars, as in 0.25{more}.")
    return int(match[1]) * MICRO + int((match[2] or "").ljust(DIGITS, "0"))
