"""The words of the interface, English and Chinese, from `static/i18n/`."""

from __future__ import annotations

import functools
import json
from typing import Any, Final

from trimscope_app.paths import static_dir

LANGUAGES: Final = ("en", "zh")
DEFAULT: Final = "en"


@functools.cache
def _table(lang: str) -> dict[str, str]:
    text = (static_dir() / "i18n" / f"{lang}.json").read_text(encoding="utf-8")
    table: dict[str, str] = json.loads(text)
    return table


def known(lang: str | None) -> str:
    """`lang` where we speak it (also as `zh-CN`), else English."""
    short = (lang or "").lower().split("-")[0]
    return short if short in LANGUAGES else DEFAULT


def has(key: str) -> bool:
    """Whether there are words for a key."""
    return key in _table(DEFAULT)


def tr(lang: str, key: str, **values: Any) -> str:
    """The words of `key`, placeholders filled; whole numbers get thousands separators.

    English words may hold a form for one, `key.one`, taken when `n` is 1.
    """
    table = _table(lang)
    if values.get("n") == 1 and f"{key}.one" in table:
        key = f"{key}.one"
    return table[key].format(**{name: number(v) if type(v) is int else v for name, v in values.items()})


def number(value: int) -> str:
    """A whole number as both languages write it: 12,288."""
    return f"{value:,}"


def share(part: int, whole: int) -> str:
    """A ratio in whole percent, rounded half up in integers: `share(1, 3)` is '33 %'.

    A part is never rounded to nothing or to the whole: '<1 %' and '99 %' are what that reads as.
    """
    if whole <= 0:
        return "–"
    rounded = (200 * part + whole) // (2 * whole)
    if rounded == 0 and part > 0:
        return "<1 %"
    return f"{min(rounded, 99) if part < whole else rounded} %"
