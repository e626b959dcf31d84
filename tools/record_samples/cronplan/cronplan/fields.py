"""One field of a cron expression: text in, sorted numbers out."""

from __future__ import annotations

from dataclasses import dataclass


class CronError(ValueError):
    """A cron expression that cannot be read. The message names the field and the text."""


@dataclass(frozen=True)
class Field:
    """What a field may hold.

    name   as it appears in error messages
    low    smallest number allowed
    high   largest number allowed
    words  names that may stand for numbers, in order, beginning at `first`
    """

    name: str
    low: int
    high: int
    words: tuple[str, ...] = ()
    first: int = 0

    def number(self, text: str) -> int:
        """The number that one word or one run of digits stands for."""
        lowered = text.lower()
        if lowered in self.words:
            return self.words.index(lowered) + self.first
        if not (text.isascii() and text.isdigit()):
            raise CronError(f"{self.name}: {text!r} is neither a number nor a name")
        value = int(text)
        if not self.low <= value <= self.high:
            raise CronError(f"{self.name}: {value} is outside {self.low}-{self.high}")
        return value


MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")

MINUTE = Field("minute", 0, 59)
HOUR = Field("hour", 0, 23)
DAY = Field("day of month", 1, 31)
MONTH = Field("month", 1, 12, MONTHS, first=1)
WEEKDAY = Field("day of week", 0, 7, WEEKDAYS)

ORDER = (MINUTE, HOUR, DAY, MONTH, WEEKDAY)

SHORTCUTS = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}


def parse_field(text: str, field: Field) -> tuple[int, ...]:
    """All numbers that a field's text stands for, sorted, without repetition.

    A field is a list of items separated by commas. An item is `*`, a number, or a range `a-b`,
    each with an optional step `/n`. A number with a step runs to the end of the field: `5/20`
    in the minute field is 5, 25, 45.
    """
    if not text:
        raise CronError(f"{field.name}: empty")
    numbers: set[int] = set()
    for item in text.split(","):
        numbers.update(_parse_item(item, field))
    if field is WEEKDAY and 7 in numbers:
        numbers.discard(7)
        numbers.add(0)
    return tuple(sorted(numbers))


def _parse_item(item: str, field: Field) -> range:
    body, slash, step_text = item.partition("/")
    step = _parse_step(step_text, field) if slash else 1
    if body == "*":
        # 7 is only another name for Sunday: counting it in `*/2` would give Sunday twice.
        return range(field.low, (6 if field is WEEKDAY else field.high) + 1, step)
    first_text, dash, last_text = body.partition("-")
    first = field.number(first_text)
    if dash:
        last = field.number(last_text)
    else:
        last = field.high if slash else first
    if last < first:
        raise CronError(f"{field.name}: the range {body!r} runs backwards")
    return range(first, last + 1, step)


def _parse_step(text: str, field: Field) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) == 0:
        raise CronError(f"{field.name}: the step {text!r} is not a whole number above 0")
    return int(text)


def split_expression(expression: str) -> tuple[str, ...]:
    """The five field texts of an expression, shortcuts such as `@daily` resolved."""
    text = expression.strip()
    if text.startswith("@"):
        try:
            text = SHORTCUTS[text.lower()]
        except KeyError:
            known = ", ".join(sorted(SHORTCUTS))
            raise CronError(f"unknown shortcut {text!r}; known are {known}") from None
    parts = tuple(text.split())
    if len(parts) != len(ORDER):
        raise CronError(f"{expression!r} has {len(parts)} fields; five are needed")
    return parts
