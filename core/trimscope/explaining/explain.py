"""Explaining the estimate of a text under any profile.

    explain("Our stewardship of rooms", "light").pieces
    # `Our` 1 token, listed; ` stewardship` 1.406, covered by ` ste`, `wards`, `hip`; ` of` 1; ` rooms` 1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from trimscope.estimators.exact import exact, older
from trimscope.estimators.pricing import TOKEN
from trimscope.estimators.ratios import Ratios
from trimscope.estimators.tabled import estimator, fine, light
from trimscope.explaining.exact_pieces import exact_pieces
from trimscope.explaining.explanation import Explanation, Piece
from trimscope.explaining.ratio_pieces import ratio_milli, ratio_pieces
from trimscope.explaining.tabled_pieces import tabled_pieces
from trimscope.families.family import Corrected
from trimscope.tokens import DEFAULT_PROFILE, Profile, profile

MOST_PIECES = 2_000
"""Pieces at most unless asked otherwise: about 8,000 characters of English, more than anybody looks at one by one."""

_TABLES: Mapping[Callable[[str], int], str] = {light: "light", fine: "fine"}
"""The table behind each estimator that has one."""


def explain(text: str, name: str | Profile = DEFAULT_PROFILE, most: int = MOST_PIECES) -> Explanation:
    """Why a text takes the tokens it takes: its first pieces, at most so many, each with its price in thousandths of
    a token and the reason; O(pieces), besides counting the text once. How much of the text was left out is told in
    code points: cutting all of it, only to count the pieces, would be dear.

    `name` is a profile's, or a profile itself: one that counts for another family of tokenizers (`profile_for`) is
    explained by the pieces of its estimator, and what the family makes of their sum.

    Raises PolicyError for an unknown profile, and for `exact` where it cannot be had.
    """
    pricing = name if isinstance(name, Profile) else profile(name)
    measure = pricing.measure.measure if isinstance(pricing.measure, Corrected) else pricing.measure
    if not text:
        return Explanation(pricing.label, 0, 0, 0, (), 0, 0)
    counted = measure(text)
    milli = _milli(text, measure, counted)
    pieces = tuple(islice(_pieces(text, measure, milli), most))
    end = pieces[-1].end if pieces else 0
    rest = milli - sum(piece.milli for piece in pieces)
    return Explanation(pricing.label, pricing.text(text), counted, milli, pieces, len(text) - end, rest)


def _milli(text: str, measure: Callable[[str], int], counted: int) -> int:
    """Thousandths of a token of a text that is not empty, before they are rounded."""
    if measure in _TABLES:
        return estimator(_TABLES[measure]).milli(text)
    if isinstance(measure, Ratios):
        return ratio_milli(text, measure)
    return counted * TOKEN


def _pieces(text: str, measure: Callable[[str], int], milli: int) -> Iterator[Piece]:
    if measure in _TABLES:
        return tabled_pieces(text, estimator(_TABLES[measure]))
    if isinstance(measure, Ratios):
        return ratio_pieces(text, measure)
    if measure in (exact, older):
        return exact_pieces(text, measure is older)
    return iter((Piece(text, 0, milli, "whole"),))
