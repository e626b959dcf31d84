"""Fields of JSON results: what the run used of them, and the whitelist that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import trimscope as ts
from trimscope.values.suggestions import Field, Suggestion
from trimscope_app.i18n import number, tr
from trimscope_app.views.inspect.links import cell
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import short

TOOLS: Final = 20  # tools with a table of their own
FIELDS: Final = 60  # rows of one table
NAME: Final = 80  # characters of a path or a tool's name


def fields_page(loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    """A table for each tool whose results are JSON, and a button that takes the whitelist over."""
    found = loaded.suggested
    if not found:
        return {"lead": tr(lang, "inspect.fields_none"), "blocks": []}
    saved = sum(each.saved for each in found)
    blocks: list[dict[str, Any]] = []
    if saved:
        blocks.append({"kind": "button", "name": "suggest", "text": tr(lang, "inspect.fields_take")})
    blocks += [_table(each, lang) for each in found[:TOOLS]]
    return {"lead": tr(lang, "inspect.fields_lead", n=saved), "blocks": blocks}


def whitelist(found: Sequence[Suggestion]) -> dict[str, list[str]]:
    """The suggestions as the policy's `field_whitelist`."""
    return {each.tool: list(each.whitelist) for each in found if each.whitelist}


def _table(each: Suggestion, lang: str) -> dict[str, Any]:
    columns = [tr(lang, f"inspect.fields.{name}") for name in ("path", "tokens", "used", "why")]
    rows = [{"tone": "" if field.stays or not each.whitelist else "gone", "cells": [
        short(field.path, NAME), number(field.tokens), cell(field.used_by, lang), _why(field, lang)]}
        for field in sorted(each.fields, key=lambda field: -field.tokens)[:FIELDS]]
    label = tr(lang, "inspect.fields.of", tool=short(each.tool, NAME), n=each.results, saved=each.saved)
    return {"kind": "table", "label": label, "columns": columns, "rows": rows}


def _why(field: Field, lang: str) -> str:
    names = [name for name, holds in (("used", field.used_by), ("answered", field.answered), ("id", field.is_id),
                                      ("schema", field.in_next_schema)) if holds]
    return ", ".join(tr(lang, f"inspect.fields.why.{name}") for name in names or ["none"])
