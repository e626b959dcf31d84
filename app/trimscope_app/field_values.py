"""What is typed into a field, and a setting's value as it is typed: one reads what the other writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from trimscope.errors import LoadError, PolicyError
from trimscope.policies.settings import OFF, Count
from trimscope.source import reading
from trimscope_app.fields import Field
from trimscope_app.i18n import number, tr


@dataclass(eq=False)
class Refusal(Exception):
    """What was typed is no value of the field; what was typed stays in sight with the reason below it."""

    key: str
    raw: Any
    words: str = ""
    """key of our own words for the reason"""
    values: Mapping[str, Any] = field(default_factory=dict)
    core: str = ""
    """the core's sentence, which is English"""

    def text(self, lang: str) -> str:
        """The reason in words."""
        if self.words:
            return tr(lang, self.words, **self.values)
        return self.core if lang == "en" else f"{tr(lang, 'error.lead')} {self.core}"


SEPARATORS: Final = ",\uff0c\u3001"
"""Between two names: the comma, also as Chinese input methods write it."""


def typed(each: Field, value: Any) -> Any:
    """A value as it stands in the field: text, or true and false for a switch."""
    if each.kind in ("flag", "section"):
        return bool(value)
    if value is None:
        return ""
    if each.kind == "share":
        return f"{round(value * 1000) / 10:g}"
    if each.kind == "names":
        return ", ".join(value)
    if each.kind == "paths":
        return "\n".join(f"{tool}: {', '.join(paths)}" for tool, paths in value.items())
    if each.kind == "limits":
        return "\n".join(f"{tool}: {OFF if limit is None else limit}" for tool, limit in value.items())
    if each.kind == "json":
        return json.dumps(value, ensure_ascii=False) if value else ""
    return str(value)


def read(each: Field, raw: Any) -> Any:
    """The value of what was typed, as JSON. Raises Refusal with the reason; ranges are the core's to judge, but for
    those of numbers."""
    if each.kind in ("flag", "section"):
        return bool(raw)
    text = str(raw).strip()
    optional = each.setting.optional
    if not text and each.kind in ("count", "share", "text", "long", "choice"):
        if optional:
            return None
        return each.default
    if each.kind == "count" or each.key == "asked.retry":
        return _count(each, raw, text)
    if each.kind == "share":
        return _share(each, raw, text)
    if each.kind == "names":
        names = _names(text)
        return None if optional and not names else names
    if each.kind == "paths":
        return {tool: _names(rest) for tool, rest in _lines(each, raw, text)}
    if each.kind == "limits":
        found = _lines(each, raw, text)
        return {tool: None if rest.lower() == OFF else _count(each, raw, rest) for tool, rest in found}
    if each.kind == "json":
        return _object(each, raw, text)
    return str(raw) if each.kind == "long" else text


def check(each: Field, raw: Any) -> Any:
    """As `read`, and the core takes it. Raises Refusal."""
    value = read(each, raw)
    if each.kind == "section":
        return value
    try:
        each.setting.read(each.key, value)
    except PolicyError as error:
        raise Refusal(each.key, raw, core=str(error)) from None
    return value


def _count(each: Field, raw: Any, text: str) -> int:
    low, high = (each.setting.low, each.setting.high) if isinstance(each.setting, Count) else (0, 100_000_000)
    digits = "".join(char for char in text if char not in ", _\u202f\u00a0")
    bare = digits.removeprefix("-")
    value = int(digits) if bare.isascii() and bare.isdigit() and len(bare) <= len(str(high)) else low - 1
    if not low <= value <= high:
        raise Refusal(each.key, raw, "field.bad_count", {"low": number(low), "high": number(high)})
    return value


def _share(each: Field, raw: Any, text: str) -> float:
    try:
        percent = float(text.removesuffix("%"))
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= 100:
        raise Refusal(each.key, raw, "field.bad_share")
    return round(percent * 10) / 1000


def _names(text: str) -> list[str]:
    for mark in SEPARATORS[1:]:
        text = text.replace(mark, ",")
    parts = (part.strip() for line in text.split("\n") for part in line.split(","))
    return [part for part in parts if part]


def _lines(each: Field, raw: Any, text: str) -> list[tuple[str, str]]:
    """`name: rest` a line; a full-width colon will do."""
    found = []
    for line in text.replace("\uff1a", ":").split("\n"):
        name, colon, rest = line.partition(":")
        if line.strip() and not (colon and name.strip() and rest.strip()):
            raise Refusal(each.key, raw, f"field.bad_{each.kind}", {"line": line.strip()[:60]})
        if line.strip():
            found.append((name.strip(), rest.strip()))
    return found


def _object(each: Field, raw: Any, text: str) -> Any:
    if not text:
        return {}
    try:
        value = reading.parse(text)
    except LoadError as error:
        raise Refusal(each.key, raw, core=str(error)) from None
    if not isinstance(value, dict):
        raise Refusal(each.key, raw, "field.bad_json")
    return value
