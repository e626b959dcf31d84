"""`trimscope lesson new NAME -o FILE` writes a lesson to begin from; `trimscope lesson check FILE...` says whether some
hold: in form, every scene can be set up, and every question has exactly one right choice.

Checking: exit 0 where all hold, 1 where one does not. Nothing that is there is written over.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from trimscope.errors import PolicyError
from trimscope_app.lessons.checking import check
from trimscope_app.lessons.lesson import LessonError
from trimscope_app.lessons.reading import read_lesson
from trimscope_app.lessons.skeleton import skeleton

FINE: Final = 0
FAILED: Final = 1


def add(commands: Any) -> None:
    """Add `lesson` to the commands there are."""
    lesson = commands.add_parser("lesson", help="write a lesson to begin from, or check lessons")
    what = lesson.add_subparsers(dest="what", required=True, metavar="new|check")
    new = what.add_parser("new", help="write a lesson file with two pages and a question")
    new.add_argument("name", metavar="NAME", help="what the lesson is called")
    new.add_argument("-o", "--output", metavar="FILE", default="-", help="the file to write (default: print it)")
    new.set_defaults(run=_new)
    checked = what.add_parser("check", help="whether scenes can be set up and each question has one right choice")
    checked.add_argument("files", metavar="FILE", nargs="+")
    checked.set_defaults(run=_check)


def _new(args: argparse.Namespace) -> int:
    if not args.name.strip():
        raise PolicyError("NAME: a lesson needs a name.")
    text = skeleton(args.name.strip())
    if args.output == "-":
        print(text, end="")
        return FINE
    path = Path(args.output)
    if path.exists():
        raise PolicyError(f"{path} is there already: give another name, or move it away.")
    path.write_text(text, encoding="utf-8")
    print(f"{path}: a lesson of two pages; drop it on the page to open it", file=sys.stderr)
    return FINE


def _check(args: argparse.Namespace) -> int:
    failed = False
    for name in args.files:
        try:
            found = read_lesson(Path(name).read_bytes())
            check(found)
            print(f"{name}: {len(found.pages)} pages, holds")
        except LessonError as error:
            failed = True
            print(f"{name}: {error}")
    return FAILED if failed else FINE
