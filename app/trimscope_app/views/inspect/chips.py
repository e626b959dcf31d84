"""A text's pieces as chips, tinted by price, and the same as a table."""

from __future__ import annotations

from typing import Any, Final

import trimscope as ts
from trimscope_app.i18n import number, tr
from trimscope_app.views.titles import visible

TONES: Final = ("nothing", "share", "token", "more", "many")
"""Prices: nothing, less than a token, one, up to two, more."""

CHIP: Final = 300  # characters of one chip: no word is longer, and a flood of one character may be
PARTS: Final = 12  # strings named of those that cover a piece


def chips(
    title: str, one: ts.Explanation, two: ts.Explanation, differences: tuple[ts.Difference, ...], lang: str
) -> dict[str, Any]:
    """{kind: pieces, label, size, columns, pieces: [{text, tone, price, why, differs}], rest, folded}."""
    differing = {piece.at for each in differences for piece in each.left}
    pieces = [{
        "text": visible(piece.text[:CHIP] + ("…" if len(piece.text) > CHIP else "")),
        "tone": tone_of(piece.milli),
        "price": price(piece.milli),
        "why": why_of(piece, lang),
        "differs": piece.at in differing,
    } for piece in one.pieces]
    rest = ""
    if one.rest_chars:
        rest = tr(lang, "tokens.rest", n=one.rest_chars, price=price(one.rest_milli))
    elif one.sampled:
        rest = tr(lang, "tokens.sampled", price=price(one.rest_milli))
    return {
        "kind": "pieces",
        "label": title,
        "size": tr(lang, "tokens.size", n=len(one.pieces), price=price(one.milli), tokens=one.counted),
        "columns": [tr(lang, f"tokens.{column}") for column in ("piece", "price", "why")],
        "folded": tr(lang, "tokens.as_table"),
        "differs": tr(lang, "tokens.differs"),
        "pieces": pieces,
        "rest": rest,
    }


def tone_of(milli: int) -> str:
    """The tone of a price in thousandths of a token."""
    if milli <= 0:
        return "nothing"
    if milli <= 1_000:
        return "token" if milli == 1_000 else "share"
    return "more" if milli <= 2_000 else "many"


def price(milli: int) -> str:
    """Thousandths of a token as tokens: 1,406 is '1.406', 13,000 is '13'."""
    whole, part = divmod(abs(milli), 1_000)
    shown = number(whole) + (f".{part:03d}".rstrip("0") if part else "")
    return f"−{shown}" if milli < 0 else shown


def signed(milli: int) -> str:
    """The same of a difference."""
    return f"+{price(milli)}" if milli > 0 else price(milli)


def why_of(piece: ts.Piece, lang: str) -> str:
    """Why it costs that."""
    parts = " · ".join(piece.parts[:PARTS]) + (" · …" if len(piece.parts) > PARTS else "")
    chars = len(piece.text)
    each = price(piece.milli // chars) if chars else ""
    return tr(lang, f"tokens.why.{piece.why}", n=len(piece.parts) or chars, parts=visible(parts), each=each,
              price=price(piece.milli))
