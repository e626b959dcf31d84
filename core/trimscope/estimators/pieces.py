"""Cutting text into the pieces a byte-pair tokenizer looks at: a word with the blank before it, up to three digits,
a run of signs, line ends, blanks.

The rules are those of OpenAI's o200k encoding (its published pattern), with explicit character blocks, and without
wide characters, which are priced one by one. Measured on 1.2 million pieces: 6 in 10,000 differ.
"""

from __future__ import annotations

import re

from trimscope.estimators.ranges import ASCII_BLANKS, BLANKS, DIGITS, LETTERS, UPPER, WIDE

_CLITIC = "(?:'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]))?"


def _pattern(upper: str, letters: str, digits: str, blanks: str) -> re.Pattern[str]:
    """The rules over given classes; small letters first, as most pieces are words of them."""
    lead = f"[^\\r\\n{digits}{upper}{letters}]?"
    return re.compile(
        f"{lead}[{upper}]*[{letters}]+{_CLITIC}"
        f"|[{digits}]{{1,3}}"
        f"|{lead}[{upper}]+{_CLITIC}"
        f"| ?[^{blanks}{digits}{upper}{letters}]+[\\r\\n/]*"
        f"|[{blanks}]*[\\r\\n]+"
        f"|[{blanks}]+(?![^{blanks}])"
        f"|[{blanks}]+"
    )


PIECES = _pattern(UPPER, LETTERS, DIGITS, BLANKS)

ASCII_PIECES = _pattern("A-Z", "a-z", "0-9", ASCII_BLANKS)
"""The same for ASCII text, a third faster: small classes are looked up in one step."""

WIDE_RUNS = re.compile(f"[{WIDE}]+")

BLANK_RUNS = re.compile("  +")
