"""Verifying a scenario: planned again, and compared with what it says came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from trimscope.planning.result import Plan
from trimscope.scenarios.moment import Moment, planned
from trimscope.scenarios.outcome import FIGURES, outcome_of
from trimscope.scenarios.scenario import Scenario, ScenarioError
from trimscope.scenarios.shape import read_shape
from trimscope.scenarios.stored import restored, sha256_of
from trimscope.tokens import Counts
from trimscope.transcript import Transcript
from trimscope.words.scenarios import mismatch

CHECKED = ("plan_digest", "messages_digest", "figures", "decisions")
"""Keys of an outcome of which at least one has to be there."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that is not as the scenario says: what it is, and both values in short."""

    code: str
    """transcript, estimator, window, figure:NAME, decision, text, plan_digest or messages_digest"""
    recorded: str
    found: str
    message: int | None = None
    """index of the message, of a decision or text"""

    def sentence(self, lang: str = "en") -> str:
        """It in words."""
        return mismatch(self.code, self.recorded, self.found, self.message, lang)


@dataclass(frozen=True, slots=True)
class Verification:
    """What verifying found, the most telling difference first. Equal: none."""

    mismatches: tuple[Mismatch, ...]
    plan: Plan | None
    """the plan made now; None where the transcript was another"""

    @property
    def equal(self) -> bool:
        return not self.mismatches

    def __bool__(self) -> bool:
        return self.equal


def transcript_of(scenario: Scenario, transcript: Transcript | None = None) -> tuple[Transcript, Counts | None]:
    """The transcript of a scenario, or the one handed in; a shape's with its counts.

    Raises ScenarioError where it is by hash only and none is handed in, LoadError for an inline one that is none.
    """
    if transcript is not None:
        return transcript, None
    carried = scenario.transcript
    if "inline" in carried:
        return restored(carried), None
    if "shape" in carried:
        return read_shape(carried["shape"], scenario.policy)
    where = carried.get("source") or carried.get("sha256")
    raise ScenarioError(f"transcript: the scenario has only its hash; hand in the transcript ({str(where)[:200]}).")


def plan_of(scenario: Scenario, transcript: Transcript | None = None) -> Plan:
    """The plan that a scenario is about, made now. Raises as `transcript_of`, and PolicyError as `plan` does."""
    found, counts = transcript_of(scenario, transcript)
    moment = Moment(scenario.call, scenario.folded, scenario.spent, scenario.retry)
    return planned(found, scenario.policy, counts, moment)


def verify(scenario: Scenario, transcript: Transcript | None = None) -> Verification:
    """Plan a scenario again and compare. A transcript handed in has to be the one it is about: by hash.

    Raises ScenarioError where there is nothing to compare or no transcript, and as `plan_of` does.
    """
    if not any(key in scenario.outcome for key in CHECKED):
        raise ScenarioError(f"outcome: there is nothing to compare; at least one of {', '.join(CHECKED)} is needed.")
    expected = scenario.transcript.get("sha256")
    if transcript is not None and expected is not None and sha256_of(transcript) != expected:
        return Verification((Mismatch("transcript", expected, sha256_of(transcript)),), None)
    plan = plan_of(scenario, transcript)
    texts = "shape" not in scenario.transcript or transcript is not None
    return Verification(tuple(_mismatches(scenario, plan, outcome_of(plan, texts=texts))), plan)


def _mismatches(scenario: Scenario, plan: Plan, now: Mapping[str, Any]) -> Iterator[Mismatch]:
    before = scenario.outcome
    label = plan.view.counts.profile.label
    if scenario.estimator and scenario.estimator != label:
        yield Mismatch("estimator", scenario.estimator, label)
    if "window" in before and before["window"] != now["window"]:
        yield Mismatch("window", _short(before["window"]), _short(now["window"]))
    figures = before.get("figures", {})
    for name in FIGURES if isinstance(figures, Mapping) else ():
        if name in figures and figures[name] != now["figures"][name]:
            yield Mismatch(f"figure:{name}", _short(figures[name]), _short(now["figures"][name]))
    if isinstance(before.get("decisions"), list):
        yield from _decisions(before["decisions"], now["decisions"], texts="messages_digest" in now)
    for digest in ("plan_digest", "messages_digest"):
        if digest in before and digest in now and before[digest] != now[digest]:
            yield Mismatch(digest, _short(before[digest]), now[digest])


def _decisions(before: Sequence[Any], now: Sequence[list[Any]], *, texts: bool) -> Iterator[Mismatch]:
    """The first decision that differs; else the first text."""
    pairs = list(zip_longest(before, now))
    for old, new in pairs:
        if _decided(old) != _decided(new):
            yield Mismatch("decision", _told(old), _told(new), _message(new if new is not None else old))
            return
    for old, new in pairs if texts else ():
        if len(old) > 6 and old[6:] != new[6:]:
            yield Mismatch("text", _short(old[6]), _short(new[6] if len(new) > 6 else "-"), _message(new))
            return


def _decided(row: Any) -> Any:
    return row[:6] if isinstance(row, list) else row


def _message(row: Any) -> int | None:
    numbers = [each for each in row[:2] if type(each) is int] if isinstance(row, list) else []
    return numbers[0] if numbers else None


def _told(row: Any) -> str:
    """A decision in short: `drop old_round 812 -> 0`."""
    if not isinstance(row, list) or len(row) < 6:
        return "-" if row is None else _short(row)
    return f"{_short(row[2])} {_short(row[3])} {_short(row[4])} -> {_short(row[5])}"


def _short(value: Any) -> str:
    return str(value)[:80]
