"""From what was typed into a field, or switched, to new settings: pure, like everything a control does to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from trimscope import strategies
from trimscope_app.field_values import check
from trimscope_app.fields import ASKED, Field, field, param_fields
from trimscope_app.planning import Asked, moved

Settings = Mapping[str, Any]


def entered(
    settings: Settings, asked: Asked, key: str, raw: Any, *, limit: int, earlier: Settings
) -> tuple[dict[str, Any], Asked]:
    """The settings, and what is asked beside them, with this field's new value.

    `limit` is the window in force, in tokens. A part of the pipeline that is switched on again goes on with what it
    had (`earlier`: part -> settings). Raises Refusal for what the field does not take, KeyError for an unknown field.
    """
    each = _field(settings, key)
    value = check(each, raw)
    if key in ASKED:
        return dict(settings), replace(asked, **{each.inner: value})
    if each.kind == "section":
        return {**settings, key: earlier.get(key, True) if value else None}, asked
    return moved(settings, key, value, limit), asked


def _field(settings: Settings, key: str) -> Field:
    if not key.startswith("params."):
        return field(key)
    found = param_fields(strategies.strategy(settings["strategy"]))
    return {each.key: each for each in found}[key]
