"""Whether the beginning that all requests of a run share pays for being cached: the third source article's sum.

A prefix of M tokens that is written once and read by the other N - 1 requests costs M(w + (N-1)r); sent afresh each
time, L tokens of it cost N L. M is more than L where the beginning is shorter than what the provider caches at all and
has to be lengthened to that minimum.

>>> from trimscope.caching.rules import Rules
>>> claude = Rules(input_price=3_000_000, read_price=300_000, write_price=3_750_000, minimum=1_024)
>>> prefix_cost(2_000, 10, claude)
PrefixCost(length=2000, cached=2000, requests=10, write_ratio=1250, read_ratio=100, with_cache=4300, without=20000, \
break_even=2)
>>> prefix_cost(500, 10, claude)       # lengthened to the minimum; it pays from request 4 on
PrefixCost(length=500, cached=1024, requests=10, write_ratio=1250, read_ratio=100, with_cache=2202, without=5000, \
break_even=4)
"""

from __future__ import annotations

from dataclasses import dataclass

from trimscope.caching.billing import WHOLE, break_even, cached_cost, plain_cost
from trimscope.caching.rules import Rules


@dataclass(frozen=True, slots=True)
class PrefixCost:
    """The sum and what is in it. Lengths in tokens (estimates), ratios per mille of the input price, costs in fresh
    input tokens (rounded half up)."""

    length: int
    """L: tokens that all requests have in common at their beginning"""
    cached: int
    """M: the same, or the provider's minimum where that is more"""
    requests: int
    """N: model calls of the run"""
    write_ratio: int
    """w"""
    read_ratio: int
    """r"""
    with_cache: int
    """M(w + (N-1)r)"""
    without: int
    """N L"""
    break_even: int | None
    """the least N with which caching costs less; None where no number is enough"""

    @property
    def pays(self) -> bool:
        """Whether it does with the requests that there are."""
        return self.break_even is not None and self.requests >= self.break_even


def prefix_cost(length: int, requests: int, rules: Rules) -> PrefixCost | None:
    """The sum for a beginning of `length` tokens that `requests` requests share, at the input price of short requests.

    None where there is nothing to add up: no common beginning, fewer than two requests, or a model without a cache or
    without an input price.
    """
    write, read = rules.write_ratio, rules.read_ratio
    if length <= 0 or requests < 2 or write is None or read is None:
        return None
    cached = max(length, rules.minimum)
    return PrefixCost(
        length,
        cached,
        requests,
        write,
        read,
        _tokens(cached_cost(cached, write, read, requests)),
        _tokens(plain_cost(length, requests)),
        break_even(cached, write, read, length),
    )


def _tokens(thousandths: int) -> int:
    """Thousandths of a fresh token as whole ones, rounded half up."""
    return (2 * thousandths + WHOLE) // (2 * WHOLE)
