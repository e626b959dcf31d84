"""Prints what every estimator makes of a fixed set of texts, for comparison between Pythons
(`test_estimators_sameness.py`); nothing but the standard library and the core is imported."""

import hashlib
from collections.abc import Callable

from trimscope.estimators import tabled
from trimscope.tokens import PROFILES

UNITS = (
    "a", "A", "Z9", " ", "\n", "\r\n", "\t", "=", "-", "_", "1", "\x00", "\x1c", "\x85", "\xa0", "\u2028", "\u3000",
    "é", "ß", "İ", "ǆ", "я", "λ", "א", "ع", "क", "ก", "中", "的", "龘", "あ", "ア", "가", "ᄀ", "ꀀ",
    "😀", "👩\u200d🚀", "\ud800", "\udfff", "\ud83d\ude00", "\ufffd",
    "\u180e", "\u0e33", "\u0300", "\u1c80", "\U0001e900", "\U00020000", "\U000323b0", "\U0010ffff",
    "\u0663", "\u096b", "²", "\u2167", "\u2460", "\u212a", "\u017f", "\ufb01",
)  # fmt: skip
"""Letters, capitals, digits and blanks that Pythons of several Unicode versions class differently, halves of surrogate
pairs among them."""

WORDS = (
    "the", " stewardship", "camelCase", "HTTPServer", "don't", "12345", "()", "{\n", "  ",
    "中文", "を", "한국", " ", "/", "—",
)  # fmt: skip


def chance(seed: int) -> Callable[[int], int]:
    """Whole numbers without a pattern, the same everywhere: the function gives one below its argument."""
    state = seed

    def below(limit: int) -> int:
        nonlocal state
        state = state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407 & (1 << 64) - 1
        return (state >> 33) % limit

    return below


def texts() -> dict[str, list[str]]:
    """The texts, by kind."""
    below = chance(7)
    every = [chr(at) for at in range(0, 0x110000, 97)]
    return {
        "units": [unit * times for unit in UNITS for times in (1, 2, 7, 9, 40, 300)],
        "pairs": [one + two for one in UNITS for two in UNITS],
        "words": ["".join(WORDS[below(len(WORDS))] for _ in range(1 + below(40))) for _ in range(400)],
        "mixed": ["".join(UNITS[below(len(UNITS))] for _ in range(below(60))) for _ in range(400)],
        "code points": ["".join(every[at : at + 50]) for at in range(0, len(every), 50)],
        "blocks": ["".join(chr(at + 1 + step) for step in range(0, 64, 3)) for at in range(0, 0x33000, 64)],
        "random": ["".join(chr(below(0x33000)) for _ in range(40)) for _ in range(300)],
        "long": [
            " ".join(WORDS[below(len(WORDS))] for _ in range(4_000)),
            "".join(chr(33 + below(94)) for _ in range(40_000)),
        ],
    }


def main() -> None:
    """One line a kind of text and estimator: the sum, and a digest of all numbers."""
    for kind, given in texts().items():
        for name in ("light", "fine"):
            milli = tabled.estimator(name).milli
            told(kind, name, [milli(text) for text in given])
        for name in ("patchcat", "chars4", "glance", "light", "fine"):
            told(kind, f"{name} in tokens", [PROFILES[name].text(text) for text in given])


def told(kind: str, name: str, numbers: list[int]) -> None:
    """Print one line."""
    print(f"{kind}, {name}: {sum(numbers)} {hashlib.sha256(repr(numbers).encode()).hexdigest()[:16]}")


if __name__ == "__main__":
    main()
