"""The tokens of the real tokenizer as pieces of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from trimscope.estimators.exact import token_bytes
from trimscope.estimators.pricing import TOKEN
from trimscope.explaining.explanation import Piece

_SURROGATE = re.compile("[\ud800-\udfff]")
_GIVEN = re.compile("[\ud800-\udbff][\udc00-\udfff]|.", re.DOTALL)
"""One character as the tokenizer is given it: two halves of one are that character."""


def exact_pieces(text: str, older: bool = False) -> Iterator[Piece]:
    """Each token (of the older encoding); several at once where they end inside a character."""
    given: Sequence[str] = _GIVEN.findall(text) if _SURROGATE.search(text) else text
    at = start = count = 0
    held = b""
    for token in token_bytes(text, older):
        held += token
        count += 1
        try:
            stop = start + len(held.decode())
        except UnicodeDecodeError:
            continue
        piece = "".join(given[start:stop])
        yield Piece(piece, at, count * TOKEN, "token" if count == 1 else "tokens")
        at, start, held, count = at + len(piece), stop, b"", 0
