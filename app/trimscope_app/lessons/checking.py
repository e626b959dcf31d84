"""Whether a lesson holds: every scene can be set up, and every question has exactly one right choice."""

from __future__ import annotations

import trimscope as ts
from trimscope_app.lessons.figures import Figure, figure, shown
from trimscope_app.lessons.lesson import Lesson, LessonError, Page
from trimscope_app.lessons.staging import stage


def check(lesson: Lesson) -> None:
    """Raises LessonError naming the first page that does not hold."""
    for number, page in enumerate(lesson.pages, 1):
        try:
            staged = stage(lesson, page.scene)
            staged.plan  # noqa: B018  it raises where the scene's call is not there
            found = None if page.question is None else figure(staged, page.question.answer)
        except ts.TrimscopeError as error:
            raise LessonError(f"page {number}: {error}") from None
        if page.question is not None and found is not None and len(right(page, found)) != 1:
            raise LessonError(f"page {number}: exactly one choice has to be right where the figure is {shown(found)}.")


def answered(lesson: Lesson, page: Page) -> int | None:
    """The position of the right choice by the core; None where the page asks nothing or nothing is right."""
    if page.question is None:
        return None
    found = right(page, figure(stage(lesson, page.scene), page.question.answer))
    return found[0] if len(found) == 1 else None


def right(page: Page, found: Figure) -> list[int]:
    """Positions of the choices that hold for this figure."""
    choices = page.question.choices if page.question is not None else ()
    return [position for position, choice in enumerate(choices) if choice.holds(found)]
