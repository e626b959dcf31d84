"""What an explanation holds: the pieces of a text with their prices, and what no piece shown holds."""

from __future__ import annotations

from dataclasses import dataclass

REASONS = (
    "listed",  # the table lists it: one token
    "covered",  # not listed; `parts` are the listed strings that cover it, and its look is priced by what it took
    "single",  # a single sign, or up to three digits: one token
    "run",  # one character over and over
    "long",  # longer than any real piece: priced by samples of it
    "script",  # a piece in another script, priced by its letters
    "spelled",  # a piece in another script; `parts` are the listed strings and single characters it is made of
    "rare",  # one character that is no token: what those of its block take
    "wide",  # a Chinese, Japanese or Korean character with a price of its own
    "wide_shared",  # such a character, rare: the price its block shares
    "blanks",  # several blanks: one token
    "joined",  # a blank that goes with what stands beside it: nothing
    "ratio",  # a price a character
    "ratio_wide",  # the same for Chinese, Japanese and Korean characters
    "token",  # one token of the real tokenizer
    "tokens",  # a character, or a few, that several tokens make up together
    "whole",  # an estimator that knows no pieces: the text in one
)
"""Why a piece costs what it costs. The words are the interface's."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a text."""

    text: str
    at: int
    """its first code point in the text"""
    milli: int
    """thousandths of a token"""
    why: str
    """one of `REASONS`"""
    parts: tuple[str, ...] = ()
    """what it is made of, where `why` says so"""

    @property
    def end(self) -> int:
        """The code point behind it."""
        return self.at + len(self.text)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an estimator says what it says of one text.

    The pieces joined are the text's first `end` code points. Their prices and `rest_milli` together are `milli`,
    which rounded as the estimator rounds is `counted`.
    """

    label: str
    """the profile with its version, e.g. `light@1`"""
    tokens: int
    """what the profile counts: whole tokens"""
    counted: int
    """the same before it is corrected to another family of tokenizers, where it is"""
    milli: int
    """thousandths of a token, before they are rounded"""
    pieces: tuple[Piece, ...]
    rest_chars: int
    """code points behind the last piece: there were more pieces than were asked for"""
    rest_milli: int
    """thousandths of a token that no piece holds: those code points; and where only samples of a long text were priced,
    what the rest, taken to be like them, comes to more or less than its own pieces would"""

    @property
    def end(self) -> int:
        """Code points the pieces cover."""
        return self.pieces[-1].end if self.pieces else 0

    @property
    def sampled(self) -> bool:
        """Whether all pieces are here and yet do not add up to the estimate, as it rests on samples."""
        return not self.rest_chars and self.rest_milli != 0
