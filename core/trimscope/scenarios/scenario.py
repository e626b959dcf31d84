"""A scenario as a value: what is planned, where one looks, and what came out of it.

    {"schema": "trimscope.scenario/1", "title": ..., "notes": ..., "question": ..., "answer": ...,
     "transcript": {...}, "policy": {...}, "model": ..., "window": ..., "estimator": "light@1/claude",
     "call": 3, "folded": true, "spent": 0, "retry": 0, "view": {...}, "outcome": {...}}

What of it nobody here knows is kept and written back. `schema.json` beside this module is its JSON Schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from trimscope.errors import TrimscopeError
from trimscope.policies.policy import Policy
from trimscope.source import output

NAME = "trimscope.scenario/"
"""How the `schema` of every scenario begins; the number of its version follows."""

VERSION = 1

WORDS = ("title", "notes", "question", "answer")
"""Keys that hold what a person wrote, for other people."""

KEYS = (
    "schema", *WORDS, "transcript", "policy", "model", "window", "estimator", "call", "folded", "spent", "retry",
    "view", "outcome",
)  # fmt: skip


class ScenarioError(TrimscopeError):
    """A scenario cannot be read, made or checked; the sentence names the key or the place."""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """One scenario. Its transcript is as the document has it: `trimscope.scenarios.carried_transcript` reads it."""

    title: str = ""
    notes: str = ""
    question: str = ""
    answer: str = ""
    transcript: Mapping[str, Any]
    policy: Policy
    model: str | None = None
    """the model it was planned for, as the policy or the transcript names it"""
    window: int | None = None
    """context window in tokens that was planned with, whatever it came from; None: not recorded"""
    estimator: str = ""
    """label of the estimator's profile, with version and family (`Profile.label`); empty: not recorded"""
    call: int | None = None
    """number of the model call it looks at, from 1; None: the one after the last message"""
    folded: bool = False
    """whether the plan goes on from those of the calls before it, or is made for itself"""
    spent: int = 0
    """tokens that the run used before this call, where it is not folded"""
    retry: int = 0
    view: Mapping[str, Any] = field(default_factory=dict)
    """tab, selected message, language, theme, and what else a page wants back"""
    outcome: Mapping[str, Any] = field(default_factory=dict)
    """digests, figures and decisions (`trimscope.scenarios.outcome`); empty: nothing was planned yet"""
    unknown: Mapping[str, Any] = field(default_factory=dict)
    """keys of the document that this version does not know"""

    @property
    def kind(self) -> str:
        """How the transcript is there: inline, shape or sha256 (the strongest that it has)."""
        return next((kind for kind in ("inline", "shape", "sha256") if kind in self.transcript), "")

    def to_mapping(self) -> dict[str, Any]:
        """The document, as JSON values. What is empty is left out; the estimator's profile is always named."""
        policy = self.policy.to_mapping()
        known: dict[str, Any] = {
            "schema": f"{NAME}{VERSION}",
            **{key: getattr(self, key) for key in WORDS if getattr(self, key)},
            "transcript": dict(self.transcript),
            "policy": policy if self.policy.strategy else policy | {"profile": self.policy.profile},
            "model": self.model,
            "window": self.window,
            "estimator": self.estimator,
            "call": self.call,
            "folded": self.folded,
            "spent": self.spent,
            "retry": self.retry,
            "view": dict(self.view),
            "outcome": dict(self.outcome),
        }
        always = ("schema", "transcript", "policy")
        kept = {key: value for key, value in known.items() if key in always or value not in (None, "", 0, False, {})}
        return kept | {key: value for key, value in self.unknown.items() if key not in KEYS}

    def to_text(self) -> str:
        """The document as JSON text that ends with a line end."""
        return output.to_text(self.to_mapping(), "json")
