"""The folded sections of settings, and the parameters of a named strategy, as fields to be filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from trimscope import strategies
from trimscope.policies.settings import Choice, Count
from trimscope_app.field_values import Refusal, typed
from trimscope_app.fields import ACTIONS, PATTERNS, SECTIONS, Field, fields, param_fields, value_of
from trimscope_app.i18n import has, tr
from trimscope_app.planning import Asked
from trimscope_app.presets import CUSTOM, preset_of

UNUSED: Final = frozenset(("results", "carried", "fit", "stays"))
"""Sections that count for nothing where a named strategy decides."""

BIG: Final = 1_000  # numbers that reach further are tokens or characters: the arrow keys move them by hundreds

Settings = Mapping[str, Any]


def sections_view(settings: Settings, asked: Asked, refusal: Refusal | None, lang: str) -> dict[str, Any]:
    """{aria, sections: [{key, title, help, set, unused, fields}]}; `set` says how many settings are not at their
    default, empty for none."""
    unused = settings["strategy"] is not None
    return {
        "lang": lang,
        "aria": tr(lang, "section.aria"),
        "sections": [_section(name, keys, settings, asked, refusal, unused and name in UNUSED, lang)
                     for name, keys in SECTIONS],
    }


def strategy_view(settings: Settings, asked: Asked, refusal: Refusal | None, lang: str) -> dict[str, Any]:
    """The same form for the strategy that decides, with one section that is open; none where a policy decides."""
    name = settings["strategy"]
    if name is None:
        return {"lang": lang, "sections": []}
    found = strategies.strategy(name)
    shown = [_field(each, settings, asked, refusal, lang, words=found.params[each.inner].words[lang])
             for each in param_fields(found)]
    help = tr(lang, "section.strategy_help")  # a preset's words stand below its name already
    section = {"key": "strategy", "title": tr(lang, "section.strategy", name=name), "open": True, "set": "",
               "help": f"{found.words[lang]} {help}" if preset_of(settings) == CUSTOM else help, "unused": False,
               "fields": shown}
    return {"lang": lang, "aria": tr(lang, "section.strategy", name=name), "sections": [section]}


def _section(
    name: str, keys: Sequence[str], settings: Settings, asked: Asked, refusal: Refusal | None, unused: bool, lang: str
) -> dict[str, Any]:
    every = fields(tuple(keys))
    changed = sum(_is_set(each, settings, asked) for each in every if not each.table)
    shown = [_field(each, settings, asked, refusal, lang) for each in every
             if not each.table or settings[each.table] is not None]
    return {
        "key": name,
        "title": tr(lang, f"section.{name}"),
        "help": tr(lang, "section.unused" if unused else f"section.{name}_help"),
        "set": tr(lang, "section.set", n=changed) if changed else "",
        "unused": unused,
        "fields": [] if unused else shown,
    }


def _is_set(each: Field, settings: Settings, asked: Asked) -> bool:
    return bool(value_of(settings, asked, each) != each.default)


def _field(
    each: Field, settings: Settings, asked: Asked, refusal: Refusal | None, lang: str, *, words: str = ""
) -> dict[str, Any]:
    """{key, kind, label, help, value, set, options, placeholder, suffix, step, action, error, within}."""
    value = value_of(settings, asked, each)
    refused = refusal if refusal is not None and refusal.key == each.key else None
    view: dict[str, Any] = {
        "key": each.key,
        "kind": each.kind,
        "label": words or tr(lang, f"field.{each.key}"),
        "help": tr(lang, f"field.{each.key}_help") if has(f"field.{each.key}_help") else "",
        "value": typed(each, value) if each.kind != "section" else value is not None,
        "set": each.kind != "section" and _is_set(each, settings, asked),
        "within": bool(each.table),
        "error": refused.text(lang) if refused else "",
    }
    if refused:
        view["value"] = refused.raw
    if each.kind == "choice":
        options = each.setting.options if isinstance(each.setting, Choice) else ("0", "1", "2")
        view["options"] = [[name, _option(each, name, lang)] for name in options]
        view["value"] = str(view["value"])
    if each.kind == "count" and isinstance(each.setting, Count):
        view["step"] = 100 if each.setting.high > BIG else 1
        view["least"] = each.setting.low
        view["placeholder"] = tr(lang, "field.none") if each.setting.optional else ""
    if each.kind == "share":
        view["suffix"] = "%"
    if each.kind in ("paths", "limits", "json", "names"):
        view["placeholder"] = tr(lang, f"field.example.{'patterns' if each.key in PATTERNS else each.kind}")
    if each.key in ACTIONS:
        view["action"] = {"name": ACTIONS[each.key], "text": tr(lang, f"field.action.{ACTIONS[each.key]}")}
    return view


def _option(each: Field, name: str, lang: str) -> str:
    """An option's words: its own, or its name where a strategy's parameter brings none."""
    key = f"field.{each.key}.{name}"
    return tr(lang, key) if has(key) else name
