"""What a block that is no text costs, and on what ground: its pixels, its bytes, or nothing but experience."""

from __future__ import annotations

from typing import Literal, Protocol

from trimscope.pictures.file_guesses import FileRule
from trimscope.pictures.picture_rules import UNKNOWN, Flat, PictureRule
from trimscope.transcript import Held

Ground = Literal["pixels", "low", "size", "flat"]
"""`pixels`: the provider's rule for its width and height; `low`: its price for low detail; `size`: a guess from its
bytes; `flat`: a figure that fits usual pictures and files."""


class Rules(Protocol):
    """What a provider charges (`trimscope.frames.frames.Frames`)."""

    @property
    def pictures(self) -> PictureRule: ...
    @property
    def files(self) -> FileRule | None: ...


def media_tokens(held: Held | None, rules: Rules) -> int:
    """Tokens of a block that is no text."""
    return media_price(held, rules)[0]


def media_price(held: Held | None, rules: Rules) -> tuple[int, Ground]:
    """Tokens of a block that is no text, and the ground they stand on."""
    if held is None or rules.files is None:
        return UNKNOWN, "flat"
    if held.kind == "picture":
        if isinstance(rules.pictures, Flat):
            return rules.pictures.each, "flat"
        if held.pixels is None:
            return UNKNOWN, "flat"
        return rules.pictures.tokens(held.pixels, held.low), "low" if held.low else "pixels"
    if held.kind == "file":
        return UNKNOWN, "flat"
    return rules.files.tokens(held.kind, held.octets), "size" if held.octets else "flat"
