"""The lessons that come with the page."""

from __future__ import annotations

import functools
import json

from trimscope_app.lessons.lesson import Lesson
from trimscope_app.lessons.reading import read_lesson
from trimscope_app.paths import static_dir


@functools.cache
def lessons() -> tuple[Lesson, ...]:
    """All of them, in the order in which they build on each other (`static/lessons/index.json`)."""
    folder = static_dir() / "lessons"
    names = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return tuple(read_lesson((folder / f"{name}.json").read_bytes()) for name in names)
