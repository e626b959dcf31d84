"""Which characters are letters, capitals, digits, blanks and wide: explicit, coarse blocks of code points.

The classes of the standard library (and of `\\w`, `\\d`) differ between Python versions, and a class of hundreds of
ranges makes a regular expression several times slower. These blocks follow the Unicode charts and cut at whole
scripts; where a block holds a few characters of another kind, an estimate does not notice.
"""

from __future__ import annotations

UPPER = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0391-\u03a9\u0400-\u042f"
"""Capitals of Latin, Greek and Cyrillic."""

DIGITS = "0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f"

ASCII_BLANKS = " \\t\\n\\r\\f\\v\x1c-\x1f"

BLANKS = f"{ASCII_BLANKS}\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f"

WIDE = (
    "\u1100-\u11ff"  # Hangul jamo
    "\u2e80-\u9fff"  # radicals, CJK punctuation, kana, Hangul compatibility jamo, Han
    "\ua000-\ua4cf"  # Yi
    "\ua960-\ua97f"  # Hangul jamo, extended A
    "\uac00-\ud7ff"  # Hangul syllables
    "\uf900-\ufaff"  # Han, compatibility
    "\ufe30-\ufe4f"  # CJK compatibility forms
    "\uff00-\uffef"  # full-width and half-width forms
    "\U0001b000-\U0001b2ff"  # kana supplements
    "\U00020000-\U000323af"  # Han, extensions B to H
)
"""Characters of Chinese, Japanese and Korean text, with its punctuation: priced one by one (`wide`)."""

LETTERS = (
    "a-z\u00aa\u00b5\u00ba\u00df-\u00f6\u00f8-\u02ff"  # Latin
    "\u0300-\u0390\u03ac-\u03ff"  # combining marks, Greek
    "\u0430-\u055f\u0560-\u0588"  # Cyrillic, Armenian
    "\u0591-\u065f\u066a-\u06ef\u06fa-\u0965\u0970-\u10ff"  # Hebrew, Arabic, Indic, Thai, Georgian
    "\u1200-\u167f\u1681-\u1fff"  # Ethiopic to Latin and Greek extended
    "\u2c00-\u2dff\ua4d0-\ua95f\ua980-\uabff"
    "\ufb00-\ufdff\ufe00-\ufe0f\ufe20-\ufe2f\ufe70-\ufefc"  # Arabic forms, variation selectors
    "\U00010000-\U0001afff\U0001b300-\U0001cfff\U000e0100-\U000e01ef"
)
"""Letters and marks that are no capitals and not wide."""
