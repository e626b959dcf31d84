"""What a link or a scenario file brings: a transcript or what names one, settings, and where one looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import trimscope as ts
from trimscope.scenarios.lenient import lenient_policy
from trimscope.scenarios.link import from_link
from trimscope.scenarios.opening import is_scenario
from trimscope.scenarios.verifying import transcript_of
from trimscope_app.planning import Asked
from trimscope_app.samples import samples

BEGINNING: Final = 4_096  # bytes of a file in which a scenario says that it is one: the key stands first

THEMES: Final = ("light", "dark")


@dataclass(frozen=True)
class Opened:
    """A transcript with its counts (a shape's are its own), a sample's id, or the hash of one that is elsewhere."""

    policy: ts.Policy
    asked: Asked
    transcript: ts.Transcript | None = None
    counts: ts.Counts | None = None
    sample: str = ""
    sha256: str = ""
    title: str = ""
    view: Mapping[str, Any] = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    """policy keys of a link that were left out or moved into range"""

    @property
    def selected(self) -> int | None:
        """The selected message, where that is a number."""
        given = self.view.get("selected")
        return given if type(given) is int and -1_000 < given < 10_000_000 else None

    def word(self, key: str) -> str:
        """A word of the view."""
        given = self.view.get(key)
        return given if isinstance(given, str) and len(given) < 40 else ""


def of_link(link: str) -> Opened:
    """What a link brings. Raises ts.TrimscopeError with one sentence."""
    document = from_link(link)
    policy, changed = lenient_policy(document.get("policy", {}))
    sample = document.get("sample")
    if sample is not None:
        document = document | {"transcript": {"inline": []}}  # the page has it
    opened = _opened(document | {"policy": policy.to_mapping()}, is_sample=isinstance(sample, str))
    known = sample if any(each.id == sample for each in samples()) else ""
    if sample is not None and not known:
        raise ts.ScenarioError("The link names a sample that this page does not have.")
    return Opened(opened.policy, opened.asked, opened.transcript, opened.counts, known, opened.sha256, opened.title,
                  opened.view, changed)  # fmt: skip


def of_file(source: bytes | str) -> Opened | None:
    """What a scenario file brings; None for any other file. Raises ts.TrimscopeError for a broken scenario."""
    start = source[:BEGINNING]
    if (b"trimscope.scenario/" not in start) if isinstance(start, bytes) else ("trimscope.scenario/" not in start):
        return None
    try:
        one = ts.open_scenario(source)
    except ts.ScenarioError as error:
        if str(error).startswith("schema: a scenario says"):
            return None  # a transcript that speaks of scenarios
        raise
    return _opened(one.to_mapping()) if is_scenario(one.to_mapping()) else None


def _opened(document: Mapping[str, Any], *, is_sample: bool = False) -> Opened:
    one = ts.open_scenario(document)
    transcript = counts = None
    if one.kind in ("inline", "shape") and not is_sample:
        transcript, counts = transcript_of(one)
    sample = one.unknown.get("sample")
    return Opened(
        one.policy,
        Asked(spent=one.spent, retry=one.retry, call=one.call),
        transcript,
        counts,
        sample if isinstance(sample, str) and any(each.id == sample for each in samples()) else "",
        str(one.transcript.get("sha256", "")),
        one.title,
        one.view,
    )
