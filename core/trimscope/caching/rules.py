"""What one model charges for its input, and what it caches: `rules(model)`, each number open to change.

>>> from trimscope.models import resolve
>>> claude = rules(resolve("claude-sonnet-4-5"))
>>> claude.read_price, claude.write_price, claude.minimum, claude.lifetime_s
(300000, 3750000, 1024, 300)
>>> rules(resolve("claude-sonnet-4-5"), read_price=0).read_price
0
>>> rules(None).unit
'token'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from trimscope.errors import PolicyError
from trimscope.models import LongPrices, Model, per_mille

Prices = Mapping[str, int | None]
"""Changes to single fields of `Rules`."""

MOST = 10**12
"""Largest price, length or time that a change may give: a dollar a token. Keeps costs within what JSON readers
hold exactly."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Prices in micro-dollars per million tokens (`unit` "usd") or micro-units (`unit` "token").

    * `read_price` None: nothing is cached. `write_price` None: writing costs what input costs.
    * `long_prices`: the whole request costs these once its input is longer than `above`; shortest first.
    * `minimum`: tokens of the shortest prefix that is cached; `step`: a hit is the minimum and whole steps.
    * `lifetime_s`: seconds a prefix lives without use; None: the provider does not say, and nothing expires.
    """

    input_price: int
    read_price: int | None
    write_price: int | None = None
    output_price: int | None = None
    long_prices: tuple[LongPrices, ...] = ()
    minimum: int = 0
    step: int = 1
    lifetime_s: int | None = None
    unit: Literal["usd", "token"] = "usd"
    source: str = ""

    @property
    def read_ratio(self) -> int | None:
        """r of M(w + (N-1)r), per mille of the input price: see `Model.cache_read_ratio`."""
        return per_mille(self.read_price, self.input_price)

    @property
    def write_ratio(self) -> int | None:
        """w of the same, 1000 where writing costs nothing extra; None where nothing is cached."""
        write = self.input_price if self.write_price is None else self.write_price
        return None if self.read_price is None else per_mille(write, self.input_price)

    def at(self, tokens: int) -> Rules:
        """The rules as they hold for a request of `tokens` input tokens: its long prices in place."""
        found = self
        for long in self.long_prices:
            if tokens > long.above:
                found = replace(
                    self,
                    input_price=long.input_price,
                    output_price=self.output_price if long.output_price is None else long.output_price,
                    read_price=self.read_price if long.cache_read_price is None else long.cache_read_price,
                    write_price=long.cache_write_price,
                )
        return found


FRESH_TOKENS = Rules(1_000_000, 100_000, unit="token", source="assumed")
"""Where no price is known: a fresh token costs one unit and a cached one a tenth, the read price of most models
in the table; writing costs nothing extra, any length is cached, nothing expires. Good for comparing policies."""

_PRICES = ("input_price", "read_price", "write_price", "output_price")
_NULLABLE = ("read_price", "write_price", "output_price", "lifetime_s")
_LEAST = {"step": 1}


def rules(model: Model | None, **changes: Any) -> Rules:
    """The rules of `model`, with `changes` to single fields (the prices, `minimum`, `step`, `lifetime_s`).

    A model that is unknown or has no input price gets `FRESH_TOKENS`; an input price given for it makes dollars of its
    unit, and a cached token costs a tenth of it. With any price changed the dearer prices of
    long requests no longer hold: what was given counts at every length. Raises PolicyError for a field that is
    none, and for a value that is no whole number from 0 (`step`: 1) to `MOST`; None is allowed for the read, write
    and output price and the lifetime.
    """
    found = FRESH_TOKENS
    if isinstance(changes.get("input_price"), int):  # a price of one's own: its unit is money, the cached tenth stays
        found = replace(FRESH_TOKENS, read_price=changes["input_price"] // 10, unit="usd", source="given")
    if model is not None and model.input_price is not None:
        found = Rules(
            model.input_price,
            model.cache_read_price,
            model.cache_write_price,
            model.output_price,
            model.long_prices,
            model.cache_minimum or 0,
            model.cache_step,
            model.cache_lifetime_s,
            source=f"{model.source}, {model.as_of}" + (f"; {model.cache_source}" if model.cache_source else ""),
        )
    for key, value in changes.items():
        _check(key, value)
    if any(key in changes for key in _PRICES):
        found = replace(found, long_prices=())
    return replace(found, **changes)


def _check(key: str, value: object) -> None:
    if key not in (*_PRICES, "minimum", "step", "lifetime_s"):
        raise PolicyError(f"'{key}' is no cache rule: there are {', '.join(_PRICES)}, minimum, step and lifetime_s.")
    if value is None and key in _NULLABLE:
        return
    least = _LEAST.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MOST:
        raise PolicyError(f"The cache rule '{key}' must be a whole number from {least} to {MOST}.")
