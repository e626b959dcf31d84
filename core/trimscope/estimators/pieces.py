"""Cutting text into the pieces a byte-pair tokenizer looks at: a word with the blank before it, up to three digits,
a run of signs, line ends, blanks.

The rules are those of OpenAI's o200k encoding (its published pattern), with explicit character blocks, and without
wide characters, which are priced one by one. Measured on 1.2 million pieces: 6 in 10,000 differ.
"""

from __future__ import annotations

import re

from trimscope.estimators.ranges import BLANKS, DIGITS, LETTERS, UPPER, WIDE

_CLITIC = "(?:'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]))?"
_LEAD = f"[^\\r\\n{DIGITS}{UPPER}{LETTERS}]?"

PIECES = re.compile(
    f"{_LEAD}[{UPPER}]*[{LETTERS}]+{_CLITIC}"
    f"|{_LEAD}[{UPPER}]+[{LETTERS}]*{_CLITIC}"
    f"|[{DIGITS}]{{1,3}}"
    f"| ?[^{BLANKS}{DIGITS}{UPPER}{LETTERS}]+[\\r\\n/]*"
    f"|[{BLANKS}]*[\\r\\n]+"
    f"|[{BLANKS}]+(?![^{BLANKS}])"
    f"|[{BLANKS}]+"
)

WIDE_RUNS = re.compile(f"[{WIDE}]+")

BLANK_RUNS = re.compile("  +")
