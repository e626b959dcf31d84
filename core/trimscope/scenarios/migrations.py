"""Older scenario documents brought up to the version of today, one step a version.

A step takes the document of version N and gives that of version N + 1; it never looks at what it does not know. A new
default of a policy key is a step as well: it writes the old default into documents that left the key out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from trimscope.scenarios.scenario import NAME, VERSION, ScenarioError

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Mapping[int, Step] = {}
"""By the version that a step starts from. Version 1 is the first there is."""

MOST_DIGITS = 6
"""Digits of a version that are read: far more than there will ever be."""


def upgraded(document: Mapping[str, Any], steps: Mapping[int, Step] = STEPS, current: int = VERSION) -> dict[str, Any]:
    """The document at version `current`.

    Raises ScenarioError for what is no scenario, for a newer one, and for one older than any step.
    """
    version = version_of(document)
    if version > current:
        raise ScenarioError(
            f"schema: this scenario is of version {version}, and this trimscope reads up to {current}: use a newer one."
        )
    upgraded_document = dict(document)
    for number in range(version, current):
        if number not in steps:
            raise ScenarioError(f"schema: there is no version {version} of scenarios; the first is 1.")
        upgraded_document = steps[number](upgraded_document)
    return upgraded_document | {"schema": f"{NAME}{current}"}


def version_of(document: Mapping[str, Any]) -> int:
    """The version that a document says it is of. Raises ScenarioError where it says none."""
    said = document.get("schema")
    number = said.removeprefix(NAME) if isinstance(said, str) and said.startswith(NAME) else ""
    if not number or len(number) > MOST_DIGITS or any(digit not in "0123456789" for digit in number):
        raise ScenarioError(f'schema: a scenario says "{NAME}{VERSION}" there.')
    return int(number)
