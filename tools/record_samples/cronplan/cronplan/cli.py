"""cronplan next EXPRESSION: when does it run?"""

from __future__ import annotations

import argparse
import sys
from datetime import datetime

from cronplan import CronError, Schedule


def main(argv: list[str] | None = None) -> int:
    """The command line. 0 when all is well, 2 for an expression that cannot be read."""
    parser = argparse.ArgumentParser(prog="cronplan", description="When does a cron expression run?")
    commands = parser.add_subparsers(dest="command", required=True)
    following = commands.add_parser("next", help="print the next runs")
    following.add_argument("expression")
    following.add_argument("--after", type=datetime.fromisoformat, default=None, metavar="TIME")
    following.add_argument("-n", "--count", type=int, default=3)
    options = parser.parse_args(argv)
    try:
        schedule = Schedule.parse(options.expression)
        for moment in schedule.runs(options.after or datetime.now(), options.count):
            print(moment.strftime("%Y-%m-%d %H:%M  %a"))
    except CronError as error:
        print(f"cronplan: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
