"""Text in tool results that reads like an instruction: places to look at, never proof."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope_app.i18n import tr
from trimscope_app.views.inspect.links import cell
from trimscope_app.views.loaded import Loaded

SHOWN: Final = 100  # rows; whoever finds that many has seen enough


def instructions_page(loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    """A row a place, with the line it stands in and the message."""
    found = loaded.instructions
    if not found:
        return {"lead": tr(lang, "inspect.instructions_none"), "blocks": []}
    columns = [tr(lang, f"inspect.instructions.{name}") for name in ("kind", "line", "message")]
    rows = [{"tone": "warn", "cells": [tr(lang, f"instruction.{each.kind}"), each.excerpt,
                                       cell([each.message], lang)]} for each in found[:SHOWN]]
    blocks: list[dict[str, Any]] = [{"kind": "table", "label": tr(lang, "inspect.instructions"), "columns": columns,
                                     "rows": rows}]
    if len(found) > SHOWN:
        blocks.append({"kind": "text", "text": tr(lang, "fault.more", n=len(found) - SHOWN), "tone": "mut"})
    return {"lead": tr(lang, "inspect.instructions_lead", n=len(found)), "blocks": blocks}
