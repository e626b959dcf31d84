"""A cost as people read it. The core counts in integer micro-dollars, or in tokens where no price is known."""

from __future__ import annotations

MICRO = 1_000_000
"""Micro-units of a dollar, and of a run without trimming."""


def cost(amount: int, unit: str, lang: str = "en") -> str:
    """`amount` in its unit: dollars to about four figures (`usd`), what so many fresh tokens cost (`token`), or runs
    without trimming (`run`).

    >>> cost(41_250, "usd"), cost(1_234_567_890, "usd"), cost(41_200, "token"), cost(1_500_000, "run")
    ('$0.0413', '$1,235', '41,200 tokens', '1.50 runs')
    """
    if unit == "token":
        return f"{amount:,} token{'' if lang == 'zh' or amount == 1 else 's'}"
    if unit == "run":
        return f"{_decimal(amount, 2)} {'次运行' if lang == 'zh' else 'runs'}"
    if amount >= 100 * MICRO:
        return f"${_decimal(amount, 0)}"
    return f"${_decimal(amount, 2 if amount >= 10 * MICRO else 3 if amount >= MICRO else 4)}"


def _decimal(amount: int, digits: int) -> str:
    """Micro-units as units with so many digits, rounded half up in integers."""
    scaled = (amount * 10**digits + MICRO // 2) // MICRO
    whole, rest = divmod(scaled, 10**digits)
    return f"{whole:,}.{rest:0{digits}d}" if digits else f"{whole:,}"
