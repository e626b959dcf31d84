"""What one request costs with a prompt cache: tokens read from it, tokens written to it, the rest; in integers.

The model is the documented behaviour, no more: the request before left its whole input in the cache (with Anthropic
because the agent marks its last block); of it the common beginning is read back, in whole steps beyond the minimum;
what follows is written for the next request. What it leaves out: several machines with a cache each, a look-back of
20 blocks from a mark, caches shared between runs, prefixes kept from requests before the last one, and the model's
own output, which some providers keep too.

>>> from trimscope.caching.rules import Rules
>>> openai = Rules(input_price=2_500_000, read_price=1_250_000, minimum=1024, step=128)
>>> bill(3_000, 2_000, openai)      # 1024 and 7 steps of 128 come from the cache
Bill(cached=1920, written=1080, fresh=0, cost=5100)
>>> bill(3_000, 1_000, openai)      # the common beginning is shorter than the minimum
Bill(cached=0, written=3000, fresh=0, cost=7500)
>>> bill(900, 900, openai)          # so is the request
Bill(cached=0, written=0, fresh=900, cost=2250)
"""

from __future__ import annotations

from typing import NamedTuple

from trimscope.caching.rules import Rules

MILLION = 1_000_000
"""Tokens that a price is for."""

WHOLE = 1_000
"""Ratios are per mille."""


class Bill(NamedTuple):
    """One request's input: tokens `cached` (read), `written` and `fresh`; `cost` in micro-dollars or
    micro-units, rounded half up once a request."""

    cached: int
    written: int
    fresh: int
    cost: int

    @property
    def input(self) -> int:
        """All input tokens of the request."""
        return self.cached + self.written + self.fresh

    @property
    def hit_rate(self) -> int:
        """Share of the input that came from the cache, per mille, rounded down: cached tokens / input tokens
        (third source article); 0 for an empty request."""
        return WHOLE * self.cached // self.input if self.input else 0


def bill(tokens: int, common: int, rules: Rules, gap_s: int | None = None) -> Bill:
    """The bill of a request of `tokens` input tokens whose first `common` tokens the request before had too.

    `gap_s`: whole seconds since that request; with more than the rules' lifetime nothing is left of it. None:
    no times are known, and nothing expires. A request shorter than the minimum is neither read nor written.
    """
    cached, common = 0, min(common, tokens)
    expired = gap_s is not None and rules.lifetime_s is not None and gap_s > rules.lifetime_s
    caches = rules.read_price is not None
    if caches and not expired and common >= rules.minimum:
        cached = rules.minimum + (common - rules.minimum) // rules.step * rules.step
    written = tokens - cached if caches and tokens >= rules.minimum else 0
    fresh = tokens - cached - written
    due = rules.at(tokens)
    write = due.input_price if due.write_price is None else due.write_price
    cost = cached * (due.read_price or 0) + written * write + fresh * due.input_price
    return Bill(cached, written, fresh, _whole(cost))


def output_cost(tokens: int, input_tokens: int, rules: Rules) -> int:
    """What `tokens` of output cost behind `input_tokens` of input, in micro-dollars; 0 where no price is known."""
    return _whole(tokens * (rules.at(input_tokens).output_price or 0))


def cached_cost(m: int, w: int, r: int, n: int) -> int:
    """M(w + (N-1)r), the third source article's cost of a prefix written once and read by the other requests.

    `m`: tokens of the cached prefix; `w`, `r`: price of writing and reading, per mille of the input price; `n`:
    requests, at least 1. In thousandths of a fresh token, so that it is exact.
    """
    return m * (w + (n - 1) * r)


def plain_cost(length: int, n: int) -> int:
    """N L, the same article's cost without a cache: `n` requests with `length` tokens of prefix each; in
    thousandths of a fresh token."""
    return WHOLE * n * length


def break_even(m: int, w: int, r: int, length: int) -> int | None:
    """The least number of requests N at which M(w + (N-1)r) < N L, or None where no number is enough.

    `m` may differ from `length`: who lengthens a prefix to reach the minimum pays for the longer one.

    >>> break_even(2_000, 1_250, 100, 2_000)     # Anthropic's five minutes: the second request pays back
    2
    >>> break_even(4_096, 1_250, 100, 1_000)     # 1,000 tokens stretched to a minimum of 4,096
    8
    >>> break_even(4_096, 1_250, 500, 1_000) is None
    True
    """
    if cached_cost(m, w, r, 1) < plain_cost(length, 1):
        return 1
    gain = WHOLE * length - m * r  # what each further request saves
    return m * (w - r) // gain + 1 if gain > 0 else None


def _whole(cost: int) -> int:
    """A price times tokens, as whole micro-dollars: rounded half up."""
    return (2 * cost + MILLION) // (2 * MILLION)
