"""Values to sweep a policy key over, from a text: `1:12`, `1:12:2`, `500,1000,none`, `drop,compact`, or a JSON list.

>>> values("keep_rounds", "1:4"), values("keep_rounds", "1:9:4,20")
((1, 2, 3, 4), (1, 5, 9, 20))
>>> values("result_limit", "500,none"), values("watermark", "0.7:0.8:0.05")
((500, None), (0.7, 0.75, 0.8))
>>> values("exclude_tools", '[[], ["book_hotel"]]')
((), ('book_hotel',))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from trimscope.errors import PolicyError, TrimscopeError
from trimscope.policies.settings import Choice, Count, Flag, Names, Ratio, Setting, Word
from trimscope.source import reading
from trimscope.sweeping.grid import MOST, checked, kind_of

_WHOLE = re.compile(r"[0-9]{1,15}")
_SHARE = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,3}))?")

NOTHING = ("none", "null", "off")
"""Words that switch a key off: null as policy files write it, and as the command line and links do."""

FLAGS = {"true": True, "false": False}

EXAMPLES = ("[{}, {...}]", '[[], ["bash"]]')
"""How a sweep over tables and one over lists are written."""

LONGEST = 40
"""Characters of a text that an error repeats, as in the errors of a policy."""


def values(key: str, text: str) -> tuple[Any, ...]:
    """The values of a policy key (or of a key in one of its tables, `summary.max_tokens`) that a text names, each once.

    Raises PolicyError naming the key, the value and what is allowed.
    """
    kind = kind_of(key)
    if text.lstrip().startswith("["):
        return checked(key, _listed(key, text))
    found: list[Any] = []
    for part in text.split(","):
        found.extend(_values(key, kind, part.strip()))
        if len(found) > MOST:
            raise PolicyError(f"{key}: '{_short(text)}' names more than {MOST:,} values.")
    return checked(key, found)


def _listed(key: str, text: str) -> list[Any]:
    try:
        found = reading.parse(text)
    except TrimscopeError:
        found = None
    if not isinstance(found, list):
        raise PolicyError(f"{key}: '{_short(text)}' begins like a JSON list of values, and is none.")
    return found


def _values(key: str, kind: Setting | None, text: str) -> Iterator[Any]:
    if not text:
        raise PolicyError(f"{key}: a value is missing: write values between commas, or FROM:TO, or FROM:TO:STEP.")
    if text in NOTHING and (kind is None or kind.optional):
        yield None
    elif isinstance(kind, Count | Ratio) and ":" in text:
        yield from _range(key, kind, text)
    elif isinstance(kind, Count | Ratio):
        yield _written(kind, _number(key, kind, text, text))
    elif text in FLAGS and (kind is None or isinstance(kind, Flag) or kind.holds(True)):
        yield FLAGS[text]
    else:
        if kind is not None and not isinstance(kind, Choice | Flag | Word) and not kind.holds(text):
            raise PolicyError(
                f"{key}: '{_short(text)}' is not allowed; it takes {kind.allowed()}. Such values are swept as a JSON "
                f"list of them: {EXAMPLES[isinstance(kind, Names)]}."
            )
        yield text if kind is not None else _plain(text)


def _range(key: str, kind: Setting, text: str) -> Iterator[Any]:
    parts = text.split(":")
    if len(parts) > 3:
        raise PolicyError(f"{key}: '{_short(text)}' is no range: write FROM:TO or FROM:TO:STEP.")
    if len(parts) == 2 and isinstance(kind, Ratio):
        raise PolicyError(f"{key}: '{_short(text)}' needs a step, as in 0.5:0.9:0.1.")
    low, high, *steps = (_number(key, kind, part.strip(), text) for part in parts)
    step = steps[0] if steps else 1
    if step < 1 or high < low:
        raise PolicyError(f"{key}: '{_short(text)}' counts up from the smaller number to the larger, by at least one.")
    if (high - low) // step >= MOST:
        raise PolicyError(f"{key}: '{_short(text)}' names more than {MOST:,} values.")
    for number in range(low, high + 1, step):
        yield _written(kind, number)


def _number(key: str, kind: Setting, text: str, whole: str) -> int:
    """A number as an integer: a share in thousandths."""
    if isinstance(kind, Ratio):
        found = _SHARE.fullmatch(text)
        if found:
            return int(found[1]) * 1000 + int((found[2] or "").ljust(3, "0"))
    elif _WHOLE.fullmatch(text):
        return int(text)
    off = ", or none" if kind.optional else ""
    raise PolicyError(f"{key}: '{_short(whole)}' is not allowed; it takes {kind.allowed()}{off}, and ranges FROM:TO.")


def _written(kind: Setting, number: int) -> int | float:
    return number / 1000 if isinstance(kind, Ratio) else number


def _plain(text: str) -> Any:
    """A value whose kind somebody else knows (a strategy's parameter): a number where it reads as one."""
    return int(text) if _WHOLE.fullmatch(text) else text


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
