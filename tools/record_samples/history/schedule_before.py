"""When a cron expression runs."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from cronplan.fields import DAY, HOUR, MINUTE, MONTH, WEEKDAY, CronError, parse_field, split_expression

# The longest gap between two runs of any expression: 29 February on a fixed weekday,
# across a century that is no leap year (2096 to 2104 and then the weekday must fit again).
HORIZON_YEARS = 40


@dataclass(frozen=True)
class Schedule:
    """A parsed cron expression.

    Every field is a sorted tuple of numbers. `any_day` and `any_weekday` remember whether the
    field began with `*`, because cron joins the two day fields with "or" only where both are
    restricted.
    """

    expression: str
    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: tuple[int, ...]
    months: tuple[int, ...]
    weekdays: tuple[int, ...]
    any_day: bool
    any_weekday: bool

    @classmethod
    def parse(cls, expression: str) -> Schedule:
        """Reads an expression of five fields, or a shortcut such as `@daily`."""
        minute, hour, day, month, weekday = split_expression(expression)
        schedule = cls(
            expression=expression,
            minutes=parse_field(minute, MINUTE),
            hours=parse_field(hour, HOUR),
            days=parse_field(day, DAY),
            months=parse_field(month, MONTH),
            weekdays=parse_field(weekday, WEEKDAY),
            any_day=day.startswith("*"),
            any_weekday=weekday.startswith("*"),
        )
        schedule._refuse_impossible_dates()
        return schedule

    def _refuse_impossible_dates(self) -> None:
        """`0 0 31 2 *` can never run: better said at once than searched for."""
        if self.any_weekday and not any(
            day <= calendar.monthrange(2024, month)[1] for month in self.months for day in self.days
        ):
            raise CronError(f"{self.expression!r} names no day that exists")

    def matches(self, moment: datetime) -> bool:
        """Whether the schedule runs in the minute of `moment`."""
        return (
            moment.minute in self.minutes
            and moment.hour in self.hours
            and moment.month in self.months
            and self._day_matches(moment)
        )

    def _day_matches(self, moment: datetime) -> bool:
        in_days = moment.day in self.days
        in_weekdays = moment.isoweekday() % 7 in self.weekdays
        if self.any_day or self.any_weekday:
            return in_days and in_weekdays
        return in_days or in_weekdays

    def next_after(self, moment: datetime) -> datetime:
        """The first minute after `moment` in which the schedule runs.

        Goes from the coarsest field to the finest: days that cannot match are skipped first,
        then hours, then minutes.
        """
        candidate = moment.replace(second=0, microsecond=0) + timedelta(minutes=1)
        last_year = candidate.year + HORIZON_YEARS
        while candidate.year <= last_year:
            if candidate.month not in self.months:
                candidate = (candidate + timedelta(days=1)).replace(hour=0, minute=0)
            elif not self._day_matches(candidate):
                candidate = (candidate + timedelta(days=1)).replace(hour=0, minute=0)
            elif candidate.hour not in self.hours:
                candidate = (candidate + timedelta(hours=1)).replace(minute=0)
            elif candidate.minute not in self.minutes:
                candidate += timedelta(minutes=1)
            else:
                return candidate
        raise CronError(f"{self.expression!r} does not run within {HORIZON_YEARS} years")

    def runs(self, after: datetime, count: int) -> Iterator[datetime]:
        """The next `count` runs after a moment, one by one."""
        moment = after
        for _ in range(count):
            moment = self.next_after(moment)
            yield moment
