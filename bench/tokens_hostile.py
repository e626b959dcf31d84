"""Texts made to mislead an estimator, or to hold it up."""

from __future__ import annotations

import base64
import random

FLOOD = 200_000
"""Characters of each text."""


def hostile() -> dict[str, str]:
    """The texts by name: one character or pair repeated, and characters drawn by chance."""
    chance = random.Random(3)

    def drawn(characters: str) -> str:
        return "".join(chance.choices(characters, k=FLOOD))

    han = "".join(map(chr, range(0x4E00, 0x9FFF)))
    anything = "".join(map(chr, (*range(0x20, 0xD800), *range(0xE000, 0x30000))))
    repeated = "aA \n=.-~中的яé😀あ가龘א\ufffd"
    return {
        **{f"U+{ord(character):04X} repeated": character * FLOOD for character in repeated},
        "base64": base64.b64encode(chance.randbytes(FLOOD * 3 // 4)).decode(),
        "hexadecimal": chance.randbytes(FLOOD // 2).hex(),
        "digits": drawn("0123456789"),
        "small letters": drawn("abcdefghijklmnopqrstuvwxyz"),
        "printable": drawn("".join(map(chr, range(33, 127)))),
        "blanks": drawn(" \t\n\r"),
        "random Han": drawn(han),
        "random Unicode": drawn(anything),
        "emoji": drawn("😀🎉✅❌🚀🔥📦💡👍"),
        "lone surrogates": "\ud800" * FLOOD,
        "blank after each": "x " * (FLOOD // 2),
        "words once each": "".join(f"{number:x} " for number in range(0x8000, 0x8000 + FLOOD // 5)),
    }
