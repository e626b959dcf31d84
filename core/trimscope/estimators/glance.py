"""Estimating at a glance: how many bytes of each class a text has, and how often which follows which.

A text's bytes are replaced by the letter of their class (small letter, capital, digit, sign ...). "Book a room."
becomes `Aaaa a aaaa.`. Each class and a few pairs have a price, and counting is the fastest thing there is to do with
bytes: no list of tokens, no cutting. The prices are for text with words in it. Any other (no blanks, hardly letters:
keys, rules of dashes, Chinese) is priced by `light`, which few texts of a transcript need.
"""

from __future__ import annotations

from trimscope.estimators.pricing import TOKEN

CLASSES: dict[str, tuple[range, ...]] = {
    "a": (range(0x61, 0x7B),),
    "A": (range(0x41, 0x5B),),
    "0": (range(0x30, 0x3A),),
    " ": (range(0x20, 0x21),),
    "n": (range(0x0A, 0x0B), range(0x0D, 0x0E)),
    "t": (range(0x09, 0x0A),),
    "_": (range(0x5F, 0x60),),
    '"': (range(0x22, 0x23), range(0x27, 0x28), range(0x60, 0x61)),
    "x": (range(0x80, 0xC2),),
    "L": (range(0xC2, 0xD0),),
    "C": (range(0xD0, 0xD4),),
    "R": (range(0xD4, 0xE0),),
    "I": (range(0xE0, 0xE2),),
    "S": (range(0xE2, 0xE3),),
    "H": (range(0xE3, 0xEA),),
    "G": (range(0xEA, 0xEE),),
    "M": (range(0xEE, 0x100),),
}
"""Bytes of each class: ASCII, then the second and later bytes of a character, then the first bytes of Latin and Greek,
Cyrillic, Hebrew and Arabic, Indic and the like, symbols, Chinese and kana, Korean, emoji and the rest. Every other byte
is a sign."""

SIGN = "."

CLASS_OF = bytes(
    ord(next((name for name, spans in CLASSES.items() if any(byte in span for span in spans)), SIGN))
    for byte in range(256)
)

SINGLES = (" ", ".", "0", "A", "_", "a", "n", "t", '"')
PAIRS = ("  ", "..", "an", "aa", "00", "nA", "A ", "a.", "t ", 'a"', " a", ".a", " 0", ".0", "Aa", "a_")
BEYOND = ("x", "L", "C", "R", "I", "S", "H", "G", "M")
"""What is counted: classes, pairs (those that helped a fit most, one after the other), and classes beyond ASCII."""

PRICES: dict[str, int] = {
    " ": 403, ".": 627, "0": 1048, "A": 239, "_": 641, "a": 273, "n": 358, "t": 268, '"': 401, "  ": -600,
    "..": -600, "an": 1347, "aa": -422, "00": -600, "nA": 222, "A ": -600, "a.": 270, "t ": -600, 'a"': 897,
    " a": 214, ".a": 290, " 0": 600, ".0": 575, "Aa": 243, "a_": 31, "x": 419, "L": 1238, "C": 77, "R": 467,
    "I": -157, "S": -600, "H": -48, "G": -100, "M": 791,
}  # fmt: skip
"""Thousandths of a token each (`bench/fit_glance.py`)."""

LEAST = 256
"""Bytes from which on a text is looked at for words: shorter ones cannot mislead much."""
LETTERS, BLANKS_LEAST, BLANKS_MOST = 3, 16, 2
"""In text with words, one in so many bytes is a letter, one in so many a blank or line end, and no more than one in so
many: random letters, keys and floods are not like that."""


def ordinary(classes: bytes) -> bool:
    """Whether a text, given as classes, has words in it."""
    size = len(classes)
    if size < LEAST:
        return True
    letters = classes.count(b"a") + classes.count(b"A")
    blanks = classes.count(b" ") + classes.count(b"n")
    return letters * LETTERS >= size and blanks * BLANKS_LEAST >= size and blanks * BLANKS_MOST <= size


def priced(classes: bytes) -> int:
    """Thousandths of a token of a text with words, given as classes; at least one token."""
    count = classes.count
    total = sum([count(pattern) * price for pattern, price in _NARROW])
    if len(classes.translate(None, _ASCII)):
        total += sum([count(pattern) * price for pattern, price in _BEYOND])
    return max(TOKEN, total)


_NARROW = [(name.encode(), PRICES.get(name, 0)) for name in (*SINGLES, *PAIRS)]
_BEYOND = [(name.encode(), PRICES.get(name, 0)) for name in BEYOND]
_ASCII = "".join((SIGN, *SINGLES)).encode()
