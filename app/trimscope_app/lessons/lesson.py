"""A lesson as value objects: pages, scenes, questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from trimscope.errors import TrimscopeError

Words = Mapping[str, str]
"""language -> text"""

OPENABLE: Final = ("run", "tune", "checks", "contract", "effects", "summary", "tokens")
"""What a scene may open: cards that unfold, and tabs of the checks."""


class LessonError(TrimscopeError):
    """A lesson cannot be read or does not hold; the sentence names the place in it."""


@dataclass(frozen=True)
class Scene:
    """What a page sets up, all that goes on from earlier pages included."""

    sample: str = ""
    """id of one of the page's samples; empty where the lesson brings the transcript"""
    transcript: str = ""
    """name of one of the lesson's own"""
    policy: Mapping[str, Any] = field(default_factory=dict)
    call: int | None = None
    selected: int | None = None
    open: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """One answer to choose. Right where the figure is `value`, or lies in `least` to `most`."""

    text: Words
    value: str | int | None = None
    least: int | None = None
    most: int | None = None

    def holds(self, figure: str | int) -> bool:
        """Whether it is right for this figure."""
        if self.value is not None:
            return type(self.value) is type(figure) and self.value == figure
        if not isinstance(figure, int):
            return False
        return (self.least is None or self.least <= figure) and (self.most is None or figure <= self.most)


@dataclass(frozen=True)
class Question:
    """A question with choices; `answer` says which figure decides (`lessons.figures`)."""

    text: Words
    choices: tuple[Choice, ...]
    answer: Mapping[str, Any]
    reason: Words


@dataclass(frozen=True)
class Page:
    """One page. `scene` is what its question is about; `sets` is whether the page itself sets it up."""

    text: Words
    scene: Scene
    sets: bool
    highlight: str = ""
    question: Question | None = None


@dataclass(frozen=True)
class Lesson:
    """One lesson, read and in form."""

    id: str
    title: Words
    about: Words
    transcripts: Mapping[str, Any]
    pages: tuple[Page, ...]
