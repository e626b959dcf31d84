"""`--policy` and `--set KEY=VALUE`: the policy of a command, and one key of it changed."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from trimscope.errors import PolicyError, TrimscopeError
from trimscope.policies.policy import settings
from trimscope.policies.setting_tables import Section
from trimscope.policies.settings import Count, Names, Ratio, Setting
from trimscope.source import reading

NOTHING = ("none", "off")
"""Words beside null that switch a number or a list off, as errors and the grid of a sweep have them."""


def add_options(command: argparse.ArgumentParser, suffixes: Iterable[str]) -> None:
    """Both options; `suffixes` are of the policy files that can be read (`.json`)."""
    kinds = "|".join(suffix.removeprefix(".") for suffix in suffixes)
    command.add_argument(
        "--policy", metavar="FILE|PRESET", help=f"a policy file ({kinds}) or a preset's name; ? lists the presets"
    )
    command.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change one policy key")


def assign(mapping: dict[str, Any], assignment: str) -> None:
    """One `key=value` or `table.key=value`; the value is JSON, or else the text as it stands.

    Where a key takes a list, names between commas are one (`exclude_tools=bash,edit`); where it takes null, `none` and
    `off` are that. What is not allowed is left for the policy to refuse.
    """
    key, separator, text = assignment.partition("=")
    if not separator:
        raise PolicyError(f"--set {assignment}: write it as key=value.")
    table, dot, inner = key.partition(".")
    value = _value(_kind(table, inner), text)
    if dot:
        current = mapping.get(table)
        mapping[table] = (current if isinstance(current, dict) else {}) | {inner: value}
    else:
        mapping[key] = value


def _kind(table: str, inner: str) -> Setting | None:
    """The setting of a key, or of one in a section; None where there is none."""
    kind = settings().get(table)
    if not inner:
        return kind
    return kind.inner.get(inner) if isinstance(kind, Section) else None


def _value(kind: Setting | None, text: str) -> Any:
    if isinstance(kind, Count | Ratio | Names) and kind.optional and text in NOTHING:
        return None
    try:
        value = reading.parse(text)
    except TrimscopeError:
        value = text
    if isinstance(kind, Names) and isinstance(value, str | int) and not text.lstrip().startswith(("[", "{", '"')):
        return [_item(kind, part.strip()) for part in text.split(",")]
    return value


def _item(kind: Names, text: str) -> Any:
    """One of a list: a whole number where the key takes one (a pinned message's index), else a name."""
    number = text.isascii() and text.isdigit() and kind.holds([0])
    return int(text) if number else text
