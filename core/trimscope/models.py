"""Context windows of models, from a dated table that ships with the package (models.json).

A name is first cleaned of what providers and gateways wrap around it; then it has to be a known name, or a
known name and a hyphen with more behind it. A name that merely contains a known one is not that model, and
neither is a newer version of it: an unknown model is unknown, its window then an assumption that says so.

>>> resolve("bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0").name
'claude-sonnet-4-5'
>>> resolve("gpt-4o-2024-11-20").window
128000
>>> resolve("proto1-mini") is None
True
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

DEFAULT_WINDOW = 200_000
"""Tokens assumed where no model is known: what most models in the table have, or more. Always shown as
assumed."""

LONG_CONTEXT = 1_000_000
"""Tokens of a model whose name ends in ``[1m]``: Claude Code's mark for Anthropic's long window."""

MAX_NAME = 256
"""Characters of a name that are looked at: it comes out of untrusted documents, and no real one is longer."""

# Parts of a dotted name that stand for a place or a maker: us.anthropic.claude-..., meta.llama3-...
_DOTTED = frozenset(
    [
        *("ai21", "amazon", "anthropic", "cohere", "deepseek", "google", "meta", "minimax", "mistral"),
        *("moonshot", "moonshotai", "nvidia", "openai", "qwen", "writer", "xai", "zai"),
        *("apac", "apne", "au", "ca", "eu", "global", "jp", "sa", "us", "us-gov"),
    ]
)
_DIGITS = frozenset("0123456789")


@dataclass(frozen=True, slots=True)
class Model:
    """One model: `window` (most input) and `max_output` in tokens; `source` and `as_of`: where and when
    read."""

    name: str
    window: int
    max_output: int | None
    provider: str
    source: str
    as_of: str


def resolve(name: str | None, table: Literal["current", "patchcat"] = "current") -> Model | None:
    """The model called `name`, or None.

    Exact name first, then the longest known name that the cleaned one begins with at a hyphen and that is not
    followed by a version number ("gpt-4" does not stand for "gpt-4.9", nor "claude-opus-4" for an unknown
    4-9). With ``table="patchcat"`` the four prefixes of the PatchCat article and its fallback of 8,192:
    never None.
    """
    plain = clean(name or "")
    if table == "patchcat":
        return _patchcat(plain)
    rows = _by_name()
    found = rows.get(plain)
    end = plain.rfind("-")
    while found is None and end > 0:
        if not _is_version(plain[end + 1 :]):
            found = rows.get(plain[:end])
        end = plain.rfind("-", 0, end)
    if found is not None and (name or "").strip().lower().endswith("[1m]"):
        return replace(found, window=max(found.window, LONG_CONTEXT))
    return found


def known() -> tuple[Model, ...]:
    """All models of the table in the order of a menu: by provider, newest first."""
    return tuple(_model(row) for row in _document()["models"])


def clean(name: str) -> str:
    """`name` without provider, date, revision and tag; ASCII lower case; dots and underscores as hyphens."""
    plain = name[:MAX_NAME].strip().encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
    plain = plain.removesuffix("[1m]").rstrip("/").rpartition("/")[2]
    parts = plain.removeprefix("ft:").split(":", 1)[0].partition("@")[0].split(".")
    while len(parts) > 1 and parts[0] in _DOTTED:
        del parts[0]
    hyphens = "-".join(parts).translate({ord("_"): "-", ord(" "): "-"})
    words = [word for word in hyphens.split("-") if word]
    while len(words) > 1 and (short := _without_ending(words)) != words:
        words = short
    return "-".join(words)


def _without_ending(words: list[str]) -> list[str]:
    """`words` without one ending that names a build and not a model: a date, a revision, "latest"."""
    last = words[-1]
    revision = len(words) > 2 and len(last) == 2 and last[0] == "v" and _number(last[1])
    if revision or last in ("latest", "default"):
        return words[:-1]
    if _number(last) and (len(last) in (4, 6, 8) or (len(last) == 3 and last[0] == "0")):
        # 0613, 2411, 240925, 20250929, and Google's 001, 002
        return words[:-1]
    if [len(word) for word in words[-3:]] == [4, 2, 2] and all(map(_number, words[-3:])):  # 2024-11-20
        return words[:-3]
    return words


def _number(word: str) -> bool:
    return all(char in _DIGITS for char in word)


def _is_version(rest: str) -> bool:
    """Whether what follows a known name makes it another: a number ("gpt-4" + "9", "gpt-5" + "7-mini")."""
    return _number(rest.partition("-")[0])


def _patchcat(plain: str) -> Model:
    table = _document()["patchcat"]
    for prefix, window in table["prefixes"].items():
        if plain.startswith(prefix):
            return Model(prefix, window, None, "", "PatchCat article", "2026")
    return Model("fallback", table["fallback"], None, "", "PatchCat article", "2026")


def _model(row: dict[str, Any]) -> Model:
    return Model(row["name"], row["window"], row["max_output"], row["provider"], row["source"], row["as_of"])


@cache
def _document() -> dict[str, Any]:
    text = files("trimscope").joinpath("models.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


@cache
def _by_name() -> dict[str, Model]:
    """Cleaned name or alias -> model."""
    rows: list[dict[str, Any]] = _document()["models"]
    return {clean(name): _model(row) for row in rows for name in (row["name"], *row.get("aliases", ()))}
