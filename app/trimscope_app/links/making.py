"""What the share dialog shows: a link of the size asked for, what it weighs, and which secrets are in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import trimscope as ts
from trimscope.scenarios.link import LONG, LONGEST, to_link
from trimscope.scenarios.redaction import Secret, redacted, secrets
from trimscope.scenarios.scenario import NAME, VERSION
from trimscope.scenarios.stored import restored, sha256_of, stored
from trimscope_app.planning import Asked
from trimscope_app.views.loaded import Loaded

SIZES: Final = ("settings", "shape", "text")
"""What of the transcript goes along: nothing but its hash, its shape, all of its text."""

MOST_SECRETS: Final = 200  # rows of the list: what a person can look through; all of them are replaced unless unticked


@dataclass(frozen=True)
class Shared:
    """What there is to share, as it is on the page."""

    loaded: Loaded
    policy: ts.Policy
    asked: Asked
    view: Mapping[str, Any]


def answer(shared: Shared, size: str, kept: frozenset[int]) -> dict[str, Any]:
    """`{size, link, chars, level, secrets}`; `kept` are the numbers of secrets that stay as they are.

    `level`: empty, `long` (some programs cut such a link off) or `file` (too long for a link: then there is none).
    Raises ts.TrimscopeError where it cannot be shared that way.
    """
    found = _secrets(shared) if size == "text" else ()
    document = _document(shared, size, _replaced(found, kept))
    link = to_link(document)
    level = "file" if len(link) > LONGEST else "long" if len(link) > LONG else ""
    rows = [
        {"n": n, "kind": each.kind, "shown": each.shown, "count": each.count, "kept": n in kept}
        for n, each in enumerate(found[:MOST_SECRETS])
    ]
    return {"size": size, "link": "" if level == "file" else link, "chars": len(link), "level": level, "secrets": rows}


def as_file(shared: Shared, size: str, kept: frozenset[int]) -> str:
    """The same as a scenario document, with all that came out. Raises as `answer` does."""
    transcript = shared.loaded.transcript
    if size == "text":
        transcript = _transcript(shared, _replaced(_secrets(shared), kept))
    carry: Any = {"settings": "hash", "shape": "shape", "text": "inline"}[size]
    asked = shared.asked
    made = ts.scenario(transcript, shared.policy, carry=carry, call=asked.call, spent=asked.spent, retry=asked.retry,
                       view=shared.view)  # fmt: skip
    return replace(made, unknown=_sample(shared)).to_text()


def _sample(shared: Shared) -> dict[str, Any]:
    return {"sample": shared.loaded.sample} if shared.loaded.sample else {}


def _secrets(shared: Shared) -> tuple[Secret, ...]:
    return secrets(shared.loaded.transcript.document, shared.loaded.counts.profile.text)


def _replaced(found: tuple[Secret, ...], kept: frozenset[int]) -> tuple[Secret, ...]:
    return tuple(each for n, each in enumerate(found) if n not in kept)


def _transcript(shared: Shared, without: tuple[Secret, ...]) -> ts.Transcript:
    """The transcript with these secrets replaced, in everything that is read of it."""
    return restored(redacted(stored(shared.loaded.transcript), without)) if without else shared.loaded.transcript


def _document(shared: Shared, size: str, without: tuple[Secret, ...]) -> dict[str, Any]:
    asked, policy = shared.asked, shared.policy
    if size == "settings":
        sample = _sample(shared)
        return _frame(shared) | (sample or {"transcript": {"sha256": sha256_of(shared.loaded.transcript)}})
    transcript = _transcript(shared, without)
    carry: Any = "shape" if size == "shape" else "inline"
    made = ts.scenario(transcript, policy, carry=carry, call=asked.call, spent=asked.spent, retry=asked.retry)
    outcome = {"plan_digest": made.outcome["plan_digest"]}
    return _frame(shared) | {"transcript": dict(made.transcript), "outcome": outcome}


def _frame(shared: Shared) -> dict[str, Any]:
    policy = shared.policy.to_mapping()
    asked = {"call": shared.asked.call, "spent": shared.asked.spent, "retry": shared.asked.retry}
    return {
        "schema": f"{NAME}{VERSION}",
        "policy": policy if shared.policy.strategy else policy | {"profile": shared.policy.profile},
        "view": dict(shared.view),
        **{key: value for key, value in asked.items() if value},
    }
