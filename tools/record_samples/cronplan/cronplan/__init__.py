"""Cron expressions: parse them, describe them, find when they run next."""

from cronplan.fields import CronError
from cronplan.schedule import Schedule

__all__ = ["CronError", "Schedule"]
__version__ = "0.4.0.dev0"
