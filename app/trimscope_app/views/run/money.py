"""Costs in words. The core counts in integer micro-units: of a dollar, or of what one fresh token costs."""

from __future__ import annotations

from typing import Final

from trimscope_app.i18n import number, tr

MICRO: Final = 1_000_000


def cost_text(micro: int, unit: str, lang: str) -> str:
    """For example '$0.0412', or '41,200 fresh tokens' worth' where no price is known."""
    if unit != "usd":
        return tr(lang, "run.token_cost", n=micro)  # a fresh token costs one unit
    if micro >= 100 * MICRO:
        return f"${number((micro + MICRO // 2) // MICRO)}"
    digits = 2 if micro >= 10 * MICRO else 3 if micro >= MICRO else 4  # about four figures, to a hundredth of a cent
    scaled = (micro * 10**digits + MICRO // 2) // MICRO
    return f"${scaled // 10**digits}.{scaled % 10**digits:0{digits}d}"
