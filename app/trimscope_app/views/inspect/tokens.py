"""The selected message as the estimator saw it: its pieces and their prices, another estimate beside, and where the
two differ."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import trimscope as ts
from trimscope.estimators import exact
from trimscope.tokens import Profile
from trimscope_app import real_tokenizer
from trimscope_app.i18n import number, tr
from trimscope_app.views.inspect.chips import PARTS, TONES, chips, price, signed
from trimscope_app.views.inspect.counted import Counted, counted
from trimscope_app.views.loaded import Loaded
from trimscope_app.views.titles import visible

PIECES: Final = 1_000  # pieces of a message on screen: some 4,000 characters, more than anybody looks at one by one
BESIDE: Final = 8  # times as many of the other estimate at most: under a price a character, a piece is a whole word
MARGIN: Final = 200  # characters of a text that the other one sees beyond the last piece shown: longer than a piece
PAGES: Final = 8  # explanations kept: a few messages back and forth
WORST: Final = 20  # differences in the table
STRETCH: Final = 80  # characters of one in it

Explained = list[tuple[str, ts.Explanation, ts.Explanation, tuple[ts.Difference, ...]]]
"""(name, estimate, the other one, where they differ) of every text."""


def tokens_page(loaded: Loaded, plan: ts.Plan, selected: int | None, lang: str) -> dict[str, Any]:
    """The sum in a table, every text's pieces as chips, and the differences, the biggest first."""
    found = counted(loaded, plan, selected, lang)
    if found is None:
        return {"lead": tr(lang, "tokens.none"), "blocks": []}
    pricing = plan.view.counts.profile
    names = pricing.name, beside(pricing.name)
    key = "tokens.lead_sent" if found.sent else "tokens.lead_stored"
    lead = tr(lang, key, title=found.title, n=found.tokens, profile=names[0], other=names[1])
    if exact.missing() is not None:
        lead = f"{lead} {tr(lang, 'tokens.exact_later' if real_tokenizer.offered() else 'tokens.no_exact')}"
    blocks: list[dict[str, Any]] = []
    if real_tokenizer.offered():
        blocks.append({"kind": "button", "name": real_tokenizer.NAME, "text": tr(lang, "tokens.get_exact"),
                       "busy": tr(lang, "tokens.getting_exact")})
    return {"lead": lead, "blocks": [*blocks, *_explanation(found, pricing, names, lang)]}


@lru_cache(maxsize=PAGES)
def _explanation(found: Counted, pricing: Profile, names: tuple[str, str], lang: str) -> list[dict[str, Any]]:
    """The sum, the pieces, the differences: kept, as most settings leave the selected message as it is."""
    texts = _explained(found, pricing, names[1])
    sums = _sums(found, texts, pricing, names, lang)
    if not texts:
        return [sums]
    return [sums, _legend(lang), *(chips(*each, lang) for each in texts), *_differences(texts, names, lang)]


def beside(name: str) -> str:
    """The best estimate there is to compare with: the real tokenizer where it can be had."""
    best = ("fine", "light") if exact.missing() is not None else ("exact", "fine")
    return best[0] if best[0] != name else best[1]


def _explained(found: Counted, pricing: Profile, other: str) -> Explained:
    explained: Explained = []
    left = PIECES
    for title, text in found.texts:
        one = ts.explain(text, pricing, most=left)
        two = ts.explain(text[: one.end + MARGIN], other, most=left * BESIDE)
        left -= len(one.pieces)
        explained.append((title, one, two, ts.differences(one, two)))
    return explained


def _sums(
    found: Counted, texts: Explained, pricing: Profile, names: tuple[str, str], lang: str
) -> dict[str, Any]:
    """Text by text what both say, then what is no text; the last row is the message's number everywhere else."""
    ours = [one.counted for _, one, *_ in texts]
    theirs = [ts.count_tokens(text, names[1]) for _, text in found.texts]
    rows: list[Any] = [
        [title, number(len(text)), number(one), number(other)]
        for (title, text), one, other in zip(found.texts, ours, theirs, strict=True)
    ]
    tokens = [one.tokens for _, one, *_ in texts]
    frames = found.tokens - sum(tokens)
    if tokens != ours:
        family = pricing.family
        changed = [family.tokens(other, text) for (_, text), other in zip(found.texts, theirs, strict=True)]
        change = sum(tokens) - sum(ours), sum(changed) - sum(theirs)
        rows.append([tr(lang, "tokens.family", family=family.title), "", *map(_plus, change)])
        theirs = changed
    rows.append([tr(lang, "tokens.frames"), "", number(frames), number(frames)])
    chars = number(sum(len(text) for _, text in found.texts))
    cells = [tr(lang, "tokens.sum"), chars, number(found.tokens), number(sum(theirs) + frames)]
    columns = [tr(lang, "tokens.part"), tr(lang, "preview.chars"), *names]
    return {"kind": "table", "label": "", "slim": True, "columns": columns,
            "rows": [*rows, {"tone": "sum", "cells": cells}]}


def _plus(tokens: int) -> str:
    return f"−{number(-tokens)}" if tokens < 0 else f"+{number(tokens)}"


def _legend(lang: str) -> dict[str, Any]:
    tones = [{"tone": tone, "text": tr(lang, f"tokens.tone.{tone}")} for tone in TONES]
    return {"kind": "legend", "heading": tr(lang, "tokens.legend"), "tones": tones,
            "differs": tr(lang, "tokens.differs")}


def _differences(texts: Explained, names: tuple[str, str], lang: str) -> list[dict[str, Any]]:
    """Stretches that are alike in one row, with how often they come; where most is lost or won together first."""
    found = [each for *_, differences in texts for each in differences]
    if not found:
        return [{"kind": "text", "tone": "", "text": tr(lang, "tokens.alike", other=names[1])}]
    alike: dict[tuple[str, int], list[ts.Difference]] = {}
    for each in found:
        alike.setdefault((each.text, each.milli), []).append(each)
    rows = [[_shown(text), _side(same[0].left), _side(same[0].right), number(len(same)), signed(milli * len(same))]
            for (text, milli), same in sorted(alike.items(), key=lambda each: -abs(each[0][1]) * len(each[1]))]
    columns = [tr(lang, "tokens.stretch"), *names, tr(lang, "tokens.times"), tr(lang, "tokens.difference")]
    return [{"kind": "table", "label": tr(lang, "tokens.worst", n=len(found)), "columns": columns,
             "rows": rows[:WORST]}]


def _shown(text: str) -> str:
    """A stretch of a text in a cell; blanks at its ends are seen."""
    short = text[:STRETCH] + ("…" if len(text) > STRETCH else "")
    return visible(short.replace("\n", "↵").replace("\t", "⇥").replace(" ", "␣"))


def _side(pieces: tuple[ts.Piece, ...]) -> str:
    """What a stretch costs on one side, and what it is made of there."""
    alone = pieces[0].parts if len(pieces) == 1 else ()
    parts = alone or tuple(piece.text for piece in pieces)
    made = " · ".join(map(_shown, parts[:PARTS])) + (" · …" if len(parts) > PARTS else "")
    return f"{price(sum(piece.milli for piece in pieces))} = {made}"
