"""Opening a scenario: JSON or TOML, checked key by key, with the key in every sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from trimscope.errors import LoadError, PolicyError
from trimscope.policies.policy import Policy
from trimscope.scenarios.migrations import upgraded
from trimscope.scenarios.scenario import KEYS, WORDS, Scenario, ScenarioError
from trimscope.source import nesting, reading

MOST_CHARS = 64_000_000
"""Characters of a scenario: a transcript twice as large as the largest measured (30 MB), and its outcome."""

MOST_WORDS = 20_000
"""Characters of a title, a note, a question, an answer: some pages of print."""

MOST = 1_000_000_000_000
"""Any number of tokens or calls is below this (the policy's own cap of a run's tokens)."""

_PLACE = re.compile(r"at line ([0-9]+), column ([0-9]+)")


def open_scenario(source: str | bytes | Mapping[str, Any]) -> Scenario:
    """A scenario from JSON or TOML (text or bytes), or from an already parsed object.

    Raises ScenarioError with one sentence that names the key or the place, PolicyError for a policy that is none.
    """
    document = _read(source) if isinstance(source, str | bytes) else source
    if not isinstance(document, Mapping):
        raise ScenarioError("A scenario is one object, with schema, transcript and policy.")
    try:
        reading.check_value(dict(document))
    except LoadError as error:
        raise ScenarioError(str(error)) from None
    return _checked(upgraded(document))


def is_scenario(value: Any) -> bool:
    """Whether a parsed file says that it is a scenario, of whatever version."""
    return isinstance(value, Mapping) and str(value.get("schema", "")).startswith("trimscope.scenario/")


def _read(source: str | bytes) -> Any:
    if len(source) > MOST_CHARS:
        raise ScenarioError(f"The scenario has {len(source):,} characters; at most {MOST_CHARS:,} are read.")
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise ScenarioError(f"Byte {error.start} of the scenario is not UTF-8: save the file as UTF-8.") from None
    if text.lstrip(" \t\r\n")[:1] in ("{", "["):
        try:
            return reading.parse(text)
        except LoadError as error:
            if not _looks_like_a_table(text):
                raise ScenarioError(str(error)) from None
    return _toml(text)


def _looks_like_a_table(text: str) -> bool:
    """Whether a text that begins with a bracket may be TOML: a table's name alone on the first line."""
    first = text.lstrip(" \t\r\n").split("\n", 1)[0].strip(" \t\r")
    return re.fullmatch(r"\[[A-Za-z0-9_.-]{1,100}\]", first) is not None


def _toml(text: str) -> Any:
    if reading.FRAGILE and nesting.too_deep_at(text) is not None:
        raise ScenarioError(f"The scenario is nested deeper than {nesting.MAX_DEPTH} levels.")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        place = f"Line {found[1]}, column {found[2]}" if found else "The scenario"
        raise ScenarioError(f"{place}: this is neither JSON nor TOML.") from None
    except (RecursionError, ValueError):
        raise ScenarioError("The scenario is nested too deep, or holds a number that is none.") from None


def _checked(document: Mapping[str, Any]) -> Scenario:
    words = {key: _word(key, document.get(key, ""), MOST_WORDS) for key in WORDS}
    transcript = _table("transcript", document.get("transcript"))
    if not any(key in transcript for key in ("inline", "shape", "sha256")):
        raise ScenarioError("transcript: it is there as inline, as shape, or by its sha256; none of them is given.")
    sha = transcript.get("sha256")
    if sha is not None and not (isinstance(sha, str) and re.fullmatch("[0-9a-f]{64}", sha)):
        raise ScenarioError("transcript.sha256: 64 hexadecimal digits (0-9, a-f) were expected.")
    try:
        policy = Policy.from_mapping(_table("policy", document.get("policy", {})))
    except PolicyError as error:
        raise PolicyError(f"policy: {error}") from None
    folded = document.get("folded", False)
    if not isinstance(folded, bool):
        raise ScenarioError("folded: true or false was expected.")
    return Scenario(
        **words,
        transcript=transcript,
        policy=policy,
        model=_word("model", document.get("model") or "", 200) or None,
        window=_number("window", document.get("window"), 1),
        estimator=_word("estimator", document.get("estimator", ""), 200),
        call=_number("call", document.get("call"), 1),
        folded=folded,
        spent=_number("spent", document.get("spent", 0), 0) or 0,
        retry=_number("retry", document.get("retry", 0), 0) or 0,
        view=_table("view", document.get("view", {})),
        outcome=_table("outcome", document.get("outcome", {})),
        unknown={key: value for key, value in document.items() if key not in KEYS},
    )


def _word(key: str, value: Any, most: int) -> str:
    if not isinstance(value, str):
        raise ScenarioError(f"{key}: a text was expected.")
    if len(value) > most:
        raise ScenarioError(f"{key}: it has {len(value):,} characters; at most {most:,} are read.")
    return value


def _number(key: str, value: Any, least: int) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MOST:
        raise ScenarioError(f"{key}: a whole number from {least} to {MOST:,} was expected.")
    return value


def _table(key: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{key}: an object was expected.")
    return value
