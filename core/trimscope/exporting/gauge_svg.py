"""The gauge as an inline SVG: the window as one bar, what is stored above what would be sent, and the watermark."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from trimscope import words
from trimscope.budgets.buckets import buckets
from trimscope.exporting.report_words import word
from trimscope.planning.result import Plan

WIDTH, BAR, GAP = 1000, 26, 10
"""Units of the drawing: its width, a bar's height, and between the bars. It scales with the page."""

MOST = 2
"""Windows a bar is drawn as long as at most, as on the page: what is longer ends at the edge."""

COLOURS: Mapping[str, str] = {
    "policy": "#5b6bd6", "tools": "#8b95a7", "task": "#0d7f81", "state": "#334155", "summary": "#8b5cd6",
    "knowledge": "#3f9d6b", "results": "#d9861a", "history": "#a9b6c9", "recent": "#4f97e0",
}  # fmt: skip
"""Colours of the buckets, as the page has them in light mode; every piece is also named in its title and the table."""


def gauge_svg(plan: Plan, lang: str) -> str:
    """The drawing. Of a plan that would be refused nothing is sent."""
    window, sums = plan.window, plan.tokens
    sent = 0 if plan.status == "refused" else sums.sent
    scale = max(1, window.limit, min(max(sums.stored, sent), MOST * window.limit))
    height = 2 * BAR + 3 * GAP
    parts = [f'<rect x="0" y="0" width="{_at(window.limit, scale)}" height="{height}" fill="#e9edf4"/>']
    for row, which in enumerate(("stored", "sent")):
        done, top = 0, GAP + row * (BAR + GAP)
        for share in buckets(plan):
            tokens = share.stored if which == "stored" else share.sent
            if tokens <= 0 or share.bucket not in COLOURS or (which == "sent" and not sent):
                continue
            left, right = _at(done, scale), _at(done + tokens, scale)
            done += tokens
            title = escape(f"{word(which, lang)}: {words.bucket(share.bucket, lang)}, {tokens:,}")
            parts.append(f'<rect x="{left}" y="{top}" width="{max(0, right - left)}" height="{BAR}" '
                         f'fill="{COLOURS[share.bucket]}"><title>{title}</title></rect>')  # fmt: skip
    for tokens, colour, dash in ((window.watermark, "#8a4b06", "6 4"), (window.budget, "#1b2430", "none")):
        x = _at(tokens, scale)
        parts.append(f'<line x1="{x}" x2="{x}" y1="0" y2="{height}" stroke="{colour}" stroke-width="2" '
                     f'stroke-dasharray="{dash}"/>')  # fmt: skip
    says = escape(word("gauge", lang, window=window.limit, stored=sums.stored, sent=sent, watermark=window.watermark))
    return (f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{says}">{"".join(parts)}</svg>'
            f"<p>{says}</p>")  # fmt: skip


def _at(tokens: int, scale: int) -> int:
    return min(WIDTH, WIDTH * tokens // scale)
