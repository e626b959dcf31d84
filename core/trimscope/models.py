"""Windows, prices and cache rules of models, from a dated table that ships with the package (models.json).

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

from trimscope.model_names import FINE_TUNED, forms, is_number, unwrap
from trimscope.model_names import clean as clean

DEFAULT_WINDOW = 200_000
"""Tokens assumed where no model is known: what most models in the table have, or more. Always shown as
assumed."""

LONG_CONTEXT = 1_000_000
"""Tokens of a model whose name ends in ``[1m]``: Claude Code's mark for Anthropic's long window."""

Family = Literal[
    "o200k", "cl100k", "claude", "claude-4.7", "gemini", "llama3", "qwen", "deepseek", "mistral", "unknown"
]
"""Tokenizer families: models that cut text the same way, or nearly so. `claude-4.7`: Anthropic's second tokenizer."""


@dataclass(frozen=True, slots=True)
class LongPrices:
    """What the whole request costs once its input is more than `above` tokens; prices as in `Model`."""

    above: int
    input_price: int
    output_price: int | None = None
    cache_read_price: int | None = None
    cache_write_price: int | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """One model of the table.

    * `window` (most input) and `max_output` in tokens; `source` and `as_of`: where and when they and the
      prices were read.
    * Prices are micro-dollars per million tokens (2_500_000 is 2.50 dollars a million), None where the table
      has none. Without `cache_read_price` the model caches nothing, or nobody says so; without
      `cache_write_price` writing costs what input costs. `long_prices`: dearer prices of long requests,
      shortest first.
    * `cache_minimum`: tokens of the shortest prefix that is cached; `cache_lifetime_s`: seconds it lives
      unused; None where the provider's guide (`cache_source`, read on `cache_as_of`) does not say.
      `cache_step`: tokens in which a hit grows beyond the minimum.
    """

    name: str
    window: int
    max_output: int | None
    provider: str
    source: str
    as_of: str
    tokenizer: Family = "unknown"
    input_price: int | None = None
    output_price: int | None = None
    cache_read_price: int | None = None
    cache_write_price: int | None = None
    long_prices: tuple[LongPrices, ...] = ()
    cache_minimum: int | None = None
    cache_lifetime_s: int | None = None
    cache_step: int = 1
    cache_source: str = ""
    cache_as_of: str = ""

    @property
    def cache_read_ratio(self) -> int | None:
        """Price of a cached token to that of a fresh one, per mille (the r of M(w + (N-1)r)); or None."""
        return per_mille(self.cache_read_price, self.input_price)

    @property
    def cache_write_ratio(self) -> int | None:
        """Price of a token written to the cache to that of a fresh one, per mille (w): 1000 where writing
        costs nothing extra, None where nothing is cached."""
        if self.cache_read_price is None:
            return None
        write = self.input_price if self.cache_write_price is None else self.cache_write_price
        return per_mille(write, self.input_price)


def resolve(name: str | None, table: Literal["current", "patchcat"] = "current") -> Model | None:
    """The model called `name`, or None.

    Exact name first, then the longest known name that the cleaned one begins with at a hyphen and that is not
    followed by a version number ("gpt-4" does not stand for "gpt-4.9", nor "claude-opus-4" for an unknown
    4-9). A model tuned by its user (``ft:``) has its base's window and no prices. With ``table="patchcat"`` the
    four prefixes of the PatchCat article and its fallback of 8,192: never None.
    """
    known_as = forms(name or "")
    plain = known_as[-1]
    if table == "patchcat":
        return _patchcat(plain)
    rows = _by_name()
    found = next((rows[form] for form in known_as if form in rows), None)
    end = plain.rfind("-")
    while found is None and end > 0:
        if not _is_version(plain[end + 1 :]):
            found = rows.get(plain[:end])
        end = plain.rfind("-", 0, end)
    written = (name or "").strip()
    if found is not None and written.lower().endswith("[1m]"):
        found = replace(found, window=max(found.window, LONG_CONTEXT))
    if found is not None and written.startswith(FINE_TUNED):
        found = replace(found, **_UNPRICED)
    return found


_UNPRICED: dict[str, Any] = {
    **dict.fromkeys(("input_price", "output_price", "cache_read_price", "cache_write_price")),
    "long_prices": (),
}
"""Tuned models cost more than their base, each at a rate of its own."""


def known() -> tuple[Model, ...]:
    """All models of the table in the order of a menu: by provider, newest first."""
    return _listed()


def _is_version(rest: str) -> bool:
    """Whether what follows a known name makes it another: a number ("gpt-4" + "9", "gpt-5" + "7-mini")."""
    return is_number(rest.partition("-")[0])


def _patchcat(plain: str) -> Model:
    table = _document()["patchcat"]
    for prefix, window in table["prefixes"].items():
        if plain.startswith(prefix):
            return Model(prefix, window, None, "", "PatchCat article", "2026")
    return Model("fallback", table["fallback"], None, "", "PatchCat article", "2026")


def per_mille(part: int | None, whole: int | None) -> int | None:
    """`part` of `whole` in thousandths, rounded half up; None where either is unknown or `whole` is 0."""
    return (2000 * part + whole) // (2 * whole) if part is not None and whole else None


def _model(row: dict[str, Any]) -> Model:
    given = {key: value for key, value in row.items() if key != "aliases"}
    return Model(**given | {"long_prices": tuple(LongPrices(**step) for step in row.get("long_prices", ()))})


@cache
def _document() -> dict[str, Any]:
    text = files("trimscope").joinpath("models.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


@cache
def _listed() -> tuple[Model, ...]:
    return tuple(_model(row) for row in _document()["models"])


@cache
def _by_name() -> dict[str, Model]:
    """Cleaned name or alias -> model; one with a date, which is a model of its own, with the date."""
    found: dict[str, Model] = {}
    for row, model in zip(_document()["models"], _listed(), strict=True):
        for name in (model.name, *row.get("aliases", ())):
            found[unwrap(name)] = model
    return found
