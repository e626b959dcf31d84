"""A scene as the core sees it: its transcript, policy, plan, and the replay where a figure needs one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import trimscope as ts
from trimscope_app.lessons.lesson import Lesson, LessonError, Scene
from trimscope_app.samples import samples


@dataclass(frozen=True)
class Stage:
    """A scene set up, apart from what is on the page."""

    scene: Scene
    transcript: ts.Transcript
    policy: ts.Policy

    @cached_property
    def plan(self) -> ts.Plan:
        """The plan at the scene's call."""
        return ts.plan(self.transcript, self.policy, call=self.scene.call)

    @cached_property
    def replay(self) -> ts.Replay:
        """The whole run under the scene's policy."""
        return ts.replay(self.transcript, self.policy)


def stage(lesson: Lesson, scene: Scene) -> Stage:
    """Set up a scene of a lesson.

    Raises ts.TrimscopeError for a sample that is none, and as loading and policies do.
    """
    policy = ts.Policy.from_mapping(scene.policy)
    if not scene.sample:
        return Stage(scene, ts.load(lesson.transcripts[scene.transcript]), policy)
    sample = next((each for each in samples() if each.id == scene.sample), None)
    if sample is None:
        known = ", ".join(each.id for each in samples())
        raise LessonError(f"scene, sample: the page has {known}; the lesson names another.")
    return Stage(scene, ts.load(sample.read()), policy)
