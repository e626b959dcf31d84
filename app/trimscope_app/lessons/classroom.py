"""Where a learner is: which lesson, which page, what was chosen on it."""

from __future__ import annotations

from trimscope_app.lessons.checking import answered
from trimscope_app.lessons.lesson import Lesson, Page
from trimscope_app.lessons.library import lessons


class Classroom:
    """The lesson that is open, if one is; a lesson that was dropped on the page stays in the list."""

    def __init__(self) -> None:
        self.own: Lesson | None = None
        """the teacher's own lesson, dropped last"""
        self.lesson: Lesson | None = None
        self.at = 0
        """the page's position"""
        self.chosen: int | None = None
        self.right: int | None = None
        """the position of the right choice, once one was made"""
        self.turns = 0
        """counts the pages that were opened, so that the browser sets each of them up once"""

    @property
    def offered(self) -> tuple[Lesson, ...]:
        """What can be opened, a lesson of one's own first."""
        return (*((self.own,) if self.own is not None else ()), *lessons())

    @property
    def page(self) -> Page | None:
        """The page that is open."""
        return self.lesson.pages[self.at] if self.lesson is not None else None

    def open(self, lesson: Lesson, at: int = 0) -> None:
        """Open a lesson at a page, as near as there is one."""
        self.lesson = lesson
        self.at = max(0, min(at, len(lesson.pages) - 1))
        self.chosen = self.right = None
        self.turns += 1

    def choose(self, position: int) -> None:
        """Answer the page's question. A position that is none does nothing."""
        page, lesson = self.page, self.lesson
        if lesson is None or page is None or page.question is None or not 0 <= position < len(page.question.choices):
            return
        if self.right is None:
            self.right = answered(lesson, page)
        self.chosen = position

    def leave(self) -> None:
        """Close the lesson; the playground stays as it is."""
        self.lesson = self.chosen = self.right = None
