"""The side effects of a run: what was done, what failed, and what nobody knows."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope.carried.effects import section_of
from trimscope_app.i18n import tr
from trimscope_app.views.inspect.links import cell
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import short

SHOWN: Final = 200  # rows; a run of more effects is looked at by its ledger
VALUE: Final = 60  # characters of one argument or id, as the core carries them
TONES: Final = {"done": "", "failed": "mut", "unknown": "warn"}


def effects_page(loaded: Loaded, plan: ts.Plan, lang: str) -> dict[str, Any]:
    """A row an effect, oldest first."""
    found = ts.effects(loaded.transcript, section_of(plan.policy))
    if not found:
        return {"lead": tr(lang, "inspect.effects_none"), "blocks": []}
    columns = [tr(lang, f"effect.{name}") for name in ("outcome", "tool", "class", "ids", "arguments", "message")]
    rows = [{"tone": TONES[each.outcome], "cells": _cells(each, lang)} for each in found[:SHOWN]]
    on = plan.policy.ledger is not None
    lead = tr(lang, "inspect.effects_lead", n=len(found))
    blocks: list[dict[str, Any]] = [{"kind": "table", "label": tr(lang, "inspect.effects"), "columns": columns,
                                     "rows": rows}]
    if len(found) > SHOWN:
        blocks.append({"kind": "text", "text": tr(lang, "fault.more", n=len(found) - SHOWN), "tone": "mut"})
    if not on:
        blocks.append({"kind": "text", "text": tr(lang, "inspect.effects_off"), "tone": "mut"})
        blocks.append({"kind": "button", "name": "ledger", "text": tr(lang, "inspect.effects_on")})
    return {"lead": lead, "blocks": blocks}


def _cells(each: ts.Effect, lang: str) -> list[Any]:
    arguments = ", ".join(f"{name}: {short(str(value), VALUE)}" for name, value in each.arguments.items())
    ids = ", ".join(short(str(value), VALUE) for value in (*((each.key,) if each.key else ()), *each.ids))
    return [tr(lang, f"effect.outcome.{each.outcome}"), short(each.tool, VALUE), tr(lang, f"effect.class.{each.kind}"),
            ids or "–", arguments or "–", cell([each.message, *(at for at, _ in each.answers)], lang)]
