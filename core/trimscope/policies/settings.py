"""The kinds of settings a policy is made of: how each is read, checked and written."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from trimscope.errors import PolicyError

OFF = "off"
"""Switches an optional setting off where null cannot be written (TOML, links)."""

LARGEST_SHOWN = 10**40
"""A whole number from here on is not written out in a sentence: Python refuses to write one of over 4,300 digits."""


class Setting:
    """One kind of setting. `check` takes a Python value, `read` what JSON, TOML or a link gave."""

    optional = False
    default: Any = None
    words = ""

    def allowed(self) -> str:
        """What is allowed, as a clause for error sentences."""
        raise NotImplementedError

    def holds(self, value: Any) -> bool:
        """Whether a value (not None) is allowed."""
        raise NotImplementedError

    def check(self, key: str, value: Any) -> Any:
        """The value in its frozen form. Raises PolicyError naming the key and what is allowed."""
        if value is None and self.optional:
            return None
        if value is None or not self.holds(value):
            raise PolicyError(f"{key}: {_short(value)} is not allowed; it takes {self.allowed()}{self._or_off()}.")
        return self.freeze(value)

    def read(self, key: str, value: Any) -> Any:
        """The value from parsed JSON, TOML or YAML; `off` means null where null is allowed."""
        return None if self.optional and value == OFF else self.check(key, value)

    def write(self, value: Any) -> Any:
        """The value as JSON."""
        return value

    def integral(self, value: Any) -> Any:
        """The value as it enters a digest: no floats."""
        return self.write(value)

    def freeze(self, value: Any) -> Any:
        return value

    def default_value(self) -> Any:
        """The default in its frozen form."""
        return self.default if self.default is None else self.freeze(self.default)

    def _or_off(self) -> str:
        return ", or null (off)" if self.optional else ""


@dataclass(eq=False)
class Count(Setting):
    """A whole number in a range."""

    low: int
    high: int
    optional: bool = False

    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def holds(self, value: Any) -> bool:
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # JSON and sliders write 4.0 for 4
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def freeze(self, value: Any) -> int:
        return int(value)


class Ratio(Setting):
    """A share from 0 to 1, to the thousandth: finer steps would not survive the integer arithmetic."""

    def allowed(self) -> str:
        return "a share from 0 to 1"

    def holds(self, value: Any) -> bool:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and 0 <= value <= 1  # NaN fails it; no whole number is too large

    def freeze(self, value: Any) -> float:
        return float(round(value * 1000) / 1000)

    def integral(self, value: Any) -> int:
        """In whole thousandths."""
        return round(float(value) * 1000)


class Flag(Setting):
    """True or false."""

    def allowed(self) -> str:
        return "true or false"

    def holds(self, value: Any) -> bool:
        return isinstance(value, bool)


class Choice(Setting):
    """One of some words."""

    def __init__(self, *options: str) -> None:
        self.options = options

    def allowed(self) -> str:
        return "one of " + ", ".join(self.options)

    def holds(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.options


@dataclass(eq=False)
class Word(Setting):
    """A text up to a length in characters."""

    longest: int
    optional: bool = False

    def allowed(self) -> str:
        return f"a text of up to {self.longest} characters"

    def holds(self, value: Any) -> bool:
        return isinstance(value, str) and len(value) <= self.longest


@dataclass(eq=False)
class Names(Setting):
    """A list of names."""

    optional: bool = False

    def allowed(self) -> str:
        return "a list of names"

    def holds(self, value: Any) -> bool:
        return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)

    def freeze(self, value: Any) -> tuple[str, ...]:
        return tuple(value)

    def write(self, value: Any) -> Any:
        return None if value is None else list(value)


class Pins(Names):
    """A list of pins: names, or indexes of messages."""

    def allowed(self) -> str:
        return "a list of 'call:ID', 'id:ID', message indexes or pin names"

    def holds(self, value: Any) -> bool:
        whole = isinstance(value, list | tuple)
        return whole and all(isinstance(pin, str | int) and not isinstance(pin, bool) for pin in value)


def setting(default: Any, kind: Setting, words: str) -> Any:
    """A dataclass field carrying its setting."""
    kind.default, kind.words = default, words
    return dataclasses.field(default_factory=lambda: kind.default_value(), metadata={"setting": kind})


def setting_of(field: dataclasses.Field[Any]) -> Setting:
    """The setting a policy field was declared with."""
    kind: Setting = field.metadata["setting"]
    return kind


def _short(value: Any) -> str:
    if isinstance(value, int) and abs(value) >= LARGEST_SHOWN:
        return "so large a number"
    try:
        shown = repr(value)
    except ValueError:  # such a number inside a list
        return "this value"
    return shown if len(shown) <= 40 else shown[:37] + "..."
